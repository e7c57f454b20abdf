// The best of many settings: is it better than the default, or only the luckiest? See experiments/stats/selection.py.

const EQUAL = 1e-9; // sums nearer than this are the same sum, added in another order
const CONFIDENCE = 0.95;
const WORD = 2 ** 32;

/**
 * Every setting against the default, with intervals that hold together: max-T, with signs turned by block.
 *
 * @param {number[][]} scores   by setting, then by block, 0..1
 * @param {number} usual        the setting of the default
 * @returns {{difference: number, margin: number, chance: number}[]}  chance: that the farthest of settings that all equal
 *   the default is as far off as this one
 */
export function contrasts(scores, usual, { replays = 9999, seed = 1 } = {}) {
  const differences = scores.map((row) => row.map((score, block) => score - scores[usual][block]));
  const spreads = differences.map((row) => Math.sqrt(row.reduce((sum, each) => sum + each * each, 0)) || 1);
  const farthest = turned(differences, spreads, replays, seed).sort((one, other) => one - other);
  const reach = farthest[Math.ceil(CONFIDENCE * (replays - 1))];
  return differences.map((row, i) => {
    const sum = row.reduce((total, each) => total + each, 0);
    const distance = Math.abs(sum) / spreads[i];
    const asFar = farthest.filter((each) => each >= distance - EQUAL).length;
    return { difference: sum / row.length, margin: margin(row, reach), chance: (1 + asFar) / (1 + replays) };
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

/** Half the width of the interval: all shifts that leave the differences no farther off than `reach`. */
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
