// Territory in both futures, side by side on one scale: the mean of several games, and the interval around it.

import { colourOf, element } from "../page/dom.js";
import { shown } from "../page/labels.js";
import { Plot } from "../page/plot.js";

/** @param {object} future  the two futures, as `futures` in futures.js counts them */
export function futureCurves(future) {
  const ends = [future.unchanged, future.changed].flatMap(({ mean, high }) => [...mean.flat(), ...high.flat()]);
  const high = Math.max(1, ...ends);
  const to = Math.max(...[future.unchanged, future.changed].map(({ mean }) => mean[0].length - 1));
  const drawn = (word, curves) => graph(word, curves, future, { to, high });
  return element("div", { class: "futures" }, drawn("without", future.unchanged), drawn("with", future.changed));
}

function graph(word, curves, { turn, seeds }, { to, high }) {
  const plot = new Plot(`Territory ${word} the change; the table below has the numbers`);
  const lines = curves.mean.map((values, seat) => ({
    colour: colourOf(seat + 1),
    values,
    ...(curves.low[seat][0] !== null && { low: curves.low[seat].map((value) => Math.max(value, 0)), high: curves.high[seat] }),
  }));
  plot.draw(lines, { to, high });
  const scale = element("span", { class: "muted" }, `0 to ${shown(Math.ceil(high))} squares`);
  const ends = [turn, turn + to].map((end) => element("span", {}, `turn ${end}`));
  return element(
    "figure",
    { class: "future" },
    element("figcaption", {}, `${word} the change`, scale),
    plot.root,
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
