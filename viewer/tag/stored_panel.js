// The stored positions of this game: a click loads one into the form.

import { button, element, iconButton } from "../page/dom.js";
import { nameOf } from "../page/labels.js";
import { panel } from "../page/panels.js";

export function makeStoredPanel(tagger) {
  const body = element("div", { "aria-live": "polite" });
  tagger.addEventListener("stored", () => {
    const { stored, folder } = tagger;
    const count = stored.length === 1 ? "1 position" : `${stored.length} positions`;
    const status = element("p", { class: "status" }, `${count} of this game in ${folder}`);
    body.replaceChildren(status, element("ul", { class: "rows" }, ...stored.map((position) => row(tagger, position))));
  });
  return panel("stored", "Stored", body);
}

function row(tagger, position) {
  const [{ x, y }] = position.squares;
  const player = nameOf(tagger.viewer.session.game, position.player);
  const title = `${position.theme}: turn ${position.turn}, ${player} (${x}, ${y})`;
  const words = [element("strong", {}, title), element("span", { class: "muted" }, position.note)];
  const open = button(words, () => tagger.edit(position), { class: "row-open" });
  return element("li", {}, open, iconButton("close", `Remove ${position.name}`, "", () => tagger.remove(position.name)));
}
