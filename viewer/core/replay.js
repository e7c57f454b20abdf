// A game: a Halite replay, version 11, or the planes that viewer/planes.py wrote into the page; bytes in, typed arrays out.

import { checked, demand, FormatError, parsed, shortly, shownName, whole } from "./bounds.js";
import { neighbours, STEPS } from "./planes.js";

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,:[]{}'].map(
  (sign) => sign.charCodeAt(0),
);
const ZERO = 48;
const BLANK = 32; // and everything below it: JSON knows no other blanks than space, tab and line ends
const NEWLINE = 10;
const LARGEST = 2 ** 20; // sides and frames
const PLAYERS = 6;

/** The game in these (uncompressed) bytes. Throws FormatError when they are not what the first line says. */
export function readPlanes(bytes, name) {
  let at = bytes.indexOf(NEWLINE) + 1;
  const { width, height, frames, players } = parsed(new TextDecoder().decode(bytes.subarray(0, at)), "its first line", "was it cut short");
  for (const [what, number] of Object.entries({ width, height, frames })) checked(number, what, whole(1, LARGEST));
  const areNames = Array.isArray(players) && players.length <= PLAYERS && players.every((player) => typeof player === "string");
  demand(areNames, () => `players must be at most ${PLAYERS} names, found ${shortly(players)}`);
  const area = width * height;
  const expected = at + (3 * frames) * area;
  if (bytes.length !== expected) throw new FormatError(`${expected} bytes expected, found ${bytes.length}; was the page cut short?`);
  const next = (tables) => byFrame(bytes.subarray(at, (at += tables * area)), area, tables);
  const [owner, strength, production, moves] = [frames, frames, 1, frames - 1].map(next);
  const highest = owner.reduce((most, each) => Math.max(most, each), 0);
  demand(highest <= players.length, () => `player ${highest} owns a square, and the game has ${players.length}`);
  const game = { name, width, height, frames, players: players.map((player) => shownName(player)), owner, strength, production, moves };
  addExpected(game);
  return game;
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
const TABLES = { frames: [4, 255], moves: [3, 5], productions: [2, 255] }; // dimensions, largest number kept
const KEYS = ["frames", "moves", "num_players", "player_names", "productions", "version", "width", "height"];

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

/**
 * The replay in these (uncompressed) bytes. Throws FormatError that says what was expected and what came.
 *
 * The tables are read straight into typed arrays: JSON.parse would first make a million small lists of a large game.
 * @returns {Replay}
 */
export function readReplay(bytes, name = "replay") {
  const members = new Scanner(bytes).object((key, scanner) =>
    Object.hasOwn(TABLES, key) ? scanner.table(...TABLES[key]) : scanner.value(),
  );
  const missing = KEYS.filter((key) => !(key in members));
  demand(missing.length === 0, `no ${missing.join(", ")} in it; is it a Halite I replay?`);
  demand(members.version === VERSION, `version ${VERSION} expected, found ${shortly(members.version)}`);
  checkShapes(members);
  const { width, height, player_names: names } = members;
  return { name, width, height, players: names.map((each) => shownName(each)), ...layers(members) };
}

/** Throws FormatError where the parts contradict one another. */
function checkShapes({ frames, moves, productions, width, height, player_names: names, num_players: count }) {
  const [turns, rows, columns, pair] = frames.shape;
  demand(frames.numbers.length > 0, "frames is empty; was the game cut short?");
  demand(pair === 2, `a square is [owner, strength], but each has ${pair} numbers`);
  demand(rows === height && columns === width, `the board is said to be ${height} x ${width}, but the frames are ${rows} x ${columns}`);
  demand(productions.numbers.length === rows * columns, `${productions.numbers.length} productions for ${rows * columns} squares`);
  demand(moves.numbers.length === (turns - 1) * rows * columns, `${turns} frames, but moves of ${moves.shape[0]} turns`);
  const areNames = Array.isArray(names) && names.length <= PLAYERS && names.every((name) => typeof name === "string");
  demand(areNames && names.length === count, `player_names must be ${shortly(count)} texts, found ${shortly(names)}`);
}

/** Owners and strengths apart, as one array each. */
function layers({ frames, moves, productions, player_names: names }) {
  const size = frames.numbers.length >> 1;
  const owner = new Uint8Array(size);
  const strength = new Uint8Array(size);
  let highest = 0;
  for (let i = 0; i < size; i++) {
    owner[i] = frames.numbers[2 * i];
    strength[i] = frames.numbers[2 * i + 1];
    if (owner[i] > highest) highest = owner[i];
  }
  demand(highest <= names.length, `${names.length} players, but a square belongs to player ${highest}`);
  return { frames: frames.shape[0], owner, strength, moves: moves.numbers, production: productions.numbers };
}

/** One pass over the bytes of a JSON text: tables of whole numbers into typed arrays, everything else by JSON.parse. */
class Scanner {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /**
   * The object that the whole text is.
   * @param {(key: string, scanner: Scanner) => any} read  called at each value, must read it to its end
   * @returns {Record<string, any>}
   */
  object(read) {
    const members = {};
    this.expect(OPEN_OBJECT);
    if (!this.take(CLOSE_OBJECT)) {
      do {
        const key = this.value();
        this.expect(COLON);
        members[key] = read(key, this);
      } while (this.take(COMMA));
      this.expect(CLOSE_OBJECT);
    }
    this.skipBlank();
    if (this.at < this.bytes.length) this.refuse("the end of the file");
    return members;
  }

  /**
   * Nested lists of whole numbers; numbers above `largest` are kept as `largest`.
   * @returns {{shape: number[], numbers: Uint8Array}}  in reading order; an empty table has a shape of zeros
   */
  table(dimensions, largest) {
    const shape = new Array(dimensions).fill(-1);
    const numbers = new Uint8Array(((this.bytes.length - this.at) >> 1) + 1); // a number takes at least two bytes
    this.count = 0;
    this.list(0, shape, numbers, largest);
    return { shape: shape.map((size) => Math.max(size, 0)), numbers: numbers.slice(0, this.count) };
  }

  /** One list at this level of a table, and all within it. */
  list(level, shape, numbers, largest) {
    const isInnermost = level === shape.length - 1;
    let size = 0;
    this.expect(OPEN_LIST);
    if (!this.take(CLOSE_LIST)) {
      do {
        if (isInnermost) numbers[this.count++] = Math.min(this.number(), largest);
        else this.list(level + 1, shape, numbers, largest);
        size++;
      } while (this.take(COMMA));
      this.expect(CLOSE_LIST);
    }
    if (shape[level] === -1) shape[level] = size;
    else if (shape[level] !== size) {
      throw new FormatError(`a list of ${size} stands beside lists of ${shape[level]}; was the file edited?`);
    }
  }

  /** A whole number that is not negative. */
  number() {
    this.skipBlank();
    const start = this.at;
    let number = 0;
    for (let digit = this.bytes[this.at] - ZERO; digit >= 0 && digit <= 9; digit = this.bytes[++this.at] - ZERO) {
      number = number * 10 + digit;
    }
    if (this.at === start) this.refuse("a whole number");
    return number;
  }

  value() {
    this.skipBlank();
    const start = this.at;
    this.skipValue();
    const text = new TextDecoder().decode(this.bytes.subarray(start, this.at));
    try {
      return JSON.parse(text);
    } catch {
      this.at = start;
      return this.refuse("a JSON value");
    }
  }

  /** Moves behind a value, knowing of JSON only texts and brackets. */
  skipValue() {
    let depth = 0;
    for (; this.at < this.bytes.length; this.at++) {
      const sign = this.bytes[this.at];
      if (sign === QUOTE) this.skipText();
      else if (sign === OPEN_LIST || sign === OPEN_OBJECT) depth++;
      else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) {
        if (depth === 0) return;
        if (--depth === 0) return void this.at++;
      } else if (depth === 0 && (sign === COMMA || sign === COLON)) return;
      if (depth === 0 && sign === QUOTE) return void this.at++;
    }
  }

  /** From a text's first quote to its last. */
  skipText() {
    for (this.at++; this.at < this.bytes.length && this.bytes[this.at] !== QUOTE; this.at++) {
      if (this.bytes[this.at] === BACKSLASH) this.at++;
    }
  }

  skipBlank() {
    while (this.bytes[this.at] <= BLANK) this.at++;
  }

  /** Whether this sign comes next; it is read when it does. */
  take(sign) {
    this.skipBlank();
    if (this.bytes[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  expect(sign) {
    if (!this.take(sign)) this.refuse(`"${String.fromCharCode(sign)}"`);
  }

  refuse(wanted) {
    const rest = new TextDecoder().decode(this.bytes.subarray(this.at, this.at + 24));
    const came = rest === "" ? "the file ends there; was it cut short" : `found "${rest}"; is it a replay`;
    throw new FormatError(`${wanted} expected at byte ${this.at}, but ${came}?`);
  }
}
