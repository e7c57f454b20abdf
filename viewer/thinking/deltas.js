// The field with the unchanged preset, to compare the changed one with; requested while its layer is on.

import { DELTA } from "../page/layers_delta.js";

const KEPT = 40; // fields of other turns

/**
 * The effect of the change on the field of the shown frame. Event: "delta" (it is known now, or outdated).
 */
export class Deltas extends EventTarget {
  /** @param {import("./asking.js").Asking} asking */
  constructor(asking) {
    super();
    Object.assign(this, { asking, usual: new Map(), refused: null, difference: null });
    for (const event of ["question", "answer"]) asking.addEventListener(event, () => this.refresh());
    asking.session.on("layers", () => this.refresh());
  }

  /** The question that the unchanged field answers. */
  get key() {
    const { game, player, preset, session } = this.asking;
    return `${game} ${player} ${preset} ${session.turn}`;
  }

  /**
   * The potential with the change less that without, H * W numbers; NaN where one of both does not come.
   *
   * @returns {Float64Array|null}  null while something of it is not known
   */
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

  /** The same for a board that may be at another frame, as a film's is. */
  at(turn) {
    return turn === this.asking.session.turn ? this.now : null;
  }

  /** Why the unchanged field of the shown frame is not known; null when it was not refused. */
  get refusal() {
    return this.refused?.key === this.key ? this.refused.text : null;
  }

  get isWanted() {
    return this.asking.game !== null && this.asking.session.layers.has(DELTA);
  }

  refresh() {
    if (this.isWanted && !this.usual.has(this.key)) this.ask();
    else if (this.isWanted) this.tell();
  }

  async ask() {
    const { asking } = this;
    if (this.isAsking || !asking.explanation) return; // the answer asks again when it comes too late
    this.isAsking = true;
    const { key } = this;
    try {
      const answer = await asking.service.explain({ ...asking.question(asking.session.turn), parameters: {}, search: false });
      if (this.usual.size >= KEPT) this.usual.delete(this.usual.keys().next().value);
      this.usual.set(key, answer.thought);
      this.refused = null;
    } catch (error) {
      this.refused = { key, text: error.message };
    }
    this.isAsking = false;
    if (key !== this.key) this.refresh();
    else this.tell();
  }

  tell() {
    this.dispatchEvent(new Event("delta"));
  }
}
