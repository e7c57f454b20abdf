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
  const select = element("select", {}, ...options.map(([value, text]) => element("option", { value }, text)));
  for (const wanted of [kept.get(key), first]) {
    if (options.some(([value]) => value === wanted)) select.value = wanted;
  }
  return remembering(key, label, select, onChange);
}

/** A choice of a player of the season, by name, and of all of them as `all`; the address remembers it. */
export function playerChoice(label, all, onChange, first = "all") {
  const players = window.league.summary.players.map(([id, name]) => [String(id), name]).toSorted(([, one], [, other]) => one.localeCompare(other, "en", { numeric: true }));
  return choice(label, label, [["all", all], ...players], onChange, first);
}

/** Writes what was chosen into the address, as further parts behind the page's name, without opening the page anew. */
export function intoAddress(page, ...values) {
  while (values.at(-1) === "all") values.pop();
  history.replaceState(null, "", `#/${[page, ...values].join("/")}`);
}

/** A labelled line of text that narrows what is shown. */
export function search(key, label, onChange) {
  const input = element("input", { type: "search", value: kept.get(key) ?? "" });
  return remembering(key, label, input, onChange, (text) => text.trim().toLowerCase());
}

function remembering(key, label, control, onChange, read = (value) => value) {
  control.addEventListener("input", () => {
    kept.set(key, control.value);
    onChange();
  });
  return {
    element: element("label", {}, label, control),
    get value() {
      return read(control.value);
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
