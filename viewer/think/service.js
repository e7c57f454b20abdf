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
   * after, or as the default one, by the own values and openings that `others` has of them, by player.
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
    const { thought, usual } = await this.crews[kind].ask(kind, { turn, player, isBent, who }, told);
    return this.compared(question, { ...thought, isGreedy: isGreedy && !search }, usual);
  }

  /** The answer, when the moves with and without the change are known. @param {Question & {header?: boolean}} question */
  compared({ turn, player, preset, own, parameters, orders = [], header }, thought, usual) {
    const { game } = this;
    const owner = onFrame(game, "owner", turn);
    const given = orders.filter((each) => each.turn === turn && owner[each.square] === player);
    const recorded = turn < game.frames - 1 ? onFrame(game, "moves", turn) : thought.move;
    // Of the bot's own moves: a person's are not what its parameters choose.
    const differs = owner.map((who, c) => Number(who === player && thought.move[c] !== recorded[c]));
    const [move, reason] = [thought.move.slice(), thought.reason.slice()];
    for (const each of given) {
      move[each.square] = each.move;
      reason[each.square] = this.table.reasons.length;
    }
    const changed = [...owner.keys()].filter((c) => owner[c] === player && move[c] !== usual[c]);
    const head = header ? this.header(player, preset, { ...own, ...parameters }) : null;
    return { thought: { ...thought, differs, move, reason, changed }, header: head };
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

/** Workers that share the questions of a queue, each of which answers one after the other; one that an error ends is replaced. */
export class Crew {
  /** @param {import("../core/replay.js").Replay|null} [game]  that questions are about; none where games are played from their maps */
  constructor(kernels, size = navigator.hardwareConcurrency || 2, game = null) {
    this.first = { kernels, game }; // what a worker is sent first
    /** @type {Asked[]} */
    this.queue = []; // questions that no worker has yet
    /** @type {(BotWorker|null)[]} */
    this.workers = new Array(size).fill(null); // each from its first question on
  }

  /**
   * @param {"thought"|"whole"|"futures"|"game"} kind  see worker.js
   * @param {(reached: any) => void} [told]  called with how far it is
   * @returns {Promise<any>}  rejected with CancelledError when it is given up
   */
  ask(kind, question, told = () => {}) {
    return new Promise((done, failed) => {
      this.queue.push({ kind, question, told, done, failed });
      this.hand();
    });
  }

  /** Gives up every question that is not answered. @param {Error} [why] */
  stop(why = new CancelledError("it was stopped")) {
    for (const { failed } of this.queue.splice(0)) failed(why);
    for (const worker of this.workers) worker?.end(why);
  }

  /** Gives questions of the queue to workers that have none. */
  hand() {
    for (const [i, worker] of this.workers.entries()) {
      if (!this.queue.length) return;
      if (worker?.open) continue;
      if (worker?.isOver !== false) this.workers[i] = new BotWorker(this.first, () => this.hand());
      this.workers[i].ask(this.queue.shift());
    }
  }
}

/** @typedef {{kind: string, question: any, told: (reached: any) => void, done: (answer: any) => void, failed: (why: Error) => void}} Asked */

let address = null; // of the worker's script, made once for all of a page

class BotWorker {
  /** @param {() => void} ready  called when it has no question any more */
  constructor(first, ready) {
    /** @type {Asked|null} */
    this.open = null; // the question under way
    this.isOver = false;
    this.ready = ready;
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
    this.worker.postMessage(first);
  }

  ask(asked) {
    this.open = asked;
    this.worker.postMessage({ kind: asked.kind, question: asked.question });
  }

  end(why) {
    this.isOver = true;
    this.worker.terminate();
    this.close(({ failed }) => failed(why));
  }

  hear({ reached, answer, problem }) {
    if (reached !== undefined) this.open.told(reached);
    else this.close(({ done, failed }) => (problem === undefined ? done(answer) : failed(new Error(problem))));
  }

  /** The question under way is answered, or given up. */
  close(act) {
    if (this.open) act(this.open);
    this.open = null;
    this.ready();
  }
}

/**
 * The rule that only the latest question counts: one is asked at a time, always the one that is wanted now, and what comes
 * of it after the subject has changed is dropped.
 * @param {() => any} subject  what questions are about
 * @param {() => any} wanted   the question, or undefined
 * @returns  asks until nothing is wanted
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
