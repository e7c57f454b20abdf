// The panel that chooses games: the folder's list and opened files; one on the board, one beside it.

import { element } from "../page/dom.js";
import { chooseFile } from "../page/drop.js";
import { panel } from "../page/panels.js";

/**
 * @param {{openGame: (name: string) => void, beside: (name: string) => void, besideFile: (file: File) => void, closeBeside: () => void}} actions
 * @returns {{root: HTMLElement, list: (games: [name: string, title: string][], shown: string|null, second: string|null) => void}}
 */
export function makeGamesPanel(actions) {
  const first = choice("No game of the folder", (name) => name && actions.openGame(name));
  const second = choice("Nothing", (name) => (name ? actions.beside(name) : actions.closeBeside()));
  const file = element(
    "button",
    { type: "button", onclick: () => chooseFile(([chosen]) => actions.besideFile(chosen)) },
    "A file …",
  );
  const root = panel(
    "games",
    "Games",
    element("label", { class: "game" }, element("span", {}, "On the board"), first),
    element(
      "div",
      { class: "game" },
      element("label", { class: "game" }, element("span", {}, "Beside it"), second),
      file,
    ),
  );
  const list = (games, shown, beside) => {
    fill(first, games, shown);
    fill(second, games, beside);
  };
  return { root, list };
}

function choice(nothing, choose) {
  const select = element("select", { "data-nothing": nothing, onchange: () => choose(select.value) });
  return select;
}

/** The games, with the shown one even when it is none of the folder's. */
function fill(select, games, chosen) {
  const isListed = !chosen || games.some(([name]) => name === chosen);
  const all = isListed ? games : [[chosen, chosen], ...games];
  const nothing = element("option", { value: "" }, select.dataset.nothing);
  select.replaceChildren(nothing, ...all.map(([name, title]) => element("option", { value: name }, title)));
  select.value = chosen ?? "";
}
