// Margins in words: which parameter the layer shows, and the numbers of the selected square.

import { choice, element, heads } from "../page/dom.js";
import { OPTIONS } from "../page/directions.js";
import { squareOf } from "../page/frames.js";
import { shown } from "../page/labels.js";
import { panel } from "../page/panels.js";
import { MARGIN } from "./margins.js";
import { breakable } from "./notation.js";

/** The switch of the layer, with the parameter that it is about. */
export function makeMarginPanel(margins) {
  const { session, known } = margins.asking;
  const select = choice([["", "off"], ...Object.keys(known.scanned)], (knob) => {
    if (knob) margins.choose(knob);
    session.setLayer(MARGIN, knob !== "");
  });
  session.on("layers", () => (select.value = session.layers.has(MARGIN) ? margins.knob : ""));
  const hint =
    "How much this parameter must change until the greedy move of each square differs, as a layer; click a square for all.";
  const label = element("label", { class: "game" }, element("span", {}, "Show those of"), select);
  return panel("margin", "Margins", label, element("p", { class: "muted hint" }, hint));
}

/** The changes that would flip the move of the selected square: a table in the inspector. */
export function makeSquareMargins(margins) {
  const { session } = margins.asking;
  const place = element("div", { class: "square-margins" });
  const fill = () => place.replaceChildren(...(session.selected && margins.isWanted ? content(margins) : []));
  margins.addEventListener("margin", fill);
  return place;
}

function content(margins) {
  const { session, known } = margins.asking;
  const square = squareOf(session.selected, session.game);
  if (!margins.now) return [element("p", { class: "muted hint" }, margins.refusal ?? "Margins are being computed …")];
  if (!margins.of(square)) return [];
  const words = "The values at which its greedy move flips, other parameters unchanged; –: none was found";
  const rows = element("tbody", {}, ...Object.keys(known.scanned).map((name) => row(margins, square, name)));
  const caption = element("caption", {}, words);
  return [element("table", { class: "flips" }, caption, heads("", "below", "now", "above"), rows)];
}

function row(margins, square, name) {
  const { down, up } = margins.of(square, name);
  const { value, low, high } = margins.now.knobs[name];
  const cells = [flip(down), shown(value), flip(up)].map((text) => element("td", {}, text));
  const title = `${margins.asking.known.knobs[name].unit}; looked at from ${low} to ${high}`;
  return element("tr", { "data-knob": name, title }, element("th", { scope: "row" }, ...breakable(name)), ...cells);
}

function flip(change) {
  return change ? `${shown(change[0])} ${OPTIONS[change[1]]}` : "–";
}
