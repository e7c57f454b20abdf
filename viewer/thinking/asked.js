// A page that thinks: a button opens the panel that asks any preset, with any parameters, about the frame on screen.

import { button, element } from "../page/dom.js";
import { COMPUTED } from "../page/explanation.js";
import { addLayer } from "../page/layers.js";
import { deltaLayer } from "../page/layers_delta.js";
import { makeAskPanel, makeMorePanel, reasonLine } from "./ask_panel.js";
import { Asking } from "./asking.js";
import { askedBy, askedInLink, knownOf, presetOf } from "./players.js";
import { packedKernels } from "./kernels.js";
import { makeFuturePanel } from "./future_panel.js";
import { PageService } from "./page_service.js";
import { Shown } from "./shown.js";

const OURS = /^(v\d+|champion)(\?|$)/; // how presets are called

/**
 * Adds the panel to a viewer, closed. Where the browser cannot think, the page says so when the panel is opened.
 * @param {string} hash  of the page's address, which may hold a question
 * @returns {Asked}
 */
export function makeThinking(viewer, hash) {
  const thinking = new Asked(viewer, hash);
  const words = ["Ask", element("span", { class: "wide-only" }, " a bot")];
  const title = "What would a bot do here?";
  thinking.button = button(words, () => thinking.toggle(), { class: "ask-button", "aria-pressed": "false", title });
  viewer.root.querySelector("header.top .space").after(thinking.button);
  return thinking;
}

/** The panel, and what was on screen before it was opened. */
class Asked {
  constructor(viewer, hash) {
    Object.assign(this, { viewer, hash, asking: null, panel: null, shown: null, layers: [], lit: [] });
    this.files = new WeakMap(); // game -> player -> the explanation that a file has, in front of which the panel's stands
    viewer.session.on("explanation", () => this.keepWritten());
  }

  /** What files say of a game, by player. @returns {Map<number, import("../page/explanation.js").Explanation>} */
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
    const service = new PageService(await packedKernels());
    const { session } = this.viewer;
    const { known } = service;
    const asking = new Asking(session, service, known, (player, preset) => this.ownOf(known, player, preset));
    asking.isOn = false;
    addLayer(deltaLayer({ now: ({ thought }) => thought?.delta, usual: () => asking.usualName }));
    asking.addEventListener("question", () => session.tell("link"));
    const panel = makeAskPanel(asking);
    this.shown = new Shown(this.viewer, asking);
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
