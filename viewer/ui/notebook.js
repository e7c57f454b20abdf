// The viewer of a notebook's cell: its game is the notebook's, which may change a board.

import { Viewer } from "./app.js";

/** A viewer that stays with the game that its notebook gave it: Python knows no other. */
export class NotebookViewer extends Viewer {
  show(kind, value) {
    if (kind === "replay" && this.session.game) {
      throw new Error("this window belongs to its notebook's game; make another Window for this one");
    }
    super.show(kind, value);
  }

  /** Puts another board in the place of the shown frame: H * W numbers each. */
  setBoard(owner, strength, production) {
    const { session, board } = this;
    const start = session.turn * owner.length;
    session.game.owner.set(owner, start);
    session.game.strength.set(strength, start);
    session.game.production.set(production);
    board.setTheme(this.theme); // draws the ground anew
    session.tell("select");
  }

  /** Locks the scales of layers: [low, high] by the layers' keys. */
  setScales(scales) {
    const { session, board } = this;
    session.scales.clear();
    for (const [key, [low, high]] of Object.entries(scales)) session.scales.set(key, { low, high });
    session.tell("legends");
    board.redraw();
  }
}
