// The measures of the graphs: those of events.js, and the lead in land, strength and production.

import { MEASURES } from "./events.js";

const OWNED = ["territory", "production", "strength"];
const SMOOTHED = 25; // windows of the smoothing in a whole game

/** Who is ahead: the mean of a player's shares of all players' territory, production and strength. */
export const AHEAD = {
  key: "ahead",
  title: "Who is ahead",
  unit: "% of all players' territory, production and strength, each counting a third",
  isOfFrame: true,
};

/** In the order of the graphs. What belongs to a turn and not to a frame jumps: `isJagged`. */
export const GRAPHS = [AHEAD, ...MEASURES.map((measure) => ({ ...measure, isJagged: !measure.isOfFrame }))];

/** The numbers of a graph, a list per player. */
export function numbersOf({ key }, report) {
  return key === AHEAD.key ? shares(report) : report[key];
}

export function knownOf({ isOfFrame }, { done }) {
  return done + (isOfFrame ? 1 : 0);
}

const known = new WeakMap(); // by report: the graph is drawn more often than a report comes

function shares(report) {
  if (known.has(report)) return known.get(report);
  const means = report.territory.map((values) => new Float64Array(values.length));
  for (let frame = 0; frame <= report.done; frame++) {
    for (const key of OWNED) {
      const all = report[key].reduce((sum, values) => sum + values[frame], 0);
      means.forEach((values, seat) => (values[frame] += (100 * (all ? report[key][seat][frame] / all : 0)) / OWNED.length));
    }
  }
  known.set(report, means);
  return means;
}

/** Turns over which a jagged graph is averaged: the turn itself and as many on either side. */
export function windowOf(turns) {
  return 2 * Math.max(1, Math.round(turns / SMOOTHED / 2)) + 1;
}

/**
 * The mean of each number and its neighbours; at the ends of as many as there are.
 * @param {ArrayLike<number>} values
 * @param {number} count   of them that are known
 * @param {number} window  odd
 */
export function smoothed(values, count, window) {
  const reach = (window - 1) / 2;
  const sums = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) sums[i + 1] = sums[i] + values[i];
  return Float64Array.from({ length: count }, (_, i) => {
    const [from, to] = [Math.max(i - reach, 0), Math.min(i + reach + 1, count)];
    return (sums[to] - sums[from]) / (to - from);
  });
}
