// The panel that chooses the game on the board.

import { choice, element } from "../page/dom.js";
import { panel } from "../page/panels.js";

export function makeGamePanel(tagger) {
  const select = choice([], (name) => tagger.open(name), { "aria-label": "Game" });
  tagger.addEventListener("stored", () => {
    select.replaceChildren(...tagger.games.map((name) => element("option", { value: name }, name)));
    select.value = tagger.game;
  });
  return panel("games", "Game", select);
}
