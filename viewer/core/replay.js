// A game: a Halite replay, version 11, or the planes that viewer/planes.py wrote into the page; bytes in, typed arrays out.

import { checkLength, checkWhole, demand, excerpt, FormatError, parse, shownName } from "./bounds.js";
import { neighbours, STEPS } from "./planes.js";

const NEWLINE = "\n".charCodeAt(0);
const LARGEST = 2 ** 20; // sides and frames
const PLAYERS = 6;

/** The game in these (uncompressed) bytes. Throws FormatError when they are not what the first line says. */
export function readPlanes(bytes, name) {
  let at = bytes.indexOf(NEWLINE) + 1;
  const { width, height, frames, players } = parse(new TextDecoder().decode(bytes.subarray(0, at)), "its first line", "was it cut short");
  for (const [what, number] of Object.entries({ width, height, frames })) checkWhole(number, what, 1, LARGEST);
  const area = width * height;
  const expected = at + (3 * frames) * area;
  if (bytes.length !== expected) throw new FormatError(`${expected} bytes expected, found ${bytes.length}; was the page cut short?`);
  const next = (tables) => byFrame(bytes.subarray(at, (at += tables * area)), area, tables);
  const [owner, strength, production, moves] = [frames, frames, 1, frames - 1].map(next);
  const game = { name, width, height, frames, players: readNames(players, owner), owner, strength, production, moves };
  addExpected(game);
  return game;
}

/** The players' names, fit to be shown. Throws FormatError where a square's owner has no name. */
function readNames(names, owner) {
  const areNames = Array.isArray(names) && names.length <= PLAYERS && names.every((name) => typeof name === "string");
  demand(areNames, () => `at most ${PLAYERS} names of players expected, found ${excerpt(names)}`);
  const highest = owner.reduce((most, each) => Math.max(most, each), 0);
  demand(highest <= names.length, () => `${names.length} players, but a square belongs to player ${highest}`);
  return names.map((name) => shownName(name));
}

/** Adds the strength that is expected on a frame to what was written, which is how much more it is; see viewer/planes.py. */
function addExpected({ width, height, frames, owner, strength, production, moves }) {
  const area = width * height;
  const around = neighbours({ width, height });
  const arriving = new Int32Array(area);
  for (let at = 0, next = area; next < frames * area; at = next, next += area) {
    arriving.fill(0);
    for (let square = 0; square < area; square++) {
      const move = moves[at + square];
      if (!owner[at + square] || move >= STEPS.length) continue;
      arriving[around[5 * square + move]] += strength[at + square] + (move ? 0 : production[square]);
    }
    for (let square = 0; square < area; square++) {
      strength[next + square] += owner[at + square] ? arriving[square] : Math.abs(arriving[square] - strength[at + square]);
    }
  }
}

/** A table that has everything of one square together, as one that has everything of one frame together. */
function byFrame(bySquare, area, frames) {
  const table = new Uint8Array(bySquare.length);
  for (let turn = 0; turn < frames; turn++) {
    for (let square = 0; square < area; square++) table[turn * area + square] = bySquare[square * frames + turn];
  }
  return table;
}

const VERSION = 11;
const MEMBERS = ["frames", "moves", "productions", "num_players", "player_names", "version", "width", "height"];
const [MOVE, BYTE] = [5, 255]; // the largest number that is kept of a move, and of all others
const LONGEST = 2 ** 31 - 1; // what the engine takes for a number

/**
 * A game of T frames and T - 1 turns on a torus of H x W squares; square (x, y) of frame t is `t * H * W + y * W + x`.
 * @typedef {object} Replay
 * @property {string} name         of the file
 * @property {number} width        W
 * @property {number} height       H
 * @property {number} frames       T
 * @property {string[]} players    names as they are shown; player 1 is players[0]
 * @property {Uint8Array} owner      T * H * W, 0 = neutral, 1..6 = players
 * @property {Uint8Array} strength   T * H * W, 0..255
 * @property {Uint8Array} production H * W
 * @property {Uint8Array} moves      (T - 1) * H * W, 0 none or STILL, 1..4 north, east, south, west, 5 anything above
 */

/** The replay in these (uncompressed) bytes. Throws FormatError that says what was expected and what came. */
export function readReplay(bytes, name = "replay") {
  const members = parse(new TextDecoder().decode(bytes), "it", "was it cut short");
  const missing = MEMBERS.filter((key) => !Object.hasOwn(members ?? {}, key));
  demand(missing.length === 0, `no ${missing.join(", ")} in it; is it a Halite I replay?`);
  const { version, frames: squares, moves: chosen, productions, width, height, player_names: names, num_players: count } = members;
  demand(version === VERSION, `version ${VERSION} expected, found ${excerpt(version)}`);
  for (const [what, side] of Object.entries({ width, height })) checkWhole(side, what, 1, LARGEST);
  demand(Array.isArray(squares) && squares.length > 0, "frames is empty; was the game cut short?");
  demand(names?.length === count, `player_names must be ${excerpt(count)} texts, found ${excerpt(names)}`);
  const frames = squares.length;
  const area = width * height;
  const [owner, strength, moves, production] = [frames, frames, frames - 1, 1].map((count) => new Uint8Array(count * area));
  eachSquare(squares, "frames", [frames, height, width], (at, square) => {
    checkLength(square, "a square of frames", 2);
    owner[at] = bounded(square[0], BYTE);
    strength[at] = bounded(square[1], BYTE);
  });
  eachSquare(chosen, "moves", [frames - 1, height, width], (at, move) => (moves[at] = bounded(move, MOVE)));
  eachSquare([productions], "productions", [1, height, width], (at, number) => (production[at] = bounded(number, BYTE)));
  return { name, width, height, frames, players: readNames(names, owner), owner, strength, moves, production };
}

/** Calls `act(place, square)` for each square of lists of rows. Throws FormatError where the lists have other lengths. */
function eachSquare(lists, what, [frames, height, width], act) {
  let at = 0;
  for (const rows of checkLength(lists, what, frames)) {
    for (const row of checkLength(rows, `a frame of ${what}`, height)) {
      for (const square of checkLength(row, `a row of ${what}`, width)) act(at++, square);
    }
  }
}

/** A number of a replay; one above `largest` as that. Throws FormatError. */
function bounded(number, largest) {
  return Math.min(checkWhole(number, "a number", 0, LONGEST), largest);
}
