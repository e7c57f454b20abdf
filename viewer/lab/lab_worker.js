// Plays games in a thread of its own, one after the other.

import { result } from "../page/ranking.js";
import { Referee } from "./whole_game.js";

const SLICE = 100; // ms between two reports of progress

let referee = null;

onmessage = ({ data: { kernels, number, request, isKept } }) => {
  if (kernels) referee = new Referee(kernels);
  if (request) postMessage({ number, ...answer(number, request, isKept) });
};

function answer(number, request, isKept) {
  try {
    const playing = referee.play(request, isKept);
    let next = performance.now() + SLICE;
    for (;;) {
      const { done, value } = playing.next();
      if (done) return { ended: { order: result(value.territory), turns: value.turn, game: value.game } };
      if (performance.now() < next) continue;
      postMessage({ number, reached: value });
      next = performance.now() + SLICE;
    }
  } catch ({ message }) {
    return { problem: message };
  }
}
