// Saves files; writes a game as the official replay file, as engine/replay.py does.

import { download } from "../page/saving.js";

const VERSION = 11;
const LONGEST = 100; // letters of a name

/** Has the browser save a text; what it is called. */
export function save(title, ending, text) {
  const name = `${title.replace(/[^\w.-]+/g, "_").slice(0, LONGEST)}.${ending}`;
  download(new Blob([text], { type: "text/plain" }), name);
  return `${name} is saved.`;
}

export function replayText({ width, height, frames, players, owner, strength, production, moves }) {
  const area = width * height;
  const table = (frame, square) => rows(height, width, (c) => square(frame * area + c));
  const layers = (count, square) => Array.from({ length: count }, (_, frame) => table(frame, square));
  return JSON.stringify({
    version: VERSION,
    width,
    height,
    num_players: players.length,
    num_frames: frames,
    player_names: players,
    productions: table(0, (c) => production[c]),
    frames: layers(frames, (c) => [owner[c], strength[c]]),
    moves: layers(frames - 1, (c) => moves[c]),
  });
}

function rows(height, width, square) {
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => square(y * width + x)));
}
