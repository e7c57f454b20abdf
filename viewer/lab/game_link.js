// A game as a link: #30x30&seed=7&a=v26&b=v17?alpha=0.2, with turn, square and layers behind; see page/link.js.

import { AskedError, playerOf } from "./players.js";

const SEATS = ["a", "b", "c", "d", "e", "f"];
const MOST_DIGITS = 10; // of a size or a seed; the kernels say which of them have a map

/**
 * All that determines a game.
 *
 * @typedef {object} Request
 * @property {number} width    asked for; three, five or six players may get a few squares less
 * @property {number} height
 * @property {number} seed     of the map
 * @property {(import("../thinking/mind.js").Player & {notation: string})[]} players
 */

/** Whether an address names a game. */
export function isGameLink(hash) {
  return /^#?\d+x\d+(&|$)/.test(hash);
}

/**
 * The game of an address. Throws AskedError.
 *
 * @param {object} table  of the kernels
 * @param {string} hash
 * @returns {Request}
 */
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

/** The pairs of an address that name a game; page/link.js writes them in front of the others. @param {Request} game */
export function gamePairs({ width, height, seed, players }) {
  const seats = players.map(({ notation }, i) => [SEATS[i], notation.replaceAll("&", ",")]);
  return [[`${width}x${height}`, null], ["seed", seed], ...seats];
}

function whole(text, what) {
  if (/^\d+$/.test(text) && text.length <= MOST_DIGITS) return Number(text);
  throw new AskedError(`${what} is "${text}"; expected a whole number`);
}
