// The story beside the board and along the scrub bar, and the keys that jump through it.

import { button, colourOf, element, swatch } from "./dom.js";
import { placeOf } from "./frames.js";
import { panel } from "./panels.js";
import { KINDS, story } from "./story.js";

const SIGN = 0.018; // of the bar that a sign takes
const WAITING = "being looked for …";

/** The list; the happening that is shown or was last is marked. */
export function makeStory(session) {
  const list = element("ol", { class: "happenings" });
  const hint = element("p", { class: "muted hint" }, WAITING);
  session.on("replay", () => (list.replaceChildren(), (hint.hidden = false)));
  session.on("events", (report) => {
    if (!report.isComplete) return;
    session.story = story(session.game, report);
    hint.hidden = true;
    list.replaceChildren(...session.story.map((happening) => item(session, happening)));
    session.tell("story");
    follow();
  });
  const follow = () => {
    const now = session.story.findLast(({ turn }) => turn <= session.turn);
    [...list.children].forEach((child, i) => child.classList.toggle("now", session.story[i] === now));
  };
  session.on("turn", follow);
  return panel("story", "Story", hint, list);
}

function item(session, happening) {
  const { turn, kind, text, players } = happening;
  const { title, sign } = KINDS[kind];
  const words = [
    element("span", { class: "muted turn-of" }, `${turn}`),
    element("span", { class: `sign ${kind}`, "aria-hidden": "true" }, sign),
    element("span", {}, element("strong", {}, `${title}: `), ...players.map((one) => swatch(colourOf(one))), ` ${text}`),
  ];
  return element("li", {}, button(words, () => goTo(session, happening)));
}

/** The signs above the scrub bar. The list says the same to keyboards and screen readers. */
export function makeMarkers(session) {
  const markers = element("div", { class: "markers", "aria-hidden": "true" });
  session.on("replay", () => markers.replaceChildren());
  session.on("story", () => {
    markers.replaceChildren(...together(session).map((all) => marker(session, all)));
  });
  return markers;
}

/** The story in groups whose signs would stand one upon another. */
function together({ story, lastTurn }) {
  const groups = [];
  for (const happening of story) {
    const last = groups.at(-1);
    if (last && happening.turn - last[0].turn <= SIGN * lastTurn) last.push(happening);
    else groups.push([happening]);
  }
  return groups;
}

/** One sign for all of a group. */
function marker(session, all) {
  const kind = Object.keys(KINDS).findLast((one) => all.some((happening) => happening.kind === one));
  const most = all.findLast((happening) => happening.kind === kind);
  const title = all.map(({ turn, kind: each, text }) => `turn ${turn} · ${KINDS[each].title}: ${text}`).join("\n");
  const style = `--at: ${most.turn / (session.lastTurn || 1)}`;
  return element("span", { class: `sign ${kind}`, style, title, onclick: () => goTo(session, most) }, KINDS[kind].sign);
}

/** To the next happening (direction 1), or the one before (-1). */
export function jump(session, direction) {
  const ahead = session.story.filter(({ turn }) => Math.sign(turn - session.time) === direction);
  const next = ahead.at(direction > 0 ? 0 : -1);
  if (next) goTo(session, next);
}

function goTo(session, { turn, square }) {
  session.goTo(turn, square === null ? null : placeOf(square, session.game));
}
