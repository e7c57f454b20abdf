// A sweep in the page: values of one knob or of two on the same maps, and whether the best beats the default beyond luck.

import { Run } from "./blocks.js";
import { changed } from "./players.js";
import { sliderScale } from "../thinking/scales.js";
import { contrasts } from "./selection.js";
import { scoreInterval } from "./statistics.js";

export class Sweep extends Run {
  /**
   * @param {object} table                                    of the kernels
   * @param {import("./blocks.js").Question} question         the first of its line-up is the one that is changed
   * @param {{knob: string, values: number[]}[]} axes         one or two; the default is added where it is missing
   */
  constructor(crew, table, question, axes) {
    const [base, ...others] = question.lineup;
    const usual = axes.map(({ knob }) => base.values[knob] ?? table.presets[base.preset].games[0].values[knob]);
    const whole = axes.map(({ knob, values }, i) => ({ knob, values: [...new Set([...values, usual[i]])].sort((one, other) => one - other) }));
    const points = whole.reduceRight((rest, { values }) => rest.flatMap((point) => values.map((value) => [value, ...point])), [[]]);
    const players = points.map((point) => changed(table, base, Object.fromEntries(point.map((value, i) => [axes[i].knob, value]))));
    const questions = players.map((player) => ({ ...question, lineup: [player, ...others] }));
    super(crew, questions);
    Object.assign(this, { axes: whole, points, players, contrasts: null });
    this.usual = points.findIndex((point) => point.every((value, i) => value === usual[i]));
  }

  /** The score of each point with the ends of its 95 % interval. */
  get curve() {
    return this.tallies.map((counts) => scoreInterval(counts));
  }

  /** The point with the highest score besides the default. */
  get best() {
    const places = this.points.map((_, i) => i).filter((i) => i !== this.usual);
    const { curve } = this;
    return places.reduce((best, i) => (curve[i].value > curve[best].value ? i : best), places[0]);
  }

  /** `alpha = 0.2, hold_until = 5` */
  nameOf(i) {
    return this.points[i].map((value, axis) => `${this.axes[axis].knob} = ${value}`).join(", ");
  }

  judge() {
    if (!this.blocks) return;
    const most = this.tallies[0].length - 1;
    const scores = this.points.map((_, i) => this.scored.map((places) => places[i] / most));
    this.contrasts = contrasts(scores, this.usual, most);
  }
}

/** So many values from one to the other, as a slider has them; whole numbers for a whole knob. */
export function spread({ kind }, usual, { from, to, count }) {
  const scale = sliderScale({ low: from, high: to, kind, digits: 4 }, usual);
  return [...new Set(Array.from({ length: count }, (_, i) => scale.value(i / Math.max(1, count - 1), false)))];
}
