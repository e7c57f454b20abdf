// The bot in the page: workers that answer questions with the kernels, and the rule that only the latest question counts.

import { isAlive } from "../core/planes.js";
import { hasSearch } from "./parameters.js";
import { presetOf } from "./player.js";

/**
 * What is asked about a player: as which preset, by which own values and opening, see player.js, and with which change:
 * parameters, and moves that a person gives in place of the player's own.
 * @typedef {{turn: number, player: number, preset: string, own?: object, found?: object, parameters: object,
 *   orders?: {turn: number, square: number, move: number}[]}} Question
 */

/** One game that is asked about, in a worker for each kind of question. */
export class BotService {
  /** @param {import("./module.js").Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.table = kernels.table; // every parameter with its range, unit and reason, and the presets, as Python declares them
    this.game = null;
    /** @type {Record<string, Crew>} */
    this.crews = {}; // by what is asked: futures do not keep a slider waiting
  }

  /** Whether stages have a say on this frame, without the change or with it. @param {Question} question */
  hasSearch({ turn, player, preset, own, parameters }) {
    const usual = { ...this.table.presets[preset], ...own };
    return (hasSearch(usual) || hasSearch({ ...usual, ...parameters })) && isAlive(this.game, player, turn);
  }

  /** @param {import("../core/replay.js").Replay|null} game  that questions are about from now on */
  open(game) {
    for (const crew of Object.values(this.crews)) crew.stop();
    this.game = game;
    this.crews = Object.fromEntries(["explain", "search", "futures"].map((kind) => [kind, new Crew(this.kernels, 1, game)]));
  }

  /**
   * The rest of the game with the change and without; see rollouts.js. The others play as the presets that they are named
   * after, or as the default one, by the own values and openings that `others` has of them, by player.
   */
  async future({ turn, player, preset, own, found, parameters, orders, seeds, others = {} }, onProgress) {
    const { game, table } = this;
    if (game.players.length < 2) throw new Error("This game has one player: it has no opponent to play on against.");
    const players = game.players.map((name, seat) => ({ preset: presetOf(table, name), ...others[seat + 1] }));
    players[player - 1] = { preset, own, found };
    return this.crews.futures.ask("futures", { turn, player, players, parameters, orders, seeds }, onProgress);
  }

  /** Gives up the futures that are being played. @param {string} why */
  cancelFuture(why) {
    this.crews.futures.stop(new Error(why));
  }

  /**
   * The thought with the change, and the moves without.
   * @param {Question & {search?: boolean, plan?: object, isBent?: boolean}} question  without its search the answer is at
   *   once that of the greedy moves, and says so if stages build on them; by a plan's numbers in place of the player's
   *   own, and by its opening's prices
   * @param {(turn: number) => void} [onProgress]  called with the turn to which the game is followed
   */
  async explain(question, onProgress) {
    const { turn, player, preset, own, found, parameters, plan, isBent, search = true } = question;
    const isGreedy = this.hasSearch(question);
    const kind = search && isGreedy ? "search" : "explain";
    const who = { preset, own: { ...own, ...plan }, found, values: parameters };
    const { thought, usual } = await this.crews[kind].ask(kind, { turn, player, isBent, who }, onProgress);
    return { thought: { ...thought, isGreedy: isGreedy && !search }, usual };
  }
}

/** The question is not wanted any more: its worker was ended. */
export class CancelledError extends Error {}

/** Workers that share the questions of a queue, each of which answers one after the other; one that an error ends is replaced. */
export class Crew {
  /** @param {import("../core/replay.js").Replay|null} [game]  that questions are about; none where games are played from their maps */
  constructor(kernels, size = navigator.hardwareConcurrency || 2, game = null) {
    this.first = { kernels, game }; // what a worker is sent first
    this.queue = []; // questions that no worker has yet
    this.workers = new Array(size).fill(null); // each from its first question on: {worker, open: the question that it answers}
  }

  /**
   * @param {"explain"|"search"|"futures"|"game"} kind  see worker.js
   * @param {(reached: any) => void} [onProgress]  called with how far it is
   * @returns {Promise<any>}  rejected with CancelledError when it is given up
   */
  ask(kind, question, onProgress = () => {}) {
    return new Promise((resolve, reject) => {
      this.queue.push({ kind, question, onProgress, resolve, reject });
      this.assign();
    });
  }

  /** Gives up every question that is not answered. @param {Error} [why] */
  stop(why = new CancelledError("it was stopped")) {
    for (const { reject } of this.queue.splice(0)) reject(why);
    for (const at of this.workers.keys()) this.end(at, why);
  }

  /** Gives questions of the queue to workers that have none. */
  assign() {
    for (let at = 0; at < this.workers.length && this.queue.length; at++) {
      const member = (this.workers[at] ??= this.start(at));
      if (member.open) continue;
      member.open = this.queue.shift();
      member.worker.postMessage({ kind: member.open.kind, question: member.open.question });
    }
  }

  start(at) {
    address ??= new URL("./worker.js", import.meta.url).href;
    // Chromium starts no module from a blob in a page that was opened from a file.
    const worker = new Worker(address, { type: address.startsWith("blob:") ? "classic" : "module" });
    worker.onmessage = ({ data }) => this.receive(at, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(at, new Error(`thinking failed: ${event.message ?? "the browser allows no worker"}`));
    };
    worker.postMessage(this.first);
    return { worker, open: null };
  }

  end(at, why) {
    const member = this.workers[at];
    this.workers[at] = null;
    member?.worker.terminate();
    member?.open?.reject(why);
    this.assign();
  }

  receive(at, { reached, answer, problem }) {
    const { open } = this.workers[at];
    if (reached !== undefined) return open.onProgress(reached);
    this.workers[at].open = null;
    if (problem === undefined) open.resolve(answer);
    else open.reject(new Error(problem));
    return this.assign();
  }
}

let address = null; // of the worker's script, made once for all of a page

/**
 * The rule that only the latest question counts: one is asked at a time, always the one that is wanted now, and what comes
 * of it after the subject has changed is dropped.
 * @param {() => any} subject  what questions are about
 * @param {() => any} next   the question, or undefined
 * @returns  asks until nothing is wanted
 */
export function latest(subject, next, ask, receive, refuse) {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    for (let question = next(); question !== undefined; question = next()) {
      const before = subject();
      try {
        const answer = await ask(question);
        if (subject() === before) receive(question, answer);
      } catch (error) {
        if (subject() === before) refuse(question, error);
      }
    }
    isBusy = false;
  };
}
