// What comes from outside: numbers within bounds, names fit to be shown.

const LONGEST = 200; // characters; a longer name ends in "…"

/** A file is not what it should be; the message says what was expected and what came. */
export class FormatError extends Error {}

/** A text from outside as one line, in which nothing is hidden and no sign changes the direction of writing. */
export function shownName(text, most = LONGEST) {
  const letters = [...text.slice(0, 2 * most + 2).replaceAll(/[\p{C}\p{Z}]/gu, " ")]; // cut first: a name may have millions of letters
  return letters.length <= most ? letters.join("") : `${letters.slice(0, most - 1).join("")}…`;
}

/** @typedef {{wanted: string, holds: (value: any) => boolean}} Bound */

/** Any number, infinity among them. @type {Bound} */
export const NUMBER = { wanted: "a number", holds: (value) => typeof value === "number" && !Number.isNaN(value) };

/** @type {Bound} */
export const FINITE = { wanted: "a finite number", holds: Number.isFinite };

/** A score, or null (in a typed array NaN) where an option was not weighed. @type {Bound} */
export const NUMBER_OR_NULL = { wanted: "a number or null", holds: (value) => value === null || typeof value === "number" };

export function whole(low, high) {
  return { wanted: `a whole number ${low}..${high}`, holds: (value) => Number.isInteger(value) && value >= low && value <= high };
}

/** The value, when it is within the bound. Throws FormatError, which says what it is. */
export function check(value, name, bound) {
  demand(bound.holds(value), () => `${name} must be ${bound.wanted}, found ${excerpt(value)}`);
  return value;
}

/** A list, or typed array, of this length whose members are within the bound. Throws FormatError. */
export function checkList(values, name, bound, length = values?.length) {
  const isList = Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
  demand(isList, () => `${name} must be a list, found ${excerpt(values)}`);
  demand(values.length === length, () => `${name} must hold ${length} numbers, but holds ${values.length}`);
  for (let i = 0; i < values.length; i++) check(values[i], name, bound);
  return values;
}

/** Some squares of a board, none of them twice. Throws FormatError. */
export function checkSquares(values, name, area) {
  checkList(values, name, whole(0, area - 1));
  demand(new Set(values).size === values.length, () => `${name} names a square twice`);
  return values;
}

/** A mask over the board: 1 on these squares. Throws FormatError. */
export function readMask(values = [], name, area) {
  const mask = new Uint8Array(area);
  for (const square of checkSquares(values, name, area)) mask[square] = 1;
  return mask;
}

/** A list of pairs of anything. Throws FormatError. @returns {any[][]} */
export function readPairs(pairs, name) {
  const arePairs = Array.isArray(pairs) && pairs.every((pair) => Array.isArray(pair) && pair.length === 2);
  demand(arePairs, () => `${name} must be a list of pairs, found ${excerpt(pairs)}`);
  return pairs;
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A value as JSON, short enough for a sentence. */
export function excerpt(value) {
  return value === undefined ? "nothing" : String(JSON.stringify(value)).slice(0, 40);
}

/** What a text says in JSON. Throws FormatError, which says what may have happened to it. */
export function parse(text, place, cause) {
  try {
    return JSON.parse(text);
  } catch {
    throw new FormatError(`${place} is not JSON: "${text.slice(0, 40)}"; ${cause}?`);
  }
}

/** Throws FormatError where the condition does not hold. @param {string|(() => string)} message */
export function demand(condition, message) {
  if (!condition) throw new FormatError(typeof message === "function" ? message() : message);
}
