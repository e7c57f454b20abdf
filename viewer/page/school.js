// Version 2 of an explanation file: what a school thinks, in layers, arrows and figures that it names itself.

import { demand, isObject, list, NUMBER_OR_NULL, shortly, squares, whole } from "./bounds.js";
import { shownName } from "./names.js";

/** The version of the files that schools write. */
export const SCHOOL = 2;

const MOST = 64; // layers, arrows or figures: a person looks at no more
const SHORT = 40; // characters of a name or a unit
const OPTIONS = 5;

/**
 * One turn of a school. `layers` and `arrows` are in the header's order.
 *
 * @typedef {object} SchoolThought
 * @property {number} turn
 * @property {Int32Array} reason         index into the header's reasons
 * @property {Uint8Array} move           0..4
 * @property {Uint8Array} differs        1 where the recorded move is another
 * @property {Float64Array[]} layers     H * W numbers each; NaN where there is nothing to say
 * @property {Map<number, number[]>[]} arrows   by the square in which they begin, those in which they end
 * @property {[string, number][]} figures       of the whole turn
 * @property {null} search
 */

/** The header with texts that can be shown: a school's names are anybody's. Throws FormatError. */
export function schoolHeader(header) {
  const { reasons, parameters, layers, arrows } = header;
  demand(reasons.length > 0, "reasons must not be empty");
  const shownReasons = reasons.map(({ name, sentence, parameters: names = [] }) => ({
    name: shownName(name, SHORT),
    sentence: shownName(sentence),
    parameters: names.filter((knob) => Object.hasOwn(parameters, knob)),
  }));
  return { ...header, reasons: shownReasons, layers: declared(layers, "layers"), arrows: declared(arrows, "arrows") };
}

function declared(found, what) {
  demand(Array.isArray(found), () => `${what} must be a list, found ${shortly(found)}`);
  demand(found.length <= MOST, () => `there are ${found.length} ${what}, at most ${MOST} can be shown`);
  for (const one of found) demand(isDeclaration(one), () => `this is none of the ${what}: ${shortly(one)}`);
  demand(new Set(found.map(({ name }) => name)).size === found.length, () => `${what} has a name twice`);
  return found.map(({ name, sentence, unit = "", is_low_good: isLowGood = false }) => ({
    name,
    label: shownName(name, SHORT),
    sentence: shownName(sentence),
    unit: shownName(unit, SHORT),
    isLowGood,
  }));
}

function isDeclaration(one) {
  const { name, sentence, unit = "", is_low_good: isLowGood = false } = isObject(one) ? one : {};
  return [name, sentence, unit].every((text) => typeof text === "string") && typeof isLowGood === "boolean";
}

/** A school's turn as it stands in the file. Throws FormatError. @returns {SchoolThought} */
export function schoolThought(found, { width, height, reasons, layers, arrows }, turn) {
  const area = width * height;
  return {
    turn,
    reason: Int32Array.from(list(found.reason, "reason", whole(0, reasons.length - 1), area)),
    move: Uint8Array.from(list(found.move, "move", whole(0, OPTIONS - 1), area)),
    differs: marked(found.differs, area),
    layers: layers.map((layer) => numbers(part(found, "layers", layer), layer.label, area)),
    arrows: arrows.map((kind) => ways(part(found, "arrows", kind), kind.label, area)),
    figures: figures(found.figures),
    search: null,
  };
}

function part(found, what, { name, label }) {
  const has = isObject(found[what]) && Object.hasOwn(found[what], name);
  demand(has, () => `${what} must have "${label}", found ${shortly(found[what])}`);
  return found[what][name];
}

function numbers(found, label, area) {
  return Float64Array.from(list(found, label, NUMBER_OR_NULL, area), (number) => number ?? NaN);
}

function ways(pairs, label, area) {
  demand(Array.isArray(pairs), () => `${label} must be a list, found ${shortly(pairs)}`);
  const found = new Map();
  for (const pair of pairs) {
    const [from, to] = list(pair, label, whole(0, area - 1), 2);
    if (found.has(from)) found.get(from).push(to);
    else found.set(from, [to]);
  }
  return found;
}

function figures(found = {}) {
  demand(isObject(found), () => `figures must be an object, found ${shortly(found)}`);
  const pairs = Object.entries(found);
  demand(pairs.length <= MOST, () => `there are ${pairs.length} figures, at most ${MOST} can be shown`);
  const shownPairs = pairs.map(([name, number]) => [shownName(name, SHORT), number]);
  list(shownPairs.map(([, number]) => number), "figures", NUMBER_OR_NULL);
  return shownPairs;
}

function marked(found = [], area) {
  const mask = new Uint8Array(area);
  for (const square of squares(found, "differs", area)) mask[square] = 1;
  return mask;
}
