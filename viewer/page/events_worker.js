// Counts the events of a game in a thread of its own: a game comes in, what is counted so far goes out.

import { Events } from "./events.js";

const PAUSE = 150; // ms of counting between two reports

onmessage = ({ data: game }) => {
  const events = new Events(game);
  while (!events.isComplete) {
    events.work(PAUSE);
    postMessage(events.report);
  }
  if (game.frames === 1) postMessage(events.report);
};
