// A player that has sat at a recorded game since its first frame, with all its stages, and may be asked on any frame.

import { Thinker } from "./thinker.js";

const ENDLESS = 1e9; // pieces of work: more than a turn has
const KEPT = 8; // states of a whole game from which it goes on when an earlier frame is asked

/** Whose memory is that of the frames before; it never answers a question itself, a copy does. */
export class Follower {
  /** @param {number} player  from 1 */
  constructor(mind, player, knobs) {
    const { kernels, game } = mind;
    this.mind = mind;
    this.player = player;
    this.seat = new Thinker(kernels, game.height, game.width);
    this.copy = new Thinker(kernels, game.height, game.width);
    put(this.seat, knobs);
    this.seat.call("sit");
    this.turn = 0; // the frame that it receives next
    this.kept = new Map([[0, memoryOf(this.seat).slice()]]);
    this.stride = Math.ceil(game.frames / KEPT);
  }

  /** Watches the frames before this one. A generator, which yields the turns followed so far. */
  *reach(turn) {
    const start = Math.max(...[...this.kept.keys()].filter((frame) => frame <= turn));
    if (turn < this.turn || start > this.turn) {
      memoryOf(this.seat).set(this.kept.get(start));
      this.turn = start;
    }
    while (this.turn < turn) {
      this.decide(this.seat);
      this.turn += 1;
      if (this.turn % this.stride === 0) this.kept.set(this.turn, memoryOf(this.seat).slice());
      yield this.turn;
    }
  }

  /**
   * The copy, after it has answered the frame that is received next.
   * @param {import("./knobs.js").Knobs} [knobs]  with which it answers instead of its own
   * @returns {Thinker}
   */
  answered(knobs) {
    this.lend(this.copy, knobs);
    this.decide(this.copy);
    return this.copy;
  }

  /** Puts all that it knows into another seat, which goes on from here. @param {import("./knobs.js").Knobs} [knobs]  as above */
  lend(seat, knobs) {
    memoryOf(seat).set(memoryOf(this.seat));
    if (!knobs) return;
    put(seat, knobs); // in the middle of a game: what a search chose plays on
    seat.call("change");
  }

  decide(seat) {
    seat.show(this.mind.frame(this.turn));
    decide(seat, this.player, this.turn);
  }
}

/** A whole turn of a player that sits there, on the frame that it is shown. */
export function decide(seat, player, turn) {
  seat.call("receive", { me: player, turn });
  seat.call("work", { pieces: ENDLESS, is_late: false });
}

/** Puts a player's parameters where the kernels read them. */
export function put(thinker, knobs) {
  thinker.array("numbers").set(knobs.numbers);
  thinker.call("pack", { seed: knobs.values.seed });
}

function memoryOf(thinker) {
  return new Uint8Array(thinker.buffer);
}
