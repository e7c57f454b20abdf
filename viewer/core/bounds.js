// What comes from outside: numbers within bounds, names fit to be shown.

const LONGEST = 200; // characters; a longer name ends in "…"

/** A file is not what it should be; the message says what was expected and what came. */
export class FormatError extends Error {}

/** Why a file cannot be read; JavaScript's own errors help no reader. */
export function problemOf(error) {
  return error instanceof FormatError ? error.message : "something in it is not as the page expects";
}

/** A text from outside as one line, in which nothing is hidden and no sign changes the direction of writing. */
export function shownName(text, most = LONGEST) {
  const letters = [...text.slice(0, 2 * most + 2).replaceAll(/[\p{C}\p{Z}]/gu, " ")]; // cut first: a name may have millions of letters
  return letters.length <= most ? letters.join("") : `${letters.slice(0, most - 1).join("")}…`;
}

/** A whole number from `low` to `high`. Throws FormatError. */
export function checkWhole(value, name, low, high) {
  const isWithin = Number.isInteger(value) && value >= low && value <= high;
  demand(isWithin, () => `${name} must be a whole number ${low}..${high}, found ${excerpt(value)}`);
  return value;
}

/** A list, or typed array, with a member for each of so many squares. Throws FormatError. */
export function checkLength(values, name, length) {
  demand(values?.length === length, () => `${name} must hold ${length} numbers, found ${excerpt(values)}`);
  return values;
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
