// Territory in both futures, side by side on one scale: the mean of several games, and the interval around it.

import { element, shape } from "../page/dom.js";
import { shown } from "../page/labels.js";

const [WIDTH, HEIGHT] = [160, 100]; // of a graph, in its own units; the page stretches it

/** @param {object} future  the two futures, as `futures` in futures.js counts them */
export function futureCurves(future) {
  const ends = [future.unchanged, future.changed].flatMap(({ mean, high }) => [...mean.flat(), ...high.flat()]);
  const most = Math.max(1, ...ends);
  const last = Math.max(...[future.unchanged, future.changed].map(({ mean }) => mean[0].length - 1));
  const drawn = (word, curves) => graph(word, curves, future, { most, last });
  return element("div", { class: "futures" }, drawn("without", future.unchanged), drawn("with", future.changed));
}

function graph(word, curves, { turn, seeds }, { most, last }) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const point = (value, frame) =>
    `${((WIDTH * frame) / (last || 1)).toFixed(2)},${(HEIGHT * (1 - value / most)).toFixed(2)}`;
  curves.mean.forEach((mean, seat) => {
    const colour = `var(--player-${seat + 1})`;
    const band = bandOf(curves.low[seat], curves.high[seat], point);
    if (band) svg.append(shape("polygon", { points: band, fill: colour, "fill-opacity": 0.25, stroke: "none" }));
    const points = mean.map(point).join(" ");
    svg.append(shape("polyline", { points, stroke: colour, "vector-effect": "non-scaling-stroke" }));
  });
  const scale = element("span", { class: "muted" }, `0 to ${shown(Math.ceil(most))} squares`);
  const ends = [turn, turn + last].map((end) => element("span", {}, `turn ${end}`));
  return element(
    "figure",
    { class: "future" },
    element("figcaption", {}, `${word} the change`, scale),
    svg,
    element("div", { class: "muted axis" }, ...ends),
    element("p", { class: "muted" }, endings(curves, turn, seeds)),
  );
}

/** Where the curve goes on as it was although games are over. */
function endings({ mean, full }, turn, seeds) {
  if (full === seeds) return "";
  if (full > 0) return `${seeds - full} of ${seeds} games end before the last turn`;
  return `all over by turn ${turn + mean[0].length - 1}`;
}

/** The outline between two curves; null where one seed gives none. */
function bandOf(low, high, point) {
  if (low[0] === null) return null;
  const upper = high.map(point);
  const lower = low.map((value, frame) => point(Math.max(value, 0), frame)).reverse();
  return [...upper, ...lower].join(" ");
}
