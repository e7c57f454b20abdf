// A page that thinks: a button opens the panel that asks any preset, with any parameters, about the frame on screen.

import { element } from "../ui/dom.js";
import { Drawer } from "../ui/drawer.js";
import { COMPUTED } from "../explain/explanation.js";
import { placeOf } from "../core/planes.js";
import { Store } from "../core/store.js";
import { addLayer } from "../explain/layers.js";
import { deltaLayer } from "../explain/fields.js";
import { makeAskPanel, makeMorePanel, reasonLine } from "./ask_panel.js";
import { Asking } from "./asking.js";
import { packedKernels } from "./module.js";
import { askedBy, askedInLink, knownOf, notation, presetOf } from "./player.js";
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
    /** @type {ShownGames|null} */
    this.shown = null;
    this.layers = []; // those that were on before the panel was opened
    this.lit = []; // those that are on while it is
    viewer.session.on("explanation", () => this.keepWritten());
  }

  /** What files say of the shown game, by player: the explanations in front of which the panel's stands. */
  get written() {
    return writtenOf(this.viewer.session.game);
  }

  /** How a player of the recorded game played, which its futures have as well; nothing as another preset than its own. */
  ownOf(table, player, preset) {
    const { recorded, asking } = this.shown;
    const isItself = recorded && presetOf(table, recorded.players[player - 1]) === preset;
    const found = knownOf(table, preset, isItself ? writtenOf(recorded).get(player) : undefined);
    return asking.session.game === recorded ? found : { ...found, written: null };
  }

  /** The question as the address has it; nothing while the panel is closed. */
  get link() {
    return this.isOpen ? askedInLink(this.asking) : [];
  }

  /** Asks what the page's address asked when it was opened. */
  async obey() {
    const { session } = this.viewer;
    if (!session.game || !new URLSearchParams(this.hash.slice(1)).has("as")) return;
    await this.toggle();
    if (!this.isOpen) return;
    const { asking } = this;
    const { player, preset, changes, orders } = askedBy(this.hash, asking.table, session.game);
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
    const asking = new Asking(session, service, (player, preset) => this.ownOf(service.table, player, preset));
    addLayer(deltaLayer(() => asking.usualName));
    asking.on("question", () => session.tell("link"));
    if (this.viewer.laboratory) asking.sweep = (name) => this.viewer.laboratory.sweepAsked(name);
    const panel = makeAskPanel(asking);
    this.shown = new ShownGames(this.viewer, asking);
    this.root = element("div", { class: "live" }, panel, makeFuturePanel(asking, this.shown), makeMorePanel(asking));
    this.root.append(reasonLine(this.root, asking));
    this.asking = asking;
    session.on("replay", () => this.follow()); // after the asking has heard of it, and forgotten the game before
    session.on("layers", () => (this.lit = [...session.layers])); // of the game before, when another is opened
  }

  open() {
    const { session } = this.viewer;
    super.open();
    this.layers = [...session.layers];
    this.lit = this.layers;
    this.asking.isOn = true;
    this.follow();
    session.tell("link");
  }

  close() {
    const { viewer, asking, shown } = this;
    const { session } = viewer;
    shown.show(shown.recorded);
    asking.isOn = false;
    super.close();
    const { written } = this;
    session.explanations = [...written.values()];
    session.lookAt(written.has(asking.player) ? asking.player : (session.explanations[0]?.player ?? 0));
    asking.setAwaited(null);
    for (const layer of [...session.layers]) if (!this.layers.includes(layer)) session.setLayer(layer, false);
    session.mark([]);
    session.tell("link");
  }

  /** Files are shown again when the panel is closed. One that is read while it is open, is behind its answer. */
  keepWritten() {
    const { asking, written } = this;
    if (!this.viewer.session.game) return;
    const isNew = (each) => each.header.source !== COMPUTED && written.get(each.player) !== each;
    const read = this.viewer.session.explanations.filter(isNew);
    for (const each of read) written.set(each.player, each);
    if (this.isOpen && read.length) asking.change(asking.changes);
  }

  /** The game that is shown is the one that is asked about. */
  follow() {
    const { asking } = this;
    const { game } = this.viewer.session;
    if (!asking || !game || !this.isOpen) return;
    if (asking.service.game !== game) asking.service.open(game);
    this.shown.follow(game);
    asking.setGame(game);
    const { session } = this.viewer;
    for (const layer of this.lit) session.setLayer(layer, true);
    if (!session.layers.size) session.setLayer("potential", true);
  }
}

