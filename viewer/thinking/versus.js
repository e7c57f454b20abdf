// Compares two games: whether they share a map, and where they first differ.

/**
 * Why two games cannot be compared turn by turn, as a sentence; null when they can.
 * @param {import("../page/replay.js").Replay} one
 * @param {import("../page/replay.js").Replay} other
 */
export function unlike(one, other) {
  if (one.width !== other.width || one.height !== other.height) {
    return `${other.name} was played on another map: ${other.width} × ${other.height}, not ${one.width} × ${one.height} squares.`;
  }
  const area = one.width * one.height;
  const isSame = (layer) => one[layer].subarray(0, area).every((value, square) => value === other[layer][square]);
  const differing = ["production", "owner", "strength"].find((layer) => !isSame(layer));
  return differing ? `${other.name} was played on another map: ${differing} differs on the first frame.` : null;
}

/**
 * The first turn on which any square moves differently, and all squares that do; null when there is none.
 * @returns {{turn: number, squares: number[], moves: [number, number][]}|null}  moves: in `one`, in `other`
 */
export function firstDifference(one, other) {
  const area = one.width * one.height;
  const end = Math.min(one.moves.length, other.moves.length);
  const differs = (c) => one.moves[c] !== other.moves[c] && one.owner[c] > 0;
  for (let c = 0; c < end; c++) {
    if (!differs(c)) continue;
    const start = c - (c % area);
    const squares = Array.from({ length: area }, (_, square) => square).filter((square) => differs(start + square));
    return {
      turn: start / area,
      squares,
      moves: squares.map((square) => [one.moves[start + square], other.moves[start + square]]),
    };
  }
  return null;
}
