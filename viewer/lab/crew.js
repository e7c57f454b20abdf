// Workers that play games from one queue. The game of a worker that dies is played by another.

import { thread } from "../page/thread.js";

const MOST_DEATHS = 3; // of workers with one game; then the game fails
const LOOK = 10_000; // ms between two looks at silent workers
const SILENT = 6; // looks without a word of a worker that plays, which speaks ten times a second: it is dead

let address = null; // of the workers' script, made once for all of a page

/** The games were given up. */
export class GivenUpError extends Error {}

/** Workers, as many as the machine has cores. */
export class Crew {
  constructor(kernels, size = navigator.hardwareConcurrency || 2) {
    this.kernels = kernels;
    this.queue = [];
    this.number = 0;
    this.workers = Array.from({ length: size }, () => ({ thread: null, task: null, silence: 0 }));
    this.looking = undefined; // the interval, while games are played
  }

  /**
   * Plays a game.
   * @param {{isKept?: boolean, told?: (reached: number[]) => void}} [options]
   * @returns {Promise<{order: number[], turns: number, game?: import("../page/replay.js").Replay}>}
   */
  play(request, { isKept = false, told = () => {} } = {}) {
    return new Promise((done, failed) => {
      this.queue.push({ number: ++this.number, request, isKept, told, done, failed, deaths: 0 });
      this.hand();
    });
  }

  /** Gives up every game that has not ended. */
  stop() {
    const open = [...this.queue, ...this.workers.map(({ task }) => task)].filter(Boolean);
    this.queue = [];
    for (const worker of this.workers) this.end(worker);
    for (const { failed } of open) failed(new GivenUpError("it was stopped"));
  }

  /** A browser may end a worker silently. While the page is frozen its silence is not checked, and does not count. */
  look() {
    const playing = this.workers.filter(({ task }) => task);
    if (!playing.length) this.looking = clearInterval(this.looking);
    for (const worker of playing) if (++worker.silence > SILENT) this.bury(worker, "it was silent");
  }

  hand() {
    this.looking ||= setInterval(() => this.look(), LOOK);
    for (const worker of this.workers) {
      if (worker.task || !this.queue.length) continue;
      worker.thread ??= this.start(worker);
      const task = (worker.task = this.queue.shift());
      worker.silence = 0;
      worker.thread.postMessage({ number: task.number, request: plain(task.request), isKept: task.isKept });
    }
  }

  start(worker) {
    address ??= new URL("./worker.js", import.meta.url).href;
    const heard = (data) => worker.thread === made && this.hear(worker, data);
    const made = thread(address, heard, (why) => worker.thread === made && this.bury(worker, why));
    made.postMessage({ kernels: this.kernels });
    return made;
  }

  hear(worker, { number, reached, ended, problem }) {
    const { task } = worker;
    if (task?.number !== number) return;
    worker.silence = 0;
    if (reached) return task.told(reached);
    worker.task = null;
    this.hand();
    if (ended) task.done(ended);
    else task.failed(new Error(problem));
  }

  /** A worker has died: its game goes to the front of the queue. */
  bury(worker, why) {
    const { task } = worker;
    this.end(worker);
    if (task && ++task.deaths < MOST_DEATHS) this.queue.unshift(task);
    else task?.failed(new Error(`the game ended ${MOST_DEATHS} workers: ${why}`));
    this.hand();
  }

  end(worker) {
    worker.thread?.terminate();
    worker.thread = worker.task = null;
  }
}

/** What a worker needs of a request. */
function plain({ width, height, seed, players }) {
  return { width, height, seed, players: players.map(({ preset, values, notation }) => ({ preset, values, notation })) };
}
