// The heat map of a sweep of two knobs: a table whose cells are coloured with their scores; a click on one loads it.

import { gradientOf, onScale, readableOn } from "../page/colours.js";
import { button, element } from "../page/dom.js";
import { percent } from "../page/labels.js";

const COLOURS = [[0, 34, 78], [125, 124, 120], [254, 232, 56]]; // cividis, which looks alike to all eyes
const LEAST_SPAN = 0.1; // of scores from the darkest to the lightest: less would paint luck

/**
 * @param {import("./sweep.js").Sweep} sweep  of two knobs
 * @param {(point: number) => void} load
 * @returns {{root: Element, show: (curve: {low: number, value: number, high: number}[]) => void}}
 */
export function makeHeat(sweep, load) {
  const { axes, points, usual } = sweep;
  const [across, down] = axes;
  const cells = points.map((_, i) => button("", () => load(i), { class: i === usual ? "usual" : "" }));
  const head = (text, scope, span) => element("th", { scope, colspan: span }, String(text));
  const rows = down.values.map((value, j) => {
    const from = j * across.values.length;
    const row = cells.slice(from, from + across.values.length);
    return element("tr", {}, head(value, "row"), ...row.map((cell) => element("td", {}, cell)));
  });
  const table = element(
    "table",
    {},
    element("caption", {}, `Score in % by ${across.knob}, from left to right, and ${down.knob}, downwards; the default has a frame`),
    element("thead", {}, element("tr", {}, element("td", {}), ...across.values.map((value) => head(value, "col")))),
    element("tbody", {}, ...rows),
  );
  const ends = [element("span", {}), element("span", {})];
  const bar = element("i", { style: `background: ${gradientOf(COLOURS)}` });
  const legend = element("div", { class: "legend" }, ends[0], bar, ends[1]);
  const show = (curve) => {
    const scores = curve.map(({ value }) => value);
    const [least, most] = [Math.min(...scores), Math.max(...scores)];
    const reach = Math.max(most - least, LEAST_SPAN) / 2;
    const low = (least + most) / 2 - reach;
    ends.forEach((end, i) => (end.textContent = percent(low + 2 * reach * i)));
    cells.forEach((cell, i) => {
      const colour = onScale(COLOURS, (scores[i] - low) / (2 * reach));
      cell.textContent = Math.round(100 * scores[i]);
      cell.title = `${sweep.nameOf(i)}: ${percent(scores[i])} (${percent(curve[i].low)} to ${percent(curve[i].high)})${i === usual ? ", the default" : ""}`;
      cell.ariaLabel = cell.title;
      cell.style.cssText = `background: rgb(${colour}); color: ${readableOn(colour)}`;
    });
  };
  return { root: element("div", { class: "heat" }, table, legend), show };
}
