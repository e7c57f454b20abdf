// Questions that are played map after map: the run, its workers, and the button that begins it.

import { button, element } from "../ui/dom.js";
import { CancelledError } from "../think/service.js";
import { AskedError, playerOf } from "./games.js";
import { emptyCounts, outcome } from "./statistics.js";

const REST = 200; // ms between two drawings: games need the processor too

/**
 * A question that is played block after block: a map once from every rotation of the seats, as experiments/arena/schedule.py
 * has it. first: number of the first map, which is its seed; blocks: at most; the score of the line-up's first is counted.
 * @typedef {{width: number, height: number, first: number, blocks: number, lineup: import("./games.js").Seated[]}} Question
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

  /** @param {() => void} told  called after every map */
  async run(told) {
    try {
      await this.playBlocks(told);
      this.judge();
    } finally {
      this.isOver = true;
    }
  }

  /** Plays a few blocks more than there are workers at once, and counts each in the order of their numbers. */
  async playBlocks(told) {
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
        const isDecided = this.count(await open.shift());
        told();
        if (isDecided) break;
      }
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    } finally {
      this.crew.stop();
    }
  }

  /** In game r, place p of the line-up sits at seat p + r. @returns {Promise<number>}  the score of its first, as a place among counts */
  async playBlock({ width, height, first, lineup }, block) {
    const seats = lineup.length;
    const games = lineup.map((_, rotation) => ({
      width,
      height,
      seed: first + block,
      players: lineup.map((_, seat) => lineup[(seat - rotation + seats) % seats]),
    }));
    const ended = await Promise.all(games.map((game) => this.crew.ask("game", game)));
    return outcome(ended.map(({ order }, rotation) => order.length - 1 - order.indexOf(rotation + 1)));
  }

  /** Whether that decides it. */
  count(scored) {
    this.scored.push(scored);
    scored.forEach((place, i) => (this.tallies[i][place] += 1));
    return false;
  }

  /** What is said of all maps together, once they are played. */
  judge() {}

  stop() {
    this.isStopped = true;
    this.crew.stop();
  }
}

/**
 * The button of a panel that plays a question: begins it, and draws what is known now and then.
 *
 * label: of the button; read(): what the fields ask, a MatchQuestion, throws AskedError; make(crew, question, asked): the
 * Run; show(run): draws what is known; told(run): is said at the end.
 */
export function makeRunner(lab, { label, read, make, show, told }) {
  const said = element("p", { class: "status", role: "status" });
  const reached = element("p", { class: "reached muted" }); // no status: a screen reader would read every map
  const runner = { run: null, open: null, begin, root: null, button: null, said, reached };

  /** Plays what the fields ask. */
  async function begin() {
    if (runner.open) {
      runner.run?.stop();
      await runner.open;
    }
    runner.open = lab.attempt(said, play);
    runner.button.textContent = "Stop";
    await runner.open;
    runner.open = null;
    runner.button.textContent = label;
    reached.textContent = "";
  }

  async function play() {
    said.textContent = "";
    const asked = read();
    const { players, ...board } = asked;
    const question = { ...board, lineup: players.map((text) => playerOf(lab.table, text)) };
    const run = (runner.run = make(await lab.crew(), question, asked));
    const begun = performance.now();
    const progress = () => `${run.blocks} of ${run.question.blocks} maps, ${run.games} games in ${((performance.now() - begun) / 1000).toFixed(0)} s.`;
    const draw = () => {
      show(run);
      reached.textContent = progress();
    };
    let waiting;
    await run.run(() => (waiting ??= setTimeout(() => ((waiting = null), draw()), REST)));
    clearTimeout(waiting);
    draw();
    return `${progress()} ${told(run)}`;
  }

  runner.button = button(label, () => (runner.open ? runner.run?.stop() : begin()), { class: "primary" });
  return runner;
}

let fields = 0; // ids must differ when two boards stand on one page

/** A form field with its label. */
export function field(label, input) {
  input.id ||= `lab-field-${(fields += 1)}`;
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input);
}

/** A field for a whole number. */
export function numberField(label, value, low, high) {
  const fits = (number) => Number.isInteger(number) && low <= number && number <= high;
  return numeric(label, { min: low, max: high, step: 1, value }, fits, `a whole number of ${low} to ${high}`);
}

export function anyField(label, value) {
  return numeric(label, { step: "any", value }, Number.isFinite, "a number");
}

function numeric(label, attributes, fits, expected) {
  const input = element("input", { type: "number", ...attributes });
  const read = () => {
    if (fits(input.valueAsNumber)) return input.valueAsNumber;
    throw new AskedError(`${label}: expected ${expected}`);
  };
  return { root: field(label, input), input, read, put: (value) => (input.value = value) };
}
