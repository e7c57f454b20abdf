// A page that thinks: a button opens the panel that asks any preset, with any parameters, about the frame on screen.

import { element } from "../ui/dom.js";
import { Drawer } from "../ui/drawer.js";
import { COMPUTED } from "../explain/explanation.js";
import { placeOf } from "../core/planes.js";
import { makeAskPanel, makeMorePanel } from "./ask_panel.js";
import { Asking } from "./asking.js";
import { packedKernels } from "./module.js";
import { notation, presetOf, readQuestion, recordOf, writeQuestion } from "./player.js";
import { makeFuturePanel } from "./rollout_panel.js";
import { BotService } from "./service.js";

const OURS = /^(v\d+|champion)(\?|$)/; // how presets are called

/** The panel, closed at first, and what was on screen before it was opened. A browser that cannot think says so then. */
export class Ask extends Drawer {
  /** @param {import("../ui/app.js").Viewer} viewer @param {string} hash  of the page's address, which may hold a question */
  constructor(viewer, hash) {
    const words = ["Ask", element("span", { class: "wide-only" }, " a bot")];
    super(viewer, { words, class: "ask-button", title: "What would a bot do here?" }, "No bot can be asked here");
    this.hash = hash;
    /** @type {Asking|null} */
    this.asking = null;
    /** @type {GameFutures|null} */
    this.games = null;
  }

  /** The question as the address has it; nothing while the panel is closed. */
  get link() {
    return this.isOpen ? writeQuestion(this.asking) : [];
  }

  /** Asks what the page's address asked when it was opened. */
  async obey() {
    const { session } = this.viewer;
    if (!session.game || !new URLSearchParams(this.hash.slice(1)).has("as")) return;
    await this.toggle();
    if (!this.isOpen) return;
    const { asking } = this;
    const { player, preset, changes, orders } = readQuestion(this.hash, asking.table, session.game);
    const asked = player >= 1 && player <= session.game.players.length ? player : asking.player;
    asking.put(asked, preset ?? asking.preset, changes, orders);
  }

  /** Opens the panel for a game of other bots that a person has brought, where ours can be asked. */
  offer() {
    const isOurs = this.viewer.session.game.players.every((name) => OURS.test(name));
    if (!isOurs && !this.isOpen && (!this.beginning || this.asking) && document.getElementById("kernels-table")) this.toggle();
  }

  /** Opens the panel and asks; or closes it, and shows again what the player wrote itself. */
  async toggle() {
    const { session } = this.viewer;
    if (session.game) return super.toggle();
    return session.say({ kind: "note", text: "Open a replay first: the bot is asked about its frames." });
  }

  async begin() {
    const service = new BotService(await packedKernels());
    const { session } = this.viewer;
    const asking = new Asking(session, service, (player, preset) => this.games.recordOf(player, preset));
    this.games = new GameFutures(this.viewer, asking);
    asking.on("question", () => session.tell("link"));
    this.root = element("div", { class: "live" }, makeAskPanel(asking), makeFuturePanel(asking, this.games), makeMorePanel(asking));
    this.asking = asking;
    session.on("replay", () => this.follow());
    session.on("explanation", () => this.games.keepFiles());
  }

  open() {
    const { session } = this.viewer;
    this.layers = [...session.layers];
    super.open();
    this.follow();
    session.tell("link");
  }

  close() {
    const { viewer: { session }, asking, games } = this;
    games.show(games.recorded);
    super.close();
    asking.setGame(null);
    session.explanations = [...games.written.values()];
    session.lookAt(games.written.has(asking.player) ? asking.player : (session.explanations[0]?.player ?? 0));
    session.mark([]);
    session.setLayers(this.layers);
    session.tell("link");
  }

  /** The game that is shown is the one that is asked about. */
  follow() {
    const { asking, games, viewer: { session } } = this;
    const { game } = session;
    asking.setGame(this.isOpen ? game : null);
    if (!asking.game) return;
    if (asking.service.game !== game) asking.service.open(game);
    if (games.follow(game)) asking.change(asking.changes);
    else asking.setPlayer(Math.min(asking.player, game.players.length));
    if (!session.layers.size) session.setLayer("potential", true);
  }
}

