// Answers questions about one game in a thread of its own. A question that is not wanted any more ends between two turns.

import { futures } from "./futures.js";
import { Mind } from "./mind.js";

const SLICE = 20; // ms of thinking between two looks at the messages

const KINDS = {
  thought: (question) => once(mind.thought(question)),
  whole: (question) => mind.whole(question),
  futures: (question) => futures(mind, question),
};

let mind = null;
let wanted = 0; // the number of the question that is being answered

onmessage = ({ data: { kernels, game, number, kind, question } }) => {
  if (game) mind = new Mind(kernels, game);
  wanted = number;
  if (kind) answer(number, kind, question).catch(({ message }) => postMessage({ number, problem: message }));
};

async function answer(number, kind, question) {
  const thinking = KINDS[kind](question);
  let end = performance.now() + SLICE;
  for (;;) {
    const { done, value } = thinking.next();
    if (done) return postMessage({ number, answer: value });
    if (performance.now() < end) continue;
    postMessage({ number, reached: value });
    await new Promise((heard) => setTimeout(heard));
    if (wanted !== number) return; // another question, or none
    end = performance.now() + SLICE;
  }
}

/** Answered at once, as a generator like the others. */
function* once(value) {
  return value;
}
