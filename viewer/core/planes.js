// Squares, directions and frames of a game: square (x, y) is y * width + x.

export const OPTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"];

/** Where each one leads: [dx, dy] in squares, y growing southwards. */
export const STEPS = [[0, 0], [0, -1], [1, 0], [0, 1], [-1, 0]];

export function placeOf(square, { width }) {
  return { x: square % width, y: Math.floor(square / width) };
}

export function squareOf({ x, y }, { width }) {
  return y * width + x;
}

/** A whole number on the torus: 0 <= result < size. */
export function modulo(value, size) {
  return ((value % size) + size) % size;
}

/** A coordinate on the torus: 0 <= result < size. */
export function wrap(coordinate, size) {
  return modulo(Math.floor(coordinate), size);
}

/** A distance the shorter way around the torus. */
export function shorter(distance, size) {
  return distance - size * Math.round(distance / size);
}

/** A layer of a game on one frame: "owner", "strength" or "moves", H * W numbers. */
export function onFrame(game, layer, turn) {
  const area = game.width * game.height;
  return game[layer].subarray(turn * area, (turn + 1) * area);
}

export function isAlive(game, player, turn) {
  return onFrame(game, "owner", turn).includes(player);
}

const around = new Map(); // by the sides of boards

/** For every square the five within its reach, itself first: 5 * H * W square numbers. */
export function neighbours({ width, height }) {
  const [board, length] = [`${width}x${height}`, 5 * width * height];
  if (!around.has(board)) around.set(board, Int32Array.from({ length }, (_, i) => neighbour(i, width, height)));
  return around.get(board);
}

function neighbour(i, width, height) {
  const { x, y } = placeOf(Math.floor(i / 5), { width });
  const [dx, dy] = STEPS[i % 5];
  return wrap(y + dy, height) * width + wrap(x + dx, width);
}

/** Bytes one behind the other, as one array. */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
