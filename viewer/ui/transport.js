// The bar below the board (play, step, scrub, go to a turn, speed), and the clock.

import { makeChances } from "./coach.js";
import { choice, element, iconButton, relabel } from "./dom.js";
import { makeMarkers } from "./story.js";
import { SPEEDS } from "../core/store.js";

/** Makes the bar; it follows the session. */
export function makeTransport(session) {
  const play = iconButton("play", "Play", "space", () => session.setPlaying(!session.isPlaying));
  play.classList.add("play");
  session.on("playing", () => relabel(play, ...(session.isPlaying ? ["pause", "Pause"] : ["play", "Play"]), "space"));
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
    max: 0,
    step: 1,
    value: 0,
    class: "scrubber",
    "aria-label": "Turn",
    oninput: () => session.goTo(scrubber.valueAsNumber),
  });
  session.on("replay", () => (scrubber.max = session.lastTurn));
  session.on("time", () => {
    scrubber.value = session.turn;
    scrubber.style.setProperty("--share", `${(100 * session.time) / (session.lastTurn || 1)}%`);
  });
  return scrubber;
}

function makeTurnField(session) {
  const field = element("input", {
    type: "number",
    min: 0,
    max: 0,
    value: 0,
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
  const total = element("span", { class: "muted" }, "/ 0");
  session.on("replay", () => {
    field.max = session.lastTurn;
    total.textContent = `/ ${session.lastTurn}`;
  });
  session.on("turn", () => (field.value = session.turn));
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
  session.on("speed", () => (select.value = session.speed));
  select.value = session.speed;
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

// The clock: moves the session's time while it plays.

/** Advances a session by the real time that passes; `stop()` ends it for good. */
export class Playback {
  constructor(session) {
    this.session = session;
    session.on("playing", () => session.isPlaying && this.start());
  }

  start() {
    this.last = undefined;
    this.pending ??= requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    this.pending = undefined;
    if (!this.session.isPlaying) return;
    if (this.last !== undefined) this.advance(now - this.last);
    this.last = now;
    if (this.session.isPlaying) this.pending = requestAnimationFrame((next) => this.tick(next));
  }

  advance(milliseconds) {
    const longest = 250; // a tab that was in the background goes on from where it was
    this.session.seek(this.session.time + (Math.min(milliseconds, longest) / 1000) * this.session.speed);
  }

  stop() {
    cancelAnimationFrame(this.pending);
    this.session.isPlaying = false;
  }
}
