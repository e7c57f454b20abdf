// Workers that play games from one queue.

import { CancelledError, Thinking } from "../thinking/thinking.js";

/** Workers, as many as the machine has cores. */
export class Crew {
  constructor(kernels, size = navigator.hardwareConcurrency || 2) {
    this.kernels = kernels;
    this.queue = [];
    this.workers = Array.from({ length: size }, () => null); // a Thinking each, from its first game on
  }

  /**
   * Plays a game.
   * @param {import("./games.js").Request & {isKept?: boolean}} request  isKept: whether its frames are wanted
   * @param {(reached: number[]) => void} [told]
   * @returns {Promise<{order: number[], turns: number, game?: import("../page/replay.js").Replay}>}
   */
  play(request, told) {
    return new Promise((done, failed) => {
      this.queue.push({ request, told, done, failed });
      this.hand();
    });
  }

  /** Gives up every game that has not ended. */
  stop() {
    for (const { failed } of this.queue.splice(0)) failed(new CancelledError("it was stopped"));
    for (const worker of this.workers) worker?.end();
    this.workers.fill(null);
  }

  hand() {
    for (const [i, worker] of this.workers.entries()) {
      if (!this.queue.length) return;
      if (worker?.open) continue;
      const { request, told, done, failed } = this.queue.shift();
      const asked = (this.workers[i] = worker && !worker.isOver ? worker : new Thinking(this.kernels)).ask("game", request, told);
      asked.then(done, failed).then(() => this.hand());
    }
  }
}
