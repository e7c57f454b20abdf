// The table of pairs: every pair that met, and groups of three that beat each other in a circle.

import { controls, element } from "../page/dom.js";
import { percent } from "../page/labels.js";
import { chart } from "./charts.js";
import { choice, viewChoices } from "./choices.js";
import { source } from "./data.js";
import { renew } from "./sections.js";
import { table } from "./tables.js";
import { bidi, brief, feedLink, percents, playerLink, whole } from "./words.js";

const CELL = 44; // px
const LABEL = 22; // letters of a name beside the chart
const NUMBER = "split(datum.label, '.')[0]"; // of a label such as "3. name"

export async function showMatrix(place, _, league) {
  const views = viewChoices(league.summary.views, update);
  const most = choice("matrix", "Players", [["12", "the 12 with most games"], ["24", "the 24 with most games"], ["1000", "all"]], fill);
  const result = element("div");
  place.replaceChildren(
    element("h1", {}, "What beats what"),
    element("p", {}, "How often the player of a row finished ahead of the player of a column. The interval behind a number is 95 %, from blocks: one map from every seat."),
    controls(...views.elements, most.element),
    result,
  );
  let matrix = null;

  async function update() {
    if (!views.exists) return result.replaceChildren(element("p", {}, "No game of this kind was played."));
    const view = views.name;
    const met = await source.document(`matrix/${view}`);
    if (view !== views.name) return; // another was chosen meanwhile
    matrix = met;
    fill();
  }

  function fill() {
    if (!matrix) return;
    const shown = mostMet(matrix, Number(most.value));
    renew(result, heatMap(matrix, shown), ...circles(matrix), pairs(matrix, new Set(shown.map(([id]) => id))));
  }

  await update();
  return { update };
}

/** The players with the most meetings, in the order of the leaderboard. */
function mostMet({ players, met }, most) {
  const games = new Map();
  for (const row of met) games.set(row[0], (games.get(row[0]) ?? 0) + row[5]);
  const often = ([id]) => games.get(id) ?? 0;
  const chosen = new Set(players.toSorted((one, other) => often(other) - often(one)).slice(0, most));
  return players.filter((player) => chosen.has(player));
}

function heatMap({ met }, shown) {
  const labels = new Map(shown.map(([id, name], place) => [id, `${place + 1}. ${brief(name, LABEL)}`]));
  const names = new Map(shown);
  const values = met
    .filter(([one, other]) => labels.has(one) && labels.has(other))
    .map(([one, other, low, share, high, games]) => ({
      player: labels.get(one), opponent: labels.get(other), share, games,
      interval: percents([low, share, high]), row: names.get(one), column: names.get(other), text: (100 * share).toFixed(0),
    }));
  const order = [...labels.values()];
  const specification = (_, isNarrow) => ({
    data: { values },
    width: { step: CELL },
    height: { step: CELL * 0.7 },
    encoding: {
      y: { field: "player", type: "nominal", sort: order, title: null, scale: { domain: order } },
      x: { field: "opponent", type: "nominal", sort: order, title: null, scale: { domain: order }, axis: isNarrow ? { orient: "top", labelAngle: 0, labelExpr: NUMBER } : { orient: "top", labelAngle: -50 } },
    },
    layer: [
      {
        mark: { type: "rect" },
        encoding: {
          color: { field: "share", type: "quantitative", title: "ahead", scale: { scheme: "blueorange", reverse: true, domain: [0, 1] }, legend: { format: "%", orient: isNarrow ? "bottom" : "right" } },
          tooltip: [{ field: "row" }, { field: "column" }, { field: "interval", title: "ahead" }, { field: "games", format: "," }],
        },
      },
      {
        mark: { type: "text", fontSize: 12 },
        encoding: {
          text: { field: "text" },
          color: { condition: { test: "abs(datum.share - 0.5) > 0.33", value: "white" }, value: "#18202a" },
        },
      },
    ],
  });
  const lookup = new Map(met.map(([one, other, ...rest]) => [`${one} ${other}`, rest]));
  const numbers = table(
    "Finished ahead, in %",
    [
      { title: "Player", cell: ([id, name]) => playerLink(id, name), isHead: true },
      ...shown.map(([other, name]) => ({
        title: name,
        cell: ([id]) => (lookup.has(`${id} ${other}`) ? percent(lookup.get(`${id} ${other}`)[1], 0) : "–"),
        isNumber: true,
      })),
    ],
    shown,
  );
  return chart("Who finishes ahead of whom, in % of their meetings", specification, numbers, "An empty square off the diagonal: the two never met.");
}

function circles({ cycles, cycleCount }) {
  const lines = cycles.map((cycle) => element("li", {}, ...cycle.flatMap((name) => [bidi(name), " beats "]), bidi(cycle[0])));
  return [
    element("h2", {}, "Cycles"),
    element("p", {}, cycleCount ? `${whole(cycleCount)} times three players beat each other in a circle, each beyond its interval.` : "No three players beat each other in a circle beyond their intervals."),
    element("ul", {}, ...lines),
  ];
}

function pairs({ players, met }, shown) {
  const names = new Map(players);
  const rows = met.filter(([one, other]) => shown.has(one) && shown.has(other));
  return element(
    "div",
    {},
    element("h2", {}, "Pairs"),
    table(
      `${whole(rows.length)} ordered pairs`,
      [
        { title: "Player", cell: ([id]) => playerLink(id, names.get(id)), order: ([id]) => names.get(id), isHead: true },
        { title: "Opponent", cell: ([, id]) => playerLink(id, names.get(id)), order: ([, id]) => names.get(id), before: "against" },
        { title: "Ahead (95 %)", cell: ([, , low, share, high]) => percents([low, share, high]), order: (row) => row[3], isNumber: true, before: "ahead" },
        { title: "Games", cell: (row) => feedLink(whole(row[5]), row[0], row[1]), order: (row) => row[5], isNumber: true, after: "games" },
      ],
      rows,
      { isCards: true },
    ),
  );
}
