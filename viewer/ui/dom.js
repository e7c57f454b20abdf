// Elements made in one expression; icons, panels and the list of keys.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`onclick: f`) and children: elements and texts, so that no name is read as markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} attributes  false and null leave the attribute out
 * @param {...any} children  lists of them, too; false and null are left out
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made[name] = value;
    else if (value !== false && value != null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child != null && child !== false));
  return made;
}

/**
 * An element that shows a store's state: made anew after each of these events, while what is the same stays in place.
 * @template {HTMLElement} Made @param {() => Made} make @returns {Made}
 */
export function view(store, events, make) {
  let root = null;
  store.render(events, () => {
    if (root) morph(root, make());
    else root = make();
  });
  return root;
}

const ACTS = ["onclick", "onchange", "oninput", "onfocus", "onkeydown", "onpointerdown", "onpointermove", "onpointerleave"];

/** Makes an element what another is; what has the focus, was opened or is being typed stays so. */
function morph(old, made) {
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of made.attributes) {
    if (old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === "value") old.value = value; // once something was typed, the attribute is only what it was at first
  }
  for (const act of ACTS) old[act] = made[act];
  const [before, wanted] = [old, made].map(({ childNodes }) => [...childNodes]); // before some are moved
  wanted.forEach((child, i) => {
    const there = before[i];
    if (there?.nodeName !== child.nodeName) there ? there.replaceWith(child) : old.append(child);
    else if (child.nodeType === Node.ELEMENT_NODE) morph(there, child);
    else if (there.data !== child.data) there.data = child.data;
  });
  for (const child of before.slice(wanted.length)) child.remove();
  if (made.localName === "select" && old.value !== made.value) old.value = made.value;
  if (made.type === "checkbox") old.checked = made.checked;
}

/** A button that does this; it holds one word or element, or a list of them. */
export function button(words, act, attributes = {}) {
  return element("button", { type: "button", ...attributes, onclick: act }, ...[words].flat());
}

/** A choice of options, each a value or [value, words], of which `value` is chosen; `act` gets another one and the choice. */
export function choice(options, act, { value: chosen, ...attributes } = /** @type {Record<string, any>} */ ({})) {
  const option = (each) => {
    const [value, words = value] = [each].flat();
    return element("option", { value, selected: `${value}` === `${chosen}` }, words);
  };
  return element("select", { ...attributes, onchange: ({ target }) => act(target.value, target) }, options.map(option));
}

/** Controls in a row, which breaks where it is too long. */
export function controls(...children) {
  return element("div", { class: "choices" }, ...children);
}

/** A table: a column for each of these words, and rows of cells, the first of which names its row. */
export function table(words, rows, caption = null) {
  const head = element("tr", {}, ...words.map((word) => element("th", { scope: "col" }, word)));
  const body = rows.map(([name, ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))),
  );
  return element("table", {}, caption && element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body));
}

/** What is folded away under a title, or opened at first. */
export function folded(title, attributes, ...content) {
  return element("details", attributes, element("summary", {}, title), ...content);
}

/** An element of a drawing. */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function swatch(colour) {
  return element("span", { class: "swatch", style: `background: ${colour}` });
}

/** The colour of an owner, 0 being neutral, for style sheets: it changes with the theme. */
export function colourOf(owner) {
  return `var(--player-${owner})`;
}

const ICONS = {
  first: "M5 5v14M19 5l-10 7 10 7z",
  back: "M15 5l-8 7 8 7",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 5l8 7-8 7",
  last: "M19 5v14M5 5l10 7-10 7z",
  open: "M4 18V6h6l2 2h8v10zM12 17v-6M9.5 13l2.5-2.5 2.5 2.5",
  picture: "M4 8h4l2-3h4l2 3h4v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5",
  close: "M6 6l12 12M18 6L6 18",
};

/** One of the page's icons, drawn with the colour of the text around it. */
function icon(name) {
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: ICONS[name] }));
}

/** A button that shows an icon; its label is read aloud and is its tip, with its key as people write it, or "". */
export function iconButton(name, label, key, act, attributes = {}) {
  const title = key ? `${label} (${key})` : label;
  return button(icon(name), act, { class: "icon", "aria-label": label, title, ...attributes });
}

// A panel beside the board, and the list of keys over it.

/** A panel with a heading; screen readers list it by that. */
export function panel(name, title, ...children) {
  return element("section", { class: `panel ${name}`, "aria-label": title }, element("h2", {}, title), ...children);
}

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
