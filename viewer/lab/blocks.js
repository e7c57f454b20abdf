// Blocks: a map played once from every rotation of the seats, as experiments/arena/schedule.py has it.

import { GivenUpError } from "./crew.js";
import { emptyCounts, outcome } from "./statistics.js";

/**
 * A question that is played block after block. first: number of the first map, which is its seed; blocks: at most; the
 * score of the line-up's first player is counted.
 * @typedef {{width: number, height: number, first: number, blocks: number,
 *   lineup: import("./players.js").Seated[]}} Question
 */

/** The games of a block: in game r, place p of the line-up sits at seat p + r. @returns {import("./game_link.js").Request[]} */
function gamesOf({ width, height, first, lineup }, block) {
  const seats = lineup.length;
  return lineup.map((_, rotation) => ({
    width,
    height,
    seed: first + block,
    players: lineup.map((_, seat) => lineup[(seat - rotation + seats) % seats]),
  }));
}

/** Plays a block. @returns {Promise<number>}  the score of the line-up's first player, as a place in `support` */
async function playBlock(crew, question, block) {
  const ended = await Promise.all(gamesOf(question, block).map((game) => crew.play(game)));
  return outcome(ended.map(({ order }, rotation) => order.length - 1 - order.indexOf(rotation + 1)));
}

/**
 * Plays blocks, a few more than there are workers at once, and tells each in the order of their numbers.
 * @param {Question[]} questions   asked about the same maps: a map is played for all of them before the next one is told
 * @param {(scored: number[]) => boolean} told   the scores on a map; true ends it
 * @param {number[][]} known                     those of the first maps, which were played before
 */
async function playBlocks(crew, questions, told, known) {
  const ahead = Math.ceil((2 * crew.workers.length) / questions.length);
  const { blocks } = questions[0];
  const open = [];
  try {
    for (let block = 0, next = known.length; block < blocks; block++) {
      for (; next < Math.min(blocks, block + 1 + ahead); next++) {
        const scored = Promise.all(questions.map((question) => playBlock(crew, question, next)));
        scored.catch(() => {}); // heard below, in its turn
        open.push(scored);
      }
      if (told(known[block] ?? (await open.shift()))) break;
    }
  } catch (error) {
    if (!(error instanceof GivenUpError)) throw error;
  } finally {
    crew.stop();
  }
}

/** Questions that are played on the same maps. Event "told": another map was played, or the run has ended. */
export class Run extends EventTarget {
  constructor(crew, questions) {
    super();
    Object.assign(this, { crew, questions, isOver: false, isStopped: false, scored: [] });
    this.tallies = questions.map(({ lineup }) => emptyCounts(lineup.length)); // blocks by their scores
  }

  /** The first of the questions; all are about the same maps. */
  get question() {
    return this.questions[0];
  }

  get blocks() {
    return this.scored.length;
  }

  get games() {
    return this.blocks * this.questions.length * this.question.lineup.length;
  }

  /** @param {number[][]} [known]  the scores on the first maps, as `scored` of a run that asked the same */
  async run(known = []) {
    try {
      await playBlocks(this.crew, this.questions, (scored) => this.count(scored), known.every((scored) => this.fits(scored)) ? known : []);
      this.judge();
    } finally {
      this.isOver = true;
      this.dispatchEvent(new Event("told"));
    }
  }

  /** Whether these may be the scores on a map. */
  fits(scored) {
    return scored?.length === this.tallies.length && this.tallies.every((counts, i) => Number.isInteger(scored[i]) && scored[i] in counts);
  }

  /** Whether that decides it. */
  count(scored) {
    this.scored.push(scored);
    scored.forEach((place, i) => (this.tallies[i][place] += 1));
    this.dispatchEvent(new Event("told"));
    return false;
  }

  /** What is said of all maps together, once they are played. */
  judge() {}

  stop() {
    this.isStopped = true;
    this.crew.stop();
  }
}
