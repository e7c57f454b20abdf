// The panels beside the board that are lists: which layers are on, the keys.

import { colourOf, element, iconButton, swatch } from "./dom.js";
import { LAYERS } from "./layers.js";
import { thinkerOf } from "./labels.js";

/** A panel with a heading; screen readers list it by that. */
export function panel(name, title, ...children) {
  const heading = element("h2", { id: `${name}-${(panels += 1)}` }, title);
  return element("section", { class: `panel ${name}`, "aria-labelledby": heading.id }, heading, ...children);
}

let panels = 0; // ids must differ when two boards stand on one page

/** A switch for every layer whose file is open, and the legends of those that are on. */
export function makeLayers(session, colours) {
  const chips = element("div", { class: "chips", role: "group", "aria-label": "Layers" });
  const players = element("div", { class: "explained" });
  const legends = element("dl", { class: "legends" });
  const fillChips = () => {
    const focused = chips.contains(document.activeElement) && document.activeElement.dataset.layer;
    chips.replaceChildren(...LAYERS.filter((layer) => isOffered(session, layer)).map((layer) => chip(session, layer)));
    if (focused) chips.querySelector(`[data-layer="${focused}"]`)?.focus({ preventScroll: true });
  };
  const fillLegends = () =>
    legends.replaceChildren(...[...session.layers].flatMap((key) => legend(session, colours(), key)));
  const hint = element(
    "p",
    { class: "muted hint" },
    "Drop an explanation file (python -m experiments explain …) or an f-log here to see why squares move.",
  );
  const fillPlayers = () => {
    players.replaceChildren(...(session.explanation ? [whose(session)] : []));
    hint.hidden = session.explanations.length > 0 || session.flog !== null;
  };
  for (const event of ["replay", "explanation", "flog", "layers"])
    session.on(event, () => (fillChips(), fillPlayers(), fillLegends()));
  for (const event of ["turn", "theme", "legends"]) session.on(event, fillLegends);
  return panel("layers", "Why this move", players, chips, hint, legends);
}

function isOffered(session, { needs }) {
  return { record: session.game, thought: session.explanation, flog: session.flog }[needs] != null;
}

function chip(session, layer) {
  const isOn = session.layers.has(layer.key);
  return element(
    "button",
    {
      type: "button",
      class: "chip",
      "aria-pressed": String(isOn),
      "data-layer": layer.key,
      title: layer.tip,
      onclick: () => session.setLayer(layer.key, !isOn),
    },
    layer.label,
  );
}

/** Whose thoughts are shown, with the choice where there are several. */
function whose(session) {
  const colour = swatch(colourOf(session.explained));
  if (session.explanations.length === 1) return element("p", {}, "Thoughts of ", colour, thinkerOf(session));
  const { game } = session;
  const choices = session.explanations.map((explanation) => {
    const { player } = explanation;
    const isShown = player === session.explained;
    return element("option", { value: player, selected: isShown }, thinkerOf({ game, explanation }));
  });
  const select = element("select", { onchange: () => session.lookAt(Number(select.value)) }, ...choices);
  return element("label", {}, "Thoughts of ", colour, select);
}

function legend(session, colours, key) {
  const layer = LAYERS.find((other) => other.key === key);
  if (!layer || !isOffered(session, layer)) return [];
  const rows = layer.isReady(session)
    ? layer.legend(session, colours)
    : [{ text: session.explanation.silence(session.turn) }];
  return [element("dt", {}, layer.label), ...rows.map((row) => element("dd", {}, ...sample(row)))];
}

function sample({ colour, line, isDashed, gradient, hatched, from, to, text }) {
  if (gradient) {
    const bar = element("span", { class: "gradient", style: `background: ${gradient}` });
    return [
      element("span", { class: "scale" }, element("span", {}, from), bar, element("span", {}, to)),
      element("span", { class: "muted" }, text),
    ];
  }
  const marks = [];
  if (colour) marks.push(swatch(colour));
  if (line) marks.push(element("span", { class: isDashed ? "line dashed" : "line", style: `color: ${line}` }));
  if (hatched) marks.push(element("span", { class: "swatch hatched" }));
  return [...marks, element("span", {}, text)];
}

/** The list of keys, as a dialog over the board. */
export function makeHelp(table) {
  const rows = table.flatMap(({ shown: keys, text }) => [
    element("dt", {}, ...keys.split(" ").map(keyCap)),
    element("dd", {}, text),
  ]);
  const close = iconButton("close", "Close", "Esc", () => dialog.close());
  const mouse = element(
    "p",
    { class: "muted" },
    "Drag or swipe the board to look around the torus, wheel or pinch to zoom, click a square to ask about it.",
  );
  const dialog = element(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    element("header", {}, element("h2", {}, "Keys"), close),
    element("dl", {}, ...rows),
    mouse,
  );
  return dialog;
}

function keyCap(key) {
  return key === "–" ? "–" : element("kbd", {}, key);
}
