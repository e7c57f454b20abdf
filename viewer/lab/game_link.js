// A game as a link: #30x30&seed=7&a=v26&b=v17?alpha=0.2, with turn, square and layers behind; see page/link.js.
// With maps=100 it is a challenge: a against b on a hundred maps, of which the seed's is the first.

import { AskedError, playerOf } from "./players.js";

const SEATS = ["a", "b", "c", "d", "e", "f"];
const MOST_MAPS = 10_000;
const MOST_FIRST = 2 ** 31 - 1;
const MOST_DIGITS = 10; // of a size or a seed; the kernels say which of them have a map

/**
 * All that determines a game; its board may come out smaller, so that all players get an equal part.
 * @typedef {{width: number, height: number, seed: number, players: import("./players.js").Seated[]}} Request
 */

/** The game of an address. Throws AskedError. @param {object} table  of the kernels @returns {Request} */
export function readGame(table, hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const [size] = asked.keys();
  const [width, height] = size.split("x").map((side) => whole(side, "a side of the board"));
  const seed = whole(asked.get("seed") ?? "", "the seed");
  const written = SEATS.map((seat) => asked.get(seat));
  const count = written.findLastIndex((text) => text !== null) + 1;
  if (count < 2 || written.slice(0, count).includes(null)) {
    throw new AskedError("a game has two to six players, a, b and so on: #30x30&seed=7&a=v26&b=v17");
  }
  return { width, height, seed, players: written.slice(0, count).map((text) => playerOf(table, text)) };
}

/**
 * The challenge of an address; null where it names a single game. Throws AskedError.
 * @param {object} table  of the kernels
 * @returns {import("./running.js").Asked|null}
 */
export function readChallenge(table, hash) {
  const maps = new URLSearchParams(hash.replace(/^#/, "")).get("maps");
  if (maps === null) return null;
  const { seed, players, ...sides } = readGame(table, hash);
  const blocks = whole(maps, "the number of maps");
  if (blocks < 1 || blocks > MOST_MAPS || seed > MOST_FIRST || players.length > 2) {
    throw new AskedError(`a challenge has two players, up to ${MOST_MAPS} maps, and a seed of at most ${MOST_FIRST}`);
  }
  return { ...sides, first: seed, blocks, players: players.map(({ notation }) => notation) };
}

/** The pairs of an address that name a challenge. @param {import("./running.js").Asked} asked */
export function challengePairs({ width, height, first, blocks, players }) {
  const seated = players.map((notation) => ({ notation }));
  return [...gamePairs({ width, height, seed: first, players: seated }), ["maps", blocks]];
}

/** The pairs of an address that name a game; page/link.js writes them in front of the others. @param {Request} game */
export function gamePairs({ width, height, seed, players }) {
  const seats = players.map(({ notation }, i) => [SEATS[i], notation.replaceAll("&", ",")]);
  return [[`${width}x${height}`, null], ["seed", seed], ...seats];
}

function whole(text, what) {
  if (/^\d+$/.test(text) && text.length <= MOST_DIGITS) return Number(text);
  throw new AskedError(`${what} is "${text}"; expected a whole number`);
}
