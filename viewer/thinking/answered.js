// What is asked about the shown frame while it is looked at, one question at a time.

/**
 * Event: `event` (an answer came, or is outdated). A subclass has `key`, the question that is shown; `now`, its answer,
 * or null; `fetch()`, which asks; `keep(key, answer)`; and `refresh()`, which calls `ask` where an answer is missing.
 */
export class Answered extends EventTarget {
  constructor(asking, event) {
    super();
    Object.assign(this, { asking, event, refused: null });
  }

  /** Why there is no answer to what is shown; null when it was not refused. */
  get refusal() {
    return this.refused?.key === this.key ? this.refused.text : null;
  }

  /** The answer for a board that may be at another frame. */
  at(turn) {
    return turn === this.asking.session.turn ? this.now : null;
  }

  async ask() {
    if (this.isAsking) return; // the answer asks again when it comes too late
    this.isAsking = true;
    const { key } = this;
    try {
      this.keep(key, await this.fetch());
      this.refused = null;
    } catch (error) {
      this.refused = { key, text: error.message };
    }
    this.isAsking = false;
    if (key !== this.key) this.refresh();
    else this.tell();
  }

  tell() {
    this.dispatchEvent(new Event(this.event));
  }
}
