// Play on from here, again and again: with the change and without, in pairs whose ties are broken alike.

import { joined } from "../page/frames.js";

const SIDES = ["unchanged", "changed"];
const MEASURES = ["sooner", "longer", "squares"]; // what a verdict measures, as the kernel lists it
const CURVES = ["mean", "low", "high"];

/**
 * How a game went on with the change and without, judged by the kernel. A generator, which yields how far it is: the
 * share of all turns, the pair that is being played, and what the pairs before say, from the second on.
 * @param {number} question.turn      the frame from which the game is played on
 * @param {number} question.player    whose change it is, from 1
 * @param {import("./mind.js").Player[]} question.players  everybody without the change, in the game's order
 * @param {Record<string, *>} question.parameters  the change
 * @param {number} question.seeds     pairs of futures
 * @returns {Generator<{share: number, pair: number, soFar: object|null}, object>}  the answer; `kept` are both futures
 *   of the first pair
 */
export function* futures(mind, { turn, player, players, parameters, seeds }) {
  const { thinker, game } = mind;
  const { height, width } = game;
  const turns = thinker.call("turns_left", { height, width, turn })[0];
  let soFar = null;
  const judged = (pairs) => {
    thinker.call("judge", { height, width, player, players: players.length, seeds: pairs, first: turn });
    return { turn, player, seeds: pairs, ...told(thinker, players.length) };
  };
  const changed = players.map((who, seat) => (seat === player - 1 ? { ...who, values: { ...who.values, ...parameters } } : who));
  const kept = {};
  thinker.bytes("pairs.frames").fill(0);
  for (let frame = 0; frame < turn; frame++) mind.note(0, frame);
  for (let seed = 0; seed < seeds; seed++) {
    for (const [side, sitting] of [players, changed].entries()) {
      const seeded = sitting.map((who) => ({ ...who, values: { ...who.values, seed } }));
      const number = 2 * seed + side;
      const future = mind.future({ turn, players: seeded, isKept: seed === 0, number });
      const shareAt = (at) => (number + Math.max(at - turn, 0) / turns) / (2 * seeds);
      const { game: whole } = yield* played(future, (at) => ({ share: shareAt(at), pair: seed + 1, soFar: soFar && withoutCurves(soFar) }));
      if (seed === 0) kept[SIDES[side]] = playedOn(game, turn, whole);
    }
    if (seed > 0) soFar = judged(seed + 1);
  }
  return { ...(soFar ?? judged(seeds)), kept, parting: firstDifference(kept.unchanged, kept.changed) };
}

/**
 * The first turn on which any square moves differently, and all squares that do; null when there is none.
 * @returns {{turn: number, squares: number[], moves: [number, number][]}|null}  moves: in `one`, in `other`
 */
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

function withoutCurves({ unchanged, changed, ...verdict }) {
  return { ...verdict, unchanged: { players: unchanged.players }, changed: { players: changed.players } };
}

/** One future; what is yielded is what `reach` makes of the turn reached. */
function* played(future, reach) {
  for (;;) {
    const { done, value } = future.next();
    if (done) return value;
    yield reach(value);
  }
}

/** What the kernel found, by the names that panels know; null for what it cannot tell. */
function told(thinker, players) {
  const [{ full, length, different, better, worse, same, chance }] = thinker.records("told.verdict");
  const amounts = thinker.records("told.amounts").map(measure);
  const fared = thinker.records("told.fared");
  const curves = thinker.array("told.curves");
  const [, , frames, seats] = thinker.layout.places.get("told.curves").shape;
  const side = (number) => {
    const sitting = fared.slice(number * seats + 1, number * seats + 1 + players);
    const curve = (row, seat) => Array.from({ length: length[number] }, (_, frame) =>
      finite(curves[((number * CURVES.length + row) * frames + frame) * seats + seat]));
    const drawn = CURVES.map((name, row) => [name, sitting.map((_, i) => curve(row, i + 1))]);
    return { ...Object.fromEntries(drawn), full: full[number], players: sitting.map(inWords) };
  };
  const measured = Object.fromEntries(MEASURES.map((name, i) => [name, amounts[i]]));
  return { different, verdict: { better, worse, same, chance, ...measured }, unchanged: side(0), changed: side(1) };
}

/** How one player fared, with what is about the last turn together. */
function inWords({ wins, rank, eliminated, elimination, ...squares }) {
  return { wins, rank, eliminated, elimination: finite(elimination), squares: measure(squares) };
}

/** A mean with its interval; null where no game has it. */
function measure({ mean, low, high, games }) {
  return games ? { mean, low: finite(low), high: finite(high), games } : null;
}

function finite(number) {
  return Number.isFinite(number) ? number : null;
}

/** The recorded game up to the frame `turn`, and from there on this rest. */
function playedOn(game, turn, rest) {
  const area = game.width * game.height;
  const whole = (layer) => joined([game[layer].subarray(0, turn * area), rest[layer]]);
  const [owner, strength, moves] = ["owner", "strength", "moves"].map(whole);
  return { ...game, frames: turn + rest.frames, owner, strength, moves };
}
