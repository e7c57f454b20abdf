// The row of choices above a page, remembered in the address of this tab.

import { element } from "../page/dom.js";

const kept = new Map(); // by page and name

/**
 * A labelled choice.
 * @param {string} key       under which it is remembered while the tab is open
 * @param {[string, string][]} options  values and how they are written
 * @param {() => void} onChange
 * @param {string} [first]   what the page's address says, before what is remembered
 * @returns {{element: HTMLElement, value: string}}
 */
export function choice(key, label, options, onChange, first) {
  const select = element("select", { onchange: changed }, ...options.map(([value, text]) => element("option", { value }, text)));
  for (const wanted of [kept.get(key), first]) {
    if (options.some(([value]) => value === wanted)) select.value = wanted;
  }

  function changed() {
    kept.set(key, select.value);
    onChange();
  }

  return {
    element: element("label", {}, label, select),
    get value() {
      return select.value;
    },
  };
}

/** A choice of a player of the season, and of all of them as `all`; the address remembers it. */
export function playerChoice(label, all, onChange, first = "all") {
  const players = window.league.summary.players.map(([id, name]) => [String(id), name]);
  return choice(label, label, [["all", all], ...players], onChange, first);
}

/** Writes what was chosen into the address, as further parts behind the page's name, without opening the page anew. */
export function intoAddress(page, ...values) {
  while (values.at(-1) === "all") values.pop();
  history.replaceState(null, "", `#/${[page, ...values].join("/")}`);
}

/** A labelled line of text that narrows what is shown. */
export function search(key, label, onChange) {
  const input = element("input", { type: "search", value: kept.get(key) ?? "", oninput: changed });

  function changed() {
    kept.set(key, input.value);
    onChange();
  }

  return {
    element: element("label", {}, label, input),
    get value() {
      return input.value.trim().toLowerCase();
    },
  };
}

/** The choices of a part of the games: players of a game, size of the board. */
export function viewChoices(views, onChange) {
  const players = choice("players", "Players in a game", withAll("players", views, 0), onChange);
  const size = choice("size", "Size of the board", withAll("size", views, 1), onChange);
  return {
    elements: [players.element, size.element],
    get name() {
      return `${players.value}-${size.value}`;
    },
    get exists() {
      return views.includes(this.name);
    },
  };
}

const WORDS = {
  players: { all: "any number" },
  size: { all: "any size", small: "small, up to 25 × 25", medium: "medium, up to 35 × 35", large: "large" },
};

function withAll(kind, views, part) {
  const values = [...new Set(views.map((view) => view.split("-")[part]))];
  return values.map((value) => [value, WORDS[kind][value] ?? value]);
}
