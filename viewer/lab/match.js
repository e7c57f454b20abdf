// A match in the page: wins, score, Elo, and the sequential test that was chosen before it.

import { Run } from "./blocks.js";
import { eloOf, llr, scoreInterval, sprtBounds } from "./statistics.js";

export class Match extends Run {
  /** @param {[number, number]|null} [test]  Elo of the two hypotheses; null for a fixed number of blocks */
  constructor(crew, question, test = null) {
    super(crew, [question]);
    Object.assign(this, { test, verdict: null });
  }

  get counts() {
    return this.tallies[0];
  }

  /** Points of the first player; of two players these are its wins. */
  get wins() {
    return this.counts.reduce((sum, count, i) => sum + (count * i) / 2, 0);
  }

  /** What is known so far: the score 0..1 and Elo, each with the ends of its 95 % interval, and the LLR. */
  get known() {
    const score = scoreInterval(this.counts);
    const elo = { low: eloOf(score.low), value: eloOf(score.value), high: eloOf(score.high) };
    return { score, elo, llr: this.test && llr(this.counts, ...this.test) };
  }

  count(scored) {
    super.count(scored);
    if (this.test) {
      const [lower, upper] = sprtBounds();
      const now = llr(this.counts, ...this.test);
      if (now >= upper) this.verdict = "H1";
      else if (now <= lower) this.verdict = "H0";
    }
    return this.verdict !== null;
  }
}
