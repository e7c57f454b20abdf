// A panel beside the board, and the list of keys over it.

import { element, iconButton } from "./dom.js";

/** A panel with a heading; screen readers list it by that. */
export function panel(name, title, ...children) {
  const heading = element("h2", { id: `${name}-${(panels += 1)}` }, title);
  return element("section", { class: `panel ${name}`, "aria-labelledby": heading.id }, heading, ...children);
}

let panels = 0; // ids must differ when two boards stand on one page

/** The list of keys, as a dialog over the board. */
export function makeHelp(table) {
  const keyCap = (key) => (key === "–" ? "–" : element("kbd", {}, key));
  const rows = table.map(({ shown: keys, text }) =>
    element("div", {}, element("dt", {}, ...keys.split(" ").map(keyCap)), element("dd", {}, text)),
  );
  const close = iconButton("close", "Close", "Esc", () => dialog.close());
  const mouse = "Drag or swipe the board to look around the torus, wheel or pinch to zoom, click a square for details.";
  const content = [element("dl", {}, ...rows), element("p", { class: "muted" }, mouse)];
  const header = element("header", {}, element("h2", {}, "Keys"), close);
  const dialog = element("dialog", { class: "help", "aria-label": "Keys" }, header, ...content);
  return dialog;
}
