// A sweep in the page: values of one knob on the same maps, and whether the best one beats the default beyond luck.

import { playBlocks } from "./blocks.js";
import { changed } from "./players.js";
import { contrasts } from "./selection.js";
import { emptyCounts, scoreInterval } from "./statistics.js";

/** One sweep. Event "told": another map was played for all values, or the sweep has ended. */
export class Sweep extends EventTarget {
  /**
   * @param {import("./crew.js").Crew} crew
   * @param {object} table                                    of the kernels
   * @param {import("./blocks.js").Question} question         the first of its line-up is the one that is changed
   * @param {string} knob
   * @param {number[]} values                                 the default is added where it is missing
   */
  constructor(crew, table, question, knob, values) {
    super();
    const [base, ...others] = question.lineup;
    const usual = base.values[knob] ?? table.presets[base.preset].games[0].values[knob];
    const all = [...new Set([...values, usual])].sort((one, other) => one - other);
    Object.assign(this, { crew, knob, question, values: all, isOver: false, contrasts: null });
    this.usual = all.indexOf(usual);
    this.players = all.map((value) => changed(table, base, knob, value));
    this.questions = this.players.map((player) => ({ ...question, lineup: [player, ...others] }));
    this.counts = all.map(() => emptyCounts(question.lineup.length));
    this.scores = all.map(() => []); // by value, by map
  }

  get blocks() {
    return this.scores[0].length;
  }

  /** The score of each value with the ends of its 95 % interval. */
  get curve() {
    return this.counts.map((counts) => scoreInterval(counts));
  }

  /** The value with the highest score besides the default. */
  get best() {
    const places = this.values.map((_, i) => i).filter((i) => i !== this.usual);
    const { curve } = this;
    return places.reduce((best, i) => (curve[i].value > curve[best].value ? i : best), places[0]);
  }

  async run() {
    try {
      await playBlocks(this.crew, this.questions, (scored) => this.count(scored));
      if (this.blocks) this.contrasts = contrasts(this.scores, this.usual);
    } finally {
      this.isOver = true;
      this.dispatchEvent(new Event("told"));
    }
  }

  count(scored) {
    scored.forEach((place, i) => {
      this.counts[i][place] += 1;
      this.scores[i].push(place / (this.counts[i].length - 1));
    });
    this.dispatchEvent(new Event("told"));
    return false;
  }

  stop() {
    this.crew.stop();
  }
}

/** So many values from one to the other; whole numbers for a whole knob. */
export function spread({ kind }, from, to, count) {
  const steps = Array.from({ length: count }, (_, i) => from + ((to - from) * i) / Math.max(1, count - 1));
  const rounded = steps.map((step) => (kind === "int" ? Math.round(step) : Number(step.toPrecision(4))));
  return [...new Set(rounded)];
}
