// Counts the events of a game: in a worker where the browser allows one, else in slices between drawings.

import { Events } from "./events.js";
import { thread } from "./thread.js";

const SLICE = 8; // ms of counting between two chances for the page to draw
const PATIENCE = 300; // ms between two reports of what is counted in slices

/**
 * Counts until it is done or stopped.
 * @param {(report: import("./events.js").Report) => void} then  called again and again, the last time with all of it
 * @returns {() => void}  stops it
 */
export function count(game, then) {
  let stop = () => {};
  const inSlices = () => (stop = countInSlices(game, then));
  // A frame first: the board must be on screen before anything is counted.
  requestAnimationFrame(() => stop && (stop = countBeside(game, then, inSlices)));
  return () => {
    stop?.();
    stop = null;
  };
}

/** In a worker; `otherwise` is called where there can be none. */
function countBeside({ width, height, frames, players, owner, strength, production, moves }, then, otherwise) {
  let worker;
  const address = new URL("./events_worker.js", import.meta.url).href;
  const end = () => (worker?.terminate(), URL.revokeObjectURL(address));
  const heard = (report) => {
    if (report.isComplete) end();
    then(report);
  };
  try {
    worker = thread(address, heard, () => (end(), otherwise()));
  } catch {
    return otherwise();
  }
  worker.postMessage({ width, height, frames, players, owner, strength, production, moves });
  return end;
}

function countInSlices(game, then) {
  const events = new Events(game);
  let told = 0; // when
  let isStopped = false;
  const work = () => {
    if (isStopped) return;
    events.work(SLICE);
    const now = performance.now();
    if (events.isComplete || now > told + PATIENCE) then(events.report);
    if (now > told + PATIENCE) told = now;
    if (!events.isComplete) setTimeout(work);
  };
  setTimeout(work);
  return () => (isStopped = true);
}
