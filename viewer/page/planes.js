// The game that viewer/planes.py wrote into the page: a line of JSON, then its tables as bytes.

import { checked, demand, parsed, shortly, whole } from "./bounds.js";
import { STEPS } from "./directions.js";
import { neighbours } from "./frames.js";
import { shownName } from "./names.js";
import { FormatError } from "./scanner.js";

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
