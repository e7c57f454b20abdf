// The question about the shown frame: player, preset, changed values and moves by hand. Asks one question at a time.

import { Explanation } from "../explain/explanation.js";
import { isAlive, onFrame, OPTIONS, squareOf } from "../core/planes.js";
import { Store } from "../core/store.js";
import { drawn } from "../files/browser.js";
import { played } from "../explain/search.js";
import { notation, presetOf, word } from "./player.js";
import { latest } from "./service.js";

/**
 * The conversation with the bot. It follows the session's turn and shows every answer there, while `isOn`.
 *
 * Events: "question" (another game, player, preset or value), "answer" (it came, it was refused, or another frame with
 * another answer is shown), "reached" (a further turn by the search), "select" (of the session), "future" (one begins or
 * ends), "pointed" (at another parameter).
 */
export class Asking extends Store {
  /**
   * @param {import("../core/store.js").Session} session
   * @param {import("./service.js").BotService} service
   * @param {(player: number, preset: string) => import("./player.js").Known} ownOf  how a player played as this preset.
   *   Another answer counts from the next change on
   */
  constructor(session, service, ownOf) {
    super();
    this.session = session;
    this.service = service;
    this.table = service.table;
    this.ownOf = ownOf;
    /** @type {import("../core/replay.js").Replay|null} */
    this.game = null; // the one that is shown, once it can be asked about
    this.player = 1;
    this.preset = this.table.default;
    /** @type {Record<string, any>} */
    this.own = {}; // values by which the game was played in place of the preset's
    /** @type {import("../explain/search.js").Found|null} */
    this.found = null;
    /** @type {Explanation|null} */
    this.written = null; // what a file has of this player
    this.usual = this.table.presets[this.preset]; // before any is changed: the preset's, and the game's where they are known
    /** @type {Record<string, any>} */
    this.changes = {};
    /** @type {{turn: number, square: number, move: number}[]} */
    this.orders = []; // moves that a person gives in place of the bot's
    /** @type {((name: string) => void)|undefined} */
    this.sweep = undefined; // sweeps a parameter, where the page has a laboratory
    this.history = []; // changes that can be taken back: {name, text, changes, orders: those before}
    this.version = 0; // grows with every change of the question
    this.telling = null; // until the panels are told of a change
    this.explanation = null; // answers of version `answered`
    this.answered = null;
    this.isOn = false; // it waits until it is asked to
    this.time = null; // ms from the latest question to its answer
    this.refusals = new Map(); // turn -> why this version was not answered
    this.plans = new Map(); // turn -> what a plan plays with in place of the usual values; see `played`
    this.reached = 0; // the turn to which the search has followed the game
    const [hear, refuse] = [this.hear.bind(this), this.refuse.bind(this)];
    const answer = latest(() => this.game, () => this.wanted, (question) => this.answer(question), hear, refuse);
    const search = latest(() => this.version, () => this.unsearched, (question) => this.search(question), hear, refuse);
    /** Asks what is not known yet; then, once the field is drawn, for the search's moves. */
    this.ask = () => answer().then(drawn).then(search);
    session.on("replay", () => this.setGame(null));
    session.on("turn", () => (this.ask(), this.tell("answer")));
    session.on("select", () => this.tell("select"));
  }

  /** Whether a search before the game or during a fight may find values that play in place of these. */
  get isPlanned() {
    return this.usual.opening_search + this.usual.campaign_search > 0;
  }

  /** The player before any value is changed, as commands write it. */
  get usualName() {
    return notation(this.preset, this.own);
  }

  /** The values that are not the preset's: with the preset they are who is asked. */
  get differing() {
    return { ...this.own, ...this.changes };
  }

  /** What plays in place of the usual values on a turn: those that a search found, and whether for the opening or for a fight. */
  planOf(turn) {
    return this.plans.get(turn) ?? (this.written ? played(this.written.turn(turn)?.search) : {});
  }

  /** The value that plays on the shown frame: the change, or the plan's, or the usual one. */
  playing(name) {
    return this.changes[name] ?? this.planOf(this.session.turn)[name]?.number ?? this.usual[name];
  }

  /** The answer that is known of the shown frame. @returns {import("../explain/explanation.js").Thought|null} */
  get shown() {
    return this.answered === null ? null : (this.explanation.kept.get(this.session.turn) ?? null);
  }

  /** The same, where it answers this question. */
  get current() {
    return this.answered === this.version ? this.shown : null;
  }

  /** Why the shown frame has no answer, or none of the search; null when nothing was refused. */
  get refusal() {
    return this.refusals.get(this.session.turn) ?? this.current?.unsearched ?? null;
  }

