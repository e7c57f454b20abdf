// The compiled bot in a thread of its own. It answers one question after the other, about one game or about maps.

import { result } from "../core/ranking.js";
import { GameAnalysis } from "./analysis.js";
import { WasmModule } from "./module.js";
import { playPairs, reportProgress } from "./rollouts.js";

const SLICE = 100; // ms between two reports of progress within a pair, or a game

/** What may be asked: generators, which yield how far they are. */
const KINDS = {
  *explain(question) {
    return analysis.compare(question);
  },
  search: (question) => analysis.search(question),
  futures: (question) => playPairs(analysis, question),
  game: (request) => referee.play(request),
};

/** Plays games from their maps on; it keeps the memory of the last board for the next one of its size. */
class Referee {
  constructor(kernels) {
    this.kernels = kernels;
    this.planner = new WasmModule(kernels, 1, 1); // a map is planned before its size is known
    this.wasm = null;
  }

  /**
   * A game to its end. A generator, which yields [turn, turns of the longest game] after each.
   * @param {any} request  a game of lab/games.js with its players as analysis.js has them; isKept: whether every frame is wanted
   */
  *play({ isKept, ...request }) {
    const { map, turns } = this.mapOf(request);
    const names = request.players.map(({ notation }) => notation);
    const game = { ...map, name: names.join(" – "), frames: 1, moves: new Uint8Array(0), players: names };
    const playing = new GameAnalysis(this.kernels, game, this.wasm).future({ turn: 0, players: request.players });
    const { territory, turn, game: played } = yield* reportProgress(playing, (reached) => [reached, turns]);
    return { order: result(territory), turns: turn, ...(isKept && { game: played }) };
  }

  /** The map of a request, and the turns of the longest game on it. */
  mapOf({ width, height, seed, players }) {
    const asked = { width, height, seed, players: players.length };
    const [turns] = this.planner.call("plan_map", asked);
    if (turns === 0) throw new Error(`there is no map of ${width} x ${height} squares for ${players.length} players with seed ${seed}`);
    const [rows, columns] = [...this.planner.array("draft.board")].map(Number);
    const { board } = this.wasm ?? {};
    if (board?.height === rows && board.width === columns) this.wasm.begin();
    else this.wasm = new WasmModule(this.kernels, rows, columns);
    const { wasm } = this;
    wasm.call("plan_map", asked);
    wasm.call("draw_map", { players: players.length });
    const [owner, strength, production] = ["owner", "strength", "production"].map((name) => wasm.array(name).slice());
    return { map: { width: columns, height: rows, owner, strength, production }, turns };
  }
}

let analysis = null;
let referee = null;

onmessage = ({ data: { kernels, game, kind, question } }) => {
  if (game) analysis = new GameAnalysis(kernels, game);
  else if (kernels) referee = new Referee(kernels);
  if (kind) postMessage(answer(kind, question));
};

function answer(kind, question) {
  try {
    const working = KINDS[kind](question);
    let next = performance.now() + SLICE;
    let pair; // each one is reported, however short it is
    for (;;) {
      const { done, value } = working.next();
      if (done) return { answer: value };
      if (performance.now() < next && value.pair === pair) continue;
      pair = value.pair;
      postMessage({ reached: value });
      next = performance.now() + SLICE;
    }
  } catch ({ message }) {
    return { problem: message };
  }
}
