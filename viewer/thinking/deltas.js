// The field without the changes, to compare the changed one with; requested while its layer is on.

import { DELTA } from "../page/layers_delta.js";

const KEPT = 40; // fields of other turns

/** The effect of the change on the field of the shown frame. Event: "delta" (it is known now, or outdated). */
export class Deltas extends EventTarget {
  constructor(asking) {
    super();
    Object.assign(this, { asking, usual: new Map(), difference: null, refused: null, isAsking: false });
    for (const event of ["question", "answer"]) asking.addEventListener(event, () => this.refresh());
    asking.session.on("layers", () => this.refresh());
  }

  /** The question that the unchanged field answers. */
  get key() {
    const { game, player, usualName, session } = this.asking;
    return `${game} ${player} ${usualName} ${session.turn} ${JSON.stringify(this.asking.planOf(session.turn))}`;
  }

  /** Why there is no answer to what is shown; null when it was not refused. */
  get refusal() {
    return this.refused?.key === this.key ? this.refused.text : null;
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

  async ask() {
    if (this.isAsking) return; // the answer asks again when it comes too late
    this.isAsking = true;
    const { key, asking } = this;
    try {
      const question = { ...asking.greedyQuestion(asking.session.turn, false), parameters: {} };
      this.keep(key, await asking.service.explain(question));
      this.refused = null;
    } catch (error) {
      this.refused = { key, text: error.message };
    }
    this.isAsking = false;
    if (key !== this.key) this.refresh();
    else this.tell();
  }

  keep(key, { thought }) {
    if (this.usual.size >= KEPT) this.usual.delete(this.usual.keys().next().value);
    this.usual.set(key, thought);
  }

  tell() {
    this.dispatchEvent(new Event("delta"));
  }
}
