// A second board that shows what the first one shows, of another game.

import { Board } from "../page/board.js";
import { colourOf, element, swatch } from "../page/dom.js";
import { nameOf } from "../page/labels.js";
import { LAYERS, layerOf } from "../page/layers.js";
import { totals } from "../page/standings.js";
import { followPointers } from "../page/pointer.js";
import { order } from "../page/ranking.js";
import { how } from "../page/result.js";
import { Session } from "../page/session.js";

const LOOKS = ["pointermove", "wheel", "keydown", "click"]; // what may move the camera

/** Both boards have one camera; moment, selection, view, layers and their scales of the second are the first one's. */
export class SecondBoard {
  constructor(viewer, game) {
    this.session = new Session();
    this.canvas = element("canvas", { class: "board", role: "img", "aria-label": `The board of ${game.name}` });
    this.root = element("div", { class: "stage second" }, this.canvas);
    this.board = new Board(this.canvas, this.session, viewer.camera);
    this.board.setTheme(viewer.theme);
    this.session.load(game);
    this.session.scales = { get: (key) => scaleOf(viewer.session, key) };
    this.stop = new AbortController();
    this.follow(viewer);
    this.listen(viewer);
  }

  follow(viewer) {
    const { session, board } = this;
    const first = viewer.session;
    const now = {
      time: () => session.seek(first.time),
      select: () => session.select(first.selected),
      view: () => session.setView(first.view),
      layers: () => {
        const shared = LAYERS.filter(({ key, needs }) => needs !== "flog" && first.layers.has(key)); // an f-log is of one game
        session.layers = new Set(shared.map(({ key }) => key));
        session.tell("layers");
      },
      theme: () => board.setTheme(viewer.theme),
      explanation: () => {}, // the scale may be another
    };
    for (const [event, act] of Object.entries(now)) {
      first.on(event, () => !this.isClosed && (act(), board.redraw()));
      act();
    }
  }

  listen(viewer) {
    const { session, board } = this;
    const { signal } = this.stop;
    for (const event of ["time", "select", "marks", "explanation", "legends"]) session.on(event, () => board.redraw());
    for (const event of LOOKS) document.addEventListener(event, () => board.redraw(), { signal, passive: true });
    followPointers(this.canvas, viewer.camera, {
      moved: () => viewer.board.redraw(),
      clicked: (square) => viewer.select(square),
      hovered: (square) => ((board.hovered = square), board.redraw()),
    });
    const sizes = new ResizeObserver(() => board.resize(this.root.clientWidth, this.root.clientHeight));
    sizes.observe(this.root);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  get isClosed() {
    return this.stop.signal.aborted;
  }

  close() {
    this.stop.abort();
    this.root.remove();
  }
}

/** A colour means the same number on both boards: on the first one's scale. */
function scaleOf(first, key) {
  const layer = layerOf(key, first);
  return first.scales.get(key) ?? (layer?.isReady(first) ? layer.ends?.(first) : undefined);
}

/** The name of a game, who won it, and how many squares everybody has on the frame that its board shows. */
export function caption(session, ...more) {
  const { game } = session;
  const squares = totals(game, session.turn)
    .slice(1)
    .map(([count], seat) => element("span", { class: "count" }, swatch(colourOf(seat + 1)), String(count)));
  const name = element("span", { class: "name", title: game.name }, game.name);
  const [winner] = order(game, game.frames - 1);
  const outcome = element("span", { class: "outcome", title: how(game) }, `won by ${nameOf(game, winner)}`);
  const now = element("span", { title: "squares on this turn" }, "now"); // the winner may still be behind
  return element("div", { class: "caption" }, name, outcome, now, ...squares, ...more);
}
