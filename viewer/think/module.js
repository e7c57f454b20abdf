// The compiled bot at work on one board: where everything lies in memory, frames shown, exports called, results viewed.

import { fromBase64, inflated } from "../files/open.js";

const WORD = 8; // bytes of a slot: an argument as the kernels take it

/** The views of an array's memory, by the kind of its elements. */
const VIEWS = {
  bool: Uint8Array, uint8: Uint8Array, int8: Int8Array, uint16: Uint16Array, int16: Int16Array,
  uint32: Uint32Array, int32: Int32Array, float64: Float64Array,
  int64: BigInt64Array, uint64: BigUint64Array,
}; // prettier-ignore

/** The addresses of one board size. */
class Layout {
  constructor(table, height, width) {
    this.table = table; // as experiments/module writes it
    this.terms = [1, height, width, height * width];
    this.end = table.stack;
    this.places = new Map(Object.entries(table.arrays).map(([name, array]) => [name, this.place(array)]));
    this.blocks = new Map(Object.entries(table.exports).map(([name, slots]) => [name, this.block(slots)]));
  }

  /** Where an array of the table lies; its kind is one of VIEWS, or the name of a record. Sizes are in bytes. */
  place({ kind, shape: sums }) {
    const sum = (factors) => factors.reduce((total, factor, i) => total + factor * this.terms[i], 0);
    const shape = sums.map(([least, ...factors]) => Math.max(least, sum(factors)));
    const size = VIEWS[kind]?.BYTES_PER_ELEMENT ?? this.table.records[kind].size;
    const bytes = shape.reduce((product, side) => product * side, size);
    return { kind, shape, size, bytes, address: this.take(bytes) };
  }

  /** The arguments of an export: numbers are set before each call; arrays are written once, in words. */
  block(slots) {
    const numbers = [];
    const fixed = [];
    let at = this.table.result;
    for (const [what, name, kind] of slots) {
      if (what === "number") numbers.push({ name, kind, address: at });
      else fixed.push({ address: at, words: this.words(what, this.places.get(name)) });
      at += what === "number" ? WORD : WORD * fixed.at(-1).words.length;
    }
    const address = this.take(at);
    for (const slot of [...numbers, ...fixed]) slot.address += address;
    return { address, numbers, fixed };
  }

  /** An array as the kernels take it: its owner (none), items, bytes of one, address, shape and strides. */
  words(what, { address, shape, size, bytes }) {
    if (what === "record") return [address];
    const strides = shape.map((_, i) => shape.slice(i + 1).reduce((product, side) => product * side, size));
    return [0, 0, bytes / size, size, address, ...shape, ...strides];
  }

  take(bytes) {
    const { aligned } = this.table;
    const address = Math.ceil(this.end / aligned) * aligned;
    this.end = address + bytes;
    return address;
  }
}

const PAGE = 65_536; // bytes of WebAssembly's memory

/** One player's seat at a board of one size: the kernels with memory of their own. */
export class WasmModule {
  constructor({ module, table }, height, width) {
    this.table = table;
    this.layout = new Layout(table, height, width);
    const pages = Math.ceil(this.layout.end / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, table.stack);
    this.instance = new WebAssembly.Instance(module, { env: { __linear_memory: memory, __stack_pointer: stack } });
    this.buffer = memory.buffer;
    this.memory = new Uint8Array(this.buffer);
    this.view = new DataView(this.buffer);
    this.board = { height, width };
    this.begin();
  }

  /** Makes the memory what it is before a game. */
  begin() {
    this.memory.fill(0, this.table.stack);
    for (const [name, { start }] of Object.entries(this.table.arrays)) if (start) this.bytes(name).set(fromBase64(start));
    for (const { fixed } of this.layout.blocks.values()) {
      for (const { address, words } of fixed) words.forEach((word, i) => this.view.setUint32(address + 8 * i, word, true));
    }
    for (const name of ["fill_memory", "fill_rollout_memory"]) this.call(name, this.board);
  }

