// A player that has sat at a recorded game since its first frame, and what its stages did on a turn.

import { WasmModule } from "./module.js";

const DIGITS = { plan: 4, gain: 2 }; // that an explanation file writes

/** What the stages of a seat that has answered did. @returns {import("../explain/explanation.js").Search} */
export function report(seat) {
  const { plan, fight, playing } = seat.table.stages;
  const state = (name) => seat.get("game.state", name);
  const numberOf = (name) => round(seat.get("game.players", name, playing), DIGITS.plan);
  const numbers = (names) => Object.fromEntries(names.map((name) => [name, numberOf(name)]));
  const isOpening = state("is_opening");
  return {
    changes: searchChanges(seat, state("free")),
    gain: round(state("gain"), DIGITS.gain),
    tried: state("tried"),
    free: state("free"),
    opening: isOpening && state("is_measured") ? numbers(plan) : {},
    campaign: isOpening || state("playing_is_ours") ? {} : numbers(fight),
  };
}

function searchChanges(seat, free) {
  const squares = seat.array("front.free").slice(0, free);
  const [greedy, chosen] = ["greedy", "option"].map((field) => seat.field("front.squares", field, []));
  const moved = [...squares].filter((square) => greedy[square] !== chosen[square]);
  return new Map(moved.map((square) => [square, { greedy: greedy[square], chosen: chosen[square] }]));
}

function round(number, digits) {
  return Number(number.toFixed(digits));
}

const ENDLESS = 1e9; // pieces of work: more than a turn has
const KEPT = 8; // states of a whole game from which it goes on when an earlier frame is asked

/** Whose memory is that of the frames before; it never answers a question itself, a copy does. */
export class ReplayedState {
  /**
   * @param {number} player  from 1
   * @param {import("../explain/explanation.js").Found|null} [found]  its opening, which is searched for without it
   */
  constructor(analysis, player, parameters, found = null) {
    const { kernels, game } = analysis;
    this.analysis = analysis;
    this.player = player;
    this.found = found;
    this.seat = new WasmModule(kernels, game.height, game.width);
    this.copy = new WasmModule(kernels, game.height, game.width);
    put(this.seat, parameters);
    this.seat.call("start_game");
    this.turn = 0; // the frame that it receives next
    this.kept = new Map([[0, this.seat.memory.slice()]]);
    this.stride = Math.ceil(game.frames / KEPT);
  }

  /** Watches the frames before this one. A generator, which yields the turns followed so far. */
  *reach(turn) {
    const start = Math.max(...[...this.kept.keys()].filter((frame) => frame <= turn));
    if (turn < this.turn || start > this.turn) {
      this.seat.memory.set(this.kept.get(start));
      this.turn = start;
    }
    while (this.turn < turn) {
      this.decide(this.seat);
      this.turn += 1;
      if (this.turn % this.stride === 0) this.kept.set(this.turn, this.seat.memory.slice());
      yield this.turn;
    }
  }

  /**
   * The copy, after it has answered the frame that is received next.
   * @param {any} [parameters]  with which it answers instead of its own
   * @param {Record<string, *>} [values]  those of them that are a change
   */
  answer(parameters, values) {
    this.lend(this.copy, parameters, values);
    this.decide(this.copy);
    return this.copy;
  }

  /** Puts all that it knows into another seat, which goes on from here. @param {any} [parameters]  as above; and `values` */
  lend(seat, parameters, values = {}) {
    seat.memory.set(this.seat.memory);
    if (!parameters) return;
    put(seat, parameters); // in the middle of a game: what a search chose plays on
    seat.call("change_parameters");
    const { fight, playing, chosen } = seat.table.stages;
    // The kernel takes a value that is the usual one for none, and leaves the plan's in force.
    for (const name of fight.filter((each) => each in values)) {
      for (const place of [playing, chosen]) seat.put("game.players", name, values[name], place);
    }
  }

  decide(seat) {
    seat.show(this.analysis.frame(this.turn));
    decide(seat, this.player, this.turn, this.found);
  }
}

/** A whole turn of a player that sits there, on the frame that it is shown. @param {import("../explain/explanation.js").Found|null} [found] */
export function decide(seat, player, turn, found = null) {
  seat.call("receive", { me: player, turn });
  if (turn === 0 && found) adopt(seat, found);
  seat.call("run", { pieces: ENDLESS, is_late: false });
}

/** Begins to play an opening that was found before, in place of a search for one; see play_best in bot/search/opening.py. */
function adopt(seat, { numbers, bent }) {
  const tries = seat.get("game.players", "opening_search", seat.table.stages.ours);
  if (!tries) return;
  seat.put("game.state", "tried_openings", tries); // none is left
  seat.call("run", { pieces: 1, is_late: false });
  seat.put("game.state", "is_measured", true);
  for (const [name, value] of Object.entries(numbers)) seat.put("game.players", name, value, seat.table.stages.playing);
  bend(seat, bent);
}

/** Multiplies the prices of the field, square by square. @param {ArrayLike<number>|null} [bent]  by 1 without it */
export function bend(seat, bent) {
  const { width, height } = seat.board;
  for (let square = 0; square < width * height; square++) seat.put("scratch.cells", "factor", bent?.[square] ?? 1, square);
}

/** Puts a player's parameters where the kernels read them. */
export function put(wasm, parameters) {
  for (const [field, value] of Object.entries(parameters.fields)) wasm.put("parameters", field, value);
}
