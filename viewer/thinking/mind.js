// What a player would do on the frames of a recorded game, and what would come of it, asked of the kernels.

import { Knobs } from "./knobs.js";
import { Thinker } from "./thinker.js";

const ENDLESS = 1e9; // pieces of work: more than a turn has

/**
 * Who is asked.
 *
 * @typedef {object} Player
 * @property {string} preset
 * @property {Record<string, *>} [values]  knobs that differ from the preset's
 */

/**
 * How a game went on.
 *
 * @typedef {object} Future
 * @property {number} turn             the last frame
 * @property {number[][]} territory    by frame, then by player, from the frame that was played on from
 * @property {import("../page/replay.js").Replay} [game]   these frames, when they were kept
 */

/** One recorded game and the kernels. */
export class Mind {
  /**
   * @param {import("./kernels.js").Kernels} kernels
   * @param {import("../page/replay.js").Replay} game
   * @param {Thinker} [thinker]  for boards of this size, as before a game
   */
  constructor(kernels, game, thinker = new Thinker(kernels, game.height, game.width)) {
    this.kernels = kernels;
    this.game = game;
    this.area = game.width * game.height;
    this.thinker = thinker;
    this.follower = null; // who was followed last: {key, player, turn, thinker}
    this.searchers = []; // by player: the table at which it searches
    this.memories = game.players.map(() => [this.thinker.bytes("memory").slice()]); // by player, by frame: before it
  }

  /**
   * The greedy moves of a frame with their reasons, as an explanation has them; see page/explanation.js. Arrays are new.
   *
   * @param {{player: number, turn: number, who: Player}} question  players count from 1
   * @returns {import("../page/explanation.js").Thought}
   */
  thought({ player, turn, who }) {
    const { thinker } = this;
    this.recall(player, turn);
    this.seat(thinker, who);
    thinker.setField("scratch.queue", "is_whole", true);
    thinker.setField("scratch.turn", "is_noted", true);
    thinker.show(this.frame(turn));
    thinker.call("decide", { me: player, turn });
    thinker.call("find_roots", { me: player });
    return { turn, ...this.records(thinker), search: null };
  }

  records(thinker) {
    const { area } = this;
    const cell = (field, kind) => thinker.field("scratch.cells", field, new kind(area));
    const numbers = (name, kind) => kind.from(thinker.array(name), Number);
    const [hold, hurdle] = ["hold", "hurdle"].map((field) => thinker.field("scratch.turn", field, [0])[0]);
    return {
      hold,
      hurdle,
      value: cell("value", Float64Array),
      distance: cell("distance", Int32Array),
      potential: cell("potential", Float64Array),
      light: cell("light", Uint8Array),
      wall: cell("wall", Uint8Array),
      reason: cell("reason", Uint8Array),
      move: thinker.array("moves").slice(),
      root: numbers("roots", Int32Array),
      danger: numbers("scratch.notes.danger", Float64Array),
      order: numbers("scratch.notes.order", Int32Array),
      booked: numbers("scratch.notes.booked", Int32Array),
      score: thinker.array("scratch.notes.score").slice(),
    };
  }

  /**
   * The moves of a frame with all stages, by a player that has sat there since the first frame.
   *
   * A generator, which yields the turns followed so far: a caller may stop between two of them.
   *
   * @param {{player: number, turn: number, who: Player}} question
   * @returns {Generator<number, Uint8Array>}
   */
  *moves({ player, turn, who }) {
    const key = JSON.stringify([player, who]);
    if (this.follower?.key !== key || this.follower.turn >= turn) {
      const thinker = new Thinker(this.kernels, this.game.height, this.game.width);
      this.put(thinker, this.played(this.knobsOf(who)));
      thinker.call("sit");
      this.follower = { key, turn: -1, thinker };
    }
    const { follower } = this;
    while (follower.turn < turn) {
      follower.turn += 1;
      follower.thinker.show(this.frame(follower.turn));
      decide(follower.thinker, player, follower.turn);
      if (follower.turn < turn) yield follower.turn;
    }
    return follower.thinker.array("moves").slice();
  }

