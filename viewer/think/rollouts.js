// Play on from here, again and again: with the change and without, in pairs whose ties are broken alike.

import { joined } from "../core/planes.js";
import { compare, result, territoryOf, turnLimit } from "../core/ranking.js";

const SIDES = ["unchanged", "changed"];

/**
 * How a game went on with the change and without, and who does better. A generator, which yields how far it is: the
 * share of all turns, the pair that is being played, and what the pairs before say, from the second on.
 * @param {import("./analysis.js").GameAnalysis} analysis
 * @param {any} question  turn: the frame from which the game is played on; player: whose change it is, from 1; players:
 *   everybody without the change, in the game's order; parameters, orders: the change; seeds: pairs of futures
 * @returns  the answer; `kept` are both futures of the first pair
 */
export function* playPairs(analysis, { turn, player, players, parameters, orders = [], seeds }) {
  const { game } = analysis;
  const limit = turnLimit(game);
  const before = territoryOf(game).slice(0, turn);
  const changed = players.map((who, seat) => (seat === player - 1 ? { ...who, orders, values: { ...who.values, ...parameters } } : who));
  const kept = {};
  const pairs = [];
  const soFar = () => ({ turn, player, seeds: pairs.length, ...judge(before, pairs, player, limit) });
  for (let seed = 0; seed < seeds; seed++) {
    const judged = seed > 1 ? soFar() : null;
    const pair = [];
    for (const sitting of [players, changed]) {
      const seeded = sitting.map((who) => ({ ...who, values: { ...who.values, seed } }));
      const future = analysis.future({ turn, players: seeded });
      const shareAt = (at) => (2 * seed + pair.length + Math.max(at - turn, 0) / (limit - turn)) / (2 * seeds);
      const { territory, game: whole } = yield* reportProgress(future, (at) => ({ share: shareAt(at), pair: seed + 1, soFar: judged }));
      if (seed === 0) kept[SIDES[pair.length]] = appendRest(game, turn, whole);
      pair.push(territory);
    }
    pairs.push(pair);
  }
  return { ...soFar(), kept };
}

/** One future; what is yielded is what `report` makes of the turn reached. */
export function* reportProgress(future, report) {
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
export function judge(before, pairs, player, limit) {
  const ends = pairs.map((pair) => pair.map((rest) => ending([...before, ...rest], player - 1, limit)));
  const kinds = pairs.map((pair) => JSON.stringify(pair)); // a pair that is played eight times is no surer than one
  const different = ends.filter((_, seed) => kinds.indexOf(kinds[seed]) === seed);
  const winsOf = (side) => ends.filter((pair) => pair[side].place === 1).length;
  return { different: different.length, verdict: verdict(different), wins: { unchanged: winsOf(0), changed: winsOf(1) } };
}

/** The end of a game for a player: its place, frames on which it had a square, squares on the last turn of a whole game. */
function ending(land, seat, limit) {
  const lived = land.filter((squares) => squares[seat] > 0).length;
  const turn = land.length - 1;
  return { place: result(land).indexOf(seat + 1) + 1, lived, turn, squares: turn === limit ? land[turn][seat] : null };
}

/** Whether the second game of each pair is better: by place, a sooner win or a longer life, squares on the last turn. */
function verdict(pairs) {
  const merit = ({ place, turn, lived, squares }) => [-place, place === 1 ? -turn : lived, squares ?? 0];
  const signs = pairs.map(([one, two]) => Math.sign(compare(merit(two), merit(one))));
  const [worse, same, better] = [-1, 0, 1].map((sign) => signs.filter((each) => each === sign).length);
  const whole = pairs.filter((pair) => pair.every(({ squares }) => squares !== null));
  const squares = whole.map(([one, two]) => two.squares - one.squares);
  return { better, worse, same, chance: signTest(Math.min(worse, better), worse + better), squares };
}

/** The two-sided chance of so uneven counts if each pair were a coin. */
function signTest(fewer, pairs) {
  let [ways, total] = [1, 0];
  for (let k = 0; k <= fewer; k++, ways *= (pairs - k + 1) / k) total += ways;
  return Math.min(1, total / 2 ** (pairs - 1));
}

/** The recorded game up to the frame `turn`, and from there on this rest. */
function appendRest(game, turn, rest) {
  const area = game.width * game.height;
  const whole = (layer) => joined([game[layer].subarray(0, turn * area), rest[layer]]);
  const [owner, strength, moves] = ["owner", "strength", "moves"].map(whole);
  return { ...game, frames: turn + rest.frames, owner, strength, moves };
}
