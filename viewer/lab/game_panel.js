// The panel of a game that is a link: size, seed and players, and what can be done with it.

import { button, colourOf, controls, element, swatch } from "../page/dom.js";
import { panel } from "../page/panels.js";
import { field, numberField, sidesOf } from "./fields.js";
import { playerOf } from "./players.js";

const MOST_PLAYERS = 6;
const MOST_SEED = 2 ** 32 - 1;

export function makeGamePanel(lab) {
  const size = element("input", { type: "text", value: "30x30", spellcheck: "false", size: 7 });
  const seed = numberField("map", 7, 0, MOST_SEED);
  const seats = element("div", { class: "seats" });
  const progress = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "turns played" });
  const said = element("p", { class: "status", role: "status" });
  const acting = (label, act, kind = null) => button(label, () => lab.attempt(said, act), { class: kind });

  const notations = () => [...seats.querySelectorAll("input")].map(({ value }) => value);
  const setSeats = (texts) => seats.replaceChildren(...texts.map(seatField));
  const board = () => ({ ...sidesOf(size.value), players: notations() });
  const read = () => {
    const { players, ...sides } = board();
    return { ...sides, seed: seed.read(), players: players.map((text) => playerOf(lab.table, text)) };
  };
  const play = () => lab.play(read());
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
    controls(field("size", size), seed.root),
    seats,
    controls(acting("One more player", seatCount(1)), acting("One fewer", seatCount(-1))),
    controls(
      acting("Play", play, "primary"),
      acting("Another map", replay(() => (seed.input.value = (seed.read() + 1) % (MOST_SEED + 1)))),
      acting("Swap seats", replay(() => setSeats([...notations().slice(1), notations()[0]]))),
      acting("Copy the link", () => lab.copyLink()),
      acting("Save the replay", () => lab.saveReplay()),
    ),
    progress,
    said,
  );
  const seat = ({ width, height, players }) => {
    size.value = `${width}x${height}`;
    setSeats(players);
  };
  const show = ({ seed: number, players, ...sides }) => {
    seed.input.value = number;
    seat({ ...sides, players: players.map(({ notation }) => notation) });
  };
  /** The players with this one in the place of the one at a seat, as the first. */
  const withFirst = (at, text) => {
    const now = notations();
    return [text, ...now.filter((_, i) => i !== Math.min(at, now.length - 1))];
  };
  return { root: made, board, read, seat, show, withFirst, said, progress };
}

function seatField(text, i) {
  const look = { list: "lab-presets", spellcheck: "false", "aria-label": `player ${i + 1}` };
  const input = element("input", { type: "text", value: text, ...look });
  return element("label", { class: "seat" }, swatch(colourOf(i + 1)), input);
}
