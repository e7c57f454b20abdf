// A Halite f-log: coloured squares and messages by turn, written by any bot.

import { parsed, shortly } from "./bounds.js";
import { FormatError } from "./scanner.js";

const CUT = "was the file cut short";
const COLUMNS = ["t", "x", "y", "msg", "color"];

/**
 * One entry of a log. Without a square it is a message about the whole turn.
 * @typedef {{t: number, x: number|null, y: number|null, msg: string, color: string|null}} Entry
 */

/**
 * Entries by turn, from any of three forms: a JSON list of objects `{t, x, y, msg, color}`, such an object on each
 * line, or lines `t,x,y,msg,color` with an optional heading. Throws FormatError that names the first bad entry.
 * @returns {{name: string, turns: Map<number, Entry[]>}}
 */
export function readFlog(text, name = "f-log") {
  const turns = new Map();
  entries(text).forEach((raw, i) => {
    const entry = checked(raw, i + 1);
    if (!turns.has(entry.t)) turns.set(entry.t, []);
    turns.get(entry.t).push(entry);
  });
  if (turns.size === 0) throw new FormatError("no entry in it; expected a replay, an explanation or an f-log");
  return { name, turns };
}

function entries(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) return list(trimmed);
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  if (lines[0]?.trim().startsWith("{")) return lines.map((line, i) => parsed(line, `line ${i + 1}`, CUT));
  const words = fields(lines[0] ?? "").map((word) => word.toLowerCase());
  // No entry begins with a word: a first line that does, and names t, names the columns.
  const isHeading = /^[a-z]/.test(words[0] ?? "") && words.includes("t");
  const heading = isHeading ? words : COLUMNS;
  return lines
    .slice(isHeading ? 1 : 0)
    .map((line) => Object.fromEntries(fields(line, heading.length).map((field, i) => [heading[i], field])));
}

function list(text) {
  const entries = parsed(text, "it", CUT);
  if (!Array.isArray(entries)) throw new FormatError("a JSON list of {t, x, y, msg, color} expected");
  return entries;
}

/** A line of comma separated values, cut; a field in double quotes may hold commas, "" is a quote in it. */
function fields(line, most) {
  const matches = [...line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)]
    .filter(({ index }) => index < line.length || line.endsWith(",")) // the end of a line matches once more
    .slice(0, most);
  return matches.map(([, quoted, plain]) => (quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')));
}

function checked(raw, place) {
  const shown = shortly(raw);
  if (raw === null || typeof raw !== "object") throw new FormatError(`entry ${place} is not an object: ${shown}`);
  const t = whole(raw.t);
  const complaint = `entry ${place} has no turn t, a whole number from 0: ${shown}`;
  if (t === null || t < 0) throw new FormatError(`${complaint}; is it a replay, an explanation or an f-log?`);
  for (const key of ["x", "y"]) {
    const isWrong = !isMissing(raw[key]) && whole(raw[key]) === null;
    if (isWrong) throw new FormatError(`entry ${place}: ${key} is not a whole number: ${shown}`);
  }
  const [x, y] = [whole(raw.x), whole(raw.y)];
  if ((x === null) !== (y === null)) throw new FormatError(`entry ${place} has only one of x and y: ${shown}`);
  const color = (typeof raw.color === "string" && raw.color.trim()) || null;
  return { t, x, y, msg: String(raw.msg ?? ""), color };
}

/** A whole number, or null for nothing at all and for anything else. */
function whole(value) {
  const isGiven = ["number", "string"].includes(typeof value) && !isMissing(value);
  return isGiven && Number.isInteger(Number(value)) ? Number(value) : null;
}

function isMissing(value) {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}
