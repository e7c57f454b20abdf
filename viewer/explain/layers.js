// Layers over the board: what one is, which there are, and those of what files record.

import { DANGER, DELTA, DOWNHILL, POTENTIAL } from "./fields.js";
import { DIFFERS, REASONS, TREES, WALL } from "./choices.js";
import { arrow, box, strokeOnHeat } from "../core/drawing.js";
import { modulo, OPTIONS } from "../core/planes.js";
import { BETTER } from "../ui/coach.js";
import { formatNumber, squares } from "../ui/words.js";

/**
 * @typedef {object} Layer
 * @property {string} key
 * @property {string} label
 * @property {string} [name]  within a line, where that is not its key
 * @property {string} tip       one sentence for the tooltip
 * @property {boolean} [isHeat]  whether its colours hide those of the players
 * @property {(scene) => void} [ground]  painted under the pieces; at most one such layer is on
 * @property {(scene) => void} [draw]    drawn over the pieces
 * @property {(session) => {low: number, high: number}} [ends]  of its scale, which is held while a slider is dragged
 * @property {(scene) => void} [write]  numbers, over all that is drawn
 * @property {(session) => string|null} [silence]  why it has nothing to draw although there is a thought
 * @property {(session, square: number) => string} [describe]  what it says of a square
 * @property {(session, colours) => LegendRow[]} legend
 *
 * @typedef {{colour?: string, line?: string, isDashed?: boolean, gradient?: string, from?: string, to?: string, text: string}} LegendRow
 */

// Layers of what files record: the moves, what the search changed, and what a bot wrote into its f-log.

const FALLBACK = "#f0e442"; // for entries that name no colour, or one the browser does not know

const MOVES = {
  key: "moves",
  label: "Moves",
  tip: "The recorded move of every piece",
  draw(scene) {
    const { ctx, game, frame, turn } = scene;
    if (turn >= game.frames - 1) return;
    ctx.beginPath();
    scene.each((square, left, top) => {
      const move = game.moves[frame + square];
      if (game.owner[frame + square] > 0 && move >= 1 && move <= 4) arrow(scene, left, top, move);
    });
    strokeOnHeat(scene, Math.max(1, scene.scale * 0.07));
  },
  legend: () => [{ line: "currentColor", text: "moves to the next square; no arrow: stays" }],
};

const FLOG = {
  key: "flog",
  label: "f-log",
  tip: "Squares and messages that a bot wrote into its f-log",
  draw(scene) {
    const { ctx, session, scale } = scene;
    const bySquare = new Map(logEntries(session).map((entry) => [entry.square, entry]));
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
    const messages = entries.filter(({ x, msg }) => x === undefined && msg).map(({ msg }) => ({ text: String(msg) }));
    return [{ colour: FALLBACK, text: `${squares(logEntries(session).length)} this turn, in the log's own colours` }, ...messages];
  },
};

/** The entries of the turn that name a square, with its number; squares beside the board wrap around. */
export function logEntries({ flog, game, turn }) {
  const square = ({ x, y }) => modulo(y, game.height) * game.width + modulo(x, game.width);
  const placed = (flog.turns.get(turn) ?? []).filter(({ x }) => x !== undefined);
  return placed.map((entry) => ({ ...entry, square: square(entry) }));
}

/** The squares that the search moved differently: the greedy move dashed, the one that is played bold. */
const SEARCH = {
  key: "search",
  label: "Search",
  tip: "What the search changed: the greedy move and the one that is played",
  silence({ thought: { search, isGreedy } }) {
    return search ? null : isGreedy ? "these are greedy moves: the search has not answered" : "no search ran on this turn";
  },
  draw(scene) {
    const { ctx, scale, colours } = scene;
    traceChanges(scene, "chosen");
    strokeOnHeat(scene, Math.max(2, scale * 0.09));
    traceChanges(scene, "greedy");
    ctx.setLineDash([Math.max(2, scale * 0.08), Math.max(2, scale * 0.08)]);
    strokeOnHeat(scene, Math.max(1.5, scale * 0.06), colours.differs);
    ctx.setLineDash([]);
  },
  describe({ thought }, c) {
    const change = thought.search.changes.get(c);
    return change ? `${OPTIONS[change.greedy]} → ${OPTIONS[change.chosen]}` : "–";
  },
  legend({ thought }, colours) {
    const { changes, gain, tried, free } = thought.search;
    const move = free === 1 || changes.size === 1 ? "moves" : "move";
    const found = `${changes.size} of ${free} ${free === 1 ? "square" : "squares"} ${move} differently`;
    const summary = `${found}, worth ${formatNumber(gain)} strength; ${formatNumber(tried)} changes tried`;
    return [
      { line: "currentColor", text: "what is played; a frame: stays" },
      { line: colours.differs, isDashed: true, text: "the greedy move" },
      { text: free ? summary : "no enemy is near: the greedy moves are played" },
    ];
  },
};

/** A path of an arrow for every changed square, or a frame for one that stays. */
function traceChanges(scene, which) {
  const { ctx, thought } = scene;
  ctx.beginPath();
  scene.each((square, left, top) => {
    const change = thought.search.changes.get(square);
    if (change?.[which]) arrow(scene, left, top, change[which]);
    else if (change) box(scene, left, top, 0.14);
  });
}

// Those of a bot, in the order of their switches; all but those that an opponent's file declares.
const OF_BOT = [POTENTIAL, DOWNHILL, TREES, WALL, DANGER, REASONS];
export const LAYERS = [MOVES, ...OF_BOT, SEARCH, DIFFERS, DELTA, FLOG, BETTER];

/** The layers of what a player thought: of a bot, or those that an opponent's file declares. @returns {any[]} */
export function layersIn(explanation) {
  if (!explanation) return [];
  const { header, layers, isOpponent } = explanation;
  if (isOpponent) return [REASONS, DIFFERS, ...layers];
  return [...OF_BOT, ...(header.parameters.combat_search > 0 ? [SEARCH] : []), DIFFERS, ...(header.usual === undefined ? [] : [DELTA])];
}

/** The layers that have a switch: what they draw is open, or a bot's thoughts, which are on their way. @returns {any[]} */
export function layersOf({ game, flog, findings, explanation, awaited }) {
  if (!game) return [];
  const thought = !explanation && awaited === "bot" ? [...OF_BOT, DIFFERS] : layersIn(explanation);
  return [MOVES, ...thought, ...(flog ? [FLOG] : []), ...(findings?.points.length ? [BETTER] : [])];
}

/** Why a layer has nothing to draw; null where it has. */
export function silenceOf(session, layer) {
  const { explanation, thought, turn } = session;
  if ([MOVES, FLOG, BETTER].includes(layer)) return null;
  return thought ? (layer.silence?.(session) ?? null) : (explanation?.silence(turn) ?? "it is on its way");
}

/** The layers that are on. @returns {any[]} */
export function layersOn(session) {
  return layersOf(session).filter(({ key }) => session.layers.has(key));
}

/** Those of them that have something to draw. @returns {any[]} */
export function layersDrawn(session) {
  return layersOn(session).filter((layer) => silenceOf(session, layer) === null);
}
