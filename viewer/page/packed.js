// A bot's turn as an explanation file has it: rounded, and without what follows from the rest; docs/pages/explanations.md.

import { checked, demand, FINITE, list, NUMBER, NUMBER_OR_NULL, shortly, squares, whole } from "./bounds.js";
import { neighbours } from "./frames.js";

const OPTIONS = 5; // of a square
const HUNDREDTHS = 100; // in which values are written
const VALUE = { wanted: "a number, or one or null in a list", holds: (each) => Array.isArray(each) ? NUMBER_OR_NULL.holds(each[0]) : NUMBER_OR_NULL.holds(each) };

/** Whether a turn is written so; what a page computes itself is not. */
export function isPacked(written) {
  return Array.isArray(written?.extra);
}

/**
 * The values of a turn, as they are written: whole, or as what they are more than those of the turn before.
 * @param {() => ArrayLike<number>} before  those of the turn before, asked only where they are needed
 */
export function valuesOf({ value, rise }, area, before) {
  if (value !== undefined) return list(value, "value", VALUE, area);
  list(rise, "rise", VALUE, area);
  const known = before();
  return rise.map((more, c) => (Array.isArray(more) ? more[0] : known[c] + more));
}

/** The turn with its value, potential and scores in full. Throws FormatError. */
export function unpacked(written, { width, height }) {
  const area = width * height;
  const value = Float64Array.from(list(written.value, "value", VALUE, area), (each) => (each === null ? NaN : each / HUNDREDTHS));
  const distance = list(written.distance, "distance", whole(0, 2 ** 31 - 1), area);
  const step = written.potential === undefined ? checked(written.step, "step", FINITE) : 0;
  const potential = list(written.potential ?? value.map((each, c) => each + step * distance[c] ** 2), "potential", NUMBER_OR_NULL, area);
  return { ...written, value, potential, extra: undefined, score: scores(written, potential, { width, height }) };
}

/** What an option leads to is its score, and to stay is not weighed, unless the file says more. */
function scores({ order = [], extra }, potential, board) {
  squares(order, "order", potential.length);
  const around = neighbours(board);
  const leadsTo = (at) => potential[around[OPTIONS * order[Math.floor(at / OPTIONS)] + (at % OPTIONS)]];
  const score = Float64Array.from({ length: OPTIONS * order.length }, (_, at) => (at % OPTIONS ? leadsTo(at) : NaN));
  for (const pair of extra) {
    demand(Array.isArray(pair) && pair.length === 2, () => `extra must hold pairs, found ${shortly(pair)}`);
    const [at, more] = [checked(pair[0], "extra's place", whole(0, score.length - 1)), pair[1]];
    score[at] = more === null ? NaN : leadsTo(at) + checked(more, "extra", NUMBER);
  }
  return score;
}
