// Tables that sort by their heads, for eyes, keyboards and screen readers.

import { button, element } from "../page/dom.js";

/** Facts by their titles. @param {[string, Node|string][]} rows */
export function facts(rows) {
  const fact = ([title, text]) => element("div", {}, element("dt", {}, title), element("dd", {}, text));
  return element("dl", {}, ...rows.map(fact));
}

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: any, place: number) => (Node|string)} cell
 * @property {(row: any) => (number|string)} [order]  what it sorts by; without one it does not
 * @property {boolean} [isNumber]
 * @property {boolean} [isHead]  its cells name their rows
 * @property {boolean} [isPicture]  its cells are small pictures
 * @property {string} [before]  text before the cell on a card, which has no column heads
 * @property {string} [after]  text behind the cell on a card, as it is behind several
 */

const AT_ONCE = 60; // rows; more are shown when they are asked for

/**
 * A table in a box that scrolls sideways where the page is narrow. What the reader made of it, its order and how many
 * rows are shown, is the box's `arrangement()`; `arrange` makes another table of these columns the same (sections.js).
 * @param {Column[]} columns
 * @param {any[]} rows
 * @param {{isCards?: boolean}} [look]  on a narrow page each row stands as a card instead of scrolling
 */
export function table(caption, columns, rows, { isCards = false } = {}) {
  const body = element("tbody", { role: "rowgroup" });
  const heads = columns.map((column, number) => head(column, () => sort(number)));
  const made = element(
    "table",
    { role: "table" }, // said in words, as of all below: a style sheet that lays a row out as a card takes the roles away
    element("caption", {}, caption),
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)),
    body,
  );
  const more = button("", () => fill(Infinity), { class: "more" }); // also of rows that come later
  const box = element("div", { class: isCards ? "table cards" : "table", tabindex: "0", role: "region", "aria-label": caption }, made);
  let sorted = null;
  let shown = AT_ONCE;

  function sort(column) {
    const descending = sorted?.column === column ? !sorted.descending : columns[column].isNumber === true;
    sorted = { column, descending };
    fill(shown);
  }

  function fill(count) {
    shown = count;
    const ordered = sorted ? inOrder(rows, columns[sorted.column].order, sorted.descending) : rows;
    body.replaceChildren(...ordered.slice(0, shown).map((row, place) => line(columns, row, place)));
    heads.forEach((cell, number) => {
      const direction = sorted?.descending ? "descending" : "ascending";
      cell.setAttribute("aria-sort", sorted?.column === number ? direction : "none");
    });
    more.hidden = rows.length <= shown;
    more.textContent = `Show all ${rows.length}`;
  }

  box.arrangement = () => ({ sorted, shown });
  box.arrange = (arrangement) => {
    sorted = arrangement.sorted;
    fill(arrangement.shown);
  };
  fill(shown);
  return element("div", {}, box, more);
}

function head(column, onclick) {
  const kind = column.isNumber ? "number" : null;
  const attributes = { scope: "col", role: "columnheader", class: kind };
  if (!column.order) return element("th", attributes, column.title);
  return element("th", attributes, button(column.title, onclick));
}

function line(columns, row, place) {
  const cells = columns.map(({ isHead, isNumber, isPicture, before, after, cell }) => {
    const [tag, scope, role] = isHead ? ["th", "row", "rowheader"] : ["td", null, "cell"];
    const kind = isNumber ? "number" : isPicture ? "picture" : null;
    const made = element(tag, { class: kind, scope, role, "data-before": before }, cell(row, place));
    if (after) made.dataset.after = made.textContent === "1" ? after.replace(/s\b/, "") : after; // 1 square apart
    return made;
  });
  return element("tr", { role: "row" }, ...cells);
}

function inOrder(rows, order, descending) {
  const sign = descending ? -1 : 1;
  const keyed = rows.map((row) => [order(row), row]);
  keyed.sort(([one], [other]) => sign * (typeof one === "string" ? one.localeCompare(other) : one - other));
  return keyed.map(([, row]) => row);
}
