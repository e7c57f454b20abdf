// The kernels that Python compiled, in this browser: finds out whether it can run them.

import { fromBase64 } from "../page/files.js";

/**
 * What a page needs to think; a worker can be sent it. The table: what lies where, and the definitions.
 * @typedef {{module: WebAssembly.Module, table: object}} Kernels
 */

/**
 * The kernels that are packed into this page, by viewer/kernels.py. Throws an Error that says why it has none.
 * @returns {Promise<Kernels>}
 */
export async function packedKernels() {
  const packed = (name) => document.getElementById(`kernels-${name}`)?.textContent;
  if (!packed("table")) throw new Error("this page was written without the kernels");
  const [table, module] = await Promise.all(["table", "module"].map((name) => unpacked(packed(name))));
  if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly, or it is switched off; the game can be watched");
  return { module: await WebAssembly.compile(module), table: JSON.parse(new TextDecoder().decode(table)) };
}

async function unpacked(text) {
  const stream = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
