// Files from the page itself, from a drop or from the Open button: unpacked and told apart.

import { demand, excerpt, FormatError, parse, problemOf } from "../core/bounds.js";
import { joined } from "../core/planes.js";
import { readPlanes, readReplay } from "../core/replay.js";
import { readExplanation } from "../explain/explanation.js";
import { readFindings } from "../ui/coach.js";

const LARGEST = 500 * 2 ** 20; // bytes of an unpacked file: browsers hold no much longer text
const READERS = { replay: readReplay, planes: readPlanes, explanation: readExplanation, findings: readFindings, flog: readFlog };
// Signs that no text has; beside blanks and line ends the escape sign may stand in a log.
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

/**
 * Reads a file of any kind the page knows, plain or gzip. Throws FormatError, which says what is wrong with it.
 * @param {Uint8Array|string|null} bytes  a text is base64; null when they could not be read
 * @param {"replay"|"planes"|"explanation"|"flog"|"findings"} [wanted]  its kind, where that is known; planes are a replay in a page
 */
export async function open(bytes, name, wanted) {
  if (!bytes) throw new FormatError("cannot be read; is it a folder?");
  const { plain, isWhole } = await inflated(typeof bytes === "string" ? fromBase64(bytes) : bytes);
  if (plain.length === 0) throw new FormatError("nothing is in it; was it cut short, or never begun?");
  const start = new TextDecoder().decode(plain.subarray(0, 4096)).trimStart();
  const kind = wanted ?? kindOf(name, start);
  // A bot that was killed leaves an explanation without an end: what came out before it is whole turns.
  if (!isWhole && kind !== "explanation") throw new FormatError("damaged gzip; was the download cut short?");
  if (kind !== "planes" && BINARY.test(start)) throw new FormatError("this is not text; a replay, an explanation or an f-log expected");
  return { kind: kind === "planes" ? "replay" : kind, value: read(kind, plain, name) };
}

/** What the reader of its kind makes of a file. Throws FormatError. */
function read(kind, plain, name) {
  try {
    return READERS[kind](plain, name);
  } catch (error) {
    throw new FormatError(problemOf(error));
  }
}

/** By its beginning; a log holds an object on each line, and a replay is one. */
function kindOf(name, start) {
  const [, format] = /^\{[^\n]{0,200}"format"\s*:\s*"halite-(explanation|coach)"/.exec(start) ?? [];
  if (format) return format === "coach" ? "findings" : "explanation";
  return isReplay({ name }) || /^\{(?!\s*"(t|x|y|msg|color)")/.test(start) ? "replay" : "flog";
}

/** Whether a file is a replay, by what is asked of it or else by its name. @param {{name: string, kind?: string}} file */
export function isReplay({ name, kind }) {
  return kind ? kind === "replay" : /\.hlt(\.gz)?$/i.test(name);
}

/** A file of a person's; its bytes are null when they cannot be read. @param {File} file */
export async function contentOf(file) {
  const content = await file.arrayBuffer().catch(() => null);
  return { name: file.name, bytes: content && new Uint8Array(content) };
}

/** The bytes, decompressed when they start like gzip, as far as they can be. @returns {Promise<{plain: Uint8Array<ArrayBuffer>, isWhole: boolean}>} */
export async function inflated(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { plain: bytes, isWhole: true };
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let size = 0;
  /** @type {{done: boolean, value?: Uint8Array, isBroken?: boolean}} */
  let part;
  const next = () => reader.read().catch(() => ({ done: true, value: null, isBroken: true }));
  for (part = await next(); !part.done; part = await next()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > LARGEST) throw new FormatError(`it is larger than ${LARGEST / 2 ** 20} MB when it is unpacked: that is no game`);
  }
  return { plain: joined(parts), isWhole: !("isBroken" in part) };
}

/** The bytes that a page or an export has as base64. Throws FormatError. @param {string} text @returns {Uint8Array} */
export function fromBase64(text) {
  try {
    const packed = atob(text);
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = packed.charCodeAt(i);
    return bytes;
  } catch {
    throw new FormatError("it is not base64; was the page edited, or cut short?");
  }
}

/** Entries `{t, x, y, msg, color}` by turn, from a list or an object on each line; without x and y it is about the whole turn. Throws FormatError. */
function readFlog(bytes, name = "f-log") {
  const text = new TextDecoder().decode(bytes).trim();
  const doubt = "a replay, an explanation or an f-log expected; was it cut short";
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const isList = text.startsWith("[");
  const entries = isList ? parse(text, "it", doubt) : lines.map((line, i) => parse(line, `line ${i + 1}`, doubt));
  const bad = entries.findIndex(({ t, x, y }) => !Number.isInteger(t) || Number.isInteger(x) !== Number.isInteger(y));
  const place = `${isList ? "entry" : "line"} ${bad + 1}`;
  demand(bad < 0, `${place} needs a turn t, and x and y or none of them: ${excerpt(entries[bad])}`);
  return { name, turns: Map.groupBy(entries, ({ t }) => t) };
}
