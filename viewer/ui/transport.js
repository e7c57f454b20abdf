// The bar below the board (play, step, scrub, go to a turn, speed), and the clock.

import { makeChances } from "./coach.js";
import { choice, element, iconButton, relabel } from "./dom.js";
import { makeMarkers } from "./story.js";
import { SPEEDS } from "../core/store.js";

/** Makes the bar; it follows the session. */
export function makeTransport(session) {
  const play = iconButton("play", "Play", "space", () => session.setPlaying(!session.isPlaying));
  play.classList.add("play");
  session.render(["playing"], () => relabel(play, ...(session.isPlaying ? ["pause", "Pause"] : ["play", "Play"]), "space"));
  const buttons = element(
    "div",
    { class: "buttons" },
    iconButton("first", "First frame", "Z", () => session.seek(0)),
    iconButton("back", "One turn back", "←", () => session.step(-1)),
    play,
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

function makeScrubber(session) {
  const scrubber = element("input", {
    type: "range",
    min: 0,
    step: 1,
    class: "scrubber",
    "aria-label": "Turn",
    oninput: () => session.goTo(scrubber.valueAsNumber),
  });
  session.render(["replay", "time"], () => {
    scrubber.max = session.lastTurn;
    scrubber.value = session.turn;
    scrubber.style.setProperty("--share", `${(100 * session.time) / (session.lastTurn || 1)}%`);
  });
  return scrubber;
}

function makeTurnField(session) {
  const field = element("input", {
    type: "number",
    min: 0,
    "aria-label": "Go to turn",
    title: "Go to turn",
    inputmode: "numeric",
    onchange: () => {
      const turn = Math.round(field.valueAsNumber);
      if (!Number.isNaN(turn)) session.goTo(turn);
      field.value = session.turn;
    },
    onkeydown: (event) => giveBack(event, field),
  });
  const total = element("span", { class: "muted" });
  session.render(["replay", "turn"], () => {
    field.max = session.lastTurn;
    field.value = session.turn;
    total.textContent = `/ ${session.lastTurn}`;
  });
  return element("label", { class: "turn" }, element("span", { class: "muted" }, "turn"), field, total);
}

function makeSpeed(session) {
  let isByMouse = false;
  const set = (speed) => {
    session.setSpeed(Number(speed));
    if (isByMouse) toBoard(select); // choosing by arrow keys goes on
    isByMouse = false;
  };
  const select = choice(SPEEDS.map((speed) => [speed, `${speed}/s`]), set, {
    "aria-label": "Turns per second",
    title: "Turns per second (keys 1 to 5, ↑ ↓)",
    onpointerdown: () => (isByMouse = true),
    onkeydown: (event) => giveBack(event, select),
  });
  session.render(["speed"], () => (select.value = session.speed));
  return select;
}

/** After Enter and Escape the keys belong to the board again. */
function giveBack(event, control) {
  if (!["Enter", "Escape"].includes(event.key)) return;
  event.preventDefault(); // Escape selects nothing when it is pressed on the board
  toBoard(control);
}

function toBoard(control) {
  control.closest(".halite").focus({ preventScroll: true });
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
