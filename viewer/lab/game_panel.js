// The panel of a game that is a link: size, seed and players, and what can be done with it.

import { element } from "../page/dom.js";
import { panel } from "../page/panels.js";
import { field, numberField } from "./fields.js";
import { AskedError, playerOf } from "./players.js";

const MOST_PLAYERS = 6;
const MOST_SEED = 2 ** 32 - 1;

/** @param {import("./laboratory.js").Laboratory} lab */
export function makeGamePanel(lab) {
  const size = element("input", { type: "text", value: "30x30", spellcheck: "false", size: 7 });
  const seed = numberField("map", 7, 0, MOST_SEED);
  const seats = element("div", { class: "seats" });
  const progress = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "turns played" });
  const said = element("p", { class: "status", role: "status" });
  const button = (label, act) => element("button", { type: "button", onclick: () => lab.attempt(said, act) }, label);

  const notations = () => [...seats.querySelectorAll("input")].map(({ value }) => value);
  const setSeats = (texts) => seats.replaceChildren(...texts.map((text, i) => seat(text, i)));
  const read = () => {
    const sides = /^(\d{1,4})x(\d{1,4})$/.exec(size.value.trim());
    if (!sides) throw new AskedError(`the size is "${size.value}"; expected something like 30x30`);
    const players = notations().map((text) => playerOf(lab.table, text));
    return { width: Number(sides[1]), height: Number(sides[2]), seed: seed.read(), players };
  };
  const play = () => lab.play(read(), progress);
  const replay = (change) => () => {
    change();
    return play();
  };
  const seatCount = (change) => () => {
    const now = notations();
    if (change > 0 && now.length < MOST_PLAYERS) setSeats([...now, lab.table.default]);
    if (change < 0 && now.length > 2) setSeats(now.slice(0, -1));
  };

  setSeats(["v26", "v17"]);
  const made = panel(
    "new-game",
    "A new game",
    element("div", { class: "choices" }, field("size", size), seed.root),
    seats,
    element("div", { class: "choices" }, button("One more player", seatCount(1)), button("One less", seatCount(-1))),
    element(
      "div",
      { class: "choices" },
      button("Play", play),
      button("Another map", replay(() => (seed.input.value = (seed.read() + 1) % (MOST_SEED + 1)))),
      button("Swap seats", replay(() => setSeats([...notations().slice(1), notations()[0]]))),
      button("Copy the link", () => lab.copyLink()),
      button("Save the replay", () => lab.saveReplay()),
    ),
    progress,
    said,
  );
  const show = ({ width, height, seed: number, players }) => {
    size.value = `${width}x${height}`;
    seed.input.value = number;
    setSeats(players.map(({ notation }) => notation));
  };
  return { root: made, read, show, said, progress };
}

function seat(text, i) {
  const input = element("input", { type: "text", value: text, list: "lab-presets", spellcheck: "false", "aria-label": `player ${i + 1}` });
  const colour = element("span", { class: "swatch", style: `background: var(--player-${i + 1})` });
  return element("label", { class: "seat" }, colour, input);
}
