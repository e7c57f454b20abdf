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

/** The mean score of counted blocks; one half before the first. */
function scoreOf(counts) {
  const blocks = total(counts);
  return blocks ? total(counts.map((count, i) => (count * i) / (counts.length - 1))) / blocks : 0.5;
}

export function eloOf(score) {
  return DECADE * (Math.log10(score) - Math.log10(1 - score));
}

/** The score with a normal interval of counted blocks, a lost and a won one added so that few blocks are not too sure. */
export function scoreInterval(counts, confidence = CONFIDENCE, players = playersOf(counts)) {
  const value = scoreOf(counts);
  const { blocks, mean, variance } = withTwoAdded(counts, players);
  const margin = normalQuantile((1 + confidence) / 2) * Math.sqrt(variance / (blocks - 1));
  return { low: Math.min(Math.max(mean - margin, 0), value), value, high: Math.max(Math.min(mean + margin, 1), value) };
}

/** The logarithm of how much better elo1 explains the blocks than elo0, on the logistic scale; see sprt.py. */
export function llr(counts, elo0, elo1) {
  const [none, better] = [elo0, elo1].map((elo) => 1 / (1 + 10 ** (-elo / DECADE)));
  return (total(counts) * (better - none) * (scoreOf(counts) - (none + better) / 2)) / withTwoAdded(counts, playersOf(counts)).variance;
}

/** The values of the LLR at which the lower and the upper hypothesis are accepted. */
export function sprtBounds(alpha = 0.05, beta = 0.05) {
  return [Math.log(beta / (1 - alpha)), Math.log((1 - beta) / alpha)];
}

/**
 * Every setting against the default, with intervals that hold together: Bonferroni's correction.
 * @param {number[][]} scores   by setting, then by block, 0..1
 * @param {number} usual        the setting of the default
 * @param {number} steps        from a score of 0 to one of 1
 * @returns  of each {difference, margin, chance}: at most, that one of settings that all equal the default is as far off
 */
export function contrasts(scores, usual, steps) {
  const many = Math.max(scores.length - 1, 1);
  return scores.map((row, i) => {
    if (i === usual) return { difference: 0, margin: 0, chance: 1 };
    const counts = new Array(2 * steps + 1).fill(0); // of gains from -1 to 1
    row.forEach((score, block) => (counts[Math.round((score - scores[usual][block] + 1) * steps)] += 1));
    const { low, value, high } = scoreInterval(counts, 1 - (1 - CONFIDENCE) / many, 2);
    const { blocks, mean, variance } = withTwoAdded(counts, 2);
    const above = 1 - normalShare(Math.abs(mean - 0.5) / Math.sqrt(variance / (blocks - 1)));
    return { difference: 2 * value - 1, margin: high - low, chance: Math.min(1, 2 * many * above) };
  });
}

function playersOf(counts) {
  return (1 + Math.sqrt(2 * counts.length - 1)) / 2; // the inverse of `emptyCounts`
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

/** The share of the normal distribution below z >= 0; Abramowitz and Stegun 26.2.17, to 7.5e-8. */
function normalShare(z) {
  const t = 1 / (1 + 0.2316419 * z);
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** The value below which this share of the normal distribution lies, for at least one half: by halving. */
function normalQuantile(share) {
  let [low, high] = [0, 10];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}
