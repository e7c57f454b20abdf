// Thinks beside the page, in a worker. One question at a time: a new one, or `cancel`, ends the one before.

import { thread } from "../page/thread.js";

/** The question is not wanted any more, or its worker is gone. */
export class CancelledError extends Error {}

export class Thinking {
  constructor(kernels, game) {
    this.kernels = kernels;
    const { name, width, height, frames, players, owner, strength, production, moves } = game;
    this.game = { name, width, height, frames, players, owner, strength, production, moves };
    this.number = 0;
    this.open = null; // the question under way: {done, failed, told}
    this.broken = null; // what ended the worker
    const failed = (why) => {
      this.broken = new Error(`thinking failed: ${why}`);
      this.fail(this.broken);
    };
    this.worker = thread(new URL("./thinking_worker.js", import.meta.url).href, (data) => this.hear(data), failed);
    this.worker.postMessage({ kernels: this.kernels, game: this.game, number: this.number });
  }

  /**
   * @param {"thought"|"whole"|"futures"} kind  see thinking_worker.js
   * @param {(reached: number) => void} [told]  called with the turn that is reached, or how many futures are played
   * @returns {Promise<any>}  rejected with CancelledError when another question comes
   */
  ask(kind, question, told = () => {}) {
    this.cancel();
    return new Promise((done, failed) => {
      if (this.broken) return failed(this.broken);
      this.open = { done, failed, told };
      this.worker.postMessage({ number: this.number, kind, question });
    });
  }

  cancel() {
    this.number += 1;
    this.fail(new CancelledError("not wanted any more"));
    this.worker.postMessage({ number: this.number });
  }

  /** Ends the worker: nothing can be asked any more, and answers under way are given up. */
  end() {
    this.worker.terminate();
    this.fail(new CancelledError("its worker was ended"));
  }

  hear({ number, answer, reached, problem }) {
    if (number !== this.number || !this.open) return;
    if (reached !== undefined) return this.open.told(reached);
    const { done, failed } = this.open;
    this.open = null;
    if (problem === undefined) done(answer);
    else failed(new Error(problem));
  }

  fail(error) {
    const { open } = this;
    this.open = null;
    open?.failed(error);
  }
}