  /** Calls an export with its arguments that are no arrays; the lower and the upper half of each number that it returned. */
  call(name, numbers = {}) {
    const block = this.layout.blocks.get(name);
    for (const { name: parameter, kind, address } of block.numbers) this.write(address, kind, numbers[parameter]);
    const run = /** @type {(address: number) => number} */ (this.instance.exports[name]);
    const status = run(block.address);
    if (status !== 0) throw new Error(`the kernel ${name} raised an exception (${status})`);
    return new Int32Array(this.buffer, block.address, this.table.result / 4);
  }

  /** Writes a number as the kernels keep it. */
  write(address, kind, value) {
    if (kind === "float64") this.view.setFloat64(address, value, true);
    else if (kind === "bool") this.view.setUint8(address, value ? 1 : 0);
    else this.view.setBigInt64(address, BigInt(value), true);
  }

  bytes(name) {
    const { address, bytes } = this.layout.places.get(name);
    return new Uint8Array(this.buffer, address, bytes);
  }

  /** An array of plain numbers as a view, which the next call changes. @returns {any} */
  array(name) {
    const { kind, address, bytes, size } = this.layout.places.get(name);
    return new VIEWS[kind](this.buffer, address, bytes / size);
  }

  /** An array of whole numbers of 64 bits, copied by their lower halves: BigInts take longer than the kernels. */
  integers(name) {
    const { address, bytes } = this.layout.places.get(name);
    return new Int32Array(this.buffer, address, bytes / 4).filter((_, i) => i % 2 === 0);
  }

  /** Reads an element of this kind at an address: `getInt32` for an Int32Array. @returns {(address: number, isLittle: boolean) => any} */
  reader(kind) {
    return this.view[`get${VIEWS[kind].name.replace("Array", "")}`].bind(this.view);
  }

  /** A field of every record of an array, copied into `into`. */
  field(name, field, into) {
    const { kind, address, bytes, size } = this.layout.places.get(name);
    const [type, offset] = this.table.records[kind].fields[field];
    const read = this.reader(type);
    for (let i = 0, at = address + offset; i < bytes / size; i++, at += size) into[i] = read(at, true);
    return into;
  }

  /** Reads a field of one record of an array. */
  get(name, field, i = 0) {
    const { kind, address, size } = this.layout.places.get(name);
    const [type, offset] = this.table.records[kind].fields[field];
    return Number(this.reader(type)(address + i * size + offset, true));
  }

  /** Writes a field of one record of an array. */
  put(name, field, value, i = 0) {
    const { kind, address, size } = this.layout.places.get(name);
    const [type, offset] = this.table.records[kind].fields[field];
    this.write(address + i * size + offset, type, value);
  }

  /** Lays a frame before the kernels, or, with the beginning of the arrays' names, before those of a rollout. */
  show({ owner, strength, production }, before = "") {
    this.bytes(`${before}owner`).set(owner);
    this.bytes(`${before}strength`).set(strength);
    this.bytes(`${before}production`).set(production);
  }
}

/**
 * What a page needs to think; a worker can be sent it. The table: what lies where, and the definitions.
 * @typedef {{module: WebAssembly.Module, table: object}} Kernels
 */

/** The kernels that are packed into this page, by viewer/pack.py. Throws an Error that says why it has none. @returns {Promise<Kernels>} */
export async function packedKernels() {
  const packed = (name) => document.getElementById(`kernels-${name}`)?.textContent;
  if (!packed("table")) throw new Error("this page was written without the kernels");
  const [table, module] = await Promise.all(["table", "module"].map((name) => inflated(fromBase64(packed(name)))));
  if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly, or it is switched off; the game can be watched");
  if (!table.isWhole || !module.isWhole) throw new Error("the kernels in this page are damaged; was it cut short?");
  return { module: await WebAssembly.compile(module.plain), table: JSON.parse(new TextDecoder().decode(table.plain)) };
}
