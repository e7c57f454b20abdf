// Ratings with their intervals, as a chart with its numbers behind it.

import { chart, intervals } from "./charts.js";
import { table } from "./tables.js";
import { brief, distinct, elos } from "./words.js";

const MOST = 25; // players in the chart
const LABEL = 24; // letters of a name beside the chart
const TICKS = 8; // about; with many, labels gave way to each other, and 0 had none

/** rated: {name, elo: [low, value, high], games, rank if not from the first}, the best first; anchor: the name of the player that has 0 Elo. */
export function ratingChart(rated, anchor) {
  const rows = rated.slice(0, MOST);
  const labels = distinct(rows.map((row) => row.name), LABEL);
  const values = rows.map((row, place) => ({ player: `${(row.rank ?? place) + 1}. ${labels[place]}`, name: row.name, low: row.elo[0], elo: row.elo[1], high: row.elo[2], games: row.games }));
  const x = { title: `Elo above ${brief(anchor, LABEL)}`, scale: { zero: false }, axis: { tickCount: TICKS } };
  const tooltip = [{ field: "name" }, ...["low", "elo", "high", "games"].map((field) => ({ field, format: ",.0f" }))];
  const specification = (colours) => ({
    data: { values },
    height: 22 * values.length,
    encoding: { y: { field: "player", type: "nominal", sort: null, title: null } },
    layer: intervals(colours, ["low", "elo", "high"], x, { tooltip }),
  });
  const numbers = table(
    "The same as numbers",
    [
      { title: "Player", cell: (row) => row.name, isHead: true },
      { title: "Elo (95 %)", cell: (row) => elos(row.elo), isNumber: true },
    ],
    rows,
  );
  const which = rows.length < rated.length ? `The first ${rows.length} of ${rated.length} ratings` : "Ratings";
  return chart(`${which} with 95 % intervals`, specification, numbers);
}
