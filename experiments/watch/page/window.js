// What the panels can ask for: games on the board and beside it, and the way to a square.

import { Beside } from "./beside.js";
import { Marks } from "./marks.js";

/** The window as a whole. Its methods never throw: what fails is said on the page. */
export class Window {
  /**
   * @param {import("./live_viewer.js").LiveViewer} viewer
   * @param {import("./service.js").Service} service
   * @param {import("./asking.js").Asking} asking
   */
  constructor(viewer, service, asking) {
    Object.assign(this, { viewer, service, asking, second: null });
    this.marks = new Marks(viewer, asking);
    this.compared = new Beside(viewer, this.marks, this);
    viewer.onUpload = (bytes) => this.attempt(async () => asking.setGame(await service.open(bytes)));
    viewer.session.on("replay", () => (this.second = null));
  }

  /** Opens what the window was started with. @param {Function} list  shows the games there are */
  async begin(list) {
    this.list = list;
    const { first, second, games } = await this.service.games();
    const name = first ?? games[0]?.name;
    if (name) await this.openGame(name);
    if (second) await this.beside(second);
    await this.refresh();
    window.addEventListener("focus", () => this.refresh()); // a game may have been played meanwhile
    this.viewer.session.on("replay", () => this.refresh());
  }

  /** Shows again which games there are. */
  refresh() {
    return this.attempt(async () => this.list((await this.service.games()).games, this.asking.game, this.second));
  }

  openGame(name) {
    return this.attempt(async () => {
      if (!(await this.viewer.openKnown(await this.service.file(name), name))) return;
      this.asking.setGame(name);
      await this.refresh();
    });
  }

  /** A game of the folder, or a future, beside the one on the board. */
  beside(name) {
    return this.attempt(async () => this.put(await this.service.file(name), name));
  }

  besideFile(file) {
    return this.attempt(async () => this.put(new Uint8Array(await file.arrayBuffer()), file.name));
  }

  async put(bytes, name) {
    if (await this.compared.show(bytes, name)) this.second = name;
    await this.refresh();
  }

  closeBeside() {
    this.compared.close();
    this.second = null;
  }

  /** A future beside the game that it comes from. */
  watchBeside(name) {
    return this.beside(name);
  }

  /** Both futures, on the frame from which they come. */
  async watchBoth({ games, turn }) {
    const { preset, changes, player } = this.asking;
    await this.openGame(games.unchanged);
    Object.assign(this.asking, { player, preset });
    this.asking.change(changes);
    await this.beside(games.changed);
    this.viewer.seek(turn);
  }

  /** To a square on which two games part. */
  goTo(turn, square, squares) {
    const { viewer } = this;
    const { width } = viewer.session.game;
    viewer.pause();
    viewer.seek(turn);
    viewer.select({ x: square % width, y: Math.floor(square / width) });
    this.marks.setParting({ turn, squares });
  }

  /** A square as people write it. */
  nameOf(square) {
    const { width } = this.viewer.session.game;
    return `(${square % width}, ${Math.floor(square / width)})`;
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.viewer.session.say({ kind: "error", text: error.message });
    }
  }
}
