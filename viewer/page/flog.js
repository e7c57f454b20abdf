// A Halite f-log: coloured squares and messages by turn, written by any bot.

import { FormatError } from "./scanner.js";

/**
 * One entry of a log. Without a square it is a message about the whole turn.
 *
 * @typedef {{t: number, x: number|null, y: number|null, msg: string, color: string|null}} Entry
 */

/**
 * Entries by turn, from any of three forms: a JSON list of objects `{t, x, y, msg, color}`, such an object on each
 * line, or lines `t,x,y,msg,color` with an optional heading. Throws FormatError that names the first bad entry.
 *
 * @param {string} text
 * @param {string} name
 * @returns {{name: string, turns: Map<number, Entry[]>}}
 */
export function readFlog(text, name = "f-log") {
  const turns = new Map();
  entries(text).forEach((raw, i) => {
    const entry = checked(raw, i + 1);
    turns.set(entry.t, [...(turns.get(entry.t) ?? []), entry]);
  });
  if (turns.size === 0) throw new FormatError("no entry in it; expected a replay, an explanation or an f-log");
  return { name, turns };
}

function entries(text) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("[")) return list(trimmed);
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  if (lines[0]?.trim().startsWith("{")) return lines.map((line, i) => parsed(line, `line ${i + 1}`));
  const heading = /^\s*t\s*,/i.test(lines[0] ?? "")
    ? fields(lines.shift()).map((word) => word.toLowerCase())
    : ["t", "x", "y", "msg", "color"];
  return lines.map((line) => Object.fromEntries(fields(line).map((field, i) => [heading[i] ?? "more", field])));
}

function list(text) {
  const found = parsed(text, "it");
  if (!Array.isArray(found)) throw new FormatError("a JSON list of {t, x, y, msg, color} expected");
  return found;
}

/** A line of comma separated values, cut; a field in double quotes may hold commas, "" is a quote in it. */
function fields(line) {
  const found = [...line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)].slice(0, 5);
  return found.map(([, quoted, plain]) => (quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')));
}

function checked(raw, place) {
  const shown = JSON.stringify(raw)?.slice(0, 60);
  if (raw === null || typeof raw !== "object") throw new FormatError(`entry ${place} is no object: ${shown}`);
  const t = whole(raw.t);
  if (t === null || t < 0)
    throw new FormatError(
      `entry ${place} has no turn t, a whole number from 0: ${shown}; is it a replay, an explanation or an f-log?`,
    );
  const [x, y] = [whole(raw.x), whole(raw.y)];
  if ((x === null) !== (y === null)) throw new FormatError(`entry ${place} has only one of x and y: ${shown}`);
  return {
    t,
    x,
    y,
    msg: String(raw.msg ?? ""),
    color: typeof raw.color === "string" && raw.color.trim() ? raw.color.trim() : null,
  };
}

/** A whole number, or null for nothing at all and for anything else. */
function whole(value) {
  if (value === null || value === undefined || (typeof value === "string" && value.trim() === "")) return null;
  return Number.isInteger(Number(value)) ? Number(value) : null;
}

function parsed(text, place) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FormatError(`${place} is not JSON (${error.message})`);
  }
}
