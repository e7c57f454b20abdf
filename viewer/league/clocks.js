// A program's conduct: how long its answers take, and the faults for which it was ejected.

import { element } from "../page/dom.js";
import { chart } from "./charts.js";
import { facts, table } from "./tables.js";
import { bidi, board, moment, time, watchLink, whole } from "./words.js";

const TICKS = [1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]; // s
const KINDS = ["mean of a game", "slowest of a game"];

/** Empty for a player of the laboratory's own process, which has no clock. */
export function conduct({ conduct: clocks }) {
  if (!clocks) return [];
  const told = [
    ["Seats", whole(clocks.seats)],
    ["Mean answer", time(clocks.mean)],
    ["Worst answer", time(clocks.worst)],
    ["Faults", whole(clocks.faults)],
  ];
  return [
    element("h2", {}, "Conduct"),
    facts(told),
    ...(clocks.answers.seats ? [element("div", { class: "figures" }, answers(clocks), boards(clocks.answers))] : []),
    ...(clocks.listed.length ? [faults(clocks.listed)] : []),
  ];
}

function answers({ answers: { seats, bars }, limit }) {
  const rows = bars.flatMap(([from, to, ...counts]) => KINDS.map((kind, place) => ({ kind, from, to, between: `${time(from)} to ${time(to)}`, seats: counts[place], share: counts[place] / seats })));
  const some = rows.filter((row) => row.seats);
  const specification = ({ muted }) => ({
    height: 200,
    layer: [
      {
        data: { values: some },
        mark: { type: "rect", opacity: 0.65 },
        encoding: {
          x: { field: "from", type: "quantitative", scale: { type: "log", nice: false }, title: "time of an answer", axis: { values: TICKS, labelExpr: "datum.value < 1 ? datum.value * 1000 + ' ms' : datum.value + ' s'", labelOverlap: true } },
          x2: { field: "to" },
          y: { field: "share", type: "quantitative", title: "of its games", axis: { format: "%" } },
          y2: { datum: 0 },
          color: { field: "kind", type: "nominal", title: null, sort: KINDS, legend: { orient: "bottom" } },
          tooltip: [{ field: "kind" }, { field: "between", title: "answers" }, { field: "seats", title: "games", format: "," }],
        },
      },
      { data: { values: [{ limit }] }, mark: { type: "rule", strokeDash: [5, 4], color: muted }, encoding: { x: { field: "limit", type: "quantitative" } } },
    ],
  });
  const numbers = table(
    "Answer times",
    [
      { title: "Answer", cell: (row) => row.kind, order: (row) => row.kind, isHead: true },
      { title: "Time", cell: (row) => row.between, order: (row) => row.from, isNumber: true },
      { title: "Games", cell: (row) => whole(row.seats), order: (row) => row.seats, isNumber: true },
    ],
    some,
  );
  const note = `Of its newest ${whole(seats)} games; a game against a copy of itself counts twice. Broken line: ${time(limit)}, after which a program is ejected unless the game was started with another limit.`;
  return chart("Answer times", specification, numbers, note);
}

function boards({ boards: rows }) {
  return table(
    "By board, in the same games: the median of their means, what 95 % of their slowest answers stay below, the worst",
    [
      { title: "Board", cell: (row) => board(row), order: (row) => row.width * row.height, isHead: true },
      { title: "Mean", cell: (row) => time(row.mean), order: (row) => row.mean, isNumber: true },
      { title: "Slowest", cell: (row) => time(row.slow), order: (row) => row.slow, isNumber: true },
      { title: "Worst", cell: (row) => time(row.worst), order: (row) => row.worst, isNumber: true },
      { title: "Games", cell: (row) => whole(row.seats), order: (row) => row.seats, isNumber: true },
    ],
    rows,
  );
}

function faults(rows) {
  return table(
    "The last faults",
    [
      { title: "When", cell: (row) => moment(row.stored) },
      { title: "Fault", cell: (row) => bidi(row.fault), isHead: true },
      { title: "Last words", cell: (row) => lastWords(row.words) },
      { title: "Game", cell: (row) => watchLink(row.key) },
    ],
    rows,
  );
}

/** The output of a program before it was ejected; its newest line is the last one. */
function lastWords(words) {
  return words ? element("pre", { class: "words", tabindex: "0" }, words) : "–";
}
