// The games that a page knows: the one that was opened, and its futures; one is on the board, another may be beside it.

import { titleOf } from "../page/labels.js";
import { Beside } from "./beside.js";
import { makeGamesPanel } from "./games_panel.js";
import { Marks } from "./marks.js";
import { notation } from "./notation.js";

/** The actions of the panels. */
export class Shown {
  constructor(viewer, asking) {
    Object.assign(this, { viewer, asking, games: new Map(), taken: 0, second: null });
    this.marks = new Marks(viewer, asking);
    this.compared = new Beside(viewer, asking, this.marks, () => this.closeBeside());
    this.panel = makeGamesPanel(this);
    viewer.session.on("replay", () => (this.second = null));
  }

  /** The name by which panels know the game on the board. A game that is none of these takes the place of them all. */
  follow(game) {
    const known = [...this.games].find(([, other]) => other === game)?.[0];
    if (!known) this.games.clear();
    const name = known ?? this.take(game);
    this.list(name);
    return name;
  }

  take(game) {
    this.taken += 1;
    const name = `game ${this.taken}`;
    this.games.set(name, game);
    return name;
  }

  list(shown = this.asking.game) {
    const titles = [...this.games].map(([name, game]) => [name, game.name ?? titleOf(game)]);
    this.panel.list(titles, shown, this.second);
  }

  /** The name of the recorded game. */
  get first() {
    return this.games.keys().next().value;
  }

  get recorded() {
    return this.games.get(this.first);
  }

  /** Puts a game on the board; layers that are on stay on. */
  openGame(name) {
    const { session } = this.viewer;
    const game = this.games.get(name);
    if (!game || game === session.game) return;
    const layers = [...session.layers];
    session.load(game);
    for (const key of layers) session.setLayer(key, true);
  }

  beside(name) {
    this.compared.put(this.games.get(name));
    this.second = name;
    this.list();
  }

  async besideFile(file) {
    await this.besideBytes(new Uint8Array(await file.arrayBuffer()), file.name);
  }

  /** A game that stands in the page, as base64 in an element. */
  besidePacked(place) {
    return this.besideBytes(place.textContent.trim(), place.dataset.name, "planes");
  }

  /** A game beside the one on the board: the panel knows it from now on. */
  async besideBytes(bytes, name, kind) {
    const game = await this.compared.read(bytes, name, kind);
    if (game) this.beside(this.take(game));
    else this.list();
  }

  closeBeside() {
    this.compared.close();
    this.second = null;
    this.list();
  }

  /** Two futures were played: they are games from now on, in the place of those before. */
  remember(future, { preset, own, parameters }) {
    for (const name of this.games.keys()) if (![this.first, this.asking.game].includes(name)) this.games.delete(name);
    const from = `from turn ${future.turn}`;
    future.kept.unchanged.name = `${notation(preset, own)} ${from}`;
    future.kept.changed.name = `${notation(preset, { ...own, ...parameters })} ${from}`;
    future.games = { unchanged: this.take(future.kept.unchanged), changed: this.take(future.kept.changed) };
    this.list();
  }

  /** Both futures side by side on the frame from which they come, and the same question about the first. */
  watchBoth({ games, turn }, { player, preset, parameters }) {
    if (this.asking.game !== games.unchanged || this.second !== games.changed) {
      this.openGame(games.unchanged);
      this.asking.put(player, preset, parameters);
      this.beside(games.changed);
    }
    this.viewer.seek(turn);
  }

  /** Both futures, on a square where they part. */
  watchParting(future, question, square) {
    this.watchBoth(future, question);
    this.compared.goTo(future.parting.turn, square, future.parting.squares);
  }

  nameOf(square) {
    return this.compared.nameOf(square);
  }
}
