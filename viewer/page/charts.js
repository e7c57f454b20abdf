// Graphs of the whole game, one small panel a measure; a click goes to that turn.

import { count } from "./counting.js";
import { colourOf, element, swatch } from "./dom.js";
import { MEASURES } from "./events.js";
import { nameOf, shown } from "./labels.js";
import { panel } from "./panels.js";

const [MARGIN, FOOT] = [3, 3]; // pixels around the lines

/**
 * Makes the graphs; they follow the session and fill while the page is in use already.
 *
 * @param {import("./session.js").Session} session
 * @param {() => import("./colours.js").Palette} colours
 */
export function makeCharts(session, colours) {
  const charts = MEASURES.map((measure) => new Chart(measure, session, colours));
  const players = element("div", { class: "chips", role: "group", "aria-label": "Players in the graphs" });
  const body = panel(
    "charts",
    "Graphs",
    players,
    element("div", { class: "grid" }, ...charts.map((chart) => chart.root)),
  );
  const drawAll = () => charts.forEach((chart) => chart.draw());
  const sizes = new ResizeObserver(drawAll);
  let end = () => {}; // of the counting
  const state = {
    events: null,
    root: body,
    draw: drawAll,
    stop: () => {
      sizes.disconnect();
      end();
    },
  };
  session.on("replay", () => {
    end();
    put(null);
    fillPlayers(players, session);
    end = session.game ? count(session.game, put) : () => {};
  });
  const put = (report) => {
    state.events = report;
    charts.forEach((chart) => (chart.events = report));
    drawAll();
    if (report) session.tell("events", report);
  };
  session.on("players", () => (fillPlayers(players, session), drawAll()));
  session.on("time", () => charts.forEach((chart) => chart.point()));
  session.on("theme", drawAll);
  sizes.observe(body);
  return state;
}

function fillPlayers(place, session) {
  const chips = (session.game?.players ?? []).map((_, i) => {
    return element(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": String(!session.hidden.has(i + 1)),
        "data-player": i + 1,
        onclick: () => {
          session.togglePlayer(i + 1);
          place.children[i].focus({ preventScroll: true });
        },
      },
      swatch(colourOf(i + 1)),
      element("span", { class: "name" }, nameOf(session.game, i + 1)),
    );
  });
  place.replaceChildren(...chips);
}

/** One measure over time, a line a player. */
class Chart {
  constructor(measure, session, colours) {
    Object.assign(this, { measure, session, colours, events: null });
    this.canvas = element("canvas");
    this.cursor = element("div", { class: "cursor" });
    this.most = element("span", { class: "muted most", title: "the largest value" });
    this.tip = element("div", { class: "tip", hidden: true });
    const title = element(
      "div",
      { class: "title" },
      element("span", { class: "name", title: `${measure.title}, ${measure.unit}` }, measure.title),
      this.most,
    );
    const plot = element(
      "div",
      {
        class: "plot",
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
    this.root = element("figure", { class: "chart", "data-measure": measure.key }, title, plot);
  }

  get series() {
    return this.events ? this.events[this.measure.key] : [];
  }

  /** Players whose lines are drawn, 0 being the first. */
  get seats() {
    return this.series.map((_, seat) => seat).filter((seat) => !this.session.hidden.has(seat + 1));
  }

  turnAt(event) {
    const { left, width } = this.canvas.getBoundingClientRect();
    return Math.round(
      Math.min(Math.max((event.clientX - left - MARGIN) / (width - 2 * MARGIN), 0), 1) * this.session.lastTurn,
    );
  }

  /** The numbers of the turn under the mouse. */
  tell(event) {
    if (!this.events) return;
    const turn = this.turnAt(event);
    const rows = this.seats.map((seat) => {
      const values = this.series[seat];
      return element("div", {}, swatch(colourOf(seat + 1)), shown(values[Math.min(turn, values.length - 1)]));
    });
    this.tip.replaceChildren(element("div", { class: "muted" }, `turn ${turn}`), ...rows);
    this.tip.hidden = false;
    const { width } = this.canvas.getBoundingClientRect();
    const isRight = turn > this.session.lastTurn / 2;
    Object.assign(
      this.tip.style,
      isRight
        ? { left: "", right: `${width * (1 - turn / this.session.lastTurn) + 8}px` }
        : { right: "", left: `${(width * turn) / this.session.lastTurn + 8}px` },
    );
  }

  point() {
    const share = this.session.time / (this.session.lastTurn || 1);
    this.cursor.style.left = `calc(${MARGIN}px + ${share} * (100% - ${2 * MARGIN}px))`;
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !this.events) return;
    const density = window.devicePixelRatio || 1;
    Object.assign(this.canvas, { width: width * density, height: height * density });
    const ctx = this.canvas.getContext("2d");
    ctx.scale(density, density);
    const most = Math.max(0, ...this.seats.map((seat) => largest(this.series[seat])));
    this.most.textContent = shown(most);
    for (const seat of this.seats) this.drawLine(ctx, seat, most || 1, width, height);
    this.point();
  }

  drawLine(ctx, seat, most, width, height) {
    const values = this.series[seat];
    const count = this.events.done + (this.measure.isOfFrame ? 1 : 0);
    const step = (width - 2 * MARGIN) / (this.session.lastTurn || 1);
    ctx.strokeStyle = this.colours().player[seat + 1];
    ctx.lineWidth = 1.5;
    ctx.lineJoin = "round";
    ctx.beginPath();
    for (let turn = 0; turn < count; turn++) {
      ctx.lineTo(MARGIN + turn * step, height - FOOT - (values[turn] / most) * (height - FOOT - MARGIN));
    }
    ctx.stroke();
  }
}

function largest(values) {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
