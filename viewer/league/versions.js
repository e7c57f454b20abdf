// Versions of one bot on one line, in the order in which they first played.

import { controls, element } from "../page/dom.js";
import { chart, intervals } from "./charts.js";
import { choice } from "./choices.js";
import { table } from "./tables.js";
import { brief, distinct, elos, moment, playerLink, whole } from "./words.js";

const LABEL = 34; // letters beside the axis

/** A choice of bots of which several versions played, and the line of the chosen one; nothing where there is none. */
export function versions({ bots }) {
  if (!bots.length) return element("div");
  const names = distinct(bots.map((bot) => bot.name), LABEL);
  const bot = choice("bot", "Bot", bots.map((each, place) => [String(place), `${names[place]}, ${whole(each.count)} versions`]), fill);
  const place = element("div");
  function fill() {
    place.replaceChildren(line(bots[Number(bot.value)]));
  }
  fill();
  return element(
    "div",
    {},
    element("h2", {}, "Versions of one bot"),
    element("p", { class: "note" }, "In the order of their first games, with their ratings from all games: other parameters, other revisions, another program behind one command."),
    controls(bot.element),
    place,
  );
}

function line({ name, count, isHistory, versions }) {
  const rows = versions.map((row) => ({ ...row, change: row.change || `as of ${moment(row.stored)}` }));
  const labels = distinct(rows.map((row) => row.change), LABEL);
  const values = rows.map((row, place) => ({
    place, version: `${place + 1}. ${labels[place]}`, change: row.change, low: row.elo?.[0], elo: row.elo?.[1], high: row.elo?.[2], games: row.games, first: moment(row.stored),
  }));
  const order = values.map((value) => value.version);
  const rated = values.filter((value) => value.elo != null);
  const told = [{ field: "change", title: "version" }, { field: "first", title: "first game" }];
  const tooltip = [...told, { field: "elo", format: "+.0f" }, { field: "games", format: "," }];
  const specification = (colours) => ({
    data: { values: rated },
    height: 24 * values.length + 40,
    encoding: { y: { field: "version", type: "nominal", title: null, sort: order, scale: { domain: order }, axis: { labelLimit: 320, labelExpr: "datum.label" } } },
    layer: [
      ...(isHistory ? [{ mark: { type: "line", color: colours.accent, opacity: 0.5 }, encoding: { x: { field: "elo", type: "quantitative" }, order: { field: "place", type: "quantitative" } } }] : []),
      ...intervals(colours, ["low", "elo", "high"], { title: "Elo above the anchor", scale: { zero: false } }, { tooltip }),
    ],
  });
  const numbers = table(
    `Versions of ${brief(name, LABEL)}`,
    [
      { title: "First game", cell: (row) => moment(row.stored), order: (row) => row.stored },
      { title: "Version", cell: (row) => playerLink(row.id, row.change), order: (row) => row.change, isHead: true },
      { title: "Elo (95 %)", cell: (row) => elos(row.elo), order: (row) => row.elo?.[1] ?? -Infinity, isNumber: true },
      { title: "Games", cell: (row) => whole(row.games), order: (row) => row.games, isNumber: true },
    ],
    rows,
  );
  if (!rated.length) return numbers; // until the ratings are there
  const all = count > rows.length ? ` The ${rows.length} of ${whole(count)} versions with most games.` : "";
  return chart(`Versions of ${brief(name, LABEL)}`, specification, numbers, `From top to bottom the order of their first games; lines are 95 % intervals.${all}`);
}
