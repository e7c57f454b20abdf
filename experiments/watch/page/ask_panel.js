// The panel in which the bot is asked: whose move, from which preset, with which parameters; what it answered.

import { element } from "../page/dom.js";
import { panel } from "../page/panels.js";
import { knobRow } from "./knob_rows.js";
import { notation, toml } from "./notation.js";

const FIRST = ["alpha", "potential_degradation_step", "enemy_ROI", "hold_until"];

/**
 * @param {import("./asking.js").Asking} asking
 * @returns {HTMLElement}
 */
export function makeAskPanel(asking) {
  const others = Object.keys(asking.known.knobs).filter((name) => !FIRST.includes(name));
  const rows = (names) => element("div", { class: "knobs" }, ...names.map((name) => knobRow(asking, name)));
  return panel(
    "ask",
    "With other parameters",
    element("div", { class: "choices" }, playerChoice(asking), presetChoice(asking), resetAll(asking)),
    status(asking),
    rows(FIRST),
    element("details", {}, element("summary", {}, `All ${others.length} other parameters`), rows(others)),
    written(asking),
  );
}

function playerChoice(asking) {
  const select = element("select", { onchange: () => asking.setPlayer(Number(select.value)) });
  asking.addEventListener("question", () => {
    const players = asking.session.game?.players ?? [];
    select.replaceChildren(...players.map((name, i) => element("option", { value: i + 1 }, `${i + 1} · ${name}`)));
    select.value = asking.player;
  });
  return element("label", {}, "Ask player ", select);
}

function presetChoice(asking) {
  const options = Object.keys(asking.known.presets).map((name) => element("option", { value: name }, name));
  const select = element("select", { onchange: () => asking.setPreset(select.value) }, ...options);
  asking.addEventListener("question", () => (select.value = asking.preset));
  return element("label", {}, "as ", select);
}

function resetAll(asking) {
  const button = element("button", { type: "button", onclick: () => asking.reset() }, "Reset all");
  const follow = () => (button.disabled = Object.keys(asking.changes).length === 0);
  asking.addEventListener("question", follow);
  follow();
  return button;
}

/** How many squares move otherwise, and how long the answer took; or why there is none. */
function status(asking) {
  const line = element("p", { class: "status", role: "status" });
  const follow = () => {
    const count = asking.changedNow.length;
    line.classList.toggle("warning", asking.refusal !== null);
    if (asking.refusal !== null) return (line.textContent = asking.refusal);
    if (asking.time === null) return (line.textContent = "");
    const squares = count === 1 ? "1 square moves" : `${count} squares move`;
    const time = element(
      "span",
      { class: "muted", title: "from the question to the answer" },
      `${Math.round(asking.time)} ms`,
    );
    return line.replaceChildren(
      element("span", { class: "swatch changed" }),
      `${squares} otherwise than ${asking.preset} `,
      time,
    );
  };
  asking.addEventListener("answer", follow);
  asking.session.on("turn", follow);
  return line;
}

/** The player as `match` and a file of parameters have it, to be copied. */
function written(asking) {
  const field = element("textarea", { readonly: true, rows: 1, "aria-label": "The player in player notation" });
  asking.addEventListener("question", () => (field.value = notation(asking.preset, asking.changes)));
  const copy = (label, tip, text) => {
    const act = () => put(button, text(asking.preset, asking.changes), field);
    const button = element("button", { type: "button", title: tip, onclick: act }, label);
    return button;
  };
  return element(
    "div",
    { class: "written" },
    field,
    copy("Copy", "player notation, for match, sweep and the rest", notation),
    copy("Copy TOML", "a file of parameters", toml),
  );
}

/** Puts a text on the clipboard; where browsers do not allow that, shows it to be copied by hand. */
async function put(button, text, field) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    field.value = text;
    field.focus();
    field.select();
    button.textContent = "Press Ctrl-C";
  }
  setTimeout(() => (button.textContent = label), 1500);
}
