// The panel that chooses games: the folder's list and opened files; one on the board, one beside it.

import { button, choice, element } from "../page/dom.js";
import { chooseFile } from "../page/drop.js";
import { panel } from "../page/panels.js";

/**
 * @param {import("./shown.js").Shown} actions
 * @returns {{root: HTMLElement, list: (games: [name: string, title: string][], shown: string|null, second: string|null) => void}}
 */
export function makeGamesPanel(actions) {
  const first = choice([], (name) => name && actions.openGame(name), { "data-nothing": "No game" });
  const act = (name) => (name ? actions.beside(name) : actions.closeBeside());
  const second = choice([], act, { "data-nothing": "Nothing" });
  const file = button("A file …", () => chooseFile(([chosen]) => actions.besideFile(chosen)));
  const labelled = (words, select) => element("label", { class: "game" }, element("span", {}, words), select);
  const root = panel(
    "games",
    "Games",
    labelled("On the board", first),
    element("div", { class: "game" }, labelled("Beside it", second), file),
  );
  const list = (games, shown, beside) => {
    fill(first, games, shown);
    fill(second, games, beside);
  };
  return { root, list };
}

/** The games, with the shown one even when it is none of the folder's. */
function fill(select, games, chosen) {
  const isListed = !chosen || games.some(([name]) => name === chosen);
  const all = isListed ? games : [[chosen, chosen], ...games];
  const nothing = element("option", { value: "" }, select.dataset.nothing);
  select.replaceChildren(nothing, ...all.map(([name, title]) => element("option", { value: name }, title)));
  select.value = chosen ?? "";
}
