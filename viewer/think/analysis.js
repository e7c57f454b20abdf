// What a player would do on the frames of a recorded game, and what would come of it, asked of the kernels.

import { joined, onFrame } from "../core/planes.js";
import { territoryOf, turnLimit } from "../core/ranking.js";
import { WasmModule } from "./module.js";
import { parameterSet } from "./parameters.js";
import { bend, decide, put, ReplayedState, report } from "./replayed_state.js";

/**
 * Who is asked: a preset, the values by which it played this game where it has others, what its search for an opening
 * found, see player.js, and the change: values, and moves in place of its own.
 * @typedef {{preset: string, own?: object, found?: import("../explain/explanation.js").Found|null, values?: object,
 *   orders?: {turn: number, square: number, move: number}[]}} Player
 */

/** One recorded game and the kernels. */
export class GameAnalysis {
  /** @param {WasmModule} [wasm]  for boards of this size, as before a game */
  constructor(kernels, game, wasm = new WasmModule(kernels, game.height, game.width)) {
    this.kernels = kernels;
    this.game = game;
    this.area = game.width * game.height;
    this.wasm = wasm;
    this.replays = []; // by player: the state of who was followed last: {key, replayed}
    this.searchers = []; // by player: the table at which it searches
    this.bent = null; // factors of the prices that the kernels have, which are 1 at first
    this.plain = null; // what is thought without the change: {key, thought}
    this.memories = game.players.map(() => [this.wasm.bytes("memory").slice()]); // by player, by frame: before it
  }

  /**
   * The greedy moves of a frame with their reasons, as an explanation has them; see explain/explanation.js. Arrays are new.
   * @param {{player: number, turn: number, who: Player, isBent?: boolean}} question  players count from 1; isBent: its opening plays
   */
  explain({ player, turn, who, isBent = false }) {
    const { wasm } = this;
    this.recall(player, turn);
    put(wasm, this.parametersOf(who));
    const bent = (isBent && who.found?.bent) || null;
    if (bent !== this.bent) bend(wasm, (this.bent = bent)); // square by square, longer than the kernel
    return this.explainGreedy(wasm, player, turn);
  }

  /** The same with the change of the potential, and the moves without the change; these are thought once. */
  compare(question) {
    const thought = this.explain(question);
    const { found, ...who } = withoutChange(question.who);
    const key = JSON.stringify({ ...question, who, numbers: found?.numbers });
    if (this.plain?.key !== key) this.plain = { key, thought: this.explain({ ...question, who: { ...who, found } }) };
    const { move, potential } = this.plain.thought;
    return { thought: { ...thought, delta: thought.potential.map((value, c) => value - potential[c]) }, usual: move };
  }

  /** The greedy moves of the player that sits there, with reasons. */
  explainGreedy(wasm, player, turn) {
    wasm.show(this.frame(turn));
    wasm.call("explain", { me: player, turn });
    const { area } = this;
    const cell = (field, kind) => wasm.field("scratch.cells", field, new kind(area));
    const [hold, hurdle] = ["hold", "hurdle"].map((field) => wasm.get("scratch.turn", field));
    return {
      turn,
      search: null,
      hold,
      hurdle,
      value: cell("value", Float64Array),
      distance: cell("distance", Int32Array),
      potential: cell("potential", Float64Array),
      light: cell("light", Uint8Array),
      wall: cell("wall", Uint8Array),
      reason: cell("reason", Uint8Array),
      move: wasm.array("moves").slice(),
      root: wasm.integers("roots"),
      danger: new Float64Array(wasm.integers("scratch.notes.danger")),
      order: wasm.integers("scratch.notes.order"),
      booked: wasm.integers("scratch.notes.booked"),
      score: wasm.array("scratch.notes.score").slice(),
    };
  }

  /**
   * A frame decided by a player that has sat there since the first one without the change, if that has stages: its moves
   * with their reasons and what its stages did, and the moves without the change. A generator, which yields the turns
   * followed so far: a caller may stop between two of them.
   */
  *search({ player, turn, who }) {
    const plain = withoutChange(who);
    const [usual, asked] = [plain, who].map((each) => this.parametersOf(each));
    const replayed = this.replayedAs(player, usual.hasSearch ? plain : who);
    yield* replayed.reach(turn);
    const greedy = (each) => this.explain({ player, turn, who: each });
    const moves = usual.hasSearch ? replayed.answer().array("moves").slice() : greedy(plain).move;
    return { thought: asked.hasSearch ? this.explainSearch(replayed, asked, who.values) : greedy(who), usual: moves };
  }

  /** What it thinks on the frame that it receives next: the reasons of the greedy moves, and where the search has another. */
  explainSearch(replayed, parameters, values) {
    const { player, turn } = replayed;
    const { table } = this.kernels;
    const seat = replayed.answer(parameters, values);
    const search = report(seat);
    const move = seat.array("moves").slice();
    const [players, { size }] = [seat.bytes("game.players"), table.records.parameters];
    seat.bytes("parameters").set(players.slice(table.stages.playing * size, (table.stages.playing + 1) * size));
    const thought = this.explainGreedy(seat, player, turn);
    const searched = table.reasons.findIndex(({ name }) => name === "SEARCHED");
    const { owner } = this.frame(turn);
    const reason = thought.reason.map((why, c) => (owner[c] === player && move[c] !== thought.move[c] ? searched : why));
    return { ...thought, reason, move, search };
  }

