// The curve of a sweep: a score with its interval for every value, the default marked; a click on a point loads it.

import { shape } from "../page/dom.js";
import { sliderScale } from "../thinking/scales.js";

const [WIDTH, HEIGHT] = [320, 170];
const [LEFT, RIGHT, TOP, BOTTOM] = [34, WIDTH - 8, 8, HEIGHT - 30];

/**
 * @param {import("./sweep.js").Sweep} sweep  of one knob
 * @param {(point: number) => void} load
 * @returns {{root: Element, show: (curve: {low: number, value: number, high: number}[]) => void}}  what is drawn stays
 *   under the mouse and keeps the focus while scores change
 */
export function makeCurve(sweep, load) {
  const { usual, axes } = sweep;
  const [{ knob, values }] = axes;
  const scale = sliderScale({ low: values[0], high: values.at(-1), kind: "float" }, values[usual]);
  const x = (i) => LEFT + (scale.share(values[i]) || 0) * (RIGHT - LEFT); // 0 where there is one value
  const label = `Score by ${knob}; the table below has the numbers`;
  const root = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": label });
  const even = shape("line", { class: "even", x1: LEFT, x2: RIGHT });
  const line = shape("polyline", { class: "line" });
  const [least, most] = [BOTTOM, TOP + 8].map((y) => shape("text", { x: LEFT - 4, y, "text-anchor": "end" }));
  const points = values.map((_, i) => pointOf(i === usual, x(i), () => load(i)));
  root.append(even, line, least, most, ...points.map(({ root: point }) => point));
  for (const i of new Set([0, usual, values.length - 1])) {
    const anchor = i === 0 ? "start" : i === values.length - 1 ? "end" : "middle";
    const [y, words] = i === usual ? [HEIGHT - 4, `${values[i]} (default)`] : [HEIGHT - 16, values[i]];
    root.append(shape("text", { x: x(i), y, "text-anchor": anchor }, words));
  }
  const show = (curve) => {
    const [low, high] = [Math.min(...curve.map((each) => each.low)), Math.max(...curve.map((each) => each.high))];
    const y = (score) => BOTTOM - ((score - low) / (high - low || 1)) * (BOTTOM - TOP);
    set(even, { y1: y(0.5), y2: y(0.5), visibility: low < 0.5 && 0.5 < high ? "visible" : "hidden" });
    set(line, { points: curve.map(({ value }, i) => `${x(i)},${y(value)}`).join(" ") });
    [least.textContent, most.textContent] = [low, high].map((score) => `${Math.round(100 * score)} %`);
    curve.forEach(({ low: from, value, high: to }, i) => {
      const { root: point, title, bar, dot } = points[i];
      title.textContent = `${sweep.nameOf(i)}: ${(100 * value).toFixed(1)} %${i === usual ? ", the default" : ""}`;
      set(point, { "aria-label": title.textContent });
      set(bar, { y1: y(from), y2: y(to) });
      set(dot, { cy: y(value) });
    });
  };
  return { root, show };
}

/** A point with its interval, and a strip around it that is easier to hit. */
function pointOf(isUsual, x, load) {
  const root = shape("g", { class: isUsual ? "point usual" : "point", role: "button", tabindex: 0 });
  const [title, bar, dot] = [shape("title"), shape("line", { x1: x, x2: x }), shape("circle", { cx: x, r: 4 })];
  root.append(title, bar, dot, shape("rect", { class: "reach", x: x - 8, y: TOP, width: 16, height: BOTTOM - TOP }));
  root.addEventListener("click", load);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation(); // a space plays the game
    load();
  });
  return { root, title, bar, dot };
}

function set(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
}
