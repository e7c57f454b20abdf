// The game that viewer/planes.py wrote into the page: a line of JSON, then its tables as bytes.

import { shownName } from "./names.js";
import { FormatError } from "./scanner.js";

const NEWLINE = 10;

/**
 * The game in these (uncompressed) bytes; its tables are views of them.
 *
 * Throws FormatError when there are more or fewer bytes than its first line says.
 *
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {import("./replay.js").Replay}
 */
export function readPlanes(bytes, name) {
  let at = bytes.indexOf(NEWLINE) + 1;
  const { width, height, frames, players } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  const area = width * height;
  const expected = at + (3 * frames) * area;
  if (bytes.length !== expected) throw new FormatError(`${expected} bytes expected, found ${bytes.length}; was the page cut short?`);
  const next = (size) => bytes.subarray(at, (at += size));
  const [owner, strength, production, moves] = [frames, frames, 1, frames - 1].map((tables) => next(tables * area));
  return { name, width, height, frames, players: players.map((player) => shownName(player)), owner, strength, production, moves };
}
