// The last frame of a game as a small picture; a game without a stored replay is played again when it comes into view.

import { colourOf, element, shape } from "../page/dom.js";
import { source } from "./data.js";

const waiting = []; // pictures in view whose last frame is unknown, asked for one after the other
let isAsking = false;
const answers = new Map(); // by key: a last frame, null where there is none, or an error; a feed is redrawn with each game

/** The picture of a game of the feed; what it shows stands beside it as text. */
export function thumbnail(game) {
  const place = element("div", { class: "thumbnail", "aria-hidden": "true" });
  const last = game.last ?? answers.get(game.key);
  if (Array.isArray(last)) place.append(drawn(last));
  else if (source.isLive && last === undefined) whenInView(place, () => ask(place, game));
  else blank(place, last);
  return place;
}

function blank(place, answer) {
  place.classList.add("blank");
  place.title = answer instanceof Error ? answer.message : "its last frame was not kept";
}

function whenInView(place, act) {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    act();
  });
  observer.observe(place);
}

function ask(place, game) {
  waiting.push([place, game]);
  if (!isAsking) answer();
}

async function answer() {
  isAsking = true;
  while (waiting.length) {
    const [place, game] = waiting.pop(); // the one that came into view last
    if (!place.isConnected) continue;
    const last = await answerOf(game.key);
    if (Array.isArray(last)) place.replaceChildren(drawn(last));
    else blank(place, last); // it cannot be played again; the row is whole without a picture
  }
  isAsking = false;
}

/** Asked once while the page is open: an answer may have cost a game. */
async function answerOf(key) {
  if (!answers.has(key)) answers.set(key, await source.last(key).catch((error) => error));
  return answers.get(key);
}

/** Runs of owners, row by row, as one shape for each owner: their colours follow the theme. */
function drawn([width, runs]) {
  const shapes = new Map();
  let square = 0;
  for (const run of runs.split(" ")) {
    const [owner, length] = run.split(".").map(Number);
    for (let left = length; left > 0; ) {
      const part = Math.min(left, width - (square % width));
      shapes.set(owner, `${shapes.get(owner) ?? ""}M${square % width} ${Math.floor(square / width)}h${part}v1h-${part}z`);
      square += part;
      left -= part;
    }
  }
  const paths = [...shapes].map(([owner, d]) => shape("path", { d, style: `fill: ${colourOf(owner)}` }));
  return shape("svg", { viewBox: `0 0 ${width} ${square / width}`, "shape-rendering": "crispEdges" }, ...paths);
}
