// The form: the five moves of the selected square, the theme, tags and a note.

import { button, choice, controls, element } from "../page/dom.js";
import { OPTIONS } from "../page/directions.js";
import { squareOf } from "../page/frames.js";
import { brief, nameOf } from "../page/labels.js";
import { panel } from "../page/panels.js";
import { KEYS } from "./tag_keys.js";

const ARROWS = { STILL: "•", NORTH: "↑", EAST: "→", SOUTH: "↓", WEST: "←" };
const SIGNS = { "": "", right: "✓", wrong: "✗" };

export function makeDraftPanel(tagger) {
  return panel(
    "draft",
    "This decision",
    status(tagger),
    pad(tagger),
    asked(tagger),
    theme(tagger),
    field(tagger, "tags", "Tags, with commas", (text) => text.split(",").map((word) => word.trim()).filter(Boolean)),
    field(tagger, "note", "Note", (text) => text),
    controls(
      button("Store", () => tagger.store(), { class: "primary" }),
      button("Drop", () => tagger.draft.clear()),
      undo(tagger),
    ),
    keys(),
  );
}

/** The line with the draft's turn, player and squares, and the part that is missing. */
function status(tagger) {
  const line = element("p", { class: "status", role: "status" });
  const follow = () => {
    const { draft } = tagger;
    const squares = draft.squares.size === 1 ? "1 square" : `${draft.squares.size} squares`;
    const said = draft.isEmpty ? "" : `Turn ${draft.turn}, ${nameOf(tagger.viewer.session.game, draft.player)}: ${squares}. `;
    line.textContent = said + (tagger.obstacle ?? (draft.isEmpty ? "Call moves right ✓ or wrong ✗." : ""));
  };
  listen(tagger, follow);
  return line;
}

/** The five moves as they lie on the board; a click goes from nothing to right to wrong. */
function pad(tagger) {
  const { session } = tagger.viewer;
  const buttons = OPTIONS.map((move) => button("", () => tagger.mark(move), { "data-move": move }));
  const follow = () => {
    for (const made of buttons) {
      const { move } = made.dataset;
      const mark = session.selected ? tagger.draft.markOf(session.selected, move) : "";
      const score = scoreOf(tagger, OPTIONS.indexOf(move));
      made.disabled = tagger.obstacle !== null;
      made.dataset.mark = mark;
      made.setAttribute("aria-label", `${move}${mark ? `, ${mark}` : ""}${score ? `, score ${score}` : ""}`);
      made.replaceChildren(`${ARROWS[move]} ${SIGNS[mark]}`, element("small", {}, score));
    }
  };
  listen(tagger, follow);
  return element("div", { class: "pad", role: "group", "aria-label": "Moves of the square" }, ...buttons);
}

/** The score of a move in the chosen preset's field, if it has one. */
function scoreOf(tagger, option) {
  const { thought, game, selected, explained } = tagger.viewer.session;
  if (!thought || !selected || explained !== tagger.owner) return "";
  const score = thought.score[5 * squareOf(selected, game) + option];
  return Number.isNaN(score) ? "" : brief(score);
}

/** The choice of the preset whose scores and reasons are shown. */
function asked(tagger) {
  const { asking } = tagger;
  const select = choice(Object.keys(asking.known.presets), (preset) => asking.setPreset(preset));
  asking.addEventListener("question", () => (select.value = asking.preset));
  return element("label", { class: "row" }, "Scores of ", select);
}

function theme(tagger) {
  const list = element("datalist", { id: "themes" }, ...Object.keys(tagger.known.themes).map((value) => element("option", { value })));
  const input = element("input", { type: "text", id: "theme", list: "themes", maxlength: 40, autocomplete: "off" });
  const meaning = element("span", { class: "muted meaning-of-theme" });
  input.addEventListener("input", () => tagger.draft.put({ theme: input.value }));
  const follow = () => {
    if (input.value !== tagger.draft.theme) input.value = tagger.draft.theme;
    meaning.textContent = tagger.known.themes[input.value] ?? "";
  };
  tagger.draft.addEventListener("change", follow);
  return element("label", { class: "field" }, "Theme", input, list, meaning);
}

/** A line of text that the draft keeps under `name`. */
function field(tagger, name, title, read) {
  const input = element("input", { type: "text", id: name, maxlength: name === "note" ? 2000 : 200 });
  input.addEventListener("input", () => tagger.draft.put({ [name]: read(input.value) }));
  const follow = () => {
    const kept = tagger.draft[name];
    const isSame = JSON.stringify(read(input.value)) === JSON.stringify(kept);
    if (!isSame) input.value = Array.isArray(kept) ? kept.join(", ") : kept;
  };
  tagger.draft.addEventListener("change", follow);
  return element("label", { class: "field" }, title, input);
}

function undo(tagger) {
  const made = button("Undo", () => tagger.undo(), { id: "undo", disabled: true });
  tagger.addEventListener("stored", () => (made.disabled = tagger.undoable === 0));
  return made;
}

function keys() {
  const rows = KEYS.flatMap(({ shown, text }) => [element("dt", {}, element("kbd", {}, shown)), element("dd", {}, text)]);
  return element("details", { class: "group" }, element("summary", {}, "Keys"), element("dl", { class: "tag-keys" }, ...rows));
}

function listen(tagger, follow) {
  for (const event of ["select", "turn", "replay", "explanation"]) tagger.viewer.session.on(event, follow);
  tagger.draft.addEventListener("change", follow);
  follow();
}
