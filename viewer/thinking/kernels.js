// The kernels that Python compiled, in this browser: finds out whether it can run them, and which build.

import { fromBase64 } from "../page/files.js";

/** The page cannot think; the message says why, for the person who reads the page. */
export class CannotThinkError extends Error {}

/**
 * What a page needs to think; a worker can be sent it.
 *
 * @typedef {object} Kernels
 * @property {WebAssembly.Module} module
 * @property {object} table          what lies where, and the knobs
 * @property {boolean} hasVectors    whether this browser runs the faster build
 */

/**
 * The kernels that are packed into this page, by viewer/kernels.py. Throws CannotThinkError.
 *
 * @param {Document} page
 * @returns {Promise<Kernels>}
 */
export async function packedKernels(page) {
  const packed = (name) => page.getElementById(`kernels-${name}`)?.textContent;
  if (!packed("table")) throw new CannotThinkError("this page was written without the kernels");
  return compiled(JSON.parse(new TextDecoder().decode(await unpacked(packed("table")))), {
    vectors: () => unpacked(packed("vectors")),
    plain: () => unpacked(packed("plain")),
  });
}

/**
 * The build that this browser runs. Throws CannotThinkError.
 *
 * @param {object} table
 * @param {{vectors: () => Promise<Uint8Array>, plain: () => Promise<Uint8Array>}} builds
 * @returns {Promise<Kernels>}
 */
export async function compiled(table, builds) {
  if (typeof WebAssembly === "undefined") {
    throw new CannotThinkError("this browser has no WebAssembly, or it is switched off; the game can be watched");
  }
  const vectors = await builds.vectors();
  const hasVectors = WebAssembly.validate(vectors);
  try {
    return { module: await WebAssembly.compile(hasVectors ? vectors : await builds.plain()), table, hasVectors };
  } catch (error) {
    throw new CannotThinkError(`this browser cannot run the kernels: ${error.message}`);
  }
}

async function unpacked(text) {
  if (typeof DecompressionStream === "undefined") {
    throw new CannotThinkError("this browser cannot unpack gzip; Chrome 80, Firefox 113, Safari 16.4 or newer is needed");
  }
  const stream = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
