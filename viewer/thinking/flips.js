// How much a parameter must change until squares move differently. Twin: tests/support/margins.py.

/**
 * For each parameter of the field the nearest values below and above at which each square of the player moves
 * differently. A generator, which yields how many values were tried.
 * @param {{player: number, turn: number, who: import("./mind.js").Player}} question
 * @returns {Generator<number, object>}
 */
export function* margins(mind, { player, turn, who }) {
  const { squares, knobs: own, movesWith } = mind.asked({ player, turn, who });
  const { asking } = mind.kernels.table;
  const knobs = {};
  for (const [name, [lowest, highest]] of Object.entries(asking.scanned)) {
    const value = own.values[name];
    const [low, high] = [Math.min(lowest, value), Math.max(highest, value)];
    const movesAt = (there) => movesWith(name, there);
    const [below, above] = [yield* flips(movesAt, value, low, squares, asking), yield* flips(movesAt, value, high, squares, asking)];
    const [down, up] = [below, above].map((found) => squares.map((square) => found.get(square) ?? null));
    knobs[name] = { value, low, high, down, up };
    own.set(name, value);
  }
  return { turn, squares, knobs };
}

/** Walks from `now` to `end`: for a square the first value at which it moves differently, and the move there. */
function* flips(movesAt, now, end, squares, { steps, halvings }) {
  const first = new Map();
  const usual = movesAt(now);
  const narrow = (flipped, near, far, moves, left) => {
    if (!flipped.length) return;
    if (left === 0) return flipped.forEach((square) => first.set(square, [far, moves[square]]));
    const middle = (near + far) / 2;
    const between = movesAt(middle);
    const isEarly = (square) => between[square] !== usual[square];
    narrow(flipped.filter(isEarly), near, middle, between, left - 1);
    narrow(flipped.filter((square) => !isEarly(square)), middle, far, moves, left - 1);
  };
  const step = (end - now) / steps;
  let [pending, before] = [squares, now];
  for (let i = 1; i <= steps; i++) {
    const value = i === steps ? end : now + i * step;
    const moves = movesAt(value);
    narrow(pending.filter((square) => moves[square] !== usual[square]), before, value, moves, halvings);
    pending = pending.filter((square) => moves[square] === usual[square]);
    before = value;
    yield value;
  }
  return first;
}
