// Players as people write them: `v26?alpha=0.2`. The knobs and their ranges are those of the table that Python wrote.

import { notation } from "../thinking/notation.js";

/** A player, a link or a number that cannot be played; the message says what was expected. */
export class AskedError extends Error {}

const SWITCH = new Map([["on", true], ["off", false], ["true", true], ["false", false]]);

/** A player, and how it is written. @typedef {import("../thinking/mind.js").Player & {notation: string}} Seated */

/**
 * The player of a notation. Throws AskedError.
 * @param {object} table  of the kernels
 * @param {string} text   changes stand behind `?`, with `,` or `&` between them
 * @returns {Seated}
 */
export function playerOf(table, text) {
  const [preset, changes = ""] = split(text.trim(), "?");
  const known = Object.keys(table.presets);
  if (!known.includes(preset)) throw new AskedError(`there is no preset "${preset}"; a page plays ${known.join(", ")}`);
  const values = {};
  for (const pair of changes.split(/[,&]/).filter(Boolean)) {
    const [name, value = ""] = split(pair, "=");
    values[name] = valueOf(table, name, value);
  }
  return { preset, values, notation: notation(preset, values) };
}

/** The same player with other values of some knobs. */
export function changed(table, { preset, values }, changes) {
  return playerOf(table, notation(preset, { ...values, ...changes }));
}

function valueOf(table, name, text) {
  const knob = Object.hasOwn(table.knobs, name) ? table.knobs[name] : null;
  if (!knob?.tunable) throw new AskedError(`there is no knob "${name}"; docs/parameters.md lists all`);
  const { kind, low, high, choices } = knob;
  if (kind === "str" && choices.includes(text)) return text;
  if (kind === "bool" && SWITCH.has(text)) return SWITCH.get(text);
  const number = Number(text);
  const isNumber = (kind === "float" || kind === "int") && text.trim() !== "" && low <= number && number <= high;
  if (isNumber && (kind === "float" || Number.isInteger(number))) return number;
  const expected = { str: choices?.join(", "), bool: "on or off", int: `a whole number of ${low} to ${high}` };
  throw new AskedError(`${name} = ${text || "nothing"}: expected ${expected[kind] ?? `${low} to ${high}`}`);
}

function split(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
