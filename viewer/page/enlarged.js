// One graph in a window of its own over the board: axes, the values of the turn that is shown, hover.

import { Chart } from "./chart.js";
import { element, iconButton } from "./dom.js";
import { shown } from "./labels.js";
import { windowOf } from "./measures.js";
import { playerTag } from "./players.js";

/** The window; `show(measure)` opens it on a graph. */
export class Enlarged {
  /** @param {() => import("./colours.js").Palette} colours */
  constructor(session, colours) {
    Object.assign(this, { session, colours, chart: null, events: null });
    this.root = element("dialog", { class: "enlarged" });
    this.values = element("div", { class: "values" });
    for (const event of ["turn", "players", "theme"]) session.on(event, () => this.draw());
    session.on("time", () => this.chart?.point());
    session.on("replay", () => this.root.close());
    this.sizes = new ResizeObserver(() => this.chart?.draw());
    this.sizes.observe(this.root);
  }

  show(measure) {
    this.chart = new Chart(measure, this.session, this.colours, { isLarge: true });
    this.root.setAttribute("aria-label", measure.title);
    const close = iconButton("close", "Close the graph", "Esc", () => this.root.close());
    const unit = element("p", { class: "muted hint" }, this.unitOf(measure));
    const header = element("header", {}, element("h2", {}, measure.title), close);
    this.root.replaceChildren(header, unit, this.values, this.chart.root);
    if (!this.root.open) this.root.show();
    close.focus({ preventScroll: true });
    this.draw();
  }

  unitOf({ unit, isJagged }) {
    if (!isJagged) return unit;
    return `${unit}; strong lines: mean of ${windowOf(this.session.lastTurn)} turns, faint ones: every turn`;
  }

  draw() {
    const { chart, session, root } = this;
    if (!root.open || !this.events) return;
    chart.events = this.events;
    chart.draw();
    const values = chart.seats.map((seat) =>
      element("span", {}, playerTag(session.game, seat + 1), ` ${shown(chart.valueOf(seat, session.turn))}`),
    );
    this.values.replaceChildren(element("span", { class: "muted" }, `turn ${session.turn}`), ...values);
  }

  stop() {
    this.sizes.disconnect();
  }
}
