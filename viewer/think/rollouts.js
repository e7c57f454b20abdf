// Play on from here, again and again: with the change and without, in pairs whose ties are broken alike.

import { joined } from "../core/planes.js";
import { compare, result, squaresOf, turnLimit } from "../core/ranking.js";

const CONFIDENCE = 0.95; // of the intervals around a mean
const SIDES = ["unchanged", "changed"];

/**
 * How a game went on with the change and without, judged. A generator, which yields how far it is: the
 * share of all turns, the pair that is being played, and what the pairs before say, from the second on.
 * @param {import("./analysis.js").GameAnalysis} analysis
 * @param {any} question  turn: the frame from which the game is played on; player: whose change it is, from 1; players:
 *   everybody without the change, in the game's order; parameters, orders: the change; seeds: pairs of futures
 * @returns  the answer; `kept` are both futures of the first pair
 */
export function* futures(analysis, { turn, player, players, parameters, orders = [], seeds }) {
  const { game } = analysis;
  const limit = turnLimit(game);
  const before = Array.from({ length: turn }, (_, frame) => players.map((_, i) => squaresOf(game, i + 1, frame)));
  const changed = players.map((who, seat) => (seat === player - 1 ? { ...who, orders, values: { ...who.values, ...parameters } } : who));
  const kept = {};
  const pairs = [];
  const soFar = () => ({ turn, player, seeds: pairs.length, confidence: CONFIDENCE, ...judged(before, pairs, player, limit) });
  for (let seed = 0; seed < seeds; seed++) {
    const known = seed > 1 ? soFar() : null;
    const pair = [];
    for (const sitting of [players, changed]) {
      const seeded = sitting.map((who) => ({ ...who, values: { ...who.values, seed } }));
      const future = analysis.future({ turn, players: seeded, isKept: seed === 0 });
      const shareAt = (at) => (2 * seed + pair.length + Math.max(at - turn, 0) / (limit - turn)) / (2 * seeds);
      const { territory, game: whole } = yield* reporting(future, (at) => ({ share: shareAt(at), pair: seed + 1, soFar: known }));
      if (seed === 0) kept[SIDES[pair.length]] = playedOn(game, turn, whole);
      pair.push(territory);
    }
    pairs.push(pair);
  }
  return { ...soFar(), kept, parting: firstDifference(kept.unchanged, kept.changed) };
}

/** The first turn on which any square moves differently, all squares that do, and their moves in both; null when there is none. */
function firstDifference(one, other) {
  const area = one.width * one.height;
  const end = Math.min(one.moves.length, other.moves.length);
  const differs = (c) => one.moves[c] !== other.moves[c] && one.owner[c] > 0;
  for (let c = 0; c < end; c++) {
    if (!differs(c)) continue;
    const start = c - (c % area);
    const squares = Array.from({ length: area }, (_, square) => square).filter((square) => differs(start + square));
    const moves = squares.map((square) => [one.moves[start + square], other.moves[start + square]]);
    return { turn: start / area, squares, moves };
  }
  return null;
}

/** One future; what is yielded is what `report` makes of the turn reached. @returns {Generator<any, import("./analysis.js").Future>} */
export function* reporting(future, report) {
  for (;;) {
    const { done, value } = future.next();
    if (done) return value;
    yield report(value);
  }
}

/**
 * How the games of both sides end, and which side is better for this player. Territory is squares by frame, then by player:
 * of the frames before the question and, for each seed, of those from it on, without the change and with it.
 */
export function judged(before, pairs, player, limit) {
  const ends = pairs.map((pair) => pair.map((rest) => ending([...before, ...rest], limit)));
  const kinds = pairs.map((pair) => JSON.stringify(pair)); // a pair that is played eight times is no surer than one
  const different = ends.filter((_, seed) => kinds.indexOf(kinds[seed]) === seed);
  const side = (at) => {
    const games = ends.map((pair) => pair[at]);
    const full = games.filter((game) => game.isFull).length;
    return { ...curves(pairs.map((pair) => pair[at])), full, wins: games.filter(({ places }) => places[player - 1] === 1).length };
  };
  return { different: different.length, verdict: verdict(different, player - 1), unchanged: side(0), changed: side(1) };
}

/** The end of a game: places, frames on which each player had a square, squares on the last one, turns played. */
function ending(land, limit) {
  const order = result(land);
  const places = land[0].map((_, seat) => order.indexOf(seat + 1) + 1);
  const lived = land[0].map((_, seat) => land.filter((squares) => squares[seat] > 0).length);
  return { places, lived, squares: land.at(-1), turn: land.length - 1, isFull: land.length - 1 === limit };
}

/** Whether the second game of each pair is better: by place, a sooner win or a longer life, squares on the last turn. */
function verdict(pairs, seat) {
  const merit = ({ places, turn, lived, isFull, squares }) =>
    [-places[seat], places[seat] === 1 ? -turn : lived[seat], isFull ? squares[seat] : 0];
  const signs = pairs.map(([one, two]) => Math.sign(compare(merit(two), merit(one))));
  const [worse, same, better] = [-1, 0, 1].map((sign) => signs.filter((each) => each === sign).length);
  const chance = signTest(Math.min(worse, better), worse + better);
  const full = pairs.filter(([one, two]) => one.isFull && two.isFull);
  return { better, worse, same, chance, squares: mean(full.map(([one, two]) => two.squares[seat] - one.squares[seat])) };
}

/** The two-sided chance of so uneven counts if each pair were a coin. */
function signTest(fewer, pairs) {
  let [ways, total] = [1, 0];
  for (let k = 0; k <= fewer; k++, ways *= (pairs - k + 1) / k) total += ways;
  return Math.min(1, total / 2 ** (pairs - 1));
}

/** Mean and ends of the interval by frame, for each player; a game that is over keeps its last value. */
function curves(games) {
  const length = Math.max(...games.map((land) => land.length));
  const values = (seat, frame) => games.map((land) => land[Math.min(frame, land.length - 1)][seat]);
  const means = games[0][0].map((_, seat) => Array.from({ length }, (_, frame) => mean(values(seat, frame))));
  return Object.fromEntries(["mean", "low", "high"].map((name) => [name, means.map((curve) => curve.map((each) => each[name]))]));
}

/** The mean with Student's interval, which one value does not have; null for no values. */
function mean(values) {
  const games = values.length;
  if (games === 0) return null;
  const middle = values.reduce((sum, value) => sum + value, 0) / games;
  if (games === 1) return { mean: middle, low: null, high: null, games };
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const reach = STUDENT[games - 2] * Math.sqrt(squares / (games - 1) / games);
  return { mean: middle, low: middle - reach, high: middle + reach, games };
}

// Student's t for 95 %, by the degrees of freedom from one on: up to 32 values.
const STUDENT = [
  12.706205, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119, 2.3646243, 2.3060041, 2.2621572, 2.2281389,
  2.2009852, 2.1788128, 2.1603687, 2.1447867, 2.1314495, 2.1199053, 2.1098156, 2.100922, 2.0930241, 2.0859634,
  2.0796138, 2.0738731, 2.0686576, 2.0638986, 2.0595386, 2.0555294, 2.0518305, 2.0484071, 2.0452296, 2.0422725,
  2.0395134,
]; // prettier-ignore

/** The recorded game up to the frame `turn`, and from there on this rest. */
function playedOn(game, turn, rest) {
  const area = game.width * game.height;
  const whole = (layer) => joined([game[layer].subarray(0, turn * area), rest[layer]]);
  const [owner, strength, moves] = ["owner", "strength", "moves"].map(whole);
  return { ...game, frames: turn + rest.frames, owner, strength, moves };
}
