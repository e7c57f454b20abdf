// A worker with the compiled bot, as the page asks it.

import { thread } from "../page/thread.js";

/** The question is not wanted any more: its worker was ended. */
export class CancelledError extends Error {}

let address = null; // of the worker's script, made once for all of a page

/** Answers one question after the other; an error or `end` ends it, and another takes its place. */
export class Thinking {
  /** @param {import("../page/replay.js").Replay} [game]  that questions are about; none where games are played from their maps */
  constructor(kernels, game) {
    this.open = null; // the question under way: {done, failed, told}
    this.isOver = false;
    address ??= new URL("./thinking_worker.js", import.meta.url).href;
    this.worker = thread(address, (data) => this.hear(data), (why) => this.end(new Error(`thinking failed: ${why}`)));
    this.worker.postMessage({ kernels, game });
  }

  /**
   * @param {"thought"|"whole"|"futures"|"game"} kind  see thinking_worker.js
   * @param {(reached: any) => void} [told]  called with how far it is
   * @returns {Promise<any>}  rejected with CancelledError when the worker is ended
   */
  ask(kind, question, told = () => {}) {
    return new Promise((done, failed) => {
      this.open = { done, failed, told };
      this.worker.postMessage({ kind, question });
    });
  }

  end(why = new CancelledError("it was stopped")) {
    this.isOver = true;
    this.worker.terminate();
    this.open?.failed(why);
    this.open = null;
  }

  hear({ reached, answer, problem }) {
    if (reached !== undefined) return this.open.told(reached);
    const { done, failed } = this.open;
    this.open = null;
    if (problem === undefined) done(answer);
    else failed(new Error(problem));
  }
}

/** Answers what is wanted as long as anything is: one at a time, and always the latest. @returns {() => Promise<void>} */
export function latest(wanted, answer) {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    for (let each = wanted(); each !== undefined; each = wanted()) await answer(each);
    isBusy = false;
  };
}
