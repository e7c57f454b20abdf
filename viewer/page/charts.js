// Graphs of the whole game, one small panel a measure; they fill while the page can already be used.

import { Chart } from "./chart.js";
import { count } from "./counting.js";
import { button, colourOf, element, swatch } from "./dom.js";
import { Enlarged } from "./enlarged.js";
import { nameOf, shown } from "./labels.js";
import { AHEAD, GRAPHS, windowOf } from "./measures.js";
import { panel } from "./panels.js";

/** Makes the graphs; they follow the session. @param {() => import("./colours.js").Palette} colours */
export function makeCharts(session, colours) {
  const enlarged = new Enlarged(session, colours);
  const small = GRAPHS.map((measure) => new SmallChart(measure, session, colours, () => enlarged.show(measure)));
  const players = element("div", { class: "chips", role: "group", "aria-label": "Players in the graphs" });
  const grid = element("div", { class: "grid" }, ...small.map((chart) => chart.root));
  const root = panel("charts", "Graphs", players, grid);
  const drawAll = () => small.forEach((chart) => chart.draw());
  const sizes = new ResizeObserver(drawAll);
  let end = () => {}; // of the counting
  const stop = () => {
    sizes.disconnect();
    enlarged.stop();
    end();
  };
  const charts = { root, enlarged, events: null, draw: drawAll, stop };
  const put = (report) => {
    charts.events = enlarged.events = report;
    small.forEach(({ chart }) => (chart.events = report));
    enlarged.draw();
    drawAll();
    if (report) session.tell("events", report);
  };
  session.on("replay", () => {
    end();
    put(null);
    fillPlayers(players, session);
    end = session.game ? count(session.game, put) : () => {};
  });
  session.on("players", () => (fillPlayers(players, session), drawAll()));
  session.on("time", () => small.forEach(({ chart }) => chart.point()));
  session.on("theme", drawAll);
  sizes.observe(root);
  return charts;
}

function fillPlayers(place, session) {
  const chips = (session.game?.players ?? []).map((_, i) => {
    const player = i + 1;
    const words = [swatch(colourOf(player)), element("span", { class: "name" }, nameOf(session.game, player))];
    const act = () => {
      session.togglePlayer(player);
      place.children[i].focus({ preventScroll: true });
    };
    const isShown = String(!session.hidden.has(player));
    return button(words, act, { class: "chip", "aria-pressed": isShown, "data-player": player });
  });
  place.replaceChildren(...chips);
}

/** A graph in the panel; its title opens it in a window of its own. */
class SmallChart {
  constructor(measure, session, colours, enlarge) {
    Object.assign(this, { session, measure, chart: new Chart(measure, session, colours) });
    this.most = element("span", { class: "muted most", title: "the largest value of the lines" });
    this.name = element("span", { class: "name" }, measure.title);
    const label = `Enlarge the graph ${measure.title}`;
    const title = button([this.name, this.most], enlarge, { class: "title", "aria-label": label });
    const kind = measure === AHEAD ? "chart first" : "chart";
    this.root = element("figure", { class: kind, "data-measure": measure.key }, title, this.chart.root);
  }

  draw() {
    const { measure, session } = this;
    const means = measure.isJagged ? `, mean of ${windowOf(session.lastTurn)} turns` : "";
    this.name.title = `${measure.title}, ${measure.unit}${means}`;
    this.chart.draw();
    if (this.chart.events) this.most.textContent = shown(this.chart.most);
  }
}
