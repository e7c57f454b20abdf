// The viewer of a notebook's cell: its game is the notebook's, which may change a board and compare thoughts.

import { Viewer } from "./app.js";
import { addLayer } from "./layers.js";
import { deltaLayer } from "./layers_delta.js";

const differences = new WeakMap(); // by thought: the difference, which is drawn many times

addLayer({
  ...deltaLayer({ now: difference, usual: ({ compared }) => compared.name, refusal: () => null }),
  isOffered: ({ compared }) => compared !== null,
  isReady: (session) => difference(session) !== null,
  silence: () => "nothing to compare with on this turn",
});

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

  /** Compares the thoughts on a turn with this field, under this name. @param {Float64Array} potential */
  compare(turn, potential, name) {
    this.session.compared = { turn, potential, name };
    this.session.tell("explanation");
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

function difference(session) {
  const { thought, compared: usual } = session;
  if (!thought?.potential || usual?.turn !== session.turn) return null;
  const known = differences.get(thought);
  if (known?.usual === usual) return known.numbers;
  const numbers = thought.potential.map((value, c) => value - usual.potential[c]);
  differences.set(thought, { usual, numbers });
  return numbers;
}
