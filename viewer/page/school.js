// Version 2 of an explanation file: what a school thinks, in layers, arrows and figures that it names itself.

import { demand, isObject, list, marked, NUMBER_OR_NULL, shortly, shownName, whole } from "./bounds.js";
import { OPTIONS } from "./frames.js";

/** The version of the files that schools write. */
export const SCHOOL = 2;

const SHORT = 40; // characters of a name or a unit

/**
 * One turn of a school: of its squares only reason, move and differs are those of a bot's.
 *
 * layers: H * W numbers each, NaN where there is nothing to say; arrows: by the square in which they begin, those in
 * which they end; both in the header's order. figures: of the whole turn.
 * @typedef {{turn: number, reason: Int32Array, move: Uint8Array, differs: Uint8Array, layers: Float64Array[],
 *   arrows: Map<number, number[]>[], figures: [string, number][], search: null}} SchoolThought
 */

/** The header with texts that can be shown: a school's names may hold any characters. Throws FormatError. */
export function schoolHeader(header) {
  const { reasons, parameters, layers, arrows } = header;
  const shownReasons = reasons.map(({ name, sentence, parameters: names = [] }) => ({
    name: shownName(name, SHORT),
    sentence: shownName(sentence),
    parameters: names.filter((parameter) => Object.hasOwn(parameters, parameter)),
  }));
  return { ...header, reasons: shownReasons, layers: declared(layers, "layers"), arrows: declared(arrows, "arrows") };
}

function declared(declarations, what) {
  const areNamed = Array.isArray(declarations) && declarations.every((one) => typeof one?.name === "string" && typeof one.sentence === "string");
  demand(areNamed, () => `${what} must be a list of names with sentences, found ${shortly(declarations)}`);
  return declarations.map(({ name, sentence, unit = "", is_low_good: isLowGood = false }) => ({
    name,
    label: shownName(name, SHORT),
    sentence: shownName(sentence),
    unit: shownName(String(unit), SHORT),
    isLowGood,
  }));
}

/** A school's turn as it stands in the file. Throws FormatError. @returns {SchoolThought} */
export function schoolThought(written, { width, height, reasons, layers, arrows }, turn) {
  const area = width * height;
  return {
    turn,
    reason: Int32Array.from(list(written.reason, "reason", whole(0, reasons.length - 1), area)),
    move: Uint8Array.from(list(written.move, "move", whole(0, OPTIONS.length - 1), area)),
    differs: marked(written.differs, "differs", area),
    layers: layers.map((layer) => gridOf(part(written, "layers", layer), layer.label, area)),
    arrows: arrows.map((kind) => ways(part(written, "arrows", kind), kind.label, area)),
    figures: figuresOf(written.figures),
    search: null,
  };
}

function part(written, what, { name, label }) {
  const has = isObject(written[what]) && Object.hasOwn(written[what], name);
  demand(has, () => `${what} must have "${label}", found ${shortly(written[what])}`);
  return written[what][name];
}

function gridOf(values, label, area) {
  return Float64Array.from(list(values, label, NUMBER_OR_NULL, area), (number) => number ?? NaN);
}

function ways(pairs, label, area) {
  demand(Array.isArray(pairs), () => `${label} must be a list, found ${shortly(pairs)}`);
  const ends = new Map();
  for (const pair of pairs) {
    const [from, to] = list(pair, label, whole(0, area - 1), 2);
    if (ends.has(from)) ends.get(from).push(to);
    else ends.set(from, [to]);
  }
  return ends;
}

function figuresOf(written = {}) {
  demand(isObject(written), () => `figures must be an object, found ${shortly(written)}`);
  list(Object.values(written), "figures", NUMBER_OR_NULL);
  return Object.entries(written).map(([name, number]) => [shownName(name, SHORT), number]);
}
