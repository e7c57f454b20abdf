// The bot in the page: answers the questions that the live window asks its server, with the kernels beside the page.

import { COMPUTED } from "../page/explanation.js";
import { notation } from "./notation.js";
import { Thinking } from "./thinking.js";

const [FORMAT, VERSION] = ["halite-explanation", 1];

/** A Service (see ../live/service.js) that needs no server. Its thoughts are arrays already. */
export class PageService {
  isHere = true;

  /** @param {import("./kernels.js").Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.game = null;
    this.thinking = null;
    this.last = Promise.resolve(); // one question after the other: a worker forgets the one before
    this.plain = null; // what the preset alone thinks: {key, thought}
  }

  /** Every knob of the greedy moves with its range, unit and reason, and the presets, as they are declared in Python. */
  get known() {
    const { groups, knobs, presets, default: preset } = this.kernels.table;
    return {
      knobs,
      groups: Object.fromEntries(groups.filter(({ is_stage: isStage }) => !isStage).map(({ name, knobs: names }) => [name, names])),
      presets: Object.fromEntries(Object.entries(presets).map(([name, { games }]) => [name, games[0].values])),
      default: preset,
      scanned: {},
    };
  }

  /** Whether the preset does more than its greedy moves, which is all that is computed here. */
  isPartly(preset) {
    return this.known.presets[preset].combat_search > 0;
  }

  /** @param {import("../page/replay.js").Replay} game  that questions are about from now on */
  open(game) {
    this.thinking?.worker.terminate();
    this.game = game;
    this.thinking = new Thinking(this.kernels, game);
    this.plain = null;
  }

  /** @param {{turn: number, player: number, preset: string, parameters: object, header?: boolean}} question */
  explain(question) {
    const answer = this.last.then(() => this.answered(question));
    this.last = answer.catch(() => {});
    return answer;
  }

  async answered({ turn, player, preset, parameters, header }) {
    const { game } = this;
    const thought = await this.think(turn, player, preset, parameters);
    const plain = await this.withoutChanges(turn, player, preset);
    const area = game.width * game.height;
    const owner = game.owner.subarray(turn * area, (turn + 1) * area);
    const recorded = turn < game.frames - 1 ? game.moves.subarray(turn * area, (turn + 1) * area) : thought.move;
    thought.differs = owner.map((who, c) => Number(who === player && thought.move[c] !== recorded[c]));
    const changed = [];
    owner.forEach((who, c) => who === player && thought.move[c] !== plain.move[c] && changed.push(c));
    return { thought, changed, greedy: false, ...(header ? { header: this.header(player, preset, parameters) } : {}) };
  }

  async withoutChanges(turn, player, preset) {
    const key = `${turn} ${player} ${preset}`;
    if (this.plain?.key !== key) this.plain = { key, thought: await this.think(turn, player, preset, {}) };
    return this.plain.thought;
  }

  think(turn, player, preset, values) {
    return this.thinking.ask("thought", { player, turn, who: { preset, values } });
  }

  header(player, preset, changes) {
    const { width, height } = this.game;
    const { knobs, presets, reasons } = this.kernels.table;
    const parameters = { ...presets[preset].games[0].values, ...changes };
    const name = notation(preset, changes);
    return { format: FORMAT, version: VERSION, source: COMPUTED, player, width, height, name, parameters, knobs, reasons };
  }
}
