// The laboratory of a page: games that are links, matches and sweeps, all played here, in workers.

import { button, controls, element, panel, view } from "../ui/dom.js";
import { Drawer } from "../ui/drawer.js";
import { isGameLink, readLink } from "../files/link.js";
import { packedKernels } from "../think/module.js";
import { notation } from "../think/player.js";
import { CancelledError, Crew } from "../think/service.js";
import { gamePairs, playerOf, readGame, sidesOf } from "./games.js";
import { makeMatchPanel } from "./match.js";
import { field, numberField } from "./run.js";
import { makeSweepPanel } from "./sweep.js";

const MOST_PLAYERS = 6;
const MOST_SEED = 2 ** 32 - 1;
const STAND_IN = "v26"; // for a player that is no preset

/** The panels, closed at first, the workers, and the game that the address names, which is played. */
export class Laboratory extends Drawer {
  /** @param {import("../ui/app.js").Viewer} viewer */
  constructor(viewer) {
    super(viewer, { words: "Lab", class: "lab-button", title: "Play, compare, sweep" }, "Nothing can be played here");
    /** @type {import("./games.js").Request|null} */
    this.shown = null; // what the game on the board was played from
    this.game = null;
    this.panels = null; // these, and what plays, are made when they are needed for the first time
    this.kernels = null;
    this.table = null; // of the kernels
    /** @type {Crew|null} */
    this.players = null;
    viewer.session.on("replay", () => this.follow());
    window.addEventListener("hashchange", () => this.obey());
    this.seated = null; // the game of the board whose players the panel has: what says so
  }

  get pairs() {
    return this.shown ? gamePairs(this.shown) : [];
  }

  /** Workers of one question: each has its own, so that stopping one stops no other. */
  async crew() {
    await this.ready();
    return new Crew(this.kernels);
  }

  async begin() {
    this.kernels = await packedKernels();
    this.table = this.kernels.table;
    this.players = new Crew(this.kernels, 1);
    const game = makeGamePanel(this);
    this.panels = { game, match: makeMatchPanel(this, game), sweep: makeSweepPanel(this, game) };
    const roots = Object.values(this.panels).map(({ root }) => root);
    this.follow();
    this.root = element("div", { class: "live laboratory" }, ...roots);
  }

  /** A game that was not played here is on the board: the panel takes its size and its players. */
  follow() {
    const { game } = this.viewer.session;
    if (!game || game === this.game) return;
    this.shown = null;
    const { width, height, players } = game;
    const seated = JSON.stringify([width, height, players]);
    if (!this.panels || seated === this.seated) return; // a future of the same game leaves what was typed
    this.seated = seated;
    this.panels.game.seat({ width, height, players: seatsOf(this.table, players) });
  }

  /** Plays the game that the address names, unless it is shown. @returns {Promise<boolean>}  whether it names one */
  async obey() {
    if (!isGameLink(location.hash)) return false;
    try {
      await this.ready();
      const wanted = readGame(this.table, location.hash);
      if (wanted.blocks) return await this.playMatch(wanted);
      if (JSON.stringify(gamePairs(wanted)) === JSON.stringify(this.pairs)) return true;
      const isOpening = readLink(location.hash).turn === null;
      await this.play(wanted);
      if (isOpening) this.viewer.seekContact();
    } catch (error) {
      if (!(error instanceof CancelledError)) this.viewer.session.say({ kind: "error", text: `The game of this link cannot be played: ${error.message}.` });
    }
    return true;
  }

  /** Begins a match, and does not wait for it. @returns {Promise<boolean>}  false: no game is shown */
  async playMatch(asked) {
    if (!this.isOpen) await this.toggle();
    this.panels.match.goOn(asked);
    this.panels.match.root.scrollIntoView({ block: "nearest" });
    return false;
  }

  async play(request) {
    this.players.stop();
    try {
      const onProgress = ([turn]) => this.viewer.session.setReached(turn);
      const players = request.players.map((text) => playerOf(this.table, text));
      const { game } = await this.players.ask("game", { ...request, players, isKept: true }, onProgress);
      Object.assign(this, { shown: request, game });
      this.viewer.show("replay", game);
    } finally {
      this.viewer.session.setReached(null);
    }
    this.panels.game.seat(request);
    return "";
  }

  /** Does something and says what came of it, or why nothing did. */
  async attempt(said, act) {
    said.classList.remove("warning");
    try {
      said.textContent = (await act()) ?? "";
    } catch (error) {
      if (error instanceof CancelledError) return;
      said.classList.add("warning");
      said.closest(".panel").addEventListener("input", () => said.replaceChildren(), { once: true }); // it is being corrected
      said.textContent = error.message;
    }
  }
}

/** The players of a game, as far as they are presets; a page cannot play others. At least two. */
function seatsOf(table, names) {
  const seatOf = (name) => {
    try {
      return playerOf(table, name) && name;
    } catch {
      return STAND_IN;
    }
  };
  const seats = names.map(seatOf);
  return seats.length > 1 ? seats : [...seats, STAND_IN];
}

/** The panel of a game that is a link: size, seed and players, and what can be done with it. */
function makeGamePanel(lab) {
  const size = element("input", { type: "text", value: "30x30", spellcheck: "false", size: 7 });
  const seed = numberField("map seed", 7, 0, MOST_SEED);
  const presets = Object.keys(lab.table.presets).join(", ");
  const seats = element("textarea", { rows: 3, spellcheck: "false", "aria-label": "players", title: `One of ${presets} on each line, then ? and changes: v26?alpha=0.2` });
  const { session } = lab.viewer;
  const progress = view(session, ["reached"], () => element("p", { class: "reached muted" }, session.reached !== null && `turn ${session.reached} …`));
  const said = element("p", { class: "status", role: "status" });
  const acting = (label, act, kind = null) => button(label, () => lab.attempt(said, act), { class: kind });

  const notations = () => {
    const lines = seats.value.split("\n").filter((line) => line.trim());
    if (lines.length < 2 || lines.length > MOST_PLAYERS) throw new Error("expected two to six players, one a line");
    return lines;
  };
  const setSeats = (texts) => (seats.value = texts.join("\n"));
  const board = () => ({ ...sidesOf(size.value), players: notations() });
  const read = () => ({ ...board(), seed: seed.read() });
  /** The player that is asked by Ask a bot comes first, in the place of the one at its seat. */
  const seatAsked = () => {
    const { asking } = lab.viewer.thinking;
    if (!asking) return "Open Ask a bot first.";
    const now = notations();
    const others = now.filter((_, i) => i !== Math.min(asking.player, now.length) - 1);
    setSeats([playerOf(lab.table, notation(asking.preset, asking.overrides)).notation, ...others]);
    return "";
  };
  setSeats(["v26", "v17"]);
  const made = panel(
    "new-game",
    "A new game",
    controls(field("size", size), seed.root),
    element("p", { class: "muted" }, "Two to six players, one a line; the first is compared and swept."),
    seats,
    controls(acting("Play", () => lab.play(read()), "primary"), acting("Parameters of Ask", seatAsked)),
    progress,
    said,
  );
  const seat = ({ width, height, players, seed: number = seed.read() }) => {
    size.value = `${width}x${height}`;
    seed.put(number);
    setSeats(players);
  };
  return { root: made, board, seat };
}
