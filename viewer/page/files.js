// Files from the page itself, from a drop or from the Open button: unpacked and told apart.

import { readReplay } from "./replay.js";
import { readExplanation, looksLikeExplanation } from "./explanation.js";
import { readFlog } from "./flog.js";
import { FormatError } from "./scanner.js";

/**
 * What a file turned out to be.
 *
 * @typedef {{kind: "replay"|"explanation"|"flog", value: any}} Opened
 */

/**
 * Reads a file of any kind the page knows, plain or gzip.
 *
 * Throws FormatError that says what was expected and what came.
 *
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {Promise<Opened>}
 */
export async function open(bytes, name) {
  const { plain, isWhole } = await inflated(bytes);
  const start = new TextDecoder().decode(plain.subarray(0, 4096)).trimStart();
  // A bot that was killed leaves an explanation without an end: what came out before it is whole turns.
  if (looksLikeExplanation(start)) return { kind: "explanation", value: readExplanation(plain, name) };
  if (!isWhole) throw new FormatError("damaged gzip; was the download cut short?");
  if (isReplay(name, start)) return { kind: "replay", value: readReplay(plain, name) };
  return { kind: "flog", value: readFlog(new TextDecoder().decode(plain), name) };
}

/** What its name says is believed; otherwise a log may hold an object per line, with other keys than a replay. */
function isReplay(name, start) {
  if (/\.hlt(\.gz)?$/i.test(name)) return true;
  if (/\.(flog|log|csv|jsonl)(\.gz)?$/i.test(name)) return false;
  return start.startsWith("{") && !/^\{\s*"(t|x|y|msg|color)"/.test(start);
}

/**
 * The bytes, decompressed when they start like gzip, and whether the file was whole.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<{plain: Uint8Array, isWhole: boolean}>}
 */
export async function inflated(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { plain: bytes, isWhole: true };
  if (typeof DecompressionStream === "undefined") {
    throw new FormatError(
      "this browser cannot unpack gzip; Chrome 80, Firefox 113, Safari 16.4 or newer is needed, or an unpacked file",
    );
  }
  const parts = [];
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  } catch {
    return { plain: await joined(parts), isWhole: false };
  }
  return { plain: await joined(parts), isWhole: true };
}

async function joined(parts) {
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * The bytes that pack.py wrote as base64.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase64(text) {
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = packed.charCodeAt(i);
  return bytes;
}
