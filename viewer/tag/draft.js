// A draft about one frame, not yet stored: squares with their right and wrong moves, a theme, tags and a note.

export const MARKS = ["", "right", "wrong"]; // what a move can be called, in the order in which a key goes through them

/** The position that is being written. Events: "change". */
export class Draft extends EventTarget {
  constructor() {
    super();
    this.clear();
  }

  clear() {
    this.put({ turn: null, player: null, squares: new Map(), theme: "", tags: [], note: "" });
  }

  get isEmpty() {
    return this.squares.size === 0;
  }

  /** A stored position, to be changed. @param {object} position  as /api/positions tells it */
  load({ turn, player, squares, theme, tags, note }) {
    const marked = squares.map(({ x, y, right, wrong }) => [
      `${x},${y}`,
      new Map([...right.map((move) => [move, "right"]), ...wrong.map((move) => [move, "wrong"])]),
    ]);
    this.put({ turn, player, squares: new Map(marked), theme, tags, note });
  }

  /** The mark of a square's move: "", "right" or "wrong". */
  markOf({ x, y }, move) {
    return this.squares.get(`${x},${y}`)?.get(move) ?? "";
  }

  /** Calls a move of a square something; the first one says which frame the draft is about. */
  mark(turn, player, { x, y }, move, mark) {
    const key = `${x},${y}`;
    const moves = new Map(this.squares.get(key));
    if (mark) moves.set(move, mark);
    else moves.delete(move);
    if (moves.size) this.squares.set(key, moves);
    else this.squares.delete(key);
    if (this.isEmpty) this.put({ turn: null, player: null });
    else this.put({ turn, player });
  }

  /** @param {object} change  members that get other values */
  put(change) {
    Object.assign(this, change);
    this.dispatchEvent(new Event("change"));
  }

  /** Every square with its moves. @returns {{x: number, y: number, right: string[], wrong: string[]}[]} */
  get listed() {
    return [...this.squares].map(([key, moves]) => {
      const [x, y] = key.split(",").map(Number);
      const called = (mark) => [...moves].filter(([, each]) => each === mark).map(([move]) => move);
      return { x, y, right: called("right"), wrong: called("wrong") };
    });
  }
}