const files = new WeakMap(); // game -> player -> the explanation that a file has

/** @returns {Map<number, import("../explain/explanation.js").Explanation>} */
function writtenOf(game) {
  if (!files.has(game)) files.set(game, new Map());
  return files.get(game);
}

const CHANGED = { dark: "#ff5fd2", light: "#b8008a" }; // ask.css has them too, for the legend
const FIRST = "Press Play on first: F then shows the game without the change and with it by turns.";

/** The games of a page that asks, and the squares that it frames. Event: "game" (another one is shown, or was played). */
export class ShownGames extends Store {
  /** @param {import("../ui/app.js").Viewer} viewer @param {Asking} asking */
  constructor(viewer, asking) {
    super();
    this.viewer = viewer;
    this.asking = asking;
    /** @type {import("../core/replay.js").Replay[]} */
    this.games = []; // the recorded one, then futures of it
    this.futures = null; // the two that were played last: {unchanged, changed}
    this.parting = null; // where they part; see rollouts.js
    asking.on("answer", () => this.mark());
    viewer.session.on("theme", () => this.mark());
  }

  /** Another game is on the board; one that is none of these takes the place of them all. */
  follow(game) {
    if (!this.games.includes(game)) {
      Object.assign(this, { games: [game], futures: null, parting: null });
      Object.assign(this.asking, { orders: [], history: [] });
    }
    this.tell("game");
  }

  get recorded() {
    return this.games[0];
  }

  /** Two futures were played: they are games from now on, in the place of those before. */
  remember({ kept, parting, turn }, { preset, own, parameters, orders }) {
    kept.unchanged.title = `${notation(preset, own)} from turn ${turn}`;
    const given = orders.some((each) => each.turn >= turn) ? " and your moves" : "";
    kept.changed.title = `${notation(preset, { ...own, ...parameters })}${given} from turn ${turn}`;
    const games = new Set([this.recorded, this.viewer.session.game, kept.unchanged, kept.changed]);
    Object.assign(this, { games: [...games], futures: kept, parting });
    this.tell("game");
  }

  /** Puts one of these games on the board; moment, square, camera, layers, scales and the question stay. */
  show(game) {
    const { session, camera } = this.viewer;
    if (game === session.game) return;
    const { time, selected, isPlaying } = session;
    const [layers, scales, { x, y, zoom }] = [[...session.layers], [...session.scales], camera];
    const { player, preset, changes } = this.asking;
    session.load(game);
    for (const key of layers) session.setLayer(key, true);
    for (const [key, ends] of scales) session.scales.set(key, ends);
    session.seek(time);
    session.select(selected);
    camera.zoom = zoom;
    camera.centre(x, y);
    if (this.asking.isOn) this.asking.put(player, preset, changes);
    if (isPlaying) this.viewer.session.setPlaying(true);
  }

  /** The game with the change and without, by turns. */
  flip() {
    const { session } = this.viewer;
    if (!this.futures) return session.say({ kind: "note", text: FIRST });
    const { unchanged, changed } = this.futures;
    return this.show(session.game === changed ? unchanged : changed);
  }

  /** The future with the change, on a square where it parts from the other. */
  showParting(square) {
    const { session } = this.viewer;
    if (session.game !== this.futures.unchanged) this.show(this.futures.changed);
    session.goTo(this.parting.turn, placeOf(square, session.game));
  }

  /**
   * Frames squares, with an arrow unless they stay: those that the asked bot moves differently from who has played them,
   * and those that move differently with the change; and, without, those on which the two futures part.
   */
  mark() {
    const { asking, viewer: { session, board, theme } } = this;
    const { game, turn } = session;
    if (!game) return;
    const others = asking.isOn && asking.isForeign ? asking.others : [];
    const move = asking.shown?.move;
    const isFuture = game === this.futures?.unchanged || game === this.futures?.changed;
    const parted = isFuture && this.parting?.turn === turn ? this.parting.squares : [];
    const framed = (squares, color, moves) => squares.map((square) => ({ ...placeOf(square, game), color, move: moves?.[square] }));
    session.mark([
      ...framed(others, board.colours.differs, move), ...framed(asking.isOn ? asking.changedNow : [], CHANGED[theme], move), ...framed(parted, board.colours.red),
    ]);
  }
}
