// The league's state, which is the page's address, and what all tabs are built of: elements, choices, tables.

import { choice, element } from "../ui/dom.js";
import { formatNumber } from "../ui/words.js";

const ROWS = 100; // of a table, until more are wanted

/** The choices of the reader, by name; they survive a reload and can be sent as a link. */
export function state() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** The address with some choices changed; an empty one is left out. */
export function address(changes) {
  const kept = Object.entries({ ...state(), ...changes }).filter(([, value]) => value !== "" && value != null);
  return `#${new URLSearchParams(kept)}`;
}

/** A link that changes some choices. */
export function link(changes, ...children) {
  return element("a", { href: address(changes) }, ...children);
}

/** A choice among [value, text], kept in the address under its name. */
export function select(name, title, options, none) {
  return labelled(title, choice([["", none], ...options], (value) => keep(name, value), { id: name, value: state()[name] ?? "" }));
}

/** A text or number to filter by. */
export function field(name, title, type) {
  return labelled(title, element("input", { id: name, type, min: 0, value: state()[name] ?? "", onchange: ({ target }) => keep(name, target.value) }));
}

function labelled(title, control) {
  return element("label", {}, element("span", {}, title), control);
}

function keep(name, value) {
  location.replace(address({ [name]: value }));
}

/**
 * A table whose heads sort it; the address keeps the order.
 * @param {string} name     of the order in the address
 * @param {object[]} columns  title; value(row), to sort by; cell(row), where that is another thing; isNumber
 * @param {number} usual     place of the column that sorts it at first: downwards where it is a number
 */
export function table(name, caption, columns, rows, usual) {
  const order = state()[name] ?? `${columns[usual].isNumber ? "-" : ""}${usual}`;
  const [place, isDown] = [Math.abs(Number.parseInt(order, 10)), order.startsWith("-")];
  const { value } = columns[place] ?? columns[usual];
  const most = ROWS * (Number(state()[`${name}-more`]) || 1);
  const sorted = rows.toSorted((one, other) => compare(value(one), value(other), isDown)).slice(0, most);
  const heads = columns.map(({ title, isNumber }, i) => {
    const turned = i === place ? !isDown : isNumber;
    const sorting = i === place && (isDown ? "descending" : "ascending");
    const attributes = { scope: "col", "aria-sort": sorting, class: isNumber && "number" };
    return element("th", attributes, link({ [name]: `${turned ? "-" : ""}${i}` }, title));
  });
  const cellOf = (row) => (column) => {
    const attributes = { class: column.isNumber && "number", "data-title": column.title };
    return element("td", attributes, (column.cell ?? column.value)(row));
  };
  const body = sorted.map((row) => element("tr", { class: row.isTracked && "tracked" }, columns.map(cellOf(row))));
  const parts = [element("caption", {}, caption), element("thead", {}, element("tr", {}, heads)), element("tbody", {}, body)];
  const more = rows.length > most && link({ [`${name}-more`]: most / ROWS + 1 }, `${ROWS} more of ${formatWhole(rows.length)}`);
  return element("div", { class: "table" }, element("table", {}, parts), more);
}

/** Numbers and texts in order, what is missing last. */
function compare(one, other, isDown) {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  const before = typeof one === "string" ? one.localeCompare(other, "en", { numeric: true }) : one - other;
  return isDown ? -before : before;
}

/** 65002 as 65,002. */
export function formatWhole(number) {
  return formatNumber(Math.round(number));
}

/** A moment in the reader's own time: 2026-11-22 07:15. */
export function moment(seconds) {
  return new Date(1000 * seconds).toLocaleString("sv").slice(0, 16);
}
