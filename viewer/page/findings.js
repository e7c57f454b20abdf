// What `python -m experiments coach` found out about a game: experiments/coach/sentences.py writes it.

import { checked, demand, FINITE, isObject, list, parsed, whole } from "./bounds.js";

const VERSION = 1;
const TEXT = { wanted: "a text", holds: (value) => typeof value === "string" };
const SHARE = { wanted: "a share 0..1", holds: (value) => value >= 0 && value <= 1 };
const ROW = { wanted: "an object or a list", holds: (value) => value !== null && typeof value === "object" };

/**
 * A turning point: the frame before it, the square to look at, the other moves, and what is said of it.
 * @typedef {{first: number, last: number, title: string, texts: [string, string][], square: {x: number, y: number}|null,
 *   moves: {x: number, y: number, move: number}[]}} Point
 *
 * @typedef {{seat: number, turns: number, title: string, aim: string, lead: string[], method: string[], points: Point[],
 *   chance: {frame: number, won: number[], each: number[]}[], unsure: (string|number)[][], growing: boolean}} Findings
 */

/** Whether a text begins as the coach's findings do. */
export function looksLikeFindings(start) {
  return /^\{\s*"format"\s*:\s*"halite-coach"/.test(start);
}

/** The findings in this text. Throws FormatError. @returns {Findings} */
export function readFindings(text) {
  const found = parsed(text, "it", "was the file cut short");
  demand(isObject(found) && found.version === VERSION, "findings of another version; run the coach of this version again");
  const turns = checked(found.turns, "turns", whole(1, 1e6));
  checked(found.seat, "seat", whole(1, 6));
  list([found.title, found.aim], "title", TEXT);
  for (const key of ["lead", "method"]) list(found[key], key, TEXT);
  for (const { frame, won, each } of list(found.chance, "chance", ROW)) {
    checked(frame, "frame", whole(0, turns));
    list(won, "won", SHARE, 3);
    list(each, "each", SHARE);
  }
  for (const { first, last, title, texts, moves, square } of list(found.points, "points", ROW)) {
    checked(last, "last", whole(checked(first, "first", whole(0, turns)), turns));
    checked(title, "title", TEXT);
    for (const pair of list(texts, "texts", ROW)) list(pair, "texts", TEXT, 2);
    for (const { x, y, move = 0 } of [...list(moves, "moves", ROW), ...(square ? [square] : [])]) {
      list([x, y], "square", FINITE);
      checked(move, "move", whole(0, 4));
    }
  }
  for (const row of list(found.unsure, "unsure", ROW)) demand(Array.isArray(row), "unsure must hold rows");
  return found;
}

/** Throws FormatError when they are about another game. */
export function checkFindings({ turns, seat, chance }, game) {
  demand(turns === game.frames - 1, `the coach looked at a game of ${turns} turns, this one has ${game.frames - 1}; is it another game's?`);
  demand(seat <= game.players.length, `the coach looked at player ${seat}, the game has ${game.players.length}`);
  demand(chance.every(({ each }) => each.length === game.players.length), "the coach saw another number of players");
}

/** The chance of a player (1 is the first) on every frame of a game, in per cent, straight between the measured frames. */
export function curveOf({ chance, turns }, player) {
  const values = new Float64Array(turns + 1).fill(NaN);
  chance.forEach(({ frame, each }, i) => {
    const [next, from] = [chance[i + 1] ?? { frame: turns, each }, each[player - 1]];
    for (let at = frame; at <= next.frame; at++) {
      values[at] = 100 * (from + ((next.each[player - 1] - from) * (at - frame)) / Math.max(1, next.frame - frame));
    }
  });
  return values;
}
