// A page that thinks: a button opens the panel that asks any preset, with any parameters, about the frame on screen.

import { button, element } from "../ui/dom.js";
import { COMPUTED } from "../explain/explanation.js";
import { placeOf } from "../core/planes.js";
import { addLayer } from "../explain/layers.js";
import { deltaLayer } from "../explain/fields.js";
import { makeAskPanel, makeMorePanel, reasonLine } from "./ask_panel.js";
import { Asking } from "./asking.js";
import { packedKernels } from "./module.js";
import { askedBy, askedInLink, knownOf, notation, presetOf } from "./player.js";
import { makeFuturePanel } from "./rollout_panel.js";
import { BotService } from "./service.js";

const OURS = /^(v\d+|champion)(\?|$)/; // how presets are called

/**
 * Adds the panel to a viewer, closed. Where the browser cannot think, the page says so when the panel is opened.
 * @param {string} hash  of the page's address, which may hold a question
 * @returns {Ask}
 */
export function makeThinking(viewer, hash) {
  const thinking = new Ask(viewer, hash);
  const words = ["Ask", element("span", { class: "wide-only" }, " a bot")];
  const title = "What would a bot do here?";
  thinking.button = button(words, () => thinking.toggle(), { class: "ask-button", "aria-pressed": "false", title });
  viewer.root.querySelector("header.top .space").after(thinking.button);
  return thinking;
}

/** The panel, and what was on screen before it was opened. */
class Ask {
  constructor(viewer, hash) {
    Object.assign(this, { viewer, hash, asking: null, panel: null, shown: null, layers: [], lit: [] });
    this.files = new WeakMap(); // game -> player -> the explanation that a file has, in front of which the panel's stands
    viewer.session.on("explanation", () => this.keepWritten());
  }

  /** What files say of a game, by player. @returns {Map<number, import("../explain/explanation.js").Explanation>} */
  writtenOf(game) {
    if (!this.files.has(game)) this.files.set(game, new Map());
    return this.files.get(game);
  }

  get written() {
    return this.writtenOf(this.viewer.session.game);
  }

  /** How a player of the recorded game played, which its futures have as well; nothing as another preset than its own. */
  ownOf(known, player, preset) {
    const { recorded, asking } = this.shown;
    const isItself = recorded && presetOf(known, recorded.players[player - 1]) === preset;
    const found = knownOf(known, preset, isItself ? this.writtenOf(recorded).get(player) : undefined);
    return asking.session.game === recorded ? found : { ...found, written: null };
  }

  get isOpen() {
    return this.panel?.isConnected ?? false;
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
    const { player, preset, changes, orders } = askedBy(this.hash, asking.known, session.game);
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
    const { viewer } = this;
    const first = "Open a replay first: the bot is asked about its frames.";
    if (!viewer.session.game) return viewer.session.say({ kind: "note", text: first });
    try {
      if (!this.asking) await (this.beginning ??= this.begin());
    } catch (error) {
      return viewer.session.say({ kind: "error", text: `No bot can be asked here: ${error.message}.` });
    }
    if (this.isOpen) this.close();
    else this.open();
  }

  async begin() {
    const service = new BotService(await packedKernels());
    const { session } = this.viewer;
    const { known } = service;
    const asking = new Asking(session, service, known, (player, preset) => this.ownOf(known, player, preset));
    asking.isOn = false;
    addLayer(deltaLayer(() => asking.usualName));
    asking.addEventListener("question", () => session.tell("link"));
    const panel = makeAskPanel(asking);
    this.shown = new ShownGames(this.viewer, asking);
    this.panel = element("div", { class: "live" }, panel, makeFuturePanel(asking, this.shown), makeMorePanel(asking));
    this.panel.append(reasonLine(this.panel, asking));
    this.asking = asking;
    session.on("replay", () => this.follow()); // after the asking has heard of it, and forgotten the game before
    session.on("layers", () => (this.lit = [...session.layers])); // of the game before, when another is opened
    this.viewer.laboratory?.offerSweeps(this.panel, Object.keys(asking.known.scanned));
  }

