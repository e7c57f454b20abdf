// Questions that are played map after map: the run, its workers, and the button that begins it.

import { Store } from "../core/store.js";
import { button, controls, element, view } from "../ui/dom.js";
import { CancelledError } from "../think/service.js";
import { playerOf } from "./games.js";
import { emptyCounts, outcome } from "./statistics.js";

const REST = 200; // ms between two drawings: games need the processor too

/**
 * A question that is played block after block: a map once from every rotation of the seats, as experiments/arena/schedule.py
 * has it. seed: of the first map; blocks: at most; the score of the line-up's first is counted.
 * @typedef {{width: number, height: number, seed: number, blocks: number, lineup: any[]}} Question
 */

/** Questions that are played on the same maps. */
export class Run {
  /** @param {import("../think/service.js").Crew} crew @param {Question[]} questions */
  constructor(crew, questions) {
    this.crew = crew;
    this.questions = questions;
    this.isOver = false;
    this.isStopped = false;
    /** @type {number[][]} */
    this.scored = []; // by block, then by question: the score's place among its counts
    this.tallies = questions.map(({ lineup }) => emptyCounts(lineup.length)); // blocks by their scores
  }

  /** The first of the questions; all are about the same maps. */
  get question() {
    return this.questions[0];
  }

  get blocks() {
    return this.scored.length;
  }

  get games() {
    return this.blocks * this.questions.length * this.question.lineup.length;
  }

  /**
   * Plays a few blocks more than there are workers at once, and counts each in the order of their numbers.
   * @param {() => void} onProgress  called after every map
   */
  async run(onProgress) {
    const ahead = Math.ceil((2 * this.crew.workers.length) / this.questions.length);
    const { blocks } = this.question;
    const open = [];
    try {
      for (let block = 0, next = 0; block < blocks; block++) {
        for (; next < Math.min(blocks, block + 1 + ahead); next++) {
          const scored = Promise.all(this.questions.map((question) => this.playBlock(question, next)));
          scored.catch(() => {}); // heard below, in its turn
          open.push(scored);
        }
        this.count(await open.shift());
        onProgress();
      }
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    } finally {
      this.crew.stop();
      this.isOver = true;
    }
  }

  /** In game r, place p of the line-up sits at seat p + r. @returns {Promise<number>}  the score of its first, as a place among counts */
  async playBlock({ width, height, seed, lineup }, block) {
    const seats = lineup.length;
    const games = lineup.map((_, rotation) => ({
      width,
      height,
      seed: seed + block,
      players: lineup.map((_, seat) => lineup[(seat - rotation + seats) % seats]),
    }));
    const ended = await Promise.all(games.map((game) => this.crew.ask("game", game)));
    return outcome(ended.map(({ order }, rotation) => order.length - 1 - order.indexOf(rotation + 1)));
  }

  count(scored) {
    this.scored.push(scored);
    scored.forEach((place, i) => (this.tallies[i][place] += 1));
  }

  stop() {
    this.isStopped = true;
    this.crew.stop();
  }
}

/** The button of a panel that plays a question, and what is known so far. Events: "progress", now and then; "open". */
export class Runner extends Store {
  /**
   * @param {import("./laboratory.js").Laboratory} lab
   * @param {{label: string, read: () => any, make: (crew, question: Question, asked) => any, verdict: (run) => string}} look
   *   label: of the button; read: what the fields ask, throws Error; make: the Run; verdict: is said at the end
   */
  constructor(lab, look) {
    super();
    this.lab = lab;
    this.look = look;
    this.run = null;
    this.begun = 0;
    /** @type {Promise<void>|null} */
    this.open = null;
    this.said = element("p", { class: "status", role: "status" });
    // No status: a screen reader would read every map.
    this.reached = view(this, ["progress", "open"], () =>
      element("p", { class: "reached muted" }, this.run?.isOver === false && this.progress),
    );
    const turn = () => (this.open ? this.run?.stop() : this.begin());
    this.button = view(this, ["open"], () => button(this.open ? "Stop" : look.label, turn, { class: "primary" }));
  }

  get progress() {
    const seconds = ((performance.now() - this.begun) / 1000).toFixed(0);
    return `${this.run.blocks} of ${this.run.question.blocks} maps, ${this.run.games} games in ${seconds} s.`;
  }

  async begin() {
    if (this.open) {
      this.run?.stop();
      await this.open;
    }
    this.open = this.lab.attempt(this.said, () => this.play());
    this.tell("open");
    await this.open;
    this.open = null;
    this.tell("open");
  }

  async play() {
    this.said.textContent = "";
    const { read, make, verdict } = this.look;
    const asked = read();
    const { players, ...board } = asked;
    const question = { ...board, lineup: players.map((text) => playerOf(this.lab.table, text)) };
    const run = make(await this.lab.crew(), question, asked);
    Object.assign(this, { run, begun: performance.now() });
    let waiting = null;
    const draw = () => {
      waiting = null;
      this.tell("progress");
    };
    await run.run(() => (waiting ??= setTimeout(draw, REST)));
    clearTimeout(waiting);
    draw();
    return `${this.progress} ${verdict(run)}`;
  }
}

let fields = 0; // ids must differ when two boards stand on one page

export function field(label, input) {
  input.id ||= `lab-field-${(fields += 1)}`;
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input);
}

/** A field for a number from `low` to `high`, a whole one unless its step is "any". */
export function numberField(label, value, low, high, step = /** @type {number|string} */ (1)) {
  const [min, max] = [low, high].map((end) => (Number.isFinite(end) ? end : null));
  const input = element("input", { type: "number", min, max, step, value, required: true });
  const read = () => {
    if (input.validity.valid) return input.valueAsNumber;
    throw new Error(`${label}: expected ${step === 1 ? `a whole number of ${low} to ${high}` : "a number"}`);
  };
  return { root: field(label, input), read, put: (number) => (input.value = number) };
}

/** The fields of the maps that are played, at least so many: as many from this seed on. */
export function mapFields(least) {
  const [blocks, seed] = [numberField("maps", 50, least, 100_000), numberField("seed of the first", 0, 0, 2 ** 31 - 1)];
  seed.root.title = "A map is made from its seed. The first map has this one, the next map the next.";
  const put = (asked) => (blocks.put(asked.blocks), seed.put(asked.seed));
  return { root: controls(blocks.root, seed.root), read: () => ({ blocks: blocks.read(), seed: seed.read() }), put };
}
