// The bot in the page: answers the questions of panels with the kernels that the page holds.

import { COMPUTED } from "../page/explanation.js";
import { isAlive, onFrame } from "../page/frames.js";
import { CONFIDENCE, MOST_SEEDS } from "./futures.js";
import { hasStages } from "./definitions.js";
import { notation, presetOf } from "./players.js";
import { Thinking } from "./thinking.js";

const [FORMAT, VERSION] = ["halite-explanation", 3];

/**
 * What is asked about a player: as which preset, by which own values and opening, see players.js, and with which change.
 * @typedef {{turn: number, player: number, preset: string, own?: object, found?: object, parameters: object}} Question
 */

/** One game that is asked about, in a worker for each kind of question. */
export class PageService {
  constructor(kernels) {
    this.kernels = kernels;
    this.game = null;
    this.workers = new Map(); // what is asked -> its worker: futures do not keep a slider waiting
    this.last = Promise.resolve(); // one question after the other: a worker forgets the one before
    this.plain = null; // what is thought without the change: {key, thought}
  }

  /** Every parameter with its range, unit and reason, and the presets, as they are declared in Python. */
  get known() {
    const { groups, definitions, presets, default: preset, asking, reasons, stages } = this.kernels.table;
    return {
      definitions,
      reasons,
      planned: stages.fight,
      groups: Object.fromEntries(groups.map(({ name, definitions: names }) => [name, names])),
      presets,
      default: preset,
      scanned: asking.scanned,
      most_seeds: MOST_SEEDS,
    };
  }

  /** Whether stages have a say on this frame, without the change or with it. @param {Question} question */
  hasStages({ turn, player, preset, own, parameters }) {
    const usual = { ...this.known.presets[preset], ...own };
    return (hasStages(usual) || hasStages({ ...usual, ...parameters })) && isAlive(this.game, player, turn);
  }

  /** @param {import("../page/replay.js").Replay} game  that questions are about from now on */
  open(game) {
    for (const worker of this.workers.values()) worker.end();
    this.workers.clear();
    this.game = game;
    this.plain = null;
  }

  /** The worker for this kind of question; another one, where an error has ended it. @returns {Thinking} */
  worker(kind) {
    const isThere = this.workers.get(kind)?.broken === null;
    if (!isThere) this.workers.set(kind, new Thinking(this.kernels, this.game));
    return this.workers.get(kind);
  }

  /**
   * The rest of the game with the change and without; see futures.js. The others play as the presets that they are named
   * after, or as the default one, by the own values and openings that `others` has of them.
   * @param {Question & {seeds: number, others?: Record<number, object>}} question
   * @param {{told: (reached: {share: number, pair: number, soFar: object|null}) => void, signal: AbortSignal}} listening
   */
  async future({ turn, player, preset, own, found, parameters, seeds, others = {} }, { told, signal }) {
    const worker = this.worker("futures");
    const { game, known } = this;
    if (game.players.length < 2) throw new Error("This game has one player: it has no opponent to play on against.");
    signal.addEventListener("abort", () => worker.cancel());
    const players = game.players.map((name, seat) => ({ preset: presetOf(known, name), ...others[seat + 1] }));
    players[player - 1] = { preset, own, found };
    const confidence = CONFIDENCE;
    const reach = (reached) => told({ ...reached, soFar: reached.soFar && { ...reached.soFar, confidence } });
    return { ...(await worker.ask("futures", { turn, player, players, parameters, seeds }, reach)), confidence };
  }

  /**
   * @param {Question & {header?: boolean, search?: boolean, plan?: object, isBent?: boolean}} question
   *   without its search the answer is at once that of the greedy moves, and says so if stages build on them; by a plan's
   *   numbers in place of the player's own, and by its opening's prices
   * @param {(turn: number) => void} [told]  called with the turn to which the game is followed
   */
  explain(question, told) {
    const { search = true } = question;
    if (search && this.hasStages(question)) return this.ask("whole", question, told).then((answer) => this.told(question, answer));
    const answer = this.last.then(() => this.greedy(question));
    this.last = answer.catch(() => {});
    return answer;
  }

  async greedy(question) {
    const asked = { ...question, own: { ...question.own, ...question.plan } };
    const thought = await this.ask("thought", asked);
    const { move, potential } = await this.withoutChanges(asked);
    thought.delta = thought.potential.map((value, c) => value - potential[c]);
    return { ...this.told(question, { thought, usual: move }), greedy: this.hasStages(question) };
  }

  /** The answer, when the moves with and without the change are known. */
  told({ turn, player, preset, own, parameters, header }, { thought, usual }) {
    const { game } = this;
    const owner = onFrame(game, "owner", turn);
    const recorded = turn < game.frames - 1 ? onFrame(game, "moves", turn) : thought.move;
    thought.differs = owner.map((who, c) => Number(who === player && thought.move[c] !== recorded[c]));
    const changed = [];
    owner.forEach((who, c) => who === player && thought.move[c] !== usual[c] && changed.push(c));
    return { thought, changed, greedy: false, ...(header ? { header: this.header(player, preset, { ...own, ...parameters }) } : {}) };
  }

  async withoutChanges(question) {
    const { turn, player, preset, own, isBent = false } = question;
    const key = `${turn} ${player} ${notation(preset, own)} ${isBent}`;
    if (this.plain?.key !== key) this.plain = { key, thought: await this.ask("thought", { ...question, parameters: {} }) };
    return this.plain.thought;
  }

  /** Asks the worker for this kind of question. @param {Question} question */
  ask(kind, { turn, player, preset, own, found, parameters, isBent }, told) {
    return this.worker(kind).ask(kind, { turn, player, isBent, who: { preset, own, found, values: parameters } }, told);
  }

  header(player, preset, changes) {
    const { width, height } = this.game;
    const { definitions, presets, reasons } = this.kernels.table;
    const parameters = { ...presets[preset], ...changes };
    const name = notation(preset, changes);
    return { format: FORMAT, version: VERSION, source: COMPUTED, player, width, height, name, parameters, definitions, reasons };
  }
}
