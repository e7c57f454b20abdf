// The curve of a sweep: a score with its interval for every value, the default marked; a click on a point loads it.

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [320, 170];
const MARGIN = { left: 34, right: 8, top: 8, bottom: 30 };

/**
 * @param {HTMLElement} place
 * @param {{curve: {low: number, value: number, high: number}[], values: number[], usual: number, name: string}} data
 * @param {(value: number) => void} load
 */
export function drawCurve(place, { curve, values, usual, name }, load) {
  const [low, high] = [Math.min(...curve.map((each) => each.low)), Math.max(...curve.map((each) => each.high))];
  const x = (value) => MARGIN.left + ((value - values[0]) / (values.at(-1) - values[0] || 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (score) => HEIGHT - MARGIN.bottom - ((score - low) / (high - low || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Score by ${name}; the table below has the numbers` });
  if (low < 0.5 && 0.5 < high) svg.append(shape("line", { class: "even", x1: MARGIN.left, x2: WIDTH - MARGIN.right, y1: y(0.5), y2: y(0.5) }));
  svg.append(shape("polyline", { class: "line", points: curve.map(({ value }, i) => `${x(values[i])},${y(value)}`).join(" ") }));
  for (const [score, at] of [[low, HEIGHT - MARGIN.bottom], [high, MARGIN.top + 8]]) {
    svg.append(words(`${Math.round(100 * score)} %`, { x: MARGIN.left - 4, y: at, "text-anchor": "end" }));
  }
  curve.forEach((each, i) => {
    const label = `${name} = ${values[i]}: ${(100 * each.value).toFixed(1)} %`;
    const point = shape("g", { class: i === usual ? "point usual" : "point", role: "button", tabindex: 0, "aria-label": label });
    point.append(shape("title", {}, label));
    point.append(shape("line", { x1: x(values[i]), x2: x(values[i]), y1: y(each.low), y2: y(each.high) }));
    point.append(shape("circle", { cx: x(values[i]), cy: y(each.value), r: 4 }));
    point.append(shape("rect", { class: "reach", x: x(values[i]) - 8, y: MARGIN.top, width: 16, height: HEIGHT - MARGIN.top - MARGIN.bottom }));
    point.addEventListener("click", () => load(values[i]));
    point.addEventListener("keydown", ({ key }) => key === "Enter" && load(values[i]));
    svg.append(point);
  });
  for (const i of new Set([0, usual, values.length - 1])) {
    const anchor = i === 0 ? "start" : i === values.length - 1 ? "end" : "middle";
    svg.append(words(i === usual ? `${values[i]} (default)` : String(values[i]), { x: x(values[i]), y: HEIGHT - (i === usual ? 4 : 16), "text-anchor": anchor }));
  }
  place.replaceChildren(svg);
}

function words(text, attributes) {
  return shape("text", attributes, text);
}

function shape(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
