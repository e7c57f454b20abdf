// The recorded game and the futures of it that were played: one of them on the board, all at the same moment.

import { placeOf } from "../page/frames.js";
import { notation } from "./players.js";

const CHANGED = { dark: "#ff5fd2", light: "#b8008a" }; // asking.css has them too, for the legend
const FIRST = "Press Play on first: F then shows the game without the change and with it by turns.";

/** The games of a page that asks, and the squares that it frames. Event: "game" (another one is shown, or was played). */
export class Shown extends EventTarget {
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

  /** What the asked bot would do where somebody else has played otherwise: a frame, and an arrow unless it stays. */
  others() {
    const { asking, viewer: { board } } = this;
    if (!asking.isOn || !asking.isForeign) return [];
    const { move } = asking.explanation?.kept.get(asking.session.turn) ?? {};
    return asking.others.map((square) => ({ ...placeOf(square, asking.session.game), color: board.colours.differs, move: move[square] }));
  }

  /** Frames the squares that move differently with the changed parameters, and those on which the two futures part. */
  mark() {
    const { session, board, theme } = this.viewer;
    const { game, turn } = session;
    if (!game) return;
    const isFuture = game === this.futures?.unchanged || game === this.futures?.changed;
    const parted = isFuture && this.parting?.turn === turn ? this.parting.squares : [];
    const framed = (squares, color) => squares.map((square) => ({ ...placeOf(square, game), color }));
    session.mark([...this.others(), ...framed(this.asking.changedNow, CHANGED[theme]), ...framed(parted, board.colours.red)]);
  }
}
