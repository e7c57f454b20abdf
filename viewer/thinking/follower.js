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
    if (knobs) reseat(seat, knobs);
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

/** Seats a player, also as the model of an enemy that searches as it does, which is the last. */
export function put(thinker, knobs) {
  sow(thinker, knobs);
  const [own, models] = ["knobs", "beliefs.models"].map((name) => thinker.bytes(name));
  models.set(own, models.length - own.length);
}

function sow(thinker, knobs) {
  thinker.seat(knobs.record);
  thinker.call("sow", { seed: knobs.values.seed });
}

/** Changes the knobs in the middle of a game, as Champion.seat of bot/stages/champion.py: what a plan changed it plays on. */
function reseat(thinker, knobs) {
  const { records, stages } = thinker.table;
  const { size, fields } = records.knobs;
  const players = thinker.bytes("game.players");
  const [before, ends] = [players.slice(), Object.values(fields).map(([, at]) => at).sort((a, b) => a - b)];
  sow(thinker, knobs);
  thinker.call("sit");
  ends.forEach((at, i) => {
    const end = ends[i + 1] ?? size;
    const [ours, old] = [players, before].map((bytes) => bytes.subarray(stages.ours * size + at, stages.ours * size + end));
    if (!ours.every((byte, place) => byte === old[place])) return;
    for (const place of [stages.playing, stages.chosen]) players.set(before.subarray(place * size + at, place * size + end), place * size + at);
  });
  for (const name of ["agenda", "judged"]) thinker.setField("game.state", name, 0);
}

function memoryOf(thinker) {
  return new Uint8Array(thinker.buffer);
}
