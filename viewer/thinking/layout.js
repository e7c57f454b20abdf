// Where everything lies in the module's memory, for a board of one size: addresses from the table that Python wrote.

const WORD = 8; // bytes of a slot: an argument as the kernels take it

/**
 * One array of the table.
 * @typedef {object} Place
 * @property {string} kind       of its elements: "uint8", or the name of a record
 * @property {number} address
 * @property {number[]} shape
 * @property {number} size       bytes of an element
 * @property {number} bytes      of the whole array
 */

/**
 * The arguments of one export.
 * @typedef {object} Block
 * @property {number} address                              what the export is called with
 * @property {{name: string, kind: string, address: number}[]} numbers   set before each call
 * @property {{address: number, words: number[]}[]} fixed  written once: the arrays
 */

/** The views of an array's memory, by the kind of its elements. */
export const VIEWS = {
  bool: Uint8Array, uint8: Uint8Array, int8: Int8Array, uint16: Uint16Array, int16: Int16Array,
  uint32: Uint32Array, int32: Int32Array, float64: Float64Array,
  int64: BigInt64Array, uint64: BigUint64Array,
}; // prettier-ignore

/** The addresses of one board size. */
export class Layout {
  /** @param {object} table  as experiments/module writes it */
  constructor(table, height, width) {
    this.table = table;
    this.terms = [1, height, width, height * width];
    this.end = table.stack;
    /** @type {Map<string, Place>} */
    this.places = new Map(Object.entries(table.arrays).map(([name, array]) => [name, this.placed(array)]));
    /** @type {Map<string, Block>} */
    this.blocks = new Map(Object.entries(table.exports).map(([name, slots]) => [name, this.block(slots)]));
  }

  placed({ kind, shape: sums }) {
    const shape = sums.map(([least, ...factors]) => Math.max(least, dot(factors, this.terms)));
    const size = VIEWS[kind]?.BYTES_PER_ELEMENT ?? this.table.records[kind].size;
    const bytes = shape.reduce((product, side) => product * side, size);
    return { kind, shape, size, bytes, address: this.take(bytes) };
  }

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

function dot(factors, terms) {
  return factors.reduce((sum, factor, i) => sum + factor * terms[i], 0);
}
