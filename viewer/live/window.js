// The actions of the panels: open a game on the board or beside it.

import { askedBy } from "../thinking/asked_link.js";
import { Beside } from "../thinking/beside.js";
import { Marks } from "../thinking/marks.js";
import { notation } from "../thinking/notation.js";

const KEPT = 4; // uploads, and futures, that the server remembers

/** The window as a whole. Its methods never throw: what fails is said on the page. */
export class Window {
  /**
   * @param {import("./live_viewer.js").LiveViewer} viewer
   * @param {import("./service.js").Service} service
   * @param {import("../thinking/asking.js").Asking} asking
   */
  constructor(viewer, service, asking) {
    Object.assign(this, { viewer, service, asking, second: null, folder: new Set(), choice: null, besides: null });
    this.titles = { upload: new Map(), future: new Map() }; // of games that are no files of the folder, by their names
    this.marks = new Marks(viewer, asking);
    this.compared = new Beside(viewer, this.marks, () => this.closeBeside());
    viewer.session.on("replay", () => (this.second = null));
  }

  /** Opens what the window was started with. @param {Function} list  shows the games there are */
  async begin(list) {
    this.list = list;
    const asked = askedBy(location.hash, this.asking.known); // before anything is opened: the address follows what is shown
    const { viewer } = this;
    viewer.onUpload = (bytes) => this.attempt(() => this.upload(bytes));
    if (viewer.unsent) await viewer.onUpload(viewer.unsent);
    const { first, second, games } = await this.service.games();
    this.folder = new Set(games.map(({ name }) => name));
    const name = this.folder.has(asked.game) ? asked.game : (first ?? games[0]?.name);
    const isDropped = viewer.session.game !== null; // a person was faster than the server
    if (name && !isDropped) await this.openGame(name);
    this.askAs(asked);
    if (second && !isDropped) await this.beside(second);
    await this.refresh();
    window.addEventListener("focus", () => this.refresh()); // a game may have been played meanwhile
  }

  /** Shows again which games there are: the newest futures and uploads, then the folder's. */
  refresh() {
    return this.attempt(async () => {
      const { games } = await this.service.games();
      this.folder = new Set(games.map((game) => game.name));
      const others = [...this.titles.future, ...this.titles.upload].reverse();
      const all = [...others, ...games.map(({ name }) => [name, name])];
      this.list(all, this.asking.game, this.second);
    });
  }

  /** The name of a game on the page. */
  titleOf(name) {
    return this.titles.future.get(name) ?? this.titles.upload.get(name) ?? name;
  }

  /** The part of the address that names the game; no other machine knows futures and uploads. */
  get gameInLink() {
    const { game } = this.asking;
    return this.folder.has(game) ? [["game", game]] : [];
  }

  entitle(kind, name, title) {
    const titles = this.titles[kind].set(name, title);
    while (titles.size > KEPT) titles.delete(titles.keys().next().value);
  }

  /** A game that a person dropped on the page: from now on the server knows it. */
  async upload(bytes) {
    const { session } = this.viewer;
    const { game } = session;
    this.choice = null;
    const isShown = () => session.game === game; // another one may be opened before the server has answered
    const name = await this.service.open(bytes).catch((error) => {
      if (isShown()) this.asking.setAwaited(null);
      throw new Error(`${game.name}: ${error.message}`);
    });
    this.entitle("upload", name, game.name);
    if (isShown()) this.asking.setGame(name);
    await this.refresh();
  }

  /** Asks what the address asks, as far as the game has such a player. */
  askAs({ player, preset, changes }) {
    const { asking } = this;
    const players = this.viewer.session.game?.players.length ?? 0;
    if (player >= 1 && player <= players) asking.setPlayer(player);
    if (players && (preset || Object.keys(changes).length)) asking.put(asking.player, preset ?? asking.preset, changes);
    asking.addEventListener("question", () => this.viewer.session.tell("link"));
  }

  openGame(name) {
    const choice = (this.choice = Symbol(name));
    return this.attempt(async () => {
      const bytes = await this.service.file(name);
      if (this.choice !== choice) return; // another game was chosen, or dropped, meanwhile
      if (!(await this.viewer.openKnown(bytes, this.titleOf(name)))) return;
      this.asking.setGame(name);
      await this.refresh();
    });
  }

  /** A game of the folder, or a future, beside the one on the board. */
  beside(name) {
    const choice = (this.besides = Symbol(name));
    return this.attempt(async () => {
      const bytes = await this.service.file(name);
      if (this.besides === choice) await this.put(bytes, name); // else another was chosen, or none, meanwhile
    });
  }

  besideFile(file) {
    this.besides = null;
    return this.attempt(async () => this.put(new Uint8Array(await file.arrayBuffer()), file.name));
  }

  async put(bytes, name) {
    if (await this.compared.show(bytes, this.titleOf(name))) this.second = name;
    await this.refresh();
  }

  closeBeside() {
    this.compared.close();
    this.second = this.besides = null;
    return this.refresh();
  }

  /** Two futures were played: the list of games names them by their parameters. */
  remember({ games, turn }, { preset, parameters }) {
    this.entitle("future", games.unchanged, `${preset} from turn ${turn}`);
    this.entitle("future", games.changed, `${notation(preset, parameters)} from turn ${turn}`);
    return this.refresh();
  }

  /** Both futures side by side on the frame from which they come, and the same question about the first. */
  async watchBoth({ games, turn }, { player, preset, parameters }) {
    if (this.asking.game !== games.unchanged || this.second !== games.changed) {
      await this.openGame(games.unchanged);
      if (this.asking.game !== games.unchanged) return; // the server has forgotten it, and the page says so
      this.asking.put(player, preset, parameters);
      await this.beside(games.changed);
    }
    this.viewer.seek(turn);
  }

  /** Both futures, on a square where they part. */
  async watchParting(future, question, square) {
    await this.watchBoth(future, question);
    if (this.second === future.games.changed) this.compared.goTo(future.parting.turn, square, future.parting.squares);
  }

  nameOf(square) {
    return this.compared.nameOf(square);
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.viewer.session.say({ kind: "error", text: error.message });
    }
  }
}
