// The field without the changes, to compare the changed one with; requested while its layer is on.

import { DELTA } from "../page/layers_delta.js";
import { Answered } from "./answered.js";

const KEPT = 40; // fields of other turns

/** The effect of the change on the field of the shown frame. Event: "delta" (it is known now, or outdated). */
export class Deltas extends Answered {
  constructor(asking) {
    super(asking, "delta");
    Object.assign(this, { usual: new Map(), difference: null });
    for (const event of ["question", "answer"]) asking.addEventListener(event, () => this.refresh());
    asking.session.on("layers", () => this.refresh());
  }

  /** The question that the unchanged field answers. */
  get key() {
    const { game, player, usualName, session } = this.asking;
    return `${game} ${player} ${usualName} ${session.turn}`;
  }

  /** The potential with the change less that without, H * W, NaN where one does not come; null while unknown. */
  get now() {
    const { asking, difference } = this;
    const before = this.usual.get(this.key);
    const after = asking.answered === asking.version ? asking.explanation?.kept.get(asking.session.turn) : null;
    if (!before || !after) return null;
    if (difference?.before === before && difference.after === after) return difference.numbers;
    const numbers = after.potential.map((value, c) => value - before.potential[c]);
    this.difference = { before, after, numbers };
    return numbers;
  }

  get isWanted() {
    const { game, session, explanation } = this.asking;
    return game !== null && session.layers.has(DELTA) && explanation !== null;
  }

  refresh() {
    if (this.isWanted && !this.usual.has(this.key)) this.ask();
    else if (this.isWanted) this.tell();
  }

  fetch() {
    const { asking } = this;
    return asking.service.explain({ ...asking.question(asking.session.turn), parameters: {}, search: false });
  }

  keep(key, { thought }) {
    if (this.usual.size >= KEPT) this.usual.delete(this.usual.keys().next().value);
    this.usual.set(key, thought);
  }
}
