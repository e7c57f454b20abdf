// The bot in the page: answers the questions of panels with the kernels that the page holds.

import { COMPUTED } from "../explain/explanation.js";
import { isAlive, onFrame } from "../core/planes.js";
import { hasSearch } from "./parameters.js";
import { notation, presetOf } from "./player.js";

const [FORMAT, VERSION] = ["halite-explanation", 4];
const BY_HAND = { name: "BY_HAND", sentence: "You gave it this move by hand.", parameters: [] }; // behind the bot's reasons

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
    this.crews = Object.fromEntries(["thought", "whole", "futures"].map((kind) => [kind, new Crew(this.kernels, 1, game)]));
  }

  /**
   * The rest of the game with the change and without; see rollouts.js. The others play as the presets that they are named
   * after, or as the default one, by the own values and openings that `others` has of them.
   * @param {Question & {seeds: number, others?: Record<number, object>}} question
   * @param {(reached: {share: number, pair: number, soFar: object|null}) => void} told
   */
  async future({ turn, player, preset, own, found, parameters, orders, seeds, others = {} }, told) {
    const { game, table } = this;
    if (game.players.length < 2) throw new Error("This game has one player: it has no opponent to play on against.");
    const players = game.players.map((name, seat) => ({ preset: presetOf(table, name), ...others[seat + 1] }));
    players[player - 1] = { preset, own, found };
    return this.crews.futures.ask("futures", { turn, player, players, parameters, orders, seeds }, told);
  }

  /** Gives up the futures that are being played. @param {string} why */
  cancelFuture(why) {
    this.crews.futures.stop(new Error(why));
  }

  /**
   * @param {Question & {header?: boolean, search?: boolean, plan?: object, isBent?: boolean}} question
   *   without its search the answer is at once that of the greedy moves, and says so if stages build on them; by a plan's
   *   numbers in place of the player's own, and by its opening's prices
   * @param {(turn: number) => void} [told]  called with the turn to which the game is followed
   */
  async explain(question, told) {
    const { turn, player, preset, own, found, parameters, plan, isBent, search = true } = question;
    const isGreedy = this.hasSearch(question);
    const kind = search && isGreedy ? "whole" : "thought";
    const who = { preset, own: { ...own, ...plan }, found, values: parameters };
    const answer = await this.crews[kind].ask(kind, { turn, player, isBent, who }, told);
    return { ...this.compared(question, answer), greedy: isGreedy && !search };
  }

  /** The answer, when the moves with and without the change are known. @param {Question & {header?: boolean}} question */
  compared({ turn, player, preset, own, parameters, orders = [], header }, { thought, usual }) {
    const { game } = this;
    const owner = onFrame(game, "owner", turn);
    const given = orders.filter((each) => each.turn === turn && owner[each.square] === player);
    const recorded = turn < game.frames - 1 ? onFrame(game, "moves", turn) : thought.move;
    // Of the bot's own moves: a person's are not what its parameters choose.
    const differs = owner.map((who, c) => Number(who === player && thought.move[c] !== recorded[c]));
    Object.assign(thought, { differs, move: thought.move.slice(), reason: thought.reason.slice() });
    for (const { square, move } of given) {
      thought.move[square] = move;
      thought.reason[square] = this.table.reasons.length;
    }
    const changed = [];
    owner.forEach((who, c) => who === player && thought.move[c] !== usual[c] && changed.push(c));
    return { thought, changed, greedy: false, ...(header ? { header: this.header(player, preset, { ...own, ...parameters }) } : {}) };
  }

  header(player, preset, changes) {
    const { width, height } = this.game;
    const { definitions, presets, reasons } = this.table;
    const parameters = { ...presets[preset], ...changes };
    const name = notation(preset, changes);
    return { format: FORMAT, version: VERSION, source: COMPUTED, player, width, height, name, parameters, definitions, reasons: [...reasons, BY_HAND] };
  }
}

/** The question is not wanted any more: its worker was ended. */
export class CancelledError extends Error {}

let address = null; // of the worker's script, made once for all of a page

/** Answers one question after the other; an error or `end` ends it. */
export class BotWorker {
  /** @param {import("../core/replay.js").Replay|null} [game]  that questions are about; none where games are played from their maps */
  constructor(kernels, game) {
    this.open = null; // the question under way: {done, failed, told}
    this.isOver = false;
    address ??= new URL("./worker.js", import.meta.url).href;
    // Chromium starts no module from a blob in a page that was opened from a file.
    this.worker = new Worker(address, { type: address.startsWith("blob:") ? "classic" : "module" });
    const fail = (why) => this.end(new Error(`thinking failed: ${why}`));
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message ?? "the browser allows no worker");
    };
    this.worker.addEventListener("messageerror", () => fail("its answer cannot be read")); // Chromium has no onmessageerror
    this.worker.postMessage({ kernels, game });
  }

  /**
   * @param {"thought"|"whole"|"futures"|"game"} kind  see worker.js
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

/** Workers that share the questions of a queue; one that an error has ended is replaced. */
export class Crew {
  /** @param {import("../core/replay.js").Replay|null} [game]  as a BotWorker has it */
  constructor(kernels, size = navigator.hardwareConcurrency || 2, game = null) {
    this.kernels = kernels;
    this.game = game;
    /** @type {{question: Parameters<BotWorker["ask"]>, done: (answer: any) => void, failed: (why: Error) => void}[]} */
    this.queue = []; // questions that no worker has yet
    /** @type {(BotWorker|null)[]} */
    this.workers = new Array(size).fill(null); // each from its first question on
  }

  /** Asks one of them. @param {Parameters<BotWorker["ask"]>} question @returns {Promise<any>} */
  ask(...question) {
    return new Promise((done, failed) => {
      this.queue.push({ question, done, failed });
      this.hand();
    });
  }

  /** Gives up every question that is not answered. @param {Error} [why] */
  stop(why = new CancelledError("it was stopped")) {
    for (const { failed } of this.queue.splice(0)) failed(why);
    for (const worker of this.workers) worker?.end(why);
  }

  hand() {
    for (const [i, worker] of this.workers.entries()) {
      if (!this.queue.length) return;
      if (worker?.open) continue;
      const { question, done, failed } = this.queue.shift();
      if (worker?.isOver !== false) this.workers[i] = new BotWorker(this.kernels, this.game);
      this.workers[i].ask(...question).then(done, failed).then(() => this.hand());
    }
  }
}

/**
 * The rule that only the latest question counts: one is asked at a time, always the one that is wanted now, and what comes
 * of it after the subject has changed is dropped.
 * @template Question
 * @param {() => any} subject  what questions are about
 * @param {() => Question|undefined} wanted
 * @param {(question: Question) => Promise<any>} ask
 * @param {(question: Question, answer: any) => void} heard
 * @param {(question: Question, error: Error) => void} refused
 * @returns {() => Promise<void>}  asks until nothing is wanted
 */
export function latest(subject, wanted, ask, heard, refused) {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    for (let question = wanted(); question !== undefined; question = wanted()) {
      const before = subject();
      try {
        const answer = await ask(question);
        if (subject() === before) heard(question, answer);
      } catch (error) {
        if (subject() === before) refused(question, error);
      }
    }
    isBusy = false;
  };
}
