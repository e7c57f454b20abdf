// The best of many settings: is it better than the default, or only the luckiest? See experiments/stats/selection.py.

import { scoreInterval, shareBelowHalf } from "./statistics.js";

const CONFIDENCE = 0.95;

/**
 * Every setting against the default, with intervals that hold together: Bonferroni's correction.
 * @param {number[][]} scores   by setting, then by block, 0..1
 * @param {number} usual        the setting of the default
 * @param {number} steps        from a score of 0 to one of 1
 * @returns {{difference: number, margin: number, chance: number}[]}  chance, at most: that one of settings that all equal
 *   the default is as far off as this one
 */
export function contrasts(scores, usual, steps) {
  const many = Math.max(scores.length - 1, 1);
  return scores.map((row, i) => {
    if (i === usual) return { difference: 0, margin: 0, chance: 1 };
    const counts = new Array(2 * steps + 1).fill(0); // of gains from -1 to 1
    row.forEach((score, block) => (counts[Math.round((score - scores[usual][block] + 1) * steps)] += 1));
    const { low, value, high } = scoreInterval(counts, 1 - (1 - CONFIDENCE) / many, 2);
    const below = shareBelowHalf(counts, 2);
    return { difference: 2 * value - 1, margin: high - low, chance: Math.min(1, 2 * many * Math.min(below, 1 - below)) };
  });
}
