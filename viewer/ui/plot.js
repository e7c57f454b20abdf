// The one plot of the pages: curves with bands, a cursor, and the numbers under the mouse; and the graphs of a game.

import { colourOf, element, panel, shape, swatch } from "./dom.js";
import { formatNumber } from "./words.js";
import { MEASURES } from "../core/events.js";

const SIZE = 1000; // units of the drawing in both directions; the page stretches it
const DASH = 7; // pixels of each colour where curves lie on one another

/**
 * values   at the places `at`
 * raw      what the values are the smoothed form of, drawn behind them
 * low, high   the ends of the band around the values
 * @typedef {{colour: string, values: ArrayLike<number>, at: number[], raw?: ArrayLike<number>, low?: number[],
 *   high?: number[]}} Curve
 */

export class Plot {
  /**
   * @param {string} label            for people who do not see it
   * @param {(place: number) => void} [choose]  gets the place that was clicked, a whole number
   */
  constructor(label, choose) {
    /** @type {Curve[]} */
    this.curves = [];
    this.axes = { to: 1, low: 0, high: 1 };
    this.drawing = shape("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.cursor = element("div", { class: "cursor", hidden: true });
    this.tip = element("div", { class: "tip", hidden: true });
    const listeners = choose && {
      onclick: (event) => choose(this.placeAt(event)),
      onpointermove: (event) => this.tell(event),
      onpointerleave: () => (this.tip.hidden = true),
    };
    const look = { class: choose ? "plot clickable" : "plot", role: "img", "aria-label": label };
    this.root = element("div", { ...look, ...listeners }, this.drawing, this.cursor, this.tip);
  }

  /** @param {Curve[]} curves @param {{to: number, low?: number, high: number}} ends  of the axes; places begin at 0 */
  draw(curves, { to, low = 0, high }) {
    this.curves = curves;
    this.axes = { to: to > 0 ? to : 1, low, high: high > low ? high : low + 1 };
    const bands = curves.filter(({ low: least }) => least).map((curve) => this.band(curve));
    const raw = curves.filter((curve) => curve.raw).map((curve) => this.line({ ...curve, values: curve.raw }, { class: "raw" }));
    const lines = curves.map((curve) => this.line(curve));
    // None is hidden behind another: where some lie on one another their colours take turns.
    const dashes = { "stroke-dasharray": `${DASH} ${DASH * (curves.length - 1)}` };
    const turns = curves.map((curve, i) => this.line(curve, { class: "over", ...dashes, "stroke-dashoffset": -DASH * i }));
    this.drawing.replaceChildren(...bands, ...raw, ...lines, ...(curves.length > 1 ? turns : []));
  }

  point(place) {
    this.cursor.hidden = false;
    this.cursor.style.left = `${100 * this.share(place)}%`;
  }

  share(place) {
    return Math.min(Math.max(place / this.axes.to, 0), 1);
  }

  pair(place, value) {
    const { low, high } = this.axes;
    return [this.share(place), (high - value) / (high - low)].map((share) => (SIZE * share).toFixed(1)).join(",");
  }

  /** @param {Curve} curve */
  line({ colour, values, at }, attributes = {}) {
    const points = Array.from(values, (value, i) => this.pair(at[i], value)).join(" ");
    return shape("polyline", { points, stroke: colour, fill: "none", "vector-effect": "non-scaling-stroke", ...attributes });
  }

  /** @param {Curve} curve */
  band({ colour, at, low, high }) {
    const edge = (values) => Array.from(values, (value, i) => this.pair(at[i], value));
    const points = [...edge(high), ...edge(low).reverse()].join(" ");
    return shape("polygon", { points, fill: colour, "fill-opacity": 0.25 });
  }

  placeAt({ clientX }) {
    const { left, width } = this.root.getBoundingClientRect();
    return Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * this.axes.to);
  }

  /** The numbers of the turn under the mouse, or of the last one before that has some; as they were counted, also where the curve is smoothed. */
  tell(event) {
    const at = this.curves[0]?.at ?? []; // all curves have the same places
    const place = Math.max(at.findLastIndex((each) => each <= this.placeAt(event)), 0);
    const turn = at[place];
    const rows = this.curves.map((curve) => element("div", {}, swatch(curve.colour), formatNumber((curve.raw ?? curve.values)[place])));
    this.tip.replaceChildren(element("div", { class: "muted" }, `turn ${turn}`), ...rows);
    this.tip.hidden = turn === undefined;
    this.tip.classList.toggle("left", this.share(turn) > 0.5);
    this.tip.style.setProperty("--at", `${100 * this.share(turn)}%`);
  }
}

// Graphs of the whole game: land, production, strength and losses.

const SMOOTHED = 25; // windows of the smoothing in a whole game

export function makeGraphs(session) {
  return panel("charts", "Graphs", ...MEASURES.map((measure) => makeGraph(session, measure)));
}

/** One measure over time, a line a player; a click goes to that turn. */
function makeGraph(session, { key, title, unit, isOfFrame }) {
  const most = element("span", { class: "muted most", title: "the largest value of the lines" });
  const name = element("span", { class: "name" }, title);
  const plot = new Plot(`${title} per turn, ${unit}`, (turn) => session.seek(turn));
  session.render(["events"], () => {
    const { events, lastTurn } = session;
    const window = 2 * Math.max(1, Math.round(lastTurn / SMOOTHED / 2)) + 1; // a turn and as many on either side
    const measured = events ? events[key] : [];
    const at = Array.from({ length: lastTurn + 1 }, (_, turn) => turn).slice(isOfFrame ? 0 : 1); // a turn's losses stand on the frame after it
    const curves = measured.map((raw, seat) => ({ colour: colourOf(seat + 1), at, ...(isOfFrame ? { values: raw } : { values: smooth(raw, window), raw }) }));
    const high = curves.reduce((most, { values, raw = values }) => raw.reduce((one, other) => Math.max(one, other), most), 0);
    name.title = `${title}, ${unit}${isOfFrame ? "" : `; strong lines: mean of ${window} turns`}`;
    most.textContent = curves.length ? `up to ${formatNumber(high)} ${unit}` : "";
    plot.draw(curves, { to: lastTurn, high });
  });
  session.render(["replay", "time"], () => plot.point(session.time));
  return element("figure", { class: "chart", "data-measure": key }, element("figcaption", {}, name, most), plot.root);
}

/** The mean of each number and its neighbours; at the ends of as many as there are. @param {number} window  odd */
function smooth(values, window) {
  const reach = (window - 1) / 2;
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i] + values[i];
  return Float64Array.from(values, (_, i) => {
    const [from, to] = [Math.max(i - reach, 0), Math.min(i + reach + 1, values.length)];
    return (sums[to] - sums[from]) / (to - from);
  });
}
