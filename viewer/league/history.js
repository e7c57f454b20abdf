// History: ratings over games and over time.

import { controls, element } from "../page/dom.js";
import { chart } from "./charts.js";
import { choice, search } from "./choices.js";
import { source } from "./data.js";
import { renew, section } from "./sections.js";
import { table } from "./tables.js";
import { versions } from "./versions.js";
import { distinct, elos, moment, whole } from "./words.js";

const AT_FIRST = 6; // players that are drawn before any is chosen
const LABEL = 44; // letters of a name below the chart
const PATIENCE = 2000; // ms between two questions whether it is computed

export async function showHistory(place, _, league) {
  const over = choice("over", "Over", [["games", "games"], ["time", "time"]], fill);
  const name = search("history", "Name contains", fill);
  const result = element("div");
  const others = section(versions);
  place.replaceChildren(
    element("h1", {}, "History"),
    element(
      "p",
      {},
      "Each point is the rating from all games up to then, with its 95 % band. ",
      "Players do not change: a bot that changes is several players, its versions.",
    ),
    controls(over.element, name.element),
    result,
    others.place,
  );
  let history = { points: [], pending: true };
  let timer = 0;

  async function update() {
    clearTimeout(timer);
    const fresh = await source.document("history");
    if (!fresh.pending || history.pending) history = fresh;
    fill();
    const told = await source.document("versions");
    if (!others.place.contains(document.activeElement)) others.show(told); // a choice in use stays open
    if (fresh.pending && source.isLive) timer = setTimeout(() => place.isConnected && update(), PATIENCE);
  }

  function fill() {
    if (history.pending) return result.replaceChildren(element("p", { class: "note", role: "status" }, "The history is being computed …"));
    if (!history.points.length) return result.replaceChildren(element("p", {}, "No player has enough games yet."));
    const chosen = shown(history, name.value, league.summary.players);
    const rows = history.points.flatMap((point) => chosen.filter((player) => point.elo[player]).map((player) => [point, player]));
    renew(result, curve(history, chosen, over.value, rows));
  }

  await update();
  return { update, close: () => clearTimeout(timer) };
}

/** The players whose name fits; without a name those who were there longest, the shortest names first: the presets. */
function shown({ points }, name, players) {
  const all = players.map(([, each]) => each);
  const fitting = all.filter((each) => each.toLowerCase().includes(name));
  const often = (each) => points.filter((point) => point.elo[each]).length;
  return fitting.toSorted((one, other) => often(other) - often(one) || one.length - other.length).slice(0, name ? 12 : AT_FIRST);
}

function curve({ resamples, own }, chosen, over, rows) {
  const labels = new Map(distinct(chosen, LABEL).map((label, place) => [chosen[place], label]));
  const values = rows.map(([point, player]) => ({
    player: labels.get(player), name: player, games: point.games, time: 1000 * point.stored, low: point.elo[player][0], elo: point.elo[player][1], high: point.elo[player][2],
  }));
  const x = over === "games" ? { field: "games", type: "quantitative", title: "games played" } : { field: "time", type: "temporal", title: "time" };
  const colour = { field: "player", type: "nominal", title: null, sort: [...labels.values()], legend: { orient: "bottom", columns: 1, symbolOpacity: 1, symbolType: "square" } };
  const specification = () => ({
    data: { values },
    height: 360,
    encoding: { x, color: colour },
    layer: [
      { mark: { type: "area", opacity: 0.16 }, encoding: { y: { field: "low", type: "quantitative", title: "Elo above the anchor" }, y2: { field: "high" } } },
      {
        mark: { type: "line", point: { size: 40 } },
        encoding: { y: { field: "elo", type: "quantitative" }, tooltip: [{ field: "name", title: "player" }, { field: "elo", format: ".0f" }, { field: "games", format: "," }] },
      },
    ],
  });
  const numbers = table(
    "Ratings",
    [
      { title: "Games", cell: ([point]) => whole(point.games), order: ([point]) => point.games, isNumber: true },
      { title: "Until", cell: ([point]) => moment(point.stored) },
      { title: "Player", cell: ([, player]) => player, order: ([, player]) => player, isHead: true },
      { title: "Elo (95 %)", cell: ([point, player]) => elos(point.elo[player]), order: ([point, player]) => point.elo[player][1], isNumber: true },
    ],
    rows,
  );
  return chart("Rating", specification, numbers, `The bands are drawn from ${resamples} resamples of the blocks; those of the leaderboard from 1,000. A line begins after ${own} games of its player.`);
}
