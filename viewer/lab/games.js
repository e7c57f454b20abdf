// Games between presets as text: players as people write them, `v26?alpha=0.2`, and games and matches as links.

import { describeRange, isAllowed, valueOf } from "../think/parameters.js";
import { notation } from "../think/player.js";

const SEATS = ["a", "b", "c", "d", "e", "f"];
const MOST_DIGITS = 10; // of a size or a seed; the kernels say which of them have a map

/**
 * All that determines a game, or a match of so many maps (blocks) from this seed on. Players are as people write them; the
 * board may come out smaller, so that all players get an equal part.
 * @typedef {{width: number, height: number, seed: number, players: string[], blocks?: number|null}} Request
 */

/** The player of a notation: changes stand behind `?`, with `,` or `&` between them. Throws an Error that says what is wrong. */
export function playerOf(table, text) {
  const [, preset, changes] = /^([^?]*)\??(.*)$/s.exec(text.trim());
  const presets = Object.keys(table.presets);
  if (!presets.includes(preset)) throw new Error(`there is no preset "${preset}"; a page plays ${presets.join(", ")}`);
  const values = {};
  for (const pair of changes.split(/[,&]/).filter(Boolean)) {
    const [, name, value] = /^([^=]*)=?(.*)$/s.exec(pair);
    values[name] = valueOfParameter(table, name, value);
  }
  return { preset, values, notation: notation(preset, values) };
}

export function changed(table, player, changes) {
  return playerOf(table, notation(player.preset, { ...player.values, ...changes }));
}

function valueOfParameter({ definitions }, name, text) {
  const declared = Object.hasOwn(definitions, name) ? definitions[name] : null;
  if (!declared?.tunable) {
    const near = Object.keys(definitions).filter((each) => definitions[each].tunable && each.startsWith(name.slice(0, 2)));
    throw new Error(`there is no parameter "${name}"${near.length ? `; ${near.join(", ")}?` : ""}`);
  }
  const value = valueOf(declared, text);
  if (isAllowed(declared, value)) return value;
  throw new Error(`${name} = ${text || "nothing"}: expected ${describeRange(declared)}`);
}

/** The sides of a board as people write them. Throws Error. */
export function sidesOf(text) {
  const sides = /^(\d{1,4})x(\d{1,4})$/.exec(text.trim());
  if (!sides) throw new Error(`the size is "${text}"; expected something like 30x30`);
  return { width: Number(sides[1]), height: Number(sides[2]) };
}

/** The game of an address: #30x30&seed=7&a=v26&b=v17?alpha=0.2, see files/link.js; maps=100 makes it a match. Throws Error. @returns {Request} */
export function readGame(table, hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const [size] = asked.keys();
  const [width, height] = size.split("x").map((side) => wholeNumber(side, "a side of the board"));
  const seed = wholeNumber(asked.get("seed") ?? "", "the seed");
  const written = SEATS.map((seat) => asked.get(seat));
  const count = written.findLastIndex((text) => text !== null) + 1;
  if (count < 2 || written.slice(0, count).includes(null)) {
    throw new Error("a game has two to six players, a, b and so on: #30x30&seed=7&a=v26&b=v17");
  }
  const players = written.slice(0, count).map((text) => playerOf(table, text).notation);
  const blocks = asked.has("maps") ? wholeNumber(asked.get("maps"), "the number of maps") : null;
  if (blocks === 0) throw new Error("a match has at least one map");
  return { width, height, seed, players, blocks };
}

/** The pairs of an address that name a game or a match; files/link.js writes them in front of the others. @param {Request} request */
export function gamePairs({ width, height, seed, players, blocks }) {
  const seats = players.map((name, i) => [SEATS[i], name.replaceAll("&", ",")]);
  return [[`${width}x${height}`, null], ["seed", seed], ...seats, ...(blocks ? [["maps", blocks]] : [])];
}

function wholeNumber(text, what) {
  if (/^\d+$/.test(text) && text.length <= MOST_DIGITS) return Number(text);
  throw new Error(`${what} is "${text}"; expected a whole number`);
}