  /** Ends what thinks; for a viewer that is removed. */
  end() {
    this.asking?.service.open(null);
  }

  open() {
    const { viewer, asking } = this;
    this.layers = [...viewer.session.layers];
    viewer.side.before(this.panel);
    viewer.root.classList.add("with-bot");
    this.button.setAttribute("aria-pressed", "true");
    this.lit = this.layers;
    asking.isOn = true;
    this.follow();
    viewer.session.tell("link");
  }

  close() {
    const { viewer, asking, shown } = this;
    const { session } = viewer;
    shown.show(shown.recorded);
    asking.isOn = false;
    viewer.root.classList.remove("with-bot");
    this.panel.remove();
    this.button.setAttribute("aria-pressed", "false");
    const { written } = this;
    session.explanations = [...written.values()];
    session.lookAt(written.has(asking.player) ? asking.player : (session.explanations[0]?.player ?? 0));
    for (const layer of [...session.layers]) if (!this.layers.includes(layer)) session.setLayer(layer, false);
    viewer.mark([]);
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
    asking.setGame(this.shown.follow(game));
    const { session } = this.viewer;
    for (const layer of this.lit) session.setLayer(layer, true);
    if (!session.layers.size) session.setLayer("potential", true);
  }
}

const CHANGED = { dark: "#ff5fd2", light: "#b8008a" }; // asking.css has them too, for the legend
const FIRST = "Press Play on first: F then shows the game without the change and with it by turns.";

/** The games of a page that asks, and the squares that it frames. Event: "game" (another one is shown, or was played). */
class ShownGames extends EventTarget {
  constructor(viewer, asking) {
    super();
    Object.assign(this, { viewer, asking, names: new Map(), taken: 0, futures: null, parting: null });
    asking.addEventListener("answer", () => this.mark());
    viewer.session.on("theme", () => this.mark());
  }

  /** The name by which the asking knows the game on the board. A game that is none of these takes the place of them all. */
  follow(game) {
    if (!this.names.has(game)) {
      Object.assign(this, { names: new Map(), futures: null, parting: null });
      Object.assign(this.asking, { orders: [], history: [] });
      this.take(game);
    }
    this.dispatchEvent(new Event("game"));
    return this.names.get(game);
  }

  take(game) {
    this.names.set(game, `game ${(this.taken += 1)}`);
  }

  get recorded() {
    return this.names.keys().next().value;
  }

  /** Two futures were played: they are games from now on, in the place of those before. */
  remember({ kept, parting, turn }, { preset, own, parameters, orders }) {
    const { recorded } = this;
    for (const game of this.names.keys()) if (game !== recorded && game !== this.viewer.session.game) this.names.delete(game);
    kept.unchanged.title = `${notation(preset, own)} from turn ${turn}`;
    const given = orders.some((each) => each.turn >= turn) ? " and your moves" : "";
    kept.changed.title = `${notation(preset, { ...own, ...parameters })}${given} from turn ${turn}`;
    Object.assign(this, { futures: kept, parting });
    for (const game of Object.values(kept)) this.take(game);
    this.dispatchEvent(new Event("game"));
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
    this.viewer.look(() => Object.assign(camera, { x, y, zoom }));
    if (this.asking.isOn) this.asking.put(player, preset, changes);
    if (isPlaying) this.viewer.play();
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
    const move = asking.explanation?.kept.get(turn)?.move;
    const isFuture = game === this.futures?.unchanged || game === this.futures?.changed;
    const parted = isFuture && this.parting?.turn === turn ? this.parting.squares : [];
    const framed = (squares, color, moves) => squares.map((square) => ({ ...placeOf(square, game), color, move: moves?.[square] }));
    session.mark([
      ...framed(others, board.colours.differs, move), ...framed(asking.changedNow, CHANGED[theme], move), ...framed(parted, board.colours.red),
    ]);
  }
}
