// The best of many settings: is it better than the default, or only the luckiest? See experiments/stats/selection.py.

import { scoreInterval } from "./statistics.js";

const EQUAL = 1e-9; // sums nearer than this are the same sum, added in another order
const FEW = 40; // blocks that differ; see selection.py
const CONFIDENCE = 0.95;
const WORD = 2 ** 32;

/**
 * Every setting against the default, with intervals that hold together: max-T, with signs turned by block.
 * @param {number[][]} scores   by setting, then by block, 0..1
 * @param {number} usual        the setting of the default
 * @param {number} steps        from a score of 0 to one of 1
 * @returns {{difference: number, margin: number, chance: number}[]}  chance: that the farthest of settings that all equal
 *   the default is as far off as this one
 */
export function contrasts(scores, usual, steps, { replays = 9999, seed = 1 } = {}) {
  const differences = scores.map((row) => row.map((score, block) => score - scores[usual][block]));
  const spreads = differences.map((row) => Math.sqrt(row.reduce((sum, each) => sum + each * each, 0)) || 1);
  const farthest = turned(differences, spreads, replays, seed).sort((one, other) => one - other);
  const reach = farthest[Math.ceil(CONFIDENCE * (replays - 1))];
  const wider = 1 + Math.log(Math.max(scores.length - 1, 1)) / Math.log(2 / (1 - CONFIDENCE));
  return differences.map((row, i) => {
    const sum = row.reduce((total, each) => total + each, 0);
    const distance = Math.abs(sum) / spreads[i];
    const asFar = farthest.filter((each) => each >= distance - EQUAL).length;
    const reached = i === usual ? 0 : Math.max(margin(row, reach), wider * room(row, steps));
    return { difference: sum / row.length, margin: reached, chance: (1 + asFar) / (1 + replays) };
  });
}

/** The largest distance of any setting, with signs of blocks turned at random, `replays` times. */
function turned(differences, spreads, replays, seed) {
  const blocks = differences[0].length;
  const dice = randomWords(seed);
  const signs = new Int8Array(blocks);
  return Float64Array.from({ length: replays }, () => {
    for (let block = 0; block < blocks; block++) signs[block] = dice() & 1 ? 1 : -1;
    let most = 0;
    differences.forEach((row, i) => {
      let sum = 0;
      for (let block = 0; block < blocks; block++) sum += signs[block] * row[block];
      most = Math.max(most, Math.abs(sum) / spreads[i]);
    });
    return most;
  });
}

/** How far the true difference may lie from the mean where few blocks differ; 0 where more do. */
function room(differences, steps) {
  const differ = differences.filter((each) => Math.abs(each) > EQUAL).length;
  if (differ >= FEW || 2 * differ >= differences.length) return 0;
  const counts = new Array(2 * steps + 1).fill(0);
  for (const each of differences) counts[Math.round((each + 1) * steps)] += 1;
  const { low, value, high } = scoreInterval(counts, CONFIDENCE);
  return 2 * Math.max(high - value, value - low);
}

/** How far shifts may go that leave the differences no farther off than `reach`. */
function margin(differences, reach) {
  const blocks = differences.length;
  if (!differences.some(Boolean)) return 0;
  const mean = differences.reduce((sum, each) => sum + each, 0) / blocks;
  const variance = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / blocks;
  if (variance === 0 || blocks <= reach ** 2) return Infinity;
  return reach * Math.sqrt(variance / (blocks - reach ** 2));
}

/** Words of 16 bits whose lowest is as random as the others: xorshift with a multiplied end. */
function randomWords(seed) {
  let state = (seed * 2654435761) % WORD || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.imul(state, 0x9e3779b1) >>> 16;
  };
}
