// A player's page: what it scores where, against whom, and how its games end.

import { element } from "../page/dom.js";
import { chart } from "./charts.js";
import { source } from "./data.js";
import { table } from "./tables.js";
import { bidi, board, elos, gameLink, moment, percent, percents, playerLink, whole } from "./words.js";

const PATIENCE = 3000; // ms between two questions whether its rating is computed

export async function showBot(place, [id]) {
  const course = element("div", { class: "figures" });
  let timer = 0;
  let drawn = 0; // recordings behind the curves

  async function update() {
    clearTimeout(timer);
    const bot = await source.document(`bot/${id}`);
    place.replaceChildren(
      element("h1", {}, bidi(bot.name)),
      facts(bot),
      element("div", { class: "figures" }, cells(bot), seats(bot), ranks(bot), lengths(bot)),
      course,
      element("h2", {}, "Opponents"),
      opponents(bot),
      ...conduct(bot),
      ...parameters(bot),
      element("p", {}, element("a", { href: "#/feed" }, "Its games are in the live feed; choose the player there.")),
    );
    if (!bot.elo && source.isLive) timer = setTimeout(() => place.isConnected && update(), PATIENCE);
  }
  async function followCurves() {
    const curves = await source.document(`curves/${id}`);
    if (!place.isConnected) return;
    if (curves.pending) setTimeout(followCurves, PATIENCE);
    if (curves.games === drawn) return;
    drawn = curves.games;
    course.replaceChildren(...curves.measures.map((measure) => curve(measure, curves.games)));
  }

  await update();
  followCurves().catch(() => {}); // a page without recordings is whole without them
  return {
    update: async () => {
      await update();
      await followCurves();
    },
    close: () => clearTimeout(timer),
  };
}

function facts(bot) {
  const told = [
    [bot.anchor ? `Elo above ${bot.anchor}` : "Elo", bot.elo ? elos(bot.elo) : "being computed"],
    ["Opponents beaten (95 %)", percents(bot.score)],
    ["Games", whole(bot.games)],
    ["Blocks", whole(bot.blocks)],
  ];
  return element("dl", {}, ...told.map(([title, text]) => element("div", {}, element("dt", {}, title), element("dd", {}, bidi(text)))));
}

