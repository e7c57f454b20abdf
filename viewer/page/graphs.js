// Graphs of the whole game: land, production, strength and losses; they fill while the page can already be used.

import { colourOf, element } from "./dom.js";
import { Events, MEASURES } from "./events.js";
import { shown } from "./labels.js";
import { panel } from "./panels.js";
import { largest, Plot } from "./plot.js";

const SLICE = 8; // ms of counting between two chances for the page to draw
const PATIENCE = 300; // ms between two reports of what is counted so far

/**
 * Counts until it is done or stopped, after a frame: the board must be on screen before anything is counted.
 * @param {(report: import("./events.js").Report) => void} then  called again and again, the last time with all of it
 * @returns {() => void}  stops it
 */
function count(game, then) {
  const events = new Events(game);
  let told = 0; // when
  let isStopped = false;
  const work = () => {
    if (isStopped) return;
    events.work(SLICE);
    const now = performance.now();
    if (events.isComplete || now > told + PATIENCE) then(events.report);
    if (now > told + PATIENCE) told = now;
    if (!events.isComplete) setTimeout(work);
  };
  requestAnimationFrame(() => setTimeout(work));
  return () => (isStopped = true);
}

const SMOOTHED = 25; // windows of the smoothing in a whole game

/** Makes the graphs; they follow the session. */
export function makeGraphs(session) {
  const all = MEASURES.map((measure) => makeGraph(session, measure));
  const graphs = { root: panel("charts", "Graphs", ...all.map(({ root }) => root)), events: null, stop: () => {} };
  const put = (report) => {
    graphs.events = report;
    all.forEach((graph) => graph.draw(report));
    if (report) session.tell("events", report);
  };
  session.on("replay", () => {
    graphs.stop();
    put(null);
    graphs.stop = session.game ? count(session.game, put) : () => {};
  });
  session.on("time", () => all.forEach(({ plot }) => plot.point(session.time)));
  return graphs;
}

/** One measure over time, a line a player; a click goes to that turn. */
function makeGraph(session, { key, title, unit, isOfFrame }) {
  const most = element("span", { class: "muted most", title: "the largest value of the lines" });
  const name = element("span", { class: "name" }, title);
  const plot = new Plot(`${title} per turn, ${unit}`, (turn) => session.seek(turn));
  const root = element("figure", { class: "chart", "data-measure": key }, element("figcaption", {}, name, most), plot.root);
  const draw = (report) => {
    const [known, window] = [report ? report.done + (isOfFrame ? 1 : 0) : 0, windowOf(session.lastTurn)];
    const curves = (report?.[key] ?? []).map((values, seat) => {
      const raw = values.subarray(0, known);
      return { colour: colourOf(seat + 1), ...(isOfFrame ? { values: raw } : { values: smoothed(raw, window), raw }) };
    });
    const high = Math.max(0, ...curves.map(({ values, raw = values }) => largest(raw)));
    name.title = `${title}, ${unit}${isOfFrame ? "" : `; strong lines: mean of ${window} turns`}`;
    most.textContent = report ? `up to ${shown(high)} ${unit}` : "";
    plot.draw(curves, { to: session.lastTurn, high });
    plot.point(session.time);
  };
  return { root, plot, draw };
}

/** Turns over which a jagged graph is averaged: the turn itself and as many on either side. */
export function windowOf(turns) {
  return 2 * Math.max(1, Math.round(turns / SMOOTHED / 2)) + 1;
}

/** The mean of each number and its neighbours; at the ends of as many as there are. @param {number} window  odd */
export function smoothed(values, window) {
  const reach = (window - 1) / 2;
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i] + values[i];
  return Float64Array.from(values, (_, i) => {
    const [from, to] = [Math.max(i - reach, 0), Math.min(i + reach + 1, values.length)];
    return (sums[to] - sums[from]) / (to - from);
  });
}
