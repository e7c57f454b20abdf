// Charts: Vega-Lite, in the colours of the page, each with its numbers as a table behind it.

import { element } from "../page/dom.js";
import { script } from "./data.js";

const LONGEST_LABEL = 28; // letters beside an axis
const NARROW = 500; // px; narrower charts have less room for labels
const LONGEST_NARROW = 24;

let loading = null;
const drawn = new Set(); // charts on the page, drawn anew when its colours change

/**
 * A chart with its title, and its table to unfold.
 * @param {(colours: Record<string, string>, isNarrow: boolean) => object} specification  of Vega-Lite; width is optional
 * @param {HTMLElement} numbers  the same as a table
 * @param {string} [note]
 */
export function chart(title, specification, numbers, note = "") {
  const place = element("div", { class: "chart", role: "img", "aria-label": `${title}: a chart; its table follows` });
  const figure = element(
    "figure",
    {},
    element("figcaption", {}, title),
    place,
    ...(note ? [element("p", { class: "note" }, note)] : []),
    element("details", {}, element("summary", {}, "As a table"), numbers),
  );
  const one = { place, specification };
  drawn.add(one);
  draw(one);
  return figure;
}

/**
 * Layers of points with their intervals, from fields of the data.
 * @param {string[]} fields  the low end, the value, the high end
 * @param {object} x         what else the axis has
 */
export function intervals({ accent, muted }, [low, value, high], x, { tooltip, size = 70 } = {}) {
  const type = "quantitative";
  const rule = { type: "rule", strokeWidth: 2, color: muted };
  const point = { type: "point", filled: true, size, color: accent };
  return [
    { mark: rule, encoding: { x: { field: low, type, ...x }, x2: { field: high } } },
    { mark: point, encoding: { x: { field: value, type }, ...(tooltip && { tooltip }) } },
  ];
}

/** Draws every chart that is still on the page anew. */
export function redraw() {
  for (const one of [...drawn]) {
    if (one.place.isConnected) draw(one);
    else drawn.delete(one);
  }
}

async function draw({ place, specification }) {
  loading ??= script("vega.js", "the charts' library is missing");
  try {
    await loading;
    await new Promise(requestAnimationFrame); // the figure has its width once it is on the page
    if (!place.isConnected) return;
    const colours = palette();
    const isNarrow = place.clientWidth < NARROW;
    const spec = { $schema: "https://vega.github.io/schema/vega-lite/v6.json", background: null, ...fitted(specification(colours, isNarrow)) };
    // `ast`: expressions are interpreted, not compiled, so that the page needs no permission to run text as code.
    const options = { actions: false, renderer: "svg", ast: true, config: config(colours, isNarrow), tooltip: { theme: "custom" } };
    const inner = element("div", { "aria-hidden": "true" }); // Vega gives it a role of its own
    place.replaceChildren(inner);
    await window.vegaEmbed(inner, spec, options);
    place.style.minHeight = ""; // that sections.js gave it
  } catch (error) {
    place.replaceChildren(element("p", { class: "error" }, `This chart cannot be drawn: ${error.message}`));
  }
}

/** As wide as its figure, axes included; a chart with steps is as wide as they are. */
function fitted(specification) {
  if (specification.width) return specification;
  return { ...specification, width: "container", autosize: { type: "fit-x", contains: "padding" } };
}

function palette() {
  const style = getComputedStyle(document.getElementById("league"));
  const names = ["text", "muted", "line", "accent", "panel", "back"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

function config({ text, muted, line }, isNarrow) {
  return {
    font: "system-ui, sans-serif", // the page's own; a text is measured before it is drawn
    view: { stroke: null },
    axis: {
      labelColor: muted, titleColor: text, gridColor: line, domainColor: line, tickColor: line,
      labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", labelLimit: 200, labelSeparation: 6,
      labelExpr: `truncate(datum.label, ${isNarrow ? LONGEST_NARROW : LONGEST_LABEL}, "center")`, // as brief() in words.js
    },
    legend: { labelColor: text, titleColor: text, labelFontSize: 12, titleFontSize: 12, labelLimit: 340 },
    text: { color: text, fontSize: 11 },
    rule: { color: muted },
    range: { category: ["#3b8fd0", "#e0803c", "#3aa76d", "#c95fb0", "#b8a12c", "#7a78d8", "#d0504f", "#2aa6b4"] },
  };
}
