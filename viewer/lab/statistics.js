// The statistics of matches and sweeps in a page: normal approximations. Python's commands measure, see docs/lab/statistics.md.

const DECADE = 400; // Elo; a player this much better wins ten times as often as it loses
const CONFIDENCE = 0.95;

/** Blocks before the first one, by their scores from 0 to 1: 0, 1/4, 1/2, 3/4, 1 for two players. */
export function emptyCounts(players) {
  return new Array(2 * players * (players - 1) + 1).fill(0);
}

/** The number of a block's score among the counts. @param {number[]} beaten  opponents, in each of its games */
export function outcome(beaten) {
  return 2 * total(beaten);
}

export function eloOf(score) {
  return DECADE * (Math.log10(score) - Math.log10(1 - score));
}

/**
 * The mean score of counted blocks, one half before the first, with a normal interval: a lost and a won block are added, so
 * that few are not too sure. As many players as `emptyCounts` was made for.
 */
export function scoreInterval(counts, confidence = CONFIDENCE, players = (1 + Math.sqrt(2 * counts.length - 1)) / 2) {
  const points = counts.map((count, i) => (count * i) / (counts.length - 1));
  const value = total(counts) ? total(points) / total(counts) : 0.5;
  const { blocks, mean, variance } = withTwoAdded(counts, players);
  const margin = normalQuantile((1 + confidence) / 2) * Math.sqrt(variance / (blocks - 1));
  return { low: Math.min(Math.max(mean - margin, 0), value), value, high: Math.max(Math.min(mean + margin, 1), value) };
}

/**
 * Every setting against the default, with intervals that hold together: Bonferroni's correction.
 * @param {number[][]} scores   by setting, then by block, 0..1
 * @param {number} usual        the setting of the default
 * @param {number} steps        from a score of 0 to one of 1
 * @returns  of each {difference, margin}
 */
export function contrasts(scores, usual, steps) {
  const many = Math.max(scores.length - 1, 1);
  return scores.map((row, i) => {
    if (i === usual) return { difference: 0, margin: 0 };
    const counts = new Array(2 * steps + 1).fill(0); // of gains from -1 to 1
    row.forEach((score, block) => (counts[Math.round((score - scores[usual][block] + 1) * steps)] += 1));
    const { low, value, high } = scoreInterval(counts, 1 - (1 - CONFIDENCE) / many, 2);
    return { difference: 2 * value - 1, margin: high - low };
  });
}

/** Mean and variance with two blocks that lie 1 / players off one half. */
function withTwoAdded(counts, players) {
  const scores = counts.map((_, i) => i / (counts.length - 1));
  const blocks = total(counts) + 2;
  const mean = (total(counts.map((count, i) => count * scores[i])) + 1) / blocks;
  const squares = total(counts.map((count, i) => count * scores[i] ** 2)) + 2 * (1 / 4 + players ** -2);
  return { blocks, mean, variance: squares / blocks - mean ** 2 };
}

function total(values) {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The value below which this share of the normal distribution lies, at least one half; Abramowitz and Stegun 26.2.23, to 4.5e-4. */
function normalQuantile(share) {
  const t = Math.sqrt(-2 * Math.log(1 - share));
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}
