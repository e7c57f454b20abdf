// The panel that chooses the game on the board.

import { element } from "../page/dom.js";
import { panel } from "../page/panels.js";

/** @param {import("./tagger.js").Tagger} tagger @returns {HTMLElement} */
export function makeGamePanel(tagger) {
  const select = element("select", { "aria-label": "Game", onchange: () => tagger.open(select.value) });
  tagger.addEventListener("stored", () => {
    select.replaceChildren(...tagger.games.map((name) => element("option", { value: name }, name)));
    select.value = tagger.game;
  });
  return panel("games", "Game", select);
}
