// What comes from outside: numbers within bounds, names fit to be shown, lines that are decoded when they are asked for.

import { FormatError } from "./scanner.js";

const LONGEST = 200; // characters; a longer name ends in "…"
const HIDDEN = /[\p{C}\p{Z}]/u; // control characters, halves, changes of direction, unassigned letters, blanks
const BLANK = /[\s\x1c-\x1f\x85]/u; // what Python takes for one, and a byte order mark, which it does not

/**
 * A text from outside as one line. Blanks of any kind are spaces; what cannot be shown stands there as Python writes it:
 * \x1b, \u202e, \ud800.
 */
export function shownName(text, most = LONGEST) {
  // Cut first: a name in a file may have millions of letters. A letter takes two places at most.
  const letters = [...text.slice(0, 2 * most + 2)].slice(0, most + 1);
  const plain = [...letters.map((letter) => (HIDDEN.test(letter) ? written(letter) : letter)).join("")];
  return plain.length <= most ? plain.join("") : `${plain.slice(0, most - 1).join("")}…`;
}

function written(letter) {
  if (BLANK.test(letter) && letter !== "\ufeff") return " ";
  const code = letter.codePointAt(0);
  const [sign, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(digits, "0")}`;
}

const END = 10; // "\n"

/** Lines of bytes in UTF-8; what follows the last newline is cut short, and left out. */
export class Lines {
  /** @param {Uint8Array} bytes @param {number[]} [starts]  where lines begin, and where the last one ends */
  constructor(bytes, starts = startsIn(bytes)) {
    Object.assign(this, { bytes, starts, decoder: new TextDecoder() });
  }

  get length() {
    return this.starts.length - 1;
  }

  /** @returns {string|undefined} */
  at(line) {
    if (line < 0 || line >= this.length) return undefined;
    return this.decoder.decode(this.bytes.subarray(this.starts[line], this.starts[line + 1] - 1));
  }

  /** The lines without the first `count`. */
  after(count) {
    return new Lines(this.bytes, this.starts.slice(count));
  }
}

function startsIn(bytes) {
  const starts = [0];
  for (let end = bytes.indexOf(END); end >= 0; end = bytes.indexOf(END, end + 1)) starts.push(end + 1);
  return starts;
}

/** @typedef {{wanted: string, holds: (value: any) => boolean}} Bound */

/** Any number, infinity among them. @type {Bound} */
export const NUMBER = { wanted: "a number", holds: (value) => typeof value === "number" && !Number.isNaN(value) };

/** @type {Bound} */
export const FINITE = { wanted: "a finite number", holds: Number.isFinite };

/** A score, or null (in a typed array NaN) where an option was not weighed. @type {Bound} */
export const NUMBER_OR_NULL = {
  wanted: "a number or null",
  holds: (value) => value === null || typeof value === "number",
};

/** @returns {Bound} */
export function whole(low, high) {
  return {
    wanted: `a whole number ${low}..${high}`,
    holds: (value) => Number.isInteger(value) && value >= low && value <= high,
  };
}

/** The value, when it is within the bound. Throws FormatError, which says what it is. */
export function checked(value, name, bound) {
  demand(bound.holds(value), () => `${name} must be ${bound.wanted}, found ${shortly(value)}`);
  return value;
}

/**
 * A list whose members are within the bound. Throws FormatError.
 * @param {any} values  typed arrays are lists, too
 * @param {Bound} bound
 * @param {number} [length]  any by default
 */
export function list(values, name, bound, length = values?.length) {
  const isList = Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
  demand(isList, () => `${name} must be a list, found ${shortly(values)}`);
  demand(values.length === length, () => `${name} must hold ${length} numbers, but holds ${values.length}`);
  for (let i = 0; i < values.length; i++) checked(values[i], name, bound);
  return values;
}

/** Some squares of a board, none of them twice. Throws FormatError. */
export function squares(values, name, area) {
  list(values, name, whole(0, area - 1));
  demand(new Set(values).size === values.length, () => `${name} names a square twice`);
  return values;
}

/** A mask over the board: 1 on these squares. Throws FormatError. */
export function marked(values = [], name, area) {
  const mask = new Uint8Array(area);
  for (const square of squares(values, name, area)) mask[square] = 1;
  return mask;
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A value as JSON, short enough for a sentence. */
export function shortly(value) {
  return value === undefined ? "nothing" : String(JSON.stringify(value)).slice(0, 40);
}

/** What a text says in JSON. Throws FormatError, which says what may have happened to it. */
export function parsed(text, place, cause) {
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
