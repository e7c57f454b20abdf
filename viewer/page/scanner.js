// JSON read from bytes: tables of whole numbers into typed arrays, everything else by JSON.parse.

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,:[]{}'].map(
  (sign) => sign.charCodeAt(0),
);
const ZERO = 48;
const BLANK = 32; // and everything below it: JSON knows no other blanks than space, tab and line ends

/** A file is not what it should be; the message says what was expected and what came. */
export class FormatError extends Error {}

/** One pass over the bytes of a JSON text. */
export class Scanner {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /**
   * The object that the whole text is.
   * @param {(key: string, scanner: Scanner) => any} read  called at each value, must read it to its end
   * @returns {Record<string, any>}
   */
  object(read) {
    const members = {};
    this.expect(OPEN_OBJECT);
    if (!this.take(CLOSE_OBJECT)) {
      do {
        const key = this.value();
        this.expect(COLON);
        members[key] = inContext(key, () => read(key, this));
      } while (this.take(COMMA));
      this.expect(CLOSE_OBJECT);
    }
    this.skipBlank();
    if (this.at < this.bytes.length) this.refuse("the end of the file");
    return members;
  }

  /**
   * Nested lists of whole numbers; numbers above `largest` are kept as `largest`.
   * @returns {{shape: number[], numbers: Uint8Array}}  in reading order; an empty table has a shape of zeros
   */
  table(dimensions, largest) {
    const shape = new Array(dimensions).fill(-1);
    const numbers = new Uint8Array(((this.bytes.length - this.at) >> 1) + 1); // a number takes at least two bytes
    this.count = 0;
    this.list(0, shape, numbers, largest);
    return { shape: shape.map((size) => Math.max(size, 0)), numbers: numbers.slice(0, this.count) };
  }

  /** One list at this level of a table, and all within it. */
  list(level, shape, numbers, largest) {
    const isInnermost = level === shape.length - 1;
    let size = 0;
    this.expect(OPEN_LIST);
    if (!this.take(CLOSE_LIST)) {
      do {
        if (isInnermost) numbers[this.count++] = Math.min(this.number(), largest);
        else this.list(level + 1, shape, numbers, largest);
        size++;
      } while (this.take(COMMA));
      this.expect(CLOSE_LIST);
    }
    if (shape[level] === -1) shape[level] = size;
    else if (shape[level] !== size) {
      throw new FormatError(`a list of ${size} stands beside lists of ${shape[level]}; was the file edited?`);
    }
  }

  /** A whole number that is not negative. */
  number() {
    this.skipBlank();
    const start = this.at;
    let number = 0;
    for (let digit = this.bytes[this.at] - ZERO; digit >= 0 && digit <= 9; digit = this.bytes[++this.at] - ZERO) {
      number = number * 10 + digit;
    }
    if (this.at === start) this.refuse("a whole number");
    return number;
  }

  value() {
    this.skipBlank();
    const start = this.at;
    this.skipValue();
    const text = new TextDecoder().decode(this.bytes.subarray(start, this.at));
    try {
      return JSON.parse(text);
    } catch {
      this.at = start;
      return this.refuse("a JSON value");
    }
  }

  /** Moves behind a value, knowing of JSON only texts and brackets. */
  skipValue() {
    let depth = 0;
    for (; this.at < this.bytes.length; this.at++) {
      const sign = this.bytes[this.at];
      if (sign === QUOTE) this.skipText();
      else if (sign === OPEN_LIST || sign === OPEN_OBJECT) depth++;
      else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) {
        if (depth === 0) return;
        if (--depth === 0) return void this.at++;
      } else if (depth === 0 && (sign === COMMA || sign === COLON)) return;
      if (depth === 0 && sign === QUOTE) return void this.at++;
    }
  }

  /** From a text's first quote to its last. */
  skipText() {
    for (this.at++; this.at < this.bytes.length && this.bytes[this.at] !== QUOTE; this.at++) {
      if (this.bytes[this.at] === BACKSLASH) this.at++;
    }
  }

  skipBlank() {
    while (this.bytes[this.at] <= BLANK) this.at++;
  }

  /** Whether this sign comes next; it is read when it does. */
  take(sign) {
    this.skipBlank();
    if (this.bytes[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  expect(sign) {
    if (!this.take(sign)) this.refuse(`"${String.fromCharCode(sign)}"`);
  }

  refuse(wanted) {
    const rest = new TextDecoder().decode(this.bytes.subarray(this.at, this.at + 24));
    const came = rest === "" ? "the file ends there; was it cut short" : `found "${rest}"; is it a replay`;
    throw new FormatError(`${wanted} expected at byte ${this.at}, but ${came}?`);
  }
}

/** The result of `read`; an error names the key that was read. */
function inContext(key, read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof FormatError ? new FormatError(`${key}: ${error.message}`) : error;
  }
}
