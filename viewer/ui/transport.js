// The bar below the board (play, step, scrub, go to a turn, speed), and the clock.

import { makeChances } from "./coach.js";
import { choice, element, iconButton, view } from "./dom.js";
import { makeMarkers } from "./story.js";
import { SPEEDS } from "../core/store.js";

export function makeTransport(session) {
  const buttons = element(
    "div",
    { class: "buttons" },
    iconButton("first", "First frame", "Z", () => session.seek(0)),
    iconButton("back", "One turn back", "←", () => session.step(-1)),
    makePlay(session),
    iconButton("forward", "One turn forward", "→", () => session.step(1)),
    iconButton("last", "Last frame", "X", () => session.seek(session.lastTurn)),
  );
  return element(
    "div",
    { class: "transport", role: "group", "aria-label": "Playback" },
    buttons,
    element("div", { class: "scrub" }, makeMarkers(session), makeScrubber(session), makeChances(session)),
    makeTurnField(session),
    makeSpeed(session),
  );
}

function makePlay(session) {
  return view(session, ["playing"], () => {
    const [name, label] = session.isPlaying ? ["pause", "Pause"] : ["play", "Play"];
    return iconButton(name, label, "space", () => session.setPlaying(!session.isPlaying), { class: "icon play" });
  });
}

function makeScrubber(session) {
  return view(session, ["replay", "time"], () =>
    element("input", {
      type: "range",
      min: 0,
      max: session.lastTurn,
      step: 1,
      value: session.turn,
      class: "scrubber",
      "aria-label": "Turn",
      oninput: ({ target }) => session.goTo(target.valueAsNumber),
    }),
  );
}

function makeTurnField(session) {
  const go = ({ target }) => {
    const turn = Math.round(target.valueAsNumber);
    if (!Number.isNaN(turn)) session.goTo(turn);
    target.value = session.turn;
  };
  const look = { type: "number", min: 0, "aria-label": "Go to turn", title: "Go to turn", inputmode: "numeric" };
  return view(session, ["replay", "turn"], () => {
    const { turn, lastTurn } = session;
    const field = element("input", { ...look, max: lastTurn, value: turn, onchange: go, onkeydown: giveBack });
    const [before, behind] = ["turn", `/ ${lastTurn}`].map((word) => element("span", { class: "muted" }, word));
    return element("label", { class: "turn" }, before, field, behind);
  });
}

function makeSpeed(session) {
  const speeds = SPEEDS.map((speed) => [speed, `${speed}/s`]);
  return view(session, ["speed"], () => {
    const look = { "aria-label": "Turns per second", title: "Turns per second (keys 1 to 5)", onkeydown: giveBack };
    return choice(speeds, (speed) => session.setSpeed(Number(speed)), { value: session.speed, ...look });
  });
}

/** After Enter and Escape the keys belong to the board again. */
function giveBack(event) {
  if (!["Enter", "Escape"].includes(event.key)) return;
  event.preventDefault(); // Escape selects nothing when it is pressed on the board
  event.target.closest(".halite").focus({ preventScroll: true });
}

const LONGEST = 250; // ms between two frames: a tab that was in the background goes on from where it was

/** Advances the session by the real time that passes while it plays. */
export function runClock(session) {
  let before = null; // when the last frame was drawn; null while nothing plays
  const tick = (now) => {
    if (!session.isPlaying) return (before = null);
    const passed = Math.max(0, Math.min(now - before, LONGEST)); // the first frame may have begun before the click
    session.seek(session.time + (passed / 1000) * session.speed);
    before = now;
    requestAnimationFrame(tick);
  };
  session.on("playing", () => {
    if (!session.isPlaying || before !== null) return;
    before = performance.now();
    requestAnimationFrame(tick);
  });
}
