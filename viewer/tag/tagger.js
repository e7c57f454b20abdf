// The actions of the tagger's panels and keys. Its methods never throw: errors are shown on the page.

import { onFrame, placeOf, squareOf } from "../page/frames.js";
import { MARKS } from "./draft.js";

const STRANGER = "Only games of the folder can be tagged: choose one under Game.";
const UNASKED = "Nothing is proposed yet: press Propose under Worth a look.";
const NONE = "This filter proposes nothing in this game.";
const FRAMES = { right: "#3fb950", wrong: "#f85149" };

/** Events: "stored" (other positions are stored), "proposals" (others, or another one is looked at). */
export class Tagger extends EventTarget {
  /** @param {{themes: object, filters: object}} known  what /api/themes says */
  constructor(viewer, service, asking, draft, known) {
    super();
    Object.assign(this, { viewer, service, asking, draft, known, game: null, games: [], isOpening: false });
    Object.assign(this, { stored: [], undoable: 0, folder: "", proposals: [], found: 0, place: -1, isAsked: false });
    const { session } = viewer;
    session.on("select", () => this.follow());
    session.on("turn", () => this.follow());
    draft.addEventListener("change", () => this.frame());
    session.on("replay", () => this.isOpening || this.forget());
  }

  /** Opens the game that the tagger was started with. */
  async begin() {
    const { first, games } = await this.service.json("api/games"); // docs/24-positions.md says what it answers
    this.games = [...new Set([first, ...games.map(({ name }) => name)])].filter(Boolean);
    if (this.games.length) await this.open(this.games[0]);
  }

  open(name) {
    return this.attempt(async () => {
      const bytes = await this.service.bytes(`api/games/${encodeURIComponent(name)}`);
      if (!(await this.viewer.inTurn(() => this.put(bytes, name)))) return;
      this.game = name;
      this.draft.clear();
      Object.assign(this, { proposals: [], found: 0, place: -1, isAsked: false });
      this.tell("proposals");
      this.asking.service.open(this.viewer.session.game);
      this.asking.setGame(name);
      this.show(await this.ask("positions", {}));
    });
  }

  /** A game of the folder on the board; layers that are on stay on. @returns {Promise<boolean>}  whether it is open */
  async put(bytes, name) {
    const { session } = this.viewer;
    const layers = [...session.layers];
    this.isOpening = true;
    const isOpen = await this.viewer.openOne(bytes, name);
    this.isOpening = false;
    if (isOpen) for (const key of layers) session.setLayer(key, true);
    return isOpen;
  }

  /** A game that was dropped on the page lies in no folder: it can be looked at only. */
  forget() {
    this.game = null;
    this.asking.setAwaited(null);
    this.draft.clear();
    this.viewer.session.say({ kind: "error", text: STRANGER });
  }

  /** The owner of the square that is looked at is who is asked. */
  follow() {
    const player = this.owner;
    if (this.game && player && player !== this.asking.player) this.asking.setPlayer(player);
    this.frame();
  }

  /** Who owns the selected square; 0 for neutral, and where none is selected. */
  get owner() {
    const { game, selected, turn } = this.viewer.session;
    return game && selected ? onFrame(game, "owner", turn)[squareOf(selected, game)] : 0;
  }

  /** Why the selected square's moves cannot be called right or wrong; null when they can. */
  get obstacle() {
    const { game, selected, turn, lastTurn } = this.viewer.session;
    if (game && !this.game) return STRANGER;
    if (!game || !selected) return "Choose a square: a click, or the keys I J K L.";
    if (turn === lastTurn) return "This is the last frame: no moves follow.";
    if (!this.owner) return "This square is neutral.";
    if (!onFrame(game, "strength", turn)[squareOf(selected, game)]) return "A square of strength 0 does not move.";
    const { draft } = this;
    if (!draft.isEmpty && draft.turn !== turn) return `The draft is about turn ${draft.turn}: store it, or drop it.`;
    if (!draft.isEmpty && draft.player !== this.owner) return "The draft is about another player: store it, or drop it.";
    return null;
  }

  /** Marks a move of the selected square; without a mark given, steps through "", right, wrong. */
  mark(move, mark) {
    const { session } = this.viewer;
    const { obstacle } = this;
    if (obstacle) return session.say({ kind: "note", text: obstacle });
    session.say(null);
    const next = MARKS[(MARKS.indexOf(this.draft.markOf(session.selected, move)) + 1) % MARKS.length];
    return this.draft.mark(session.turn, this.owner, session.selected, move, mark ?? next);
  }

  /** Frames the draft's squares on its frame. */
  frame() {
    const { session } = this.viewer;
    const isShown = this.draft.turn === session.turn;
    const colour = ({ right }) => FRAMES[right.length ? "right" : "wrong"];
    session.mark(isShown ? this.draft.listed.map((square) => ({ x: square.x, y: square.y, color: colour(square) })) : []);
  }

  store() {
    return this.attempt(async () => {
      const { draft } = this;
      if (draft.isEmpty) throw new Error("Nothing to store yet: call a move right or wrong.");
      if (!draft.theme.trim()) throw new Error("A theme is missing: what is this position about?");
      const { turn, player, theme, tags, note, listed: squares } = draft;
      this.show(await this.ask("store", { turn, player, theme, tags, note, squares }));
      draft.clear();
    });
  }

  undo() {
    return this.attempt(async () => this.show(await this.ask("undo", {})));
  }

  remove(name) {
    return this.attempt(async () => this.show(await this.ask("remove", { name })));
  }

  /** A stored position on the board and in the form. */
  edit(position) {
    this.goTo(position.turn, position.squares[0]);
    this.draft.load(position);
  }

  /** Asks for decisions that are worth a look, and goes to the first. */
  propose(filter, players) {
    return this.attempt(async () => {
      const { proposals, found } = await this.ask("proposals", { filter, players });
      Object.assign(this, { proposals, found, place: -1, isAsked: true });
      this.tell("proposals");
      this.step(1);
    });
  }

  /** To the next proposal, or to the one before. */
  step(direction) {
    if (!this.proposals.length) return this.viewer.session.say({ kind: "note", text: this.isAsked ? NONE : UNASKED });
    this.look(Math.min(Math.max(this.place + direction, 0), this.proposals.length - 1));
  }

  look(place) {
    this.place = place;
    const proposal = this.proposals[place];
    if (proposal) this.goTo(proposal.turn, this.squareOf(proposal));
    this.tell("proposals");
  }

  squareOf({ square }) {
    return placeOf(square, this.viewer.session.game);
  }

  goTo(turn, square) {
    const { viewer } = this;
    viewer.session.goTo(turn, square);
    viewer.look(() => viewer.camera.reveal(square));
  }

  show({ positions, undo, folder }) {
    Object.assign(this, { stored: positions, undoable: undo, folder });
    this.tell("stored");
  }

  ask(address, question) {
    return this.service.json(`api/${address}`, JSON.stringify({ game: this.game, ...question }));
  }

  async attempt(act) {
    try {
      this.viewer.session.say(null);
      await act();
    } catch (error) {
      this.viewer.session.say({ kind: "error", text: error.message });
    }
  }

  tell(event) {
    this.dispatchEvent(new Event(event));
  }
}