function cells({ cells: counts }) {
  const rows = counts.map(([players, width, height, low, share, high, games]) => ({
    players, width, height, board: `${width} × ${height}`, area: width * height, share, games,
    interval: percents([low, share, high]), text: `${(100 * share).toFixed(0)}`, above: share - 1 / 2,
  }));
  const specification = () => ({
    data: { values: rows },
    width: "container",
    height: 34 * new Set(rows.map((row) => row.players)).size,
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
      { mark: { type: "text", fontSize: 12 }, encoding: { text: { field: "text" }, color: { condition: { test: "abs(datum.share - 0.5) > 0.33", value: "white" }, value: "#18202a" } } },
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
  return chart("Opponents beaten, in %, by players and board", specification, numbers);
}

function seats({ seats: counts }) {
  const rows = counts.map(([players, seat, low, share, high, games]) => ({ players, seat, low, share, high, games }));
  const specification = ({ accent, muted }) => ({
    data: { values: rows },
    width: "container",
    height: 18 * rows.length,
    transform: [{ calculate: "datum.players + ' players, seat ' + datum.seat", as: "place" }],
    layer: [
      { mark: { type: "rule", strokeWidth: 2, color: muted }, encoding: { y: { field: "place", type: "nominal", title: null, sort: null }, x: { field: "low", type: "quantitative", title: "opponents beaten", axis: { format: "%" }, scale: { domain: [0, 1] } }, x2: { field: "high" } } },
      { mark: { type: "point", filled: true, size: 60, color: accent }, encoding: { y: { field: "place", type: "nominal", sort: null }, x: { field: "share", type: "quantitative" } } },
    ],
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
  const specification = () => ({
    data: { values: rows },
    width: "container",
    height: 30 * total.size,
    mark: { type: "bar" },
    encoding: {
      y: { field: "players", type: "nominal", title: null },
      x: { field: "share", type: "quantitative", title: "of its games", axis: { format: "%" }, stack: "zero", scale: { domain: [0, 1] } },
      color: { field: "rank", type: "ordinal", title: "rank", scale: { scheme: "viridis", reverse: true } },
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
    width: "container",
    height: 180,
    mark: { type: "bar" },
    encoding: {
      x: { field: "from", type: "quantitative", bin: { binned: true, step: 10 }, title: "turns" },
      x2: { field: "to" },
      y: { field: "games", aggregate: "sum", type: "quantitative", title: "games" },
      color: { field: "result", type: "nominal", title: null, sort: ["won", "not won"] },
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

function curve({ name, unit, points }, games) {
  const sides = { ours: "the player", theirs: "mean of its opponents" };
  const values = points.flatMap((point) =>
    Object.entries(sides).map(([side, whose]) => ({ turn: point.turn, whose, low: point[side][0], mean: point[side][1], high: point[side][2] })),
  );
  const specification = () => ({
    data: { values },
    width: "container",
    height: 220,
    encoding: {
      x: { field: "turn", type: "quantitative", title: "turn" },
      color: { field: "whose", type: "nominal", title: null, sort: Object.values(sides), legend: { orient: "bottom", symbolOpacity: 1, symbolType: "square" } },
    },
    layer: [
      { mark: { type: "area", opacity: 0.18 }, encoding: { y: { field: "low", type: "quantitative", title: unit }, y2: { field: "high" } } },
      { mark: { type: "line" }, encoding: { y: { field: "mean", type: "quantitative" } } },
    ],
  });
  const numbers = table(
    name,
    [
      { title: "Turn", cell: (row) => whole(row.turn), isNumber: true, isHead: true },
      { title: "The player", cell: (row) => whole(row.ours[1]), isNumber: true },
      { title: "Its opponents", cell: (row) => whole(row.theirs[1]), isNumber: true },
      { title: "Games", cell: (row) => whole(row.games), isNumber: true },
    ],
    points,
  );
  const note = `Mean and middle 80 % of the last ${whole(games)} recorded games, up to the turn at which half of them have ended.`;
  return chart(`${name[0].toUpperCase()}${name.slice(1)} over the game`, specification, numbers, note);
}

function opponents({ opponents: rows }) {
  return table(
    `${whole(rows.length)} opponents; maps are those on which a game of two was lost from both seats`,
    [
      { title: "Opponent", cell: (row) => playerLink(row.id, row.name), order: (row) => row.name, isHead: true },
      { title: "Ahead (95 %)", cell: (row) => percents(row.score), order: (row) => row.score[1], isNumber: true },
      { title: "Games", cell: (row) => whole(row.games), order: (row) => row.games, isNumber: true },
      { title: "Maps that it loses", cell: (row) => lostMaps(row.lost) },
    ],
    rows,
  );
}

function lostMaps(lost) {
  if (!lost.length) return "–";
  return element("span", {}, ...lost.flatMap((map, place) => [...(place ? [", "] : []), gameLink(map.key, `${board(map)} seed ${map.seed}`)]));
}

function conduct({ conduct: clocks }) {
  if (!clocks) return [];
  const told = [
    ["Seats", whole(clocks.seats)],
    ["Mean answer", `${(1000 * clocks.mean).toFixed(0)} ms`],
    ["Worst answer", `${(1000 * clocks.worst).toFixed(0)} ms`],
    ["Faults", whole(clocks.faults)],
  ];
  return [
    element("h2", {}, "Conduct"),
    element("dl", {}, ...told.map(([title, text]) => element("div", {}, element("dt", {}, title), element("dd", {}, text)))),
    ...(clocks.listed.length
      ? [
          table(
            "The last faults",
            [
              { title: "When", cell: (row) => moment(row.stored) },
              { title: "Fault", cell: (row) => bidi(row.fault), isHead: true },
              { title: "Game", cell: (row) => gameLink(row.key, "Watch") },
            ],
            clocks.listed,
          ),
        ]
      : []),
  ];
}

function parameters({ parameters: rows }) {
  if (!rows.length) return [];
  const ordered = rows.toSorted((one, other) => Number(other.changed) - Number(one.changed));
  const written = (value) => (value == null ? "–" : String(value));
  return [
    element("h2", {}, "Parameters"),
    table(
      "Beside those of its base; the changed ones first",
      [
        { title: "Parameter", cell: (row) => row.name, order: (row) => row.name, isHead: true },
        { title: "Value", cell: (row) => (row.changed ? element("strong", {}, written(row.value)) : written(row.value)), isNumber: true },
        { title: "Base", cell: (row) => written(row.base), isNumber: true },
      ],
      ordered,
    ),
  ];
}
