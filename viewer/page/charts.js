// Graphs of the whole game, one small panel a measure; they fill while the page can already be used.

import { Chart } from "./chart.js";
import { count } from "./counting.js";
import { colourOf, element, swatch } from "./dom.js";
import { Enlarged } from "./enlarged.js";
import { nameOf, shown } from "./labels.js";
import { AHEAD, GRAPHS, windowOf } from "./measures.js";
import { panel } from "./panels.js";

/**
 * Makes the graphs; they follow the session.
 *
 * @param {import("./session.js").Session} session
 * @param {() => import("./colours.js").Palette} colours
 */
export function makeCharts(session, colours) {
  const enlarged = new Enlarged(session, colours);
  const small = GRAPHS.map((measure) => new SmallChart(measure, session, colours, () => enlarged.show(measure)));
  const players = element("div", { class: "chips", role: "group", "aria-label": "Players in the graphs" });
  const body = panel(
    "charts",
    "Graphs",
    players,
    element("div", { class: "grid" }, ...small.map((chart) => chart.root)),
  );
  const drawAll = () => small.forEach((chart) => chart.draw());
  const sizes = new ResizeObserver(drawAll);
  let end = () => {}; // of the counting
  const state = {
    events: null,
    root: body,
    enlarged,
    draw: drawAll,
    stop: () => {
      sizes.disconnect();
      enlarged.stop();
      end();
    },
  };
  const put = (report) => {
    state.events = report;
    small.forEach(({ chart }) => (chart.events = report));
    enlarged.setEvents(report);
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

/** A graph in the panel; its title opens it in a window of its own. */
class SmallChart {
  constructor(measure, session, colours, enlarge) {
    this.session = session;
    this.measure = measure;
    this.chart = new Chart(measure, session, colours);
    this.most = element("span", { class: "muted most", title: "the largest value of the lines" });
    this.name = element("span", { class: "name" }, measure.title);
    const label = `Enlarge the graph ${measure.title}`;
    const title = element(
      "button",
      { type: "button", class: "title", "aria-label": label, onclick: enlarge },
      this.name,
      this.most,
    );
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
