// A game: a Halite replay, version 11, or the planes that viewer/planes.py wrote into the page; bytes in, typed arrays out.

import { checkWhole, demand, excerpt, FormatError, parse, shownName } from "./bounds.js";
import { neighbours, STEPS } from "./planes.js";

const [OPEN, CLOSE, COMMA, ZERO, NINE, NEWLINE] = [..."[],09\n"].map((sign) => sign.charCodeAt(0));
const BLANK = 32; // and everything below it: JSON knows no other blanks than space, tab and line ends
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
const TABLES = { frames: 255, moves: 5, productions: 255 }; // the largest number that is kept
const MEMBERS = ["num_frames", "num_players", "player_names", "version", "width", "height"];

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
 */
export function readReplay(bytes, name = "replay") {
  const text = new TextDecoder("latin1").decode(bytes); // a letter for every byte
  const tables = {};
  let [rest, from] = ["", 0]; // the text without the tables, and the byte up to which it is known
  const utf8 = (start, end) => new TextDecoder().decode(bytes.subarray(start, end));
  for (const { index, 0: head, 1: key } of text.matchAll(/"(frames|moves|productions)"\s*:\s*(?=\[)/g)) {
    if (index < from || key in tables) continue;
    const start = index + head.length;
    tables[key] = tableAt(bytes, start, TABLES[key]);
    rest += `${utf8(from, start)}0`;
    from = tables[key].end;
  }
  const members = { ...parse(rest + utf8(from), "it", "was it cut short"), ...tables };
  const missing = [...Object.keys(TABLES).filter((key) => !(key in tables)), ...MEMBERS.filter((key) => !(key in members))];
  demand(missing.length === 0, `no ${missing.join(", ")} in it; is it a Halite I replay?`);
  demand(members.version === VERSION, `version ${VERSION} expected, found ${excerpt(members.version)}`);
  const { width, height, num_frames: frames, num_players: count, player_names: names } = members;
  for (const [what, number] of Object.entries({ width, height, frames })) checkWhole(number, what, 1, LARGEST);
  const area = width * height;
  const sizes = { frames: 2 * frames * area, moves: (frames - 1) * area, productions: area };
  for (const [key, size] of Object.entries(sizes)) {
    const found = tables[key].numbers.length;
    demand(found === size, `${key} has ${found} numbers, ${size} expected; was the file edited?`);
  }
  demand(names?.length === count, `player_names must be ${excerpt(count)} texts, found ${excerpt(names)}`);
  const [pairs, moves, production] = [tables.frames, tables.moves, tables.productions].map(({ numbers }) => numbers);
  const [owner, strength] = [new Uint8Array(frames * area), new Uint8Array(frames * area)];
  for (let i = 0; i < owner.length; i++) {
    owner[i] = pairs[2 * i];
    strength[i] = pairs[2 * i + 1];
  }
  return { name, width, height, frames, players: readNames(names, owner), owner, strength, production, moves };
}

/**
 * The whole numbers in the nested lists that begin at a byte; those above `largest` are kept as `largest`.
 * @returns {{numbers: Uint8Array, end: number}}  in reading order; the byte behind them
 */
function tableAt(bytes, start, largest) {
  const numbers = new Uint8Array(((bytes.length - start) >> 1) + 1); // a number takes at least two bytes
  let count = 0;
  let depth = 0;
  for (let at = start; ; at++) {
    const sign = bytes[at];
    if (sign === OPEN) depth += 1;
    else if (sign === CLOSE) {
      depth -= 1;
      if (depth === 0) return { numbers: numbers.slice(0, count), end: at + 1 };
    } else if (sign >= ZERO && sign <= NINE) {
      let number = sign - ZERO;
      while (bytes[at + 1] >= ZERO && bytes[at + 1] <= NINE) number = number * 10 + bytes[++at] - ZERO;
      numbers[count++] = Math.min(number, largest);
    } else if (sign !== COMMA && !(sign <= BLANK)) {
      const came = at < bytes.length ? `found "${String.fromCharCode(...bytes.subarray(at, at + 24))}"; is it a replay` : "the file ends there; was it cut short";
      throw new FormatError(`whole numbers in lists of lists expected at byte ${at}, but ${came}?`);
    }
  }
}
