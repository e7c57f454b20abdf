// One measure over time, a line a player; a click goes to that turn.

import { colourOf, element, swatch } from "./dom.js";
import { shown } from "./labels.js";
import { knownOf, numbersOf, smoothed, windowOf } from "./measures.js";
import { largest, Plot } from "./plot.js";

const SMALL = { left: 3, right: 3, top: 3, bottom: 3 };
const LARGE = { left: 52, right: 14, top: 10, bottom: 26 };

/** A graph's canvas with its cursor and the numbers under the mouse. */
export class Chart {
  /**
   * @param {object} measure  one of measures.GRAPHS
   * @param {() => import("./colours.js").Palette} colours
   * @param {{isLarge?: boolean}} [options]  a large one has axes, and what is counted behind what is smoothed
   */
  constructor(measure, session, colours, { isLarge = false } = {}) {
    Object.assign(this, { measure, session, colours, isLarge, events: null, most: 0 });
    this.margins = isLarge ? LARGE : SMALL;
    this.canvas = element("canvas");
    this.cursor = element("div", { class: "cursor" });
    this.tip = element("div", { class: "tip", hidden: true });
    this.root = element(
      "div",
      {
        class: isLarge ? "plot large" : "plot",
        role: "img",
        "aria-label": `${measure.title} per turn, ${measure.unit}`,
        onclick: (event) => session.seek(this.turnAt(event)),
        onpointermove: (event) => this.tell(event),
        onpointerleave: () => (this.tip.hidden = true),
      },
      this.canvas,
      this.cursor,
      this.tip,
    );
  }

  /** Numbers per player as they were counted. */
  get series() {
    return this.events ? numbersOf(this.measure, this.events) : [];
  }

  /** Players whose lines are drawn, 0 being the first. */
  get seats() {
    return this.series.map((_, seat) => seat).filter((seat) => !this.session.hidden.has(seat + 1));
  }

  /** The number of a player on a turn; the last one where the turn has none any more. */
  valueOf(seat, turn) {
    const values = this.series[seat];
    return values[Math.min(turn, values.length - 1)];
  }

  turnAt(event) {
    const { left, width } = this.canvas.getBoundingClientRect();
    const inside = width - this.margins.left - this.margins.right;
    const share = (event.clientX - left - this.margins.left) / inside;
    return Math.round(Math.min(Math.max(share, 0), 1) * this.session.lastTurn);
  }

  /** The numbers of the turn under the mouse. */
  tell(event) {
    if (!this.events) return;
    const turn = this.turnAt(event);
    const rows = this.seats.map((seat) => {
      return element("div", {}, swatch(colourOf(seat + 1)), shown(this.valueOf(seat, turn)));
    });
    this.tip.replaceChildren(element("div", { class: "muted" }, `turn ${turn}`), ...rows);
    this.tip.hidden = false;
    const [at, { width }] = [this.placeOf(turn), this.canvas.getBoundingClientRect()];
    const isRight = turn > this.session.lastTurn / 2;
    Object.assign(this.tip.style, { left: isRight ? "" : `${at + 8}px`, right: isRight ? `${width - at + 8}px` : "" });
  }

  placeOf(time) {
    const { left, right } = this.margins;
    return left + (time / (this.session.lastTurn || 1)) * (this.canvas.clientWidth - left - right);
  }

  point() {
    const share = this.session.time / (this.session.lastTurn || 1);
    const { left, right } = this.margins;
    this.cursor.style.left = `calc(${left}px + ${share} * (100% - ${left + right}px))`;
  }

  draw() {
    if (!this.canvas.clientWidth || !this.events) return;
    const lines = this.seats.map((seat) => this.line(seat));
    this.most = Math.max(0, ...lines.map(({ values, counted }) => largest(counted ?? values)));
    const plot = new Plot(this.canvas, this.margins, this.session.lastTurn, this.most);
    const { onNeutral: text, grid } = this.colours();
    if (this.isLarge) plot.drawAxes({ text, grid }, shown);
    plot.draw(lines);
    this.point();
  }

  /** @returns {import("./plot.js").Line} */
  line(seat) {
    const colour = this.colours().player[seat + 1];
    const count = knownOf(this.measure, this.events);
    const counted = this.series[seat].subarray(0, count);
    if (!this.measure.isJagged) return { colour, values: counted };
    const values = smoothed(counted, count, windowOf(this.session.lastTurn));
    return { colour, values, counted: this.isLarge ? counted : undefined };
  }
}
