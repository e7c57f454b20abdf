// A match in the page: wins, score, Elo, and the sequential test that was chosen before it.

import { playBlocks } from "./blocks.js";
import { emptyCounts, eloOf, llr, scoreInterval, sprtBounds } from "./statistics.js";

/** One match. Event "told": another block was counted, or the match has ended. */
export class Match extends EventTarget {
  /**
   * @param {import("./crew.js").Crew} crew
   * @param {import("./blocks.js").Question} question
   * @param {[number, number]|null} test  Elo of the two hypotheses; null for a fixed number of blocks
   */
  constructor(crew, question, test) {
    super();
    Object.assign(this, { crew, question, test, isOver: false, verdict: null });
    this.counts = emptyCounts(question.lineup.length);
  }

  get blocks() {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  /** What is known so far: the score 0..1 and Elo, each with the ends of its 95 % interval, and the LLR. */
  get known() {
    const score = scoreInterval(this.counts);
    const elo = { low: eloOf(score.low), value: eloOf(score.value), high: eloOf(score.high) };
    return { score, elo, llr: this.test && llr(this.counts, ...this.test) };
  }

  async run() {
    try {
      await playBlocks(this.crew, [this.question], ([scored]) => this.count(scored));
    } finally {
      this.isOver = true;
      this.dispatchEvent(new Event("told"));
    }
  }

  /** Whether the test has decided. */
  count(scored) {
    this.counts[scored] += 1;
    if (this.test) {
      const [lower, upper] = sprtBounds();
      const now = llr(this.counts, ...this.test);
      if (now >= upper) this.verdict = "H1";
      else if (now <= lower) this.verdict = "H0";
    }
    this.dispatchEvent(new Event("told"));
    return this.verdict !== null;
  }

  stop() {
    this.crew.stop();
  }
}
