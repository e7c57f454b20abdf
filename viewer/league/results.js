// A player's scores by board, seat and rank, and the length of its games.

import { element } from "../page/dom.js";
import { percent } from "../page/labels.js";
import { chart, intervals } from "./charts.js";
import { table } from "./tables.js";
import { percents, whole } from "./words.js";

const RANKS = ["#3aa76d", "#b8c24a", "#e0a03c", "#d9705f", "#a066b0", "#6b7a99"]; // by rank, the same for every player
const PLACES = RANKS.map((_, place) => place + 1);

export function results(bot) {
  return element("div", { class: "figures" }, cells(bot), seats(bot), ranks(bot), lengths(bot));
}

function cells({ cells: counts }) {
  const rows = counts.map(([players, width, height, low, share, high, games]) => ({
    players, width, height, board: `${width} × ${height}`, area: width * height, share, games,
    interval: percents([low, share, high]), text: `${(100 * share).toFixed(0)} ±${(50 * (high - low)).toFixed(0)}`, short: (100 * share).toFixed(0), count: whole(games),
  }));
  const ink = { condition: { test: "abs(datum.share - 0.5) > 0.33", value: "white" }, value: "#18202a" };
  const specification = (_, isNarrow) => ({
    data: { values: rows },
    height: 44 * new Set(rows.map((row) => row.players)).size,
    encoding: {
      y: { field: "players", type: "ordinal", title: "players" },
      x: { field: "board", type: "ordinal", title: "board", sort: { field: "area" }, axis: { labelAngle: -40 } },
    },
    layer: [
      {
        mark: { type: "rect" },
        encoding: {
          color: { field: "share", type: "quantitative", title: "beaten", scale: { scheme: "blueorange", reverse: true, domain: [0, 1] }, legend: null },
          tooltip: [{ field: "interval", title: "beaten" }, { field: "games", format: "," }],
        },
      },
      { mark: { type: "text", fontSize: 12, dy: -7 }, encoding: { text: { field: isNarrow ? "short" : "text" }, color: ink } },
      { mark: { type: "text", fontSize: 10, dy: 9 }, encoding: { text: { field: "count" }, color: ink } },
    ],
  });
  const numbers = table(
    "Opponents beaten",
    [
      { title: "Players", cell: (row) => String(row.players), order: (row) => row.players, isNumber: true },
      { title: "Board", cell: (row) => row.board, order: (row) => row.area, isHead: true },
      { title: "Beaten (95 %)", cell: (row) => row.interval, order: (row) => row.share, isNumber: true },
      { title: "Games", cell: (row) => whole(row.games), order: (row) => row.games, isNumber: true },
    ],
    rows,
  );
  const note = "In %; where there is room, ± half the width of the 95 % interval, whose two sides may differ. Below: the number of games.";
  return chart("Opponents beaten by players and board", specification, numbers, note);
}

function seats({ seats: counts }) {
  const rows = counts.map(([players, seat, low, share, high, games]) => ({ players, seat, low, share, high, games }));
  const x = { title: "opponents beaten", axis: { format: "%" }, scale: { domain: [0, 1] } };
  const specification = (colours) => ({
    data: { values: rows },
    height: 18 * rows.length,
    transform: [{ calculate: "datum.players + ' players, seat ' + datum.seat", as: "place" }],
    encoding: { y: { field: "place", type: "nominal", title: null, sort: null } },
    layer: intervals(colours, ["low", "share", "high"], x, { size: 60 }),
  });
  const numbers = table(
    "By seat",
    [
      { title: "Players", cell: (row) => String(row.players), isNumber: true },
      { title: "Seat", cell: (row) => String(row.seat), isNumber: true, isHead: true },
      { title: "Beaten (95 %)", cell: (row) => percents([row.low, row.share, row.high]), order: (row) => row.share, isNumber: true },
      { title: "Games", cell: (row) => whole(row.games), isNumber: true },
    ],
    rows,
  );
  return chart("By seat, with 95 % intervals", specification, numbers);
}

function ranks({ ranks: counts }) {
  const total = new Map();
  for (const [players, , games] of counts) total.set(players, (total.get(players) ?? 0) + games);
  const rows = counts.map(([players, rank, games]) => ({ players: `${players} players`, rank, games, share: games / total.get(players) }));
  const last = Math.max(...rows.map((row) => row.rank));
  const specification = () => ({
    data: { values: rows },
    height: 30 * total.size,
    mark: { type: "bar" },
    encoding: {
      y: { field: "players", type: "nominal", title: null },
      x: { field: "share", type: "quantitative", title: "of its games", axis: { format: "%" }, stack: "zero", scale: { domain: [0, 1] } },
      color: { field: "rank", type: "ordinal", title: "rank", scale: { domain: PLACES, range: RANKS }, legend: { values: PLACES.slice(0, last) } },
      order: { field: "rank" },
      tooltip: [{ field: "players" }, { field: "rank" }, { field: "games", format: "," }, { field: "share", format: ".1%" }],
    },
  });
  const numbers = table(
    "Ranks",
    [
      { title: "Players", cell: (row) => row.players },
      { title: "Rank", cell: (row) => String(row.rank), isNumber: true, isHead: true },
      { title: "Games", cell: (row) => whole(row.games), isNumber: true },
      { title: "Share", cell: (row) => percent(row.share), isNumber: true },
    ],
    rows,
  );
  return chart("Ranks", specification, numbers);
}

function lengths({ lengths: counts }) {
  const rows = counts.map(([players, won, from, games]) => ({ players, result: won ? "won" : "not won", from, to: from + 10, games }));
  const specification = () => ({
    data: { values: rows },
    height: 180,
    mark: { type: "bar" },
    encoding: {
      x: { field: "from", type: "quantitative", bin: { binned: true, step: 10 }, title: "turns", axis: { labelOverlap: true, tickCount: 8 } },
      x2: { field: "to" },
      y: { field: "games", aggregate: "sum", type: "quantitative", title: "games" },
      color: { field: "result", type: "nominal", title: null, scale: { domain: ["won", "not won"] } },
      tooltip: [{ field: "result" }, { field: "from", title: "turns from" }, { field: "games", aggregate: "sum", format: "," }],
    },
  });
  const numbers = table(
    "Length of games",
    [
      { title: "Players", cell: (row) => String(row.players), isNumber: true },
      { title: "Turns", cell: (row) => `${row.from} to ${row.to - 1}`, order: (row) => row.from, isNumber: true, isHead: true },
      { title: "Result", cell: (row) => row.result, order: (row) => row.result },
      { title: "Games", cell: (row) => whole(row.games), order: (row) => row.games, isNumber: true },
    ],
    rows,
  );
  return chart("Length of games won and not won", specification, numbers);
}
