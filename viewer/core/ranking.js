// Standings: territory of every frame, places, eliminations. As engine/ranking.py has them, held to it by tests.

const counted = new WeakMap(); // by game: it is asked on every turn

/** Squares of every owner on every frame: entry [frame * (players + 1) + owner], owner 0 being neutral. */
function territory(game) {
  if (!counted.has(game)) counted.set(game, count(game));
  return counted.get(game);
}

function count({ owner, frames, width, height, players }) {
  const [area, kinds] = [width * height, players.length + 1];
  const squares = new Uint16Array(frames * kinds);
  for (let frame = 0, c = 0; frame < frames; frame++) {
    for (const end = c + area; c < end; c++) squares[frame * kinds + owner[c]] += 1;
  }
  return squares;
}

export function squaresOf(game, player, frame) {
  return territory(game)[frame * (game.players.length + 1) + player];
}

/** The first frame on which a player has no square, null where it has some to the end. */
export function elimination(game, player) {
  const lived = life(game, player, game.frames - 1);
  return lived < game.frames ? lived : null;
}

/** Frames up to this one on which a player owned a square. */
function life(game, player, last) {
  let frames = 0;
  for (let frame = 0; frame <= last; frame++) if (squaresOf(game, player, frame) > 0) frames += 1;
  return frames;
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
  if (frame === game.frames - 1) return result(territoryOf(game));
  return bestFirst(game.players.map((_, i) => [life(game, i + 1, frame), squaresOf(game, i + 1, frame), -i - 1]));
}

/** The players, the best first, at the end of a game. @param {number[][]} land  squares by frame, then by player */
export function result(land) {
  return bestFirst(merits(land));
}

/** The rule by which one player came before another at the end of a game. */
export function decidedBy(game, winner, second) {
  const all = merits(territoryOf(game));
  const [one, other] = [winner, second].map((player) => all[player - 1]);
  return RULES[one.findIndex((value, place) => value !== other[place])];
}

const RULES = ["life", "squares", "sum", "seat"]; // in the order of `merits`

/** Later deaths rank better, then more squares, more summed over all frames, and at last the higher number. */
function merits(land) {
  const sum = (i) => land.reduce((total, squares) => total + squares[i], 0);
  const lived = (i) => land.filter((squares) => squares[i] > 0).length;
  return land[0].map((_, i) => [lived(i), land.at(-1)[i], sum(i), i + 1]);
}

function bestFirst(merits) {
  const players = merits.map((merit, i) => ({ player: i + 1, merit }));
  return players.sort((a, b) => compare(b.merit, a.merit)).map(({ player }) => player);
}

/** Squares by frame, then by player. @returns {number[][]} */
export function territoryOf(game) {
  return Array.from({ length: game.frames }, (_, frame) => game.players.map((_, i) => squaresOf(game, i + 1, frame)));
}

/** Below 0 where a list comes before another by the first place at which they differ. */
export function compare(one, other) {
  const i = one.findIndex((value, place) => value !== other[place]);
  return i < 0 ? 0 : one[i] - other[i];
}
