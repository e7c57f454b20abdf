// The lines of a long text, decoded when they are asked for: a whole game's thoughts are forty megabytes.

const END = 10; // "\n"

/** Lines of bytes in UTF-8; what follows the last newline is cut short, and left out. */
export class Lines {
  /** @param {Uint8Array} bytes @param {number[]} [starts]  where lines begin, and where the last one ends */
  constructor(bytes, starts = startsIn(bytes)) {
    Object.assign(this, { bytes, starts, decoder: new TextDecoder() });
  }

  get length() {
    return this.starts.length - 1;
  }

  /** @returns {string|undefined} */
  at(line) {
    if (line < 0 || line >= this.length) return undefined;
    return this.decoder.decode(this.bytes.subarray(this.starts[line], this.starts[line + 1] - 1));
  }

  /** The lines without the first `count`. */
  after(count) {
    return new Lines(this.bytes, this.starts.slice(count));
  }
}

function startsIn(bytes) {
  const starts = [0];
  for (let end = bytes.indexOf(END); end >= 0; end = bytes.indexOf(END, end + 1)) starts.push(end + 1);
  return starts;
}
