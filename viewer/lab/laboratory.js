// The laboratory of a page: games that are links, matches and sweeps, all played here, in workers.

import { element } from "../page/dom.js";
import { packedKernels } from "../thinking/kernels.js";
import { Crew, GivenUpError } from "./crew.js";
import { gamePairs, isGameLink, readGame } from "./game_link.js";
import { makeGamePanel } from "./game_panel.js";
import { makeMatchPanel } from "./match_panel.js";
import { replayText } from "./saving.js";
import { makeSweepPanel } from "./sweep_panel.js";

/**
 * Adds the laboratory to a viewer, closed. An address that names a game has it played.
 *
 * @param {import("../page/app.js").Viewer} viewer
 */
export function makeLaboratory(viewer) {
  const lab = new Laboratory(viewer);
  const button = element(
    "button",
    { type: "button", class: "lab-button", "aria-pressed": "false", title: "Play, compare, sweep", onclick: () => lab.toggle() },
    "Lab",
  );
  lab.button = button;
  const ask = viewer.root.querySelector(".ask-button");
  ask.after(button);
  ask.addEventListener("click", () => lab.isOpen && lab.close(), { capture: true }); // one panel at a time
  viewer.session.on("replay", () => viewer.session.game !== lab.game && (lab.shown = null));
  window.addEventListener("hashchange", () => lab.obey());
  return lab;
}

/** The panels, the workers, and the game that the address names. */
export class Laboratory {
  constructor(viewer) {
    Object.assign(this, { viewer, shown: null, game: null, panels: null, root: null, kernels: null, players: null });
    this.coming = null; // the game of the address while it is played: {key, game}
  }

  /** What the address says of the game that is shown. */
  get pairs() {
    return this.shown ? gamePairs(this.shown) : [];
  }

  get table() {
    return this.kernels.table;
  }

  /** Workers of one question: each has its own, so that stopping one stops no other. */
  async crew() {
    await this.begin();
    return new Crew(this.kernels);
  }

  async begin() {
    if (this.panels) return;
    this.kernels = await packedKernels(document);
    this.players = new Crew(this.kernels, 1);
    const presets = Object.keys(this.table.presets).map((name) => element("option", { value: name }));
    this.panels = { game: makeGamePanel(this), match: makeMatchPanel(this), sweep: makeSweepPanel(this) };
    const roots = Object.values(this.panels).map(({ root }) => root);
    this.root = element("div", { class: "live laboratory" }, element("datalist", { id: "lab-presets" }, ...presets), ...roots);
  }

  get isOpen() {
    return this.root?.isConnected ?? false;
  }

  async toggle() {
    const { viewer } = this;
    try {
      await this.begin();
    } catch (error) {
      return viewer.session.say({ kind: "error", text: `Nothing can be played here: ${error.message}.` });
    }
    if (this.isOpen) return this.close();
    if (viewer.thinking.isOpen) viewer.thinking.close();
    viewer.side.before(this.root);
    viewer.root.classList.add("with-bot");
    return this.button.setAttribute("aria-pressed", "true");
  }

  close() {
    this.root.remove();
    this.viewer.root.classList.remove("with-bot");
    this.button.setAttribute("aria-pressed", "false");
  }

  /** Plays the game that the address names, unless it is shown. @returns {Promise<boolean>}  whether it names one */
  async obey() {
    if (!isGameLink(location.hash)) return false;
    try {
      await this.begin();
      const wanted = readGame(this.table, location.hash);
      const key = JSON.stringify(gamePairs(wanted));
      if (key === JSON.stringify(this.pairs)) return true;
      if (key !== this.coming?.key) this.coming = { key, game: this.play(wanted).finally(() => (this.coming = null)) };
      await this.coming.game;
    } catch (error) {
      if (!(error instanceof GivenUpError)) this.viewer.session.say({ kind: "error", text: `The game of this link cannot be played: ${error.message}.` });
    }
    return true;
  }

  /** Plays a game and shows it. @param {import("./game_link.js").Request} request */
  async play(request) {
    const { progress } = this.panels.game;
    this.players.stop();
    progress.hidden = false;
    this.viewer.root.classList.add("is-playing-out");
    try {
      const told = ([turn, turns]) => (progress.value = turn / turns);
      const { game } = await this.players.play(request, { isKept: true, told });
      Object.assign(this, { shown: request, game });
      this.viewer.show("replay", game);
    } finally {
      progress.hidden = true;
      this.viewer.root.classList.remove("is-playing-out");
    }
    this.panels.game.show(request);
    return "";
  }

  /** The same, with the field of the first player, whose numbers may be dragged. */
  async playAndAsk(request) {
    await this.play(request);
    const { viewer } = this;
    viewer.seekContact();
    this.close();
    await viewer.thinking.toggle();
    const [first] = request.players;
    viewer.thinking.asking.put(1, first.preset, first.values);
  }

  async copyLink() {
    this.viewer.writeAddress();
    const { href } = location;
    try {
      await navigator.clipboard.writeText(href);
      return "The link is on the clipboard.";
    } catch {
      return href;
    }
  }

  saveReplay() {
    const { game } = this.viewer.session;
    if (!game) return "Play a game first.";
    const address = URL.createObjectURL(new Blob([replayText(game)], { type: "application/json" }));
    const name = `${game.name.replace(/[^\w.-]+/g, "_")}.hlt`;
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return `${name} is saved.`;
  }

  /** Does something and says what came of it, or why nothing did. */
  async attempt(said, act) {
    said.classList.remove("warning");
    try {
      said.textContent = (await act()) ?? "";
    } catch (error) {
      if (error instanceof GivenUpError) return;
      said.classList.add("warning");
      said.textContent = error.message;
    }
  }
}