  /** The player's replayed state, from now on the only one at its seat. */
  replayedAs(player, who) {
    const { found, ...values } = who;
    const key = JSON.stringify([values, found?.numbers]);
    if (this.replays[player]?.key !== key) {
      this.replays[player] = { key, replayed: new ReplayedState(this, player, this.parametersOf(who), found) };
    }
    return this.replays[player].replayed;
  }

  /**
   * The game played on from a frame to its end, every player with all its stages. A generator, which yields every turn
   * reached, and returns the last one, the territory by frame and player, and these frames as a game.
   * @param {{turn: number, players: Player[]}} question  players in the game's order
   * @returns {Generator<number, {turn: number, territory: number[][], game: import("../core/replay.js").Replay}>}
   */
  *future({ turn, players }) {
    const { wasm } = this;
    const searching = yield* this.seatPlayers(players, turn);
    wasm.show(this.frame(turn), "table.grids.");
    const kept = { owner: [], strength: [], moves: [] };
    const keep = () => ["owner", "strength"].forEach((name) => kept[name].push(wasm.array(`table.grids.${name}`).slice()));
    keep();
    for (let at = turn; at < turnLimit(this.game) && this.play(at, searching, players); at++) {
      const owner = kept.owner.at(-1);
      kept.moves.push(wasm.array("table.all_moves").map((move, square) => (owner[square] ? move : 0)));
      keep();
      yield at + 1;
    }
    const [owner, strength, moves] = [kept.owner, kept.strength, kept.moves].map(joined);
    const game = { ...this.game, frames: kept.owner.length, owner, strength, moves };
    return { turn: turn + game.frames - 1, territory: territoryOf(game), game };
  }

  /** One turn of the game on the table. @returns {boolean}  false when it is over */
  play(turn, searching, players) {
    const { wasm } = this;
    const bits = [...searching.keys()].reduce((sum, player) => sum + 2 ** player, 0);
    const [living] = wasm.call("decide_others", { turn, searching: bits });
    if (living < 0) return false;
    const frame = Object.fromEntries(["owner", "strength", "production"].map((name) => [name, wasm.bytes(`table.grids.${name}`)]));
    for (const [player, seat] of searching) {
      if (!(living & (2 ** player))) continue;
      seat.show(frame);
      decide(seat, player, turn);
      wasm.bytes("table.moves").set(seat.bytes("moves"));
      wasm.call("collect_moves", { player });
    }
    const applied = wasm.array("table.all_moves");
    players.forEach(({ orders = [] }, i) => {
      for (const each of orders) if (each.turn === turn && frame.owner[each.square] === i + 1) applied[each.square] = each.move;
    });
    wasm.call("battle");
    return true;
  }

  /**
   * Seats the players at the table, each with what it remembers of the frames before. A generator: those who search have
   * to watch these first. @returns {Generator<number, Map<number, WasmModule>>}  those who search
   */
  *seatPlayers(players, turn) {
    const { wasm } = this;
    const searching = new Map();
    const [seats, memories] = ["seats", "table.memories"].map((name) => wasm.bytes(name));
    for (const [i, who] of players.entries()) {
      this.recall(i + 1, turn);
      const remembered = this.memories[i][turn];
      const parameters = this.parametersOf(who);
      put(wasm, parameters);
      seats.set(wasm.bytes("parameters"), (i + 1) * wasm.bytes("parameters").length);
      memories.set(remembered, (i + 1) * remembered.length);
      if (parameters.hasSearch) searching.set(i + 1, yield* this.seatSearcher(i + 1, who, parameters, turn));
    }
    return searching;
  }

  /** A player that searches, at a table of its own. It has watched the game up to here without the change, as in `search`. */
  *seatSearcher(player, who, parameters, turn) {
    const { height, width } = this.game;
    const seat = (this.searchers[player] ??= new WasmModule(this.kernels, height, width));
    if (turn > 0) {
      const plain = withoutChange(who);
      const replayed = this.replayedAs(player, this.parametersOf(plain).hasSearch ? plain : who);
      yield* replayed.reach(turn);
      replayed.lend(seat, parameters, who.values);
    } else {
      seat.begin();
      put(seat, parameters);
      seat.call("start_game");
    }
    return seat;
  }

  /** Puts what the player remembers of the frames before this one where the kernels read it. */
  recall(player, turn) {
    const memories = this.memories[player - 1];
    const { wasm } = this;
    wasm.bytes("memory").set(memories[Math.min(turn, memories.length - 1)]);
    while (memories.length <= turn) {
      wasm.show(this.frame(memories.length - 1));
      wasm.call("remember", { me: player });
      memories.push(wasm.bytes("memory").slice());
    }
  }

  /** @param {Player} who */
  parametersOf({ preset, own, values }) {
    return parameterSet(this.kernels.table, preset, { ...own, ...values });
  }

  frame(turn) {
    const [owner, strength] = ["owner", "strength"].map((layer) => onFrame(this.game, layer, turn));
    return { owner, strength, production: this.game.production };
  }
}

function withoutChange({ preset, own = {}, found = null }) {
  return { preset, own, found };
}