  /**
   * The game played on from a frame to its end, every player with all stages that are compiled. A generator, which yields
   * every turn reached.
   *
   * @param {object} question
   * @param {number} question.turn
   * @param {Player[]} question.players  in the game's order
   * @param {boolean} [question.isKept]  whether its frames are wanted
   * @param {number} [question.number]   by which the kernels note it; see futures.js
   * @returns {Generator<number, Future>}
   */
  *future({ turn, players, isKept = false, number = 0 }) {
    const { thinker } = this;
    const end = turn + thinker.call("turns_left", { ...thinker.board, turn })[0];
    const searching = this.sit(players, turn);
    thinker.show(this.frame(turn), "table.grids.");
    const territory = [this.land()];
    const kept = { owner: [], strength: [], moves: [] };
    if (isKept) this.keep(kept);
    thinker.call("note", { game: number, frame: turn });
    for (let at = turn; at < end; at++) {
      if (!this.play(at, searching)) break; // one player is left
      thinker.call("note", { game: number, frame: at + 1 });
      territory.push(this.land());
      if (isKept) this.keep(kept, true);
      yield at + 1;
    }
    return { turn: turn + territory.length - 1, territory, ...(isKept && { game: this.gameOf(kept) }) };
  }

  /** One turn of the game on the table. @returns {boolean}  false when it is over */
  play(turn, searching) {
    const { thinker } = this;
    const bits = [...searching.keys()].reduce((sum, player) => sum + 2 ** player, 0);
    const [living] = thinker.call("decide_others", { turn, searching: bits });
    if (living < 0) return false;
    const frame = Object.fromEntries(["owner", "strength", "production"].map((name) => [name, thinker.bytes(`table.grids.${name}`)]));
    for (const [player, seat] of searching) {
      if (!(living & (2 ** player))) continue;
      seat.show(frame);
      decide(seat, player, turn);
      thinker.bytes("table.moves").set(seat.bytes("moves"));
      thinker.call("take_over", { player });
    }
    thinker.call("battle");
    return true;
  }

  /** Seats the players at the table, each with what it remembers of the frames before. @returns {Map<number, Thinker>} those who search */
  sit(players, turn) {
    const { thinker } = this;
    const searching = new Map();
    const [seats, memories] = ["seats", "table.memories"].map((name) => thinker.bytes(name));
    players.forEach((who, i) => {
      this.recall(i + 1, turn);
      const remembered = this.memories[i][turn];
      const knobs = this.played(this.knobsOf(who));
      this.put(thinker, knobs);
      seats.set(thinker.bytes("knobs"), (i + 1) * thinker.bytes("knobs").length);
      memories.set(remembered, (i + 1) * remembered.length);
      if (knobs.searches) searching.set(i + 1, this.searcher(i + 1, knobs, remembered));
    });
    return searching;
  }

  /** A player that searches, at a table of its own, as it sits down. */
  searcher(player, knobs, remembered) {
    const { height, width } = this.game;
    const seat = (this.searchers[player] ??= new Thinker(this.kernels, height, width));
    seat.begin();
    this.put(seat, knobs);
    seat.call("sit");
    seat.bytes("memory").set(remembered);
    return seat;
  }

  /** Notes a recorded frame for a verdict; see futures.js. */
  note(game, turn) {
    this.thinker.show(this.frame(turn), "table.grids.");
    this.thinker.call("note", { game, frame: turn });
  }

