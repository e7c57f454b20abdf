// The frame as a tagged position: a text in TOML, with the moves of the selected square that a person calls right and wrong.

import { neighbours, onFrame, OPTIONS, squareOf } from "./frames.js";
import { button, controls, element } from "./dom.js";
import { copy, download } from "./browser.js";

const LETTERS = ".abcdef"; // owners: neutral, then the players
const SIGNS = ["", " ✓", " ✗"]; // neither, right, wrong: a click on a move goes from one to the next

/** The form for the selected square; it is there while a player has a piece on it. */
export function makePositionForm(session) {
  const marks = OPTIONS.map(() => 0);
  const moves = OPTIONS.map((name, move) =>
    button(name, () => mark(move, (marks[move] + 1) % SIGNS.length), { title: "right ✓, wrong ✗, neither" }),
  );
  const mark = (move, value) => {
    marks[move] = value;
    moves[move].textContent = `${OPTIONS[move]}${SIGNS[value]}`;
  };
  const [theme, note] = ["theme", "note"].map((name) => element("input", { type: "text", "aria-label": name, placeholder: name }));
  const status = element("p", { class: "muted hint", role: "status" });
  const text = () => {
    const named = (value) => OPTIONS.filter((_, move) => marks[move] === value);
    const said = { right: named(1), wrong: named(2), theme: theme.value, note: note.value };
    if (!said.right.length && !said.wrong.length) throw new Error("Call a move right or wrong first: click on it.");
    return position(session.game, session.turn, session.selected, said);
  };
  const act = (work) => async () => {
    try {
      status.textContent = await work(text());
    } catch (error) {
      status.textContent = error.message;
    }
  };
  const copied = async (toml) =>
    (await copy(toml)) ? "The position is on the clipboard." : "This browser allows no clipboard here: save the file.";
  const saved = (toml) => {
    const { turn, selected } = session;
    const name = `${theme.value.trim().replace(/[^\w-]+/g, "-") || "position"}-${turn}-${selected.x}-${selected.y}.toml`;
    download(new Blob([toml]), name);
    return `${name} is saved.`;
  };
  const form = element(
    "details",
    { class: "panel position" },
    element("summary", {}, "Copy as position"),
    controls(...moves),
    controls(theme, note),
    controls(button("Copy as position", act(copied)), button("Save it (TOML)", act(saved))),
    status,
  );
  const follow = () => {
    moves.forEach((_, move) => mark(move, 0));
    status.textContent = "";
    form.hidden = !isPiece(session);
  };
  for (const event of ["select", "turn", "replay"]) session.on(event, follow);
  follow();
  return form;
}

function isPiece({ game, turn, lastTurn, selected }) {
  if (!game || !selected || turn === lastTurn) return false;
  const [owner, strength] = ["owner", "strength"].map((layer) => onFrame(game, layer, turn)[squareOf(selected, game)]);
  return owner > 0 && strength > 0;
}

/**
 * The file of a position, as docs/extras/positions.md describes it.
 * @param {{right: string[], wrong: string[], theme: string, note: string}} said  of the square
 */
export function position(game, turn, { x, y }, { right, wrong, theme, note }) {
  const [owner, strength] = ["owner", "strength"].map((layer) => onFrame(game, layer, turn));
  const hexadecimal = (value) => value.toString(16).padStart(2, "0");
  const value = (name, content) => `${name} = ${JSON.stringify(content)}`;
  const layer = (name, numbers, written) => `${name} = [\n${rows(numbers, game.width, written).join("")}]`;
  return [
    value("theme", theme.trim() || "untitled"),
    value("note", note.trim()),
    value("player", LETTERS[owner[squareOf({ x, y }, game)]]),
    `turn = ${turn}`,
    `\n[[square]]\nx = ${x}\ny = ${y}`,
    value("right", right),
    value("wrong", wrong),
    `\n[source]\n${value("game", game.name)}`,
    value("players", game.players),
    `\n[memory]\nstarted = ${new Set(onFrame(game, "owner", 0).filter(Boolean)).size}`,
    value("met", met(game, turn)),
    `\n[board]\n${layer("owner", owner, (player) => LETTERS[player])}`,
    layer("strength", strength, hexadecimal),
    layer("production", game.production, (number) => number.toString(36)),
    "",
  ].join("\n");
}

function rows(numbers, width, written) {
  const starts = Array.from({ length: numbers.length / width }, (_, row) => row * width);
  return starts.map((start) => `  "${Array.from(numbers.subarray(start, start + width), written).join("")}",\n`);
}

/** For every player the letters of those who touched an empty square that it touched too, on the frames before this one. */
function met(game, turn) {
  const around = neighbours(game);
  const known = game.players.map(() => new Set());
  for (let frame = 0; frame < turn; frame++) {
    const owner = onFrame(game, "owner", frame);
    for (let c = 0; c < owner.length; c++) {
      if (owner[c]) continue;
      const [, north, east, south, west] = around.subarray(5 * c, 5 * c + 5);
      const there = [owner[north], owner[east], owner[south], owner[west]].filter(Boolean);
      for (const player of there) for (const other of there) if (other !== player) known[player - 1].add(LETTERS[other]);
    }
  }
  return known.map((others) => [...others].sort().join(""));
}
