// The last frame of a game as a small picture; one that nobody has kept is played again when it comes into view.

import { colourOf, element } from "../page/dom.js";
import { source } from "./data.js";

const SVG = "http://www.w3.org/2000/svg";

const waiting = []; // pictures in view whose last frame is unknown, asked for one after the other
let isAsking = false;

/** The picture of a game of the feed; what it shows stands beside it as text. */
export function thumbnail(game) {
  const place = element("div", { class: "thumbnail", "aria-hidden": "true" });
  if (game.last) place.append(drawn(game.last));
  else if (source.isLive) whenInView(place, () => ask(place, game));
  return place;
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
    try {
      game.last = await source.last(game.key);
      if (game.last) place.replaceChildren(drawn(game.last)); // else it cannot be played again
    } catch (error) {
      place.title = error.message; // the row is whole without a picture
    }
  }
  isAsking = false;
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

function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