  /**
   * A frame that is decided again and again, each time with another value of one knob.
   *
   * @param {{player: number, turn: number, who: Player}} question
   * @returns {{squares: number[], knobs: Knobs, movesWith: (name: string, value: *) => Uint8Array}}  the player's squares
   */
  asked({ player, turn, who }) {
    const { thinker } = this;
    const knobs = this.knobsOf(who);
    this.recall(player, turn);
    const frame = this.frame(turn);
    thinker.show(frame);
    const movesWith = (name, value) => {
      knobs.set(name, value);
      this.put(thinker, knobs);
      thinker.bytes("memory").set(this.memories[player - 1][turn]);
      thinker.call("decide", { me: player, turn });
      return thinker.array("moves").slice();
    };
    const squares = Array.from(frame.owner.keys()).filter((square) => frame.owner[square] === player);
    return { squares, knobs, movesWith };
  }

  /** Squares of each player on the frame that a forecast has reached. */
  land() {
    const { thinker } = this;
    thinker.call("count");
    const tally = thinker.array("tally");
    const counts = thinker.layout.places.get("tally").shape[1]; // of each owner; squares first
    return this.game.players.map((_, i) => Number(tally[(i + 1) * counts]));
  }

  /** Keeps the frame that a forecast has reached, and what was done on the one before. */
  keep({ owner, strength, moves }, hasMoved = false) {
    const { thinker } = this;
    const applied = thinker.array("table.applied");
    if (hasMoved) moves.push(applied.map((move, square) => (owner.at(-1)[square] ? move : 0)));
    owner.push(thinker.array("table.grids.owner").slice());
    strength.push(thinker.array("table.grids.strength").slice());
  }

  /** What was kept as a game that a viewer shows; its first frame is the one that was played on from. */
  gameOf({ owner, strength, moves }) {
    const [owners, strengths, orders] = [owner, strength, moves].map((layers) => joined(layers, this.area));
    return { ...this.game, frames: owner.length, owner: owners, strength: strengths, moves: orders };
  }

  /** Puts what the player remembers of the frames before this one where the kernels read it. */
  recall(player, turn) {
    const known = this.memories[player - 1];
    const { thinker } = this;
    thinker.bytes("memory").set(known[Math.min(turn, known.length - 1)]);
    while (known.length <= turn) {
      thinker.show(this.frame(known.length - 1));
      thinker.call("remember", { me: player });
      known.push(thinker.bytes("memory").slice());
    }
  }

  seat(thinker, who) {
    this.put(thinker, this.knobsOf(who));
  }

  knobsOf({ preset, values = {} }) {
    const { players, height, width } = this.game;
    const knobs = new Knobs(this.kernels.table, preset, { players: players.length, height, width });
    for (const [name, value] of Object.entries(values)) knobs.set(name, value);
    return knobs;
  }

  /** The knobs without the stages that draw with Python's dice, unless they draw with the bot's own. */
  played(knobs) {
    if (knobs.values.own_dice) return knobs;
    const { unplayed, knobs: declared } = this.kernels.table;
    for (const name of Object.keys(unplayed)) knobs.set(name, declared[name].neutral);
    return knobs;
  }

  /** Also as the model of an enemy that searches as this player does, which is the last. */
  put(thinker, knobs) {
    thinker.seat(knobs.record);
    thinker.call("sow", { seed: knobs.values.seed });
    const [own, models] = ["knobs", "beliefs.models"].map((name) => thinker.bytes(name));
    models.set(own, models.length - own.length);
  }

  /** A frame of the recording. */
  frame(turn) {
    const { owner, strength, production } = this.game;
    const of = (layer) => layer.subarray(turn * this.area, (turn + 1) * this.area);
    return { owner: of(owner), strength: of(strength), production };
  }
}

/** A whole turn of a player that sits there. */
function decide(seat, player, turn) {
  seat.call("receive", { me: player, turn });
  seat.call("work", { pieces: ENDLESS, is_late: false });
}

function joined(layers, area) {
  const whole = new Uint8Array(layers.length * area);
  layers.forEach((layer, i) => whole.set(layer, i * area));
  return whole;
}
