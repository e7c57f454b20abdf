
// chart.js: the chance of winning over the frames, drawn as wide as its place.

const { shape } = dom_js; // of the viewer, whose modules stand before this text; see page.py
const CHART = { height: 300, left: 54, right: 16, top: 26, bottom: 40, narrow: 560 };

/** Keeps the chart in a place as wide as it is; `chosen` is told of the frame that is clicked. */
class Chart {
  constructor(place, answer, chosen) {
    Object.assign(this, { place, answer, chosen });
    new ResizeObserver(() => this.draw()).observe(place);
  }

  draw() {
    const width = Math.round(this.place.clientWidth);
    if (!width || width === this.width) return;
    this.width = width;
    const { chance, turns, aim } = this.answer;
    const inner = width - CHART.left - CHART.right;
    this.x = (frame) => CHART.left + (inner * frame) / Math.max(turns, 1);
    this.y = (share) => CHART.top + (CHART.height - CHART.top - CHART.bottom) * (1 - share);
    const label = `Chance of ${aim} on ${chance.length} frames; the table below has the numbers`;
    this.svg = shape("svg", { viewBox: `0 0 ${width} ${CHART.height}`, role: "img", "aria-label": label });
    this.axes(width);
    this.curve();
    this.marks();
    this.svg.addEventListener("click", (event) => this.click(event));
    this.place.replaceChildren(this.svg);
  }

  add(name, attributes, ...words) {
    this.svg.append(shape(name, attributes, ...words));
  }

  axes(width) {
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const y = this.y(share);
      this.add("line", { class: "grid", x1: CHART.left, x2: width - CHART.right, y1: y, y2: y });
      this.add("text", { x: CHART.left - 6, y: y + 4, "text-anchor": "end" }, `${100 * share} %`);
    }
    const { turns } = this.answer;
    const steps = [5, 10, 20, 25, 50, 100, 200, 500];
    const step = steps.find((each) => turns / each <= (width < CHART.narrow ? 5 : 12)) ?? 1000;
    const bottom = CHART.height - CHART.bottom;
    for (let frame = 0; frame <= turns; frame += step) {
      this.add("text", { x: this.x(frame), y: bottom + 18, "text-anchor": "middle" }, frame);
    }
    this.add("text", { x: (CHART.left + width) / 2, y: CHART.height - 4, "text-anchor": "middle" }, "frame");
  }

  curve() {
    const { chance, players, aim } = this.answer;
    const path = (value) => chance.map((point) => `${this.x(point.frame)},${this.y(value(point))}`);
    const band = [...path(({ won }) => won[2]), ...path(({ won }) => won[0]).reverse()];
    this.add("polygon", { class: "band", points: band.join(" ") });
    if (players > 2) this.add("polyline", { class: "beaten", points: path(({ beaten }) => beaten).join(" ") });
    this.add("polyline", { class: "won", points: path(({ won }) => won[1]).join(" ") });
    for (const { frame, won } of chance) {
      this.add("circle", { class: "dot", cx: this.x(frame), cy: this.y(won[1]), r: 2.5 });
    }
    if (players > 2) {
      const line = aim === "winning" ? "first place" : aim;
      const wide = `line: ${line} · dashes: mean share of opponents beaten`;
      const text = this.width < CHART.narrow ? `line: ${line} · dashes: beaten` : wide;
      this.add("text", { x: CHART.left, y: 13 }, text);
    }
  }

  /** First contact, and the turning points as fresh futures measured them. */
  marks() {
    const { contact, points } = this.answer;
    if (contact !== null) {
      const x = this.x(contact);
      this.add("line", { class: "contact", x1: x, x2: x, y1: CHART.top, y2: CHART.height - CHART.bottom });
      const isLate = x > this.width - 110; // no room to the right of the line
      const at = isLate ? { x: x - 5, "text-anchor": "end" } : { x: x + 5 };
      this.add("text", { ...at, y: CHART.top + 12 }, "first contact");
    }
    points.forEach(({ first, last, before, after }, index) => {
      const ends = { x1: this.x(first), y1: this.y(before[1]), x2: this.x(last), y2: this.y(after[1]) };
      this.add("line", { class: "fall", ...ends });
      const at = { cx: Math.min(ends.x2 + 16, this.width - 12), cy: Math.max(ends.y1 - 6, 12) };
      this.add("circle", { class: "badge", ...at, r: 10 });
      this.add("text", { class: "badge-number", x: at.cx, y: at.cy + 4 }, index + 1);
    });
  }

  click(event) {
    const { left, width } = this.svg.getBoundingClientRect();
    const x = ((event.clientX - left) * this.width) / width;
    const frame = Math.round((this.answer.turns * (x - this.x(0))) / (this.x(this.answer.turns) - this.x(0)));
    this.chosen(Math.min(Math.max(frame, 0), this.answer.turns));
  }
}
