// Pictures as an animated GIF, as the specification GIF89a has it.

const COLOURS = 256;
const SIZE = 8; // bits of a colour's number
const [CLEAR, END] = [COLOURS, COLOURS + 1];
const MOST_CODES = 4096;

/** Writes one picture after the other; `blob` is the file so far. */
export class Gif {
  /** @param {number} milliseconds  a picture @param {number[][]} kept  colours that stay as they are, however rare */
  constructor(width, height, milliseconds, kept = []) {
    const fixed = kept.map(([red, green, blue]) => red | (green << 8) | (blue << 16));
    Object.assign(this, { width, height, fixed, hundredths: Math.max(2, Math.round(milliseconds / 10)), parts: [] });
    this.codes = new Int16Array(MOST_CODES * COLOURS); // the code of each known row of colours, by its start and its end
    const screen = [...two(width), ...two(height), 0x70, 0, 0];
    const forever = [0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts.push(new Uint8Array([...text("GIF89a"), ...screen, ...forever]));
  }

  /** @param {Uint8ClampedArray} data  of an ImageData; what is seen through counts as it is */
  add(data) {
    const { palette, pixels } = reduced(data, this.fixed);
    const control = [0x21, 0xf9, 4, 0, ...two(this.hundredths), 0, 0];
    const picture = [0x2c, 0, 0, 0, 0, ...two(this.width), ...two(this.height), 0x80 | (SIZE - 1)];
    this.parts.push(new Uint8Array([...control, ...picture]), palette, new Uint8Array([SIZE]), this.packed(pixels));
  }

  get blob() {
    return new Blob([...this.parts, new Uint8Array([0x3b])], { type: "image/gif" });
  }

  /** LZW in blocks of at most 255 bytes. */
  packed(pixels) {
    const { codes } = this;
    const out = new Blocks(pixels.length);
    let [next, width, row] = [END + 1, SIZE + 1, pixels[0]];
    codes.fill(0);
    out.write(CLEAR, width);
    for (let i = 1; i < pixels.length; i++) {
      const place = row * COLOURS + pixels[i];
      if (codes[place]) {
        row = codes[place];
        continue;
      }
      out.write(row, width);
      row = pixels[i];
      if (next < MOST_CODES) {
        if (next === 1 << width) width += 1;
        codes[place] = next++;
      } else {
        out.write(CLEAR, width);
        codes.fill(0);
        [next, width] = [END + 1, SIZE + 1];
      }
    }
    out.write(row, width);
    out.write(END, width);
    return out.closed();
  }
}

/** Bits, the lowest first, in blocks that begin with their length. */
class Blocks {
  constructor(pixels) {
    this.bytes = new Uint8Array(2 * pixels + 1024);
    Object.assign(this, { length: 1, start: 0, bits: 0, held: 0 });
  }

  write(code, width) {
    this.held |= code << this.bits;
    this.bits += width;
    for (; this.bits >= 8; this.bits -= 8, this.held >>>= 8) this.byte(this.held & 255);
  }

  byte(value) {
    this.bytes[this.length++] = value;
    if (this.length - this.start === 256) this.next();
  }

  next() {
    this.bytes[this.start] = this.length - this.start - 1;
    this.start = this.length++;
  }

  closed() {
    if (this.bits > 0) this.byte(this.held & 255);
    if (this.length - this.start > 1) this.next();
    this.bytes[this.start] = 0;
    return this.bytes.subarray(0, this.length);
  }
}

/** The picture in its 256 most frequent colours; others become the nearest of these. */
function reduced(data, fixed) {
  const counts = new Map();
  const colours = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  for (const colour of colours) counts.set(colour & 0xffffff, (counts.get(colour & 0xffffff) ?? 0) + 1);
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const chosen = [...new Set([...fixed, ...frequent])].slice(0, COLOURS);
  const palette = new Uint8Array(3 * COLOURS);
  chosen.forEach((colour, i) => palette.set([colour & 255, (colour >> 8) & 255, colour >> 16], 3 * i));
  const numbers = new Map(chosen.map((colour, i) => [colour, i]));
  const pixels = Uint8Array.from(colours, (colour) => {
    const key = colour & 0xffffff;
    if (!numbers.has(key)) numbers.set(key, nearest(key, chosen));
    return numbers.get(key);
  });
  return { palette, pixels };
}

function nearest(colour, chosen) {
  const away = (other) => [0, 8, 16].reduce((sum, at) => sum + (((colour >> at) & 255) - ((other >> at) & 255)) ** 2, 0);
  let [best, least] = [0, Infinity];
  chosen.forEach((other, i) => {
    const distance = away(other);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

function two(number) {
  return [number & 255, number >> 8];
}

function text(letters) {
  return [...letters].map((letter) => letter.charCodeAt(0));
}
