// A Halite f-log: coloured squares and messages by turn, written by any bot.

import { demand, parsed, shortly } from "./bounds.js";

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
export function readFlog(bytes, name = "f-log") {
  const turns = Map.groupBy(entries(new TextDecoder().decode(bytes).trim()).map(checked), ({ t }) => t);
  demand(turns.size > 0, "no entry in it; expected a replay, an explanation or an f-log");
  return { name, turns };
}

function entries(text) {
  if (text.startsWith("[")) return parsed(text, "it", CUT);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  if (lines[0]?.trim().startsWith("{")) return lines.map((line, i) => parsed(line, `line ${i + 1}`, CUT));
  const words = fields(lines[0] ?? "").map((word) => word.toLowerCase());
  const isHeading = /^[a-z]/.test(words[0] ?? "") && words.includes("t"); // no entry begins with a word
  const columns = isHeading ? words : COLUMNS;
  return lines.slice(isHeading ? 1 : 0).map((line) => Object.fromEntries(fields(line).slice(0, columns.length).map((field, i) => [columns[i], field])));
}

/** A line of comma separated values, cut; a field in double quotes may hold commas, "" is a quote in it. */
function fields(line) {
  const matches = [...line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)]
    .filter(({ index }) => index < line.length || line.endsWith(",")); // the end of a line matches once more
  return matches.map(([, quoted, plain]) => (quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')));
}

function checked(raw, i) {
  const [place, shown] = [`entry ${i + 1}`, shortly(raw)];
  demand(raw !== null && typeof raw === "object", `${place} is not an object: ${shown}`);
  const [t, x, y] = [raw.t, raw.x, raw.y].map((value) => (value == null || value === "" ? null : Number(value)));
  demand(Number.isInteger(t) && t >= 0, `${place} has no turn t, a whole number from 0: ${shown}; is it a replay, an explanation or an f-log?`);
  for (const [key, value] of [["x", x], ["y", y]]) demand(value === null || Number.isInteger(value), `${place}: ${key} is not a whole number: ${shown}`);
  demand((x === null) === (y === null), `${place} has only one of x and y: ${shown}`);
  return { t, x, y, msg: String(raw.msg ?? ""), color: raw.color ? String(raw.color) : null };
}
