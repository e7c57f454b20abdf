// Standings: territory of every frame, places, eliminations. As engine/ranking.py has them, held to it by tests.

const counted = new WeakMap(); // by game: it is asked on every turn

/** Squares by frame, up to the last, then by player. @returns {number[][]} */
export function territoryOf(game, last = game.frames - 1) {
  if (!counted.has(game)) counted.set(game, count(game));
  return counted.get(game).slice(0, last + 1);
}

function count({ owner, frames, width, height, players }) {
  const land = Array.from({ length: frames }, () => players.map(() => 0));
  owner.forEach((player, c) => player > 0 && (land[Math.floor(c / (width * height))][player - 1] += 1));
  return land;
}

/** The first frame on which a player has no square, null where it has some to the end. */
export function elimination(game, player) {
  const frame = territoryOf(game).findIndex((squares) => squares[player - 1] === 0);
  return frame < 0 ? null : frame;
}

/** Turns after which a game is over. */
export function turnLimit({ width, height }) {
  return Math.trunc(Math.sqrt(width * height) * 10);
}

/**
 * The players, the best first, as they stand on a frame; on the last one that is the result of the game. Before it the
 * lower number stands first among equals.
 */
export function order(game, frame) {
  return bestFirst(merits(territoryOf(game, frame), frame === game.frames - 1));
}

/** The players, the best first, at the end of a game. @param {number[][]} land  squares by frame, then by player */
export function result(land) {
  return bestFirst(merits(land));
}

/** Later deaths rank better, then more squares; at the end more summed over all frames, then the higher number. */
function merits(land, isEnd = true) {
  const sum = (i) => land.reduce((total, squares) => total + squares[i], 0);
  const lived = (i) => land.filter((squares) => squares[i] > 0).length;
  return land[0].map((_, i) => [lived(i), land.at(-1)[i], ...(isEnd ? [sum(i), i + 1] : [-i])]);
}

function bestFirst(merits) {
  const players = merits.map((merit, i) => ({ player: i + 1, merit }));
  return players.sort((a, b) => compare(b.merit, a.merit)).map(({ player }) => player);
}

/** Below 0 where a list comes before another by the first place at which they differ. */
export function compare(one, other) {
  const i = one.findIndex((value, place) => value !== other[place]);
  return i < 0 ? 0 : one[i] - other[i];
}