  /** Squares of the shown frame that move differently from without the changes. */
  get changedNow() {
    return this.shown?.changed ?? [];
  }

  /** Whether somebody else played the game on the board: an answer is compared with what was done there. */
  get isForeign() {
    return !this.written && this.session.game?.players[this.player - 1] !== this.preset;
  }

  /** Squares of the shown frame on which the game has another move than the answer. */
  get others() {
    const differs = this.current?.differs ?? [];
    return [...differs.keys()].filter((square) => differs[square]);
  }

  /** Whether the asked player has a square on the shown frame. */
  get isAlive() {
    return isAlive(this.session.game, this.player, this.session.turn);
  }

  /** The selected square where it is the asked player's and can be given a move; null else. */
  get ownSquare() {
    const { game, selected, turn, lastTurn } = this.session;
    if (!game || !selected || turn === lastTurn) return null;
    const square = squareOf(selected, game);
    return onFrame(game, "owner", turn)[square] === this.player ? square : null;
  }

  /** The move that the selected square was given by hand, where it was. */
  get given() {
    const { ownSquare: square, session: { turn } } = this;
    return this.orders.find((each) => each.turn === turn && each.square === square);
  }

  /** Gives the selected square a move by hand; the same one again takes it back. */
  order(move) {
    const { given, ownSquare: square, session: { turn, selected } } = this;
    if (square === null) return;
    const isBack = given?.move === move;
    const others = this.orders.filter((each) => each !== given);
    this.note(null, `(${selected.x}, ${selected.y}) ${isBack ? "as the bot" : OPTIONS[move]}`);
    this.change(this.changes, isBack ? others : [...others, { turn, square, move }]);
  }

  /** The question about a frame, as service.js answers it. */
  question(turn) {
    const { player, preset, own, found, changes, orders } = this;
    return { turn, player, preset, own, found, parameters: changes, orders };
  }

  /** The same without the search: greedy moves by what a plan plays with, so that the field is the player's own. */
  greedyQuestion(turn, header) {
    const plan = Object.entries(this.planOf(turn));
    const numbers = Object.fromEntries(plan.map(([name, { number }]) => [name, number]));
    const isBent = plan.some(([, { plan: by }]) => by === "opening");
    return { ...this.question(turn), plan: numbers, isBent, header, search: false };
  }

  /** The same about the rest of the game, with the own values and openings of the other players. */
  futureQuestion(turn) {
    const others = this.session.game.players.map((name, i) => {
      const { own, found } = this.ownOf(i + 1, presetOf(this.table, name));
      return [i + 1, { own, found }];
    });
    return { ...this.question(turn), others: Object.fromEntries(others) };
  }

  /** @param {import("../core/replay.js").Replay|null} game  that is shown; null for one that cannot be asked about */
  setGame(game) {
    // What was answered belongs to the game before.
    Object.assign(this, { game, version: this.version + 1, answered: null, time: null, refusals: new Map(), plans: new Map() });
    this.setAwaited("bot");
    this.tell("answer");
    if (game === null) return this.tell("question");
    this.setPlayer(Math.min(this.player, this.session.game.players.length));
  }

  /** Asks another player, as the preset that it is named after. The moves that were given by hand are another's. */
  setPlayer(player) {
    if (player !== this.player) this.orders = [];
    this.put(player, presetOf(this.table, this.session.game.players[player - 1]), this.changes);
  }

  /** Asks all of it anew at once. */
  put(player, preset, changes, orders = this.orders) {
    if (player !== this.player || preset !== this.preset) this.history = [];
    Object.assign(this, { player, preset });
    this.plans.clear();
    this.change(changes, orders);
  }

  setPreset(preset) {
    this.put(this.player, preset, this.changes);
  }

  setValue(name, value) {
    this.note(name, `${name} ${word(value)}`);
    this.change({ ...this.changes, [name]: value });
  }

  /** Back to the usual value; without a name all of them, and the bot's own moves. */
  reset(name) {
    const { [name]: _, ...others } = this.changes;
    this.note(null, `${name ?? "all"} reset`);
    if (name) this.change(others);
    else this.change({}, []);
  }

  /** Remembers what a change takes the place of. All values of one drag are one change. @param {string|null} name  of the value */
  note(name, text) {
    const last = this.history.at(-1);
    if (last && name && last.name === name) last.text = text;
    else this.history.push({ name, text, changes: this.changes, orders: this.orders });
  }

  /** Takes back so many changes. */
  undo(steps = 1) {
    const before = this.history.splice(-steps)[0];
    if (before) this.change(before.changes, before.orders);
  }

