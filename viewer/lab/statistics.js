// The statistics of matches, as experiments/stats has them; tests hold both equal on the same counts.

const DECADE = 400; // Elo; a player this much better wins ten times as often as it loses
const HALVINGS = 200;

/** Every score that a block of games can have, from 0 to 1: 0, 1/4, 1/2, 3/4, 1 for two players. */
export function support(players) {
  const steps = 2 * players * (players - 1);
  return Array.from({ length: steps + 1 }, (_, i) => i / steps);
}

/** Blocks before the first one, by their scores. */
export function emptyCounts(players) {
  return support(players).map(() => 0);
}

/** The number of a block's score among those of `support`. @param {number[]} beaten  opponents, in each of its games */
export function outcome(beaten) {
  return 2 * beaten.reduce((sum, each) => sum + each, 0);
}

/** The mean score of counted blocks; one half before the first. */
export function scoreOf(counts) {
  const blocks = total(counts);
  return blocks ? counts.reduce((sum, count, i) => sum + (count * i) / (counts.length - 1), 0) / blocks : 0.5;
}

export function eloOf(score) {
  return DECADE * (Math.log10(score) - Math.log10(1 - score));
}

/**
 * The score with Student's interval of its blocks, a lost and a won one added; see experiments/stats/interval.py.
 * @param {number[]} counts  of blocks, by their scores
 * @returns {{low: number, value: number, high: number}}
 */
export function scoreInterval(counts, confidence = 0.95, players = playersOf(counts)) {
  const value = scoreOf(counts);
  const { blocks, mean, variance } = withTwoAdded(counts, players);
  const margin = studentQuantile(blocks - 1, (1 + confidence) / 2) * Math.sqrt(variance / (blocks - 1));
  return { low: Math.min(Math.max(mean - margin, 0), value), value, high: Math.max(Math.min(mean + margin, 1), value) };
}

/** Student's probability that the true score lies below one half. */
export function shareBelowHalf(counts, players) {
  const { blocks, mean, variance } = withTwoAdded(counts, players);
  const distance = (0.5 - mean) / Math.sqrt(variance / (blocks - 1));
  const share = studentShare(blocks - 1, Math.abs(distance));
  return distance < 0 ? 1 - share : share;
}

/** The logarithm of how much better elo1 explains the blocks than elo0, on the logistic scale; see sprt.py. */
export function llr(counts, elo0, elo1) {
  const [null_, better] = [elo0, elo1].map((elo) => 1 / (1 + 10 ** (-elo / DECADE)));
  return (total(counts) * (better - null_) * (scoreOf(counts) - (null_ + better) / 2)) / withTwoAdded(counts, playersOf(counts)).variance;
}

/** The values of the LLR at which the lower and the upper hypothesis are accepted. */
export function sprtBounds(alpha = 0.05, beta = 0.05) {
  return [Math.log(beta / (1 - alpha)), Math.log((1 - beta) / alpha)];
}

function playersOf(counts) {
  return (1 + Math.sqrt(2 * counts.length - 1)) / 2; // the inverse of `support`
}

/** Mean and variance with two blocks that lie 1 / players off one half. */
function withTwoAdded(counts, players) {
  const scores = counts.map((_, i) => i / (counts.length - 1));
  const blocks = total(counts) + 2;
  const mean = (total(counts.map((count, i) => count * scores[i])) + 1) / blocks;
  const squares = total(counts.map((count, i) => count * scores[i] ** 2)) + 2 * (1 / 4 + players ** -2);
  return { blocks, mean, variance: squares / blocks - mean ** 2 };
}

/** Where a function that is positive on one side changes its sign, by halving. */
function root(value, from, to) {
  const isFromAbove = value(from) > 0;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (from + to) / 2;
    if (middle === from || middle === to) break;
    if (value(middle) > 0 === isFromAbove) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

function total(values) {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Student's t below which this share of the distribution lies; for a share of at least one half. */
function studentQuantile(freedom, share) {
  let high = 1;
  while (studentShare(freedom, high) < share) high *= 2;
  return root((t) => studentShare(freedom, t) - share, 0, high);
}

/** The share of Student's distribution below t >= 0. */
function studentShare(freedom, t) {
  return 1 - incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
}

/** The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22). */
function incompleteBeta(a, b, x) {
  if (x <= 0 || x >= 1) return Number(x >= 1);
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front = Math.exp(a * Math.log(x) + b * Math.log(1 - x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  let [fraction, above, below] = [1, 1, 1 - ((a + b) * x) / (a + 1)];
  below = 1 / below;
  fraction = below;
  for (let m = 1; m < 1000; m++) {
    for (const term of [(m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)), (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))]) {
      below = 1 / (1 + term * below);
      above = 1 + term / above;
      fraction *= above * below;
    }
    if (Math.abs(above * below - 1) < 1e-16) break;
  }
  return front * fraction;
}

/** By Stirling's series, from ten on. */
function logGamma(x) {
  let shift = 0;
  for (; x < 10; x++) shift += Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 + inverse * (-1 / 360 + inverse * (1 / 1260 + inverse * (-1 / 1680 + inverse / 1188)))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift;
}