const CHANGED = { dark: "#ff5fd2", light: "#b8008a" }; // ask.css has them too, for the legend
const FIRST = "Press Play on first: F then shows the game without the change and with it by turns.";

/** The games of a page that asks, what files say of them, and the squares that it frames. */
export class GameFutures {
  /** @param {import("../ui/app.js").Viewer} viewer @param {Asking} asking */
  constructor(viewer, asking) {
    this.viewer = viewer;
    this.asking = asking;
    /** @type {import("../core/replay.js").Replay[]} */
    this.games = []; // the recorded one, then futures of it
    /** @type {Map<number, import("../explain/explanation.js").Explanation>} */
    this.written = new Map(); // what files say of the recorded one, by player; the panel's answers stand in front
    this.rollout = null; // of the recorded one; see rollout_panel.js
    this.futures = null; // the two that were played last: {unchanged, changed}
    asking.on("answer", () => this.mark());
    viewer.session.on("theme", () => this.mark());
  }

  /** Another game is on the board; one that is none of these takes the place of them all. @returns {boolean}  whether it is one */
  follow(game) {
    if (this.games.includes(game)) return true;
    const written = new Map(this.viewer.session.explanations.map((each) => [each.player, each]));
    Object.assign(this, { games: [game], written, rollout: null, futures: null });
    Object.assign(this.asking, { orders: [], history: [] });
    return false;
  }

  get recorded() {
    return this.games[0];
  }

  /** How a player of the recorded game played, which its futures have as well; nothing as another preset than its own. */
  recordOf(player, preset) {
    const { recorded, written, asking: { table, session } } = this;
    const isItself = recorded && presetOf(table, recorded.players[player - 1]) === preset;
    const record = recordOf(table, preset, isItself ? written.get(player) : undefined);
    return session.game === recorded ? record : { ...record, written: null };
  }

  /** A file that is read while the panel is open stands behind its answer. */
  keepFiles() {
    const { asking, written, viewer: { session } } = this;
    if (!this.games.includes(session.game)) return;
    const read = session.explanations.filter((each) => each.header.source !== COMPUTED && written.get(each.player) !== each);
    for (const each of read) written.set(each.player, each);
    if (asking.game && read.length) asking.change(asking.changes);
  }

  /** Two futures were played: they are games from now on, in the place of those before. */
  remember({ kept, turn }, { preset, own, parameters, orders }) {
    kept.unchanged.title = `${notation(preset, own)} from turn ${turn}`;
    const given = orders.some((each) => each.turn >= turn) ? " and your moves" : "";
    kept.changed.title = `${notation(preset, { ...own, ...parameters })}${given} from turn ${turn}`;
    const games = new Set([this.recorded, this.viewer.session.game, kept.unchanged, kept.changed]);
    Object.assign(this, { games: [...games], futures: kept });
  }

  /** Puts one of these games on the board; moment, square, camera, layers and the question stay. */
  show(game) {
    const { session, camera } = this.viewer;
    if (game === session.game) return;
    const { time, selected, isPlaying } = session;
    const layers = [...session.layers];
    const { x, y, zoom } = camera;
    session.load(game);
    session.setLayers(layers);
    session.seek(time);
    session.select(selected);
    camera.zoom = zoom;
    camera.centre(x, y);
    session.setPlaying(isPlaying);
  }

  /** The game with the change and without, by turns. */
  flip() {
    const { session } = this.viewer;
    if (!this.futures) return session.say({ kind: "note", text: FIRST });
    const { unchanged, changed } = this.futures;
    return this.show(session.game === changed ? unchanged : changed);
  }

  /**
   * Frames squares, with an arrow unless they stay: those that the asked bot moves differently from who has played them,
   * and those that move differently with the change.
   */
  mark() {
    const { asking, viewer: { session, board, theme } } = this;
    if (!asking.game) return;
    const move = (square) => asking.thought.move[square];
    const framed = (squares, color) => squares.map((square) => ({ ...placeOf(square, session.game), color, move: move(square) }));
    session.mark([
      ...framed(asking.isForeign ? asking.foreignMoves : [], board.colours.differs),
      ...framed(asking.changedSquares, CHANGED[theme]),
    ]);
  }
}
