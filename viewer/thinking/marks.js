// The framed squares: those that move differently with the changed parameters, and those on which two games differ first.

import { placeOf } from "../page/frames.js";

export class Marks {
  constructor(viewer, asking) {
    Object.assign(this, { viewer, asking, parting: null, others: [] }); // others: what a second board is asked
    const { session } = viewer;
    asking.addEventListener("answer", () => this.draw());
    session.on("replay", () => this.setParting(null));
    session.on("theme", () => this.draw());
  }

  /** @param {{turn: number, squares: number[]}|null} parting  where two games part */
  setParting(parting) {
    this.parting = parting;
    this.draw();
  }

  draw() {
    const { session, board, theme } = this.viewer;
    if (!session.game) return;
    const parted = this.parting?.turn === session.turn ? this.framed(this.parting.squares, board.colours.red) : [];
    for (const asking of [this.asking, ...this.others]) {
      asking.session.mark([...this.framed(asking.changedNow, CHANGED[theme]), ...parted]);
    }
  }

  framed(squares, color) {
    return squares.map((square) => ({ ...placeOf(square, this.viewer.session.game), color }));
  }
}

const CHANGED = { dark: "#ff5fd2", light: "#b8008a" }; // asking.css has them too, for the legend
