// Layers over the board. A layer draws itself and its legend.

import { BETTER } from "./coach.js";
import { ARROW, DISTANCE, POTENTIAL } from "./layers_field.js";
import { DANGER, DIFFERS, REASONS, STILLING, TREES, WALL } from "./layers_choice.js";
import { FLOG, MOVES, SEARCH } from "./layers_record.js";
import { schoolLayers } from "./layers_school.js";

/**
 * @typedef {object} Layer
 * @property {string} key
 * @property {string} label
 * @property {string} tip       one sentence for the tooltip
 * @property {"record"|"thought"|"reason"|"flog"} needs   what must be open for it; "thought" is the bot's own, "reason"
 *   also a school's
 * @property {(session) => boolean} isReady      whether there is something to draw now
 * @property {(scene) => void} [ground]  painted under the pieces; at most one such layer is on
 * @property {(scene) => void} [draw]    drawn over the pieces
 * @property {(session) => {low: number, high: number}} [ends]  of its scale, which a person may then lock
 * @property {(scene) => void} [write]  numbers, over all that is drawn
 * @property {(session) => boolean} [isOffered]  whether it has a switch at all, where that hangs on more than the file
 * @property {(session) => string} [silence]  what the legend says where it is not ready although its file is open
 * @property {(session, square: number) => string} [told]  what it says of a square, for the mouse
 * @property {(session, colours) => LegendRow[]} legend
 *
 * @typedef {{colour?: string, line?: string, isDashed?: boolean, hatched?: boolean, gradient?: string, from?: string,
 *   to?: string, text: string}} LegendRow
 */

const READY = {
  record: (session) => session.game !== null,
  thought: (session) => session.thought !== null && !session.explanation.isSchool,
  reason: (session) => session.thought !== null,
  flog: (session) => session.flog !== null,
};

/** @type {Layer[]} */
export const LAYERS = [];

for (const layer of [MOVES, POTENTIAL, ARROW, DISTANCE, TREES, WALL, DANGER, STILLING, REASONS, SEARCH, DIFFERS, FLOG, BETTER]) {
  addLayer(layer);
}

/** Offers a layer, in the place of one of its key; the panel that asks has some of its own. @param {Layer} layer  isReady may be missing */
export function addLayer(layer) {
  const known = LAYERS.findIndex(({ key }) => key === layer.key);
  LAYERS.splice(known < 0 ? LAYERS.length : known, 1, { isReady: READY[layer.needs], ...layer });
}

/** Whether a layer has a switch: what it needs is open. */
export function isOffered(session, { needs, isOffered: mayBe }) {
  const { game: record, explanation: reason, flog } = session;
  const needed = { record, thought: reason?.isSchool ? null : reason, reason, flog }[needs];
  return needed != null && (mayBe?.(session) ?? true);
}

/** The layers that may be on in a session: those of everybody, and those that the shown explanation names itself. */
export function layersOf({ explanation }) {
  return explanation?.isSchool ? [...LAYERS, ...namedLayers(explanation)] : LAYERS;
}

/** The same with those of the explanations that are not shown now. */
export function everyLayer({ explanations }) {
  return [...LAYERS, ...explanations.filter(({ isSchool }) => isSchool).flatMap(namedLayers)];
}

function namedLayers({ header }) {
  return schoolLayers(header).map((layer) => ({ isReady: READY.reason, ...layer }));
}

/** @returns {Layer|undefined} */
export function layerOf(key, session) {
  return layersOf(session).find((layer) => layer.key === key);
}
