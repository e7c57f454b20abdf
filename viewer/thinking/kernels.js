// The kernels that Python compiled, in this browser: finds out whether it can run them.

import { fromBase64 } from "../page/files.js";

/** The page cannot think; the message says why, for the person who reads the page. */
export class CannotThinkError extends Error {}

/**
 * What a page needs to think; a worker can be sent it. The table: what lies where, and the definitions.
 * @typedef {{module: WebAssembly.Module, table: object}} Kernels
 */

/**
 * The kernels that are packed into this page, by viewer/kernels.py. Throws CannotThinkError.
 * @param {Document} page
 * @returns {Promise<Kernels>}
 */
export async function packedKernels(page) {
  const packed = (name) => page.getElementById(`kernels-${name}`)?.textContent;
  if (!packed("table")) throw new CannotThinkError("this page was written without the kernels");
  const [table, module] = await Promise.all(["table", "module"].map((name) => unpacked(packed(name))));
  return compiled(JSON.parse(new TextDecoder().decode(table)), module);
}

/**
 * The kernels, ready to be called. Throws CannotThinkError.
 * @param {Uint8Array} bytes  of the module
 * @returns {Promise<Kernels>}
 */
export async function compiled(table, bytes) {
  if (typeof WebAssembly === "undefined") {
    throw new CannotThinkError("this browser has no WebAssembly, or it is switched off; the game can be watched");
  }
  try {
    return { module: await WebAssembly.compile(bytes), table };
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