  /** Values that play already are no changes. */
  change(changes, orders = this.orders) {
    this.orders = orders;
    Object.assign(this, this.ownOf(this.player, this.preset));
    this.usual = { ...this.table.presets[this.preset], ...this.own };
    this.changes = {};
    this.changes = Object.fromEntries(Object.entries(changes).filter(([name, value]) => value !== this.playing(name)));
    this.version += 1;
    this.refusals.clear();
    this.ask();
    // The field first: rows of panels take the page longer than the answer takes the worker.
    this.telling ??= drawn().then(() => {
      this.telling = null;
      this.tell("question");
    });
  }

  /** Whether the shown frame's answer is greedy so far: the search is being computed. */
  get isGreedy() {
    return Boolean(this.current?.isGreedy);
  }

  /** The answer that is wanted: of the shown frame or, while the game plays, of the next. */
  get wanted() {
    const { turn: shown, lastTurn, isPlaying } = this.session;
    if (this.game === null || !this.isOn) return undefined;
    const isKnown = (frame) => this.refusals.has(frame) || this.isKnown(frame);
    const turn = [shown, Math.min(shown + 1, lastTurn)].slice(0, isPlaying ? 2 : 1).find((frame) => !isKnown(frame));
    return turn === undefined ? undefined : { turn, version: this.version, begun: performance.now() };
  }

  /** The search's answer that is wanted: of the shown frame while its answer is greedy. */
  get unsearched() {
    return this.isOn && this.isGreedy ? { turn: this.session.turn, version: this.version, isSearch: true } : undefined;
  }

  isKnown(turn) {
    return this.answered === this.version && Boolean(this.explanation.kept.get(turn));
  }

  async answer({ turn, version }) {
    const header = this.answered !== version;
    return this.recorded(turn, header) ?? this.service.explain(this.greedyQuestion(turn, header));
  }

  /**
   * Asks for the search's moves. The bot has to watch the game up to there first, which takes a while the first time;
   * meanwhile sliders are answered with greedy moves.
   */
  search({ turn }) {
    this.reached = 0;
    return this.service.explain(this.question(turn), (reached) => {
      this.reached = reached;
      this.tell("reached");
    });
  }

  /** Shows an answer, also of an earlier version: a field follows the hand although no answer keeps up with it. */
  hear({ turn, version, begun, isSearch }, answer) {
    if (!this.isOn) return; // the file's explanations are shown again
    if (!isSearch) this.time = performance.now() - begun;
    this.show(turn, version, answer);
    this.tell("answer");
  }

  refuse({ turn, version, isSearch }, { message }) {
    if (version !== this.version || !this.isOn) return;
    if (isSearch) {
      Object.assign(this.explanation.kept.get(turn) ?? {}, { isGreedy: false, unsearched: message });
      this.session.tell("legends");
    } else {
      this.refusals.set(turn, message);
      this.setAwaited(null);
    }
    this.tell("answer");
  }

  /** What the file has of the turn, where it is of the asked player and where the page's own answer takes longer; or null. */
  recorded(turn, header) {
    const { service, written } = this;
    const question = this.question(turn);
    if (!written || Object.keys(this.changes).length || !service.hasSearch(question)) return null;
    const known = written.turn(turn);
    const thought = known && { ...known, delta: known.potential.map((value) => value - value), isGreedy: true, isRecorded: true };
    return thought && service.compared({ ...question, header }, thought, thought.move);
  }

  /** Whether the page may wait for the game's first answer: "bot", or null once it was refused or cannot come. */
  setAwaited(awaited) {
    if (this.session.explanation) return;
    this.session.awaited = this.isOn ? awaited : null;
    this.session.tell("read");
  }

  show(turn, version, { thought, header }) {
    const { session } = this;
    if (thought.search && version === this.version) this.notePlan(turn, played(thought.search));
    if (this.answered === version) thought.delta ??= this.explanation.kept.get(turn)?.delta; // a search leaves the field
    if (header) {
      const isOther = ({ player, name }) => name !== LIVE || player === header.player;
      session.explanations = session.explanations.filter(isOther); // the player who was asked before
      this.explanation = new Explanation(LIVE, header);
    }
    this.explanation.set(turn, thought);
    this.answered = version;
    if (header) session.explain(this.explanation);
    else session.tell("explanation");
  }

  /** An answer has a change in the place of the plan's number, which stays what it was without. */
  notePlan(turn, plan) {
    const before = this.planOf(turn);
    const names = Object.keys({ ...plan, ...before });
    const numbers = names.map((name) => [name, (name in this.changes ? before : plan)[name]]);
    this.plans.set(turn, Object.fromEntries(numbers.filter(([, number]) => number)));
  }
}

const LIVE = "the bot"; // the name of the explanation that is asked for
