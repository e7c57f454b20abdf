// Layers of what a game's files record: the moves, and what a bot wrote into its f-log.

import { arrow, strokeOnHeat } from "./strokes.js";
import { modulo } from "./frames.js";
import { labelStyle, squares } from "./labels.js";

const FALLBACK = "#f0e442"; // for entries that name no colour, or one the browser does not know

export const MOVES = {
  key: "moves",
  label: "Moves",
  tip: "The recorded move of every piece",
  needs: "record",
  draw(scene) {
    const { ctx, game, frame, turn, colours } = scene;
    if (turn >= game.frames - 1) return;
    ctx.beginPath();
    scene.each((square, left, top) => {
      const move = game.moves[frame + square];
      if (game.owner[frame + square] > 0 && move >= 1 && move <= 4) arrow(scene, left, top, move);
    });
    // White on the yellow of a good square, or black on the violet of a bad one, could hardly be seen.
    const thickness = Math.max(1, scene.scale * 0.07);
    if (scene.isHeat) return strokeOnHeat(scene, thickness);
    ctx.strokeStyle = colours.text;
    ctx.lineWidth = thickness;
    ctx.stroke();
  },
  legend: () => [{ line: "currentColor", text: "moves to the next square; no arrow: stays" }],
};

export const FLOG = {
  key: "flog",
  label: "f-log",
  tip: "Squares and messages that a bot wrote into its f-log",
  needs: "flog",
  draw(scene) {
    const { ctx, session, turn, scale } = scene;
    const bySquare = new Map(squaresOf(session, turn).map((entry) => [entry.square, entry]));
    labelStyle(scene, 0.26);
    scene.each((square, left, top) => {
      const entry = bySquare.get(square);
      if (!entry) return;
      ctx.globalAlpha = 0.55;
      ctx.fillStyle = FALLBACK;
      ctx.fillStyle = entry.color ?? FALLBACK; // a colour the browser does not know leaves the one before
      ctx.fillRect(left, top, scale, scale);
      ctx.globalAlpha = 1;
    });
  },
  legend(session) {
    const entries = session.flog.turns.get(session.turn) ?? [];
    const count = squaresOf(session, session.turn).length;
    const messages = entries.filter((entry) => entry.x === null && entry.msg).map((entry) => ({ text: entry.msg }));
    return [{ colour: FALLBACK, text: `${squares(count)} this turn, in the log's own colours` }, ...messages];
  },
};

const placed = new WeakMap(); // by log: the turn that was asked last, which is drawn many times

/** The entries of a turn that name a square, with its number; squares beside the board wrap around. */
export function squaresOf({ flog, game }, turn) {
  const known = placed.get(flog);
  if (known?.turn === turn && known.game === game) return known.entries;
  const entries = (flog.turns.get(turn) ?? [])
    .filter((entry) => entry.x !== null)
    .map((entry) => ({ ...entry, square: modulo(entry.y, game.height) * game.width + modulo(entry.x, game.width) }));
  placed.set(flog, { turn, game, entries });
  return entries;
}
