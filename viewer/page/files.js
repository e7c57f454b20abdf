// Files from the page itself, from a drop or from the Open button: unpacked and told apart.

import { joined } from "./frames.js";
import { readPlanes, readReplay } from "./replay.js";
import { looksLikeFindings, readFindings } from "./findings.js";
import { readExplanation, looksLikeExplanation } from "./explanation.js";
import { readFlog } from "./flog.js";
import { FormatError } from "./scanner.js";

/** An opened file, by its kind. @typedef {{kind: "replay"|"explanation"|"flog"|"findings", value: any}} Opened */

const LARGEST = 500 * 2 ** 20; // bytes of an unpacked file: browsers hold no much longer text
const PIECE = 2 ** 15; // packed bytes that are unpacked at once
const SLICE = 40; // ms of unpacking between two chances for the page to draw
const EXPECTED = { replay: "a replay", explanation: "an explanation", flog: "an f-log", findings: "a coach's findings" };
// Signs that no text has; beside blanks and line ends the escape sign may stand in a log.
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

/**
 * Reads a file of any kind the page knows, plain or gzip.
 *
 * Throws FormatError that says what was expected and what came.
 * @param {Uint8Array|string|null} bytes  a text is base64; null when they could not be read
 * @param {"replay"|"explanation"|"flog"|"findings"|"planes"} [wanted]  the only kind it may be; planes are a replay in a page
 * @returns {Promise<Opened>}
 */
export async function open(bytes, name, wanted) {
  if (!bytes) throw new FormatError("cannot be read; is it a folder?");
  const { plain, isWhole } = await inflated(typeof bytes === "string" ? fromBase64(bytes) : bytes);
  if (plain.length === 0) throw new FormatError("nothing is in it; was it cut short, or never begun?");
  if (wanted === "planes" && isWhole) return { kind: "replay", value: readPlanes(plain, name) };
  const start = new TextDecoder().decode(plain.subarray(0, 4096)).trimStart();
  const kind = kindOf(name, start, wanted);
  // A bot that was killed leaves an explanation without an end: what came out before it is whole turns.
  if (!isWhole && kind !== "explanation") throw new FormatError("damaged gzip; was the download cut short?");
  const expected = EXPECTED[wanted] ?? "a replay, an explanation or an f-log";
  if (BINARY.test(start)) throw new FormatError(`this is not text; ${expected} expected`);
  if (wanted && kind !== wanted) throw new FormatError(`${expected} expected, but this is ${EXPECTED[kind]}`);
  if (kind === "explanation") return { kind, value: readExplanation(plain, name) };
  if (kind === "replay") return { kind, value: readReplay(plain, name) };
  if (kind === "findings") return { kind, value: readFindings(new TextDecoder().decode(plain)) };
  return { kind, value: readFlog(new TextDecoder().decode(plain), name) };
}

/** A file of a person's; its bytes are null when they cannot be read. @param {File} file */
export async function contentOf(file) {
  const content = await file.arrayBuffer().catch(() => null);
  return { name: file.name, bytes: content && new Uint8Array(content) };
}

function kindOf(name, start, wanted) {
  if (looksLikeExplanation(start)) return "explanation";
  if (looksLikeFindings(start)) return "findings";
  if (wanted === "replay") return "replay"; // its name may be any
  return isReplay(name, start) ? "replay" : "flog";
}

/** Whether it is a replay: by its name, or else by its first key, because a log may also hold an object per line. */
function isReplay(name, start) {
  if (/\.hlt(\.gz)?$/i.test(name)) return true;
  if (/\.(flog|log|csv|jsonl)(\.gz)?$/i.test(name)) return false;
  return start.startsWith("{") && !/^\{\s*"(t|x|y|msg|color)"/.test(start);
}

/** The bytes, decompressed when they start like gzip. @returns {Promise<{plain: Uint8Array, isWhole: boolean}>} */
async function inflated(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { plain: withoutMark(bytes), isWhole: true };
  if (typeof DecompressionStream === "undefined") {
    throw new FormatError(
      "this browser cannot unpack gzip; Chrome 80, Firefox 113, Safari 16.4 or newer is needed, or an unpacked file",
    );
  }
  const parts = [];
  let size = 0;
  const { readable, writable } = new DecompressionStream("gzip");
  feed(writable.getWriter(), bytes).catch(() => {}); // what is wrong is heard when the other end is read
  const reader = readable.getReader();
  const next = () => reader.read().catch(() => ({ done: true, isBroken: true }));
  let part = await next();
  for (; !part.done; part = await next()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > LARGEST) throw await tooLarge(reader);
  }
  return { plain: withoutMark(joined(parts)), isWhole: !part.isBroken };
}

/**
 * Writes the bytes piece by piece, and leaves the page time to draw.
 *
 * A stream of a blob would do it, but its bytes go to another process of the browser and back.
 */
async function feed(writer, bytes) {
  let end = performance.now() + SLICE;
  for (let at = 0; at < bytes.length; at += PIECE) {
    await writer.write(bytes.subarray(at, at + PIECE));
    if (performance.now() < end) continue;
    await new Promise((done) => setTimeout(done));
    end = performance.now() + SLICE;
  }
  await writer.close();
}

async function tooLarge(reader) {
  await reader.cancel();
  return new FormatError(`it is larger than ${LARGEST / 2 ** 20} MB when it is unpacked: that is no game`);
}

/** Without the three bytes that some editors write before a text. */
function withoutMark(bytes) {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The bytes that a page or an export has as base64. Throws FormatError. @param {string} text @returns {Uint8Array} */
export function fromBase64(text) {
  try {
    return Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : decoded(text);
  } catch {
    throw new FormatError("it is not base64; was the page edited, or cut short?");
  }
}

/** The same for browsers that have only `atob`. */
function decoded(text) {
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = packed.charCodeAt(i);
  return bytes;
}
