// The leaderboard: ratings with their intervals, and how they have moved.

import { controls, element } from "../page/dom.js";
import { choice, intoAddress, playerChoice, search, viewChoices } from "./choices.js";
import { source } from "./data.js";
import { ratingChart } from "./rating_chart.js";
import { renew } from "./sections.js";
import { table } from "./tables.js";
import { brief, counted, elos, feedLink, moment, percents, playerLink, signed, whole } from "./words.js";

const CROWD = 40; // players
const NEIGHBOURS = 3; // on either side of the player that is followed
const LABEL = 24; // letters of its name in the head of a column
const opened = new Map(); // view: ratings by player when this tab first saw them

const ORDERS = { rating: (row) => row.elo?.[1] ?? -Infinity, bound: (row) => row.elo?.[0] ?? -Infinity };

export async function showLeaderboard(place, [first], league) {
  const views = viewChoices(league.summary.views, update);
  const order = choice("order", "In the order of", [["rating", "rating"], ["bound", "its lower bound"]], () => {
    result.replaceChildren(); // the order that its head was given ends
    fill();
  });
  const games = choice("least", "With at least", leasts(league.summary.players.length), fill);
  const since = choice("since", "Movement", [["opened", "since opening"]], fill);
  const name = search("name", "Name contains", fill);
  const followed = playerChoice("Neighbours of", "– all players –", choose, first);
  const result = element("div");
  const note = element("p", { class: "note", role: "status" });
  place.replaceChildren(
    element("h1", {}, "Leaderboard"),
    element(
      "p",
      {},
      "Elo above the anchor, with 95 % intervals of that difference, fitted to all finishing orders as in a ladder of the same games. ",
      "Beaten: the share of its opponents that a player finished ahead of.",
    ),
    controls(...views.elements, order.element, games.element, since.element, name.element, followed.element),
    note,
    result,
  );
  let board = null;
  let history = null;
  let met = new Map(); // opponent of the player that is followed: how often that one finished ahead
  let timer = 0;

  async function update() {
    clearTimeout(timer);
    if (!views.exists) {
      note.textContent = "No game of this kind was played.";
      result.replaceChildren();
      return;
    }
    const view = views.name;
    const rated = await source.document(`leaderboard/${view}`);
    if (view !== views.name) return; // another was chosen meanwhile
    board = rated;
    if (board.anchor && !opened.has(view)) opened.set(view, new Map(board.rows.map((row) => [row.id, row.elo])));
    note.textContent = told(board);
    await follow();
    if (source.isLive && board.rated !== league.summary.games) timer = setTimeout(() => place.isConnected && update(), 2000);
  }

  function choose() {
    intoAddress("leaderboard", followed.value);
    return follow();
  }

  async function follow() {
    const asked = `${followed.value} ${views.name}`;
    const pairs = followed.value === "all" ? [] : (await source.document(`matrix/${views.name}`)).met;
    if (asked !== `${followed.value} ${views.name}`) return; // another was chosen meanwhile
    met = new Map(pairs.filter(([player]) => String(player) === followed.value).map(([, opponent, ...share]) => [opponent, share]));
    fill();
  }

  function fill() {
    if (!board) return;
    const isFollowed = ({ id }) => String(id) === followed.value;
    const before = pastOf(since.value, views.name, history);
    const by = ORDERS[order.value];
    const ranked = board.rows
      .filter((row) => isFollowed(row) || (row.games >= Number(games.value) && row.name.toLowerCase().includes(name.value)))
      .toSorted((one, other) => by(other) - by(one) || other.score[1] - one.score[1])
      .map((row, rank) => ({ ...row, rank }));
    const at = ranked.findIndex(isFollowed);
    const rows = at < 0 ? ranked : ranked.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
    const listed = table(counted(rows.length, "player"), [...columns(before, isFollowed), ...(at < 0 ? [] : [meetings(ranked[at], met)])], rows, { isCards: true });
    const rated = rows.filter((row) => row.elo); // who has just played its first game is not yet
    const figures = rated.length ? [ratingChart(rated, board.anchor)] : [];
    renew(result, listed, ...figures);
  }

  async function loadHistory() {
    history = await source.document("history");
    const select = since.element.querySelector("select");
    const earlier = history.points.slice(0, -1);
    const isStill = !source.isLive && earlier.length > 0; // nothing moves while an export is open
    if (isStill) select.replaceChildren();
    for (const [number, point] of earlier.entries()) {
      select.append(element("option", { value: String(number) }, `since ${moment(point.stored)}`));
    }
    if (!isStill) return;
    select.selectedIndex = earlier.length - 1;
    fill();
  }

  await update();
  loadHistory().catch(() => {}); // without it there is movement since the page was opened
  return { update, close: () => clearTimeout(timer) };
}

/** Where hundreds play, as after a sweep, those with few games stay out of sight at first: luck leads such a list. */
function leasts(players) {
  const all = [["0", "1 game"], ["50", "50 games"], ["500", "500 games"]];
  return players > CROWD ? [all[2], all[1], all[0]] : all;
}

function told({ anchor, rated, rows }) {
  if (!rows.length) return "No game was played yet.";
  if (!anchor) return "The ratings are being computed; until then players are ordered by the share of opponents beaten.";
  return `0 Elo: ${anchor}. Rated after ${counted(rated, "game")}.`;
}

/** Player to rating at the chosen time; by number since the page was opened, by name at a point of the history. */
function pastOf(since, view, history) {
  if (since === "opened") return (row) => opened.get(view)?.get(row.id)?.[1];
  const elo = history?.points[Number(since)]?.elo ?? {};
  return (row) => elo[row.name]?.[1];
}

function columns(before, isFollowed) {
  return [
    { title: "", cell: (row) => `${row.rank + 1}.`, isNumber: true },
    { title: "Player", cell: (row) => element(isFollowed(row) ? "strong" : "span", {}, playerLink(row.id, row.name)), order: (row) => row.name, isHead: true },
    { title: "Elo (95 %)", cell: (row) => elos(row.elo), order: ORDERS.rating, isNumber: true, before: "Elo" },
    { title: "Movement", cell: (row) => movement(row, before(row)), order: (row) => moved(row, before(row)) ?? 0, isNumber: true, before: "movement" },
    { title: "Beaten (95 %)", cell: (row) => percents(row.score), order: (row) => row.score[1], isNumber: true, before: "beaten" },
    { title: "Games", cell: (row) => whole(row.games), order: (row) => row.games, isNumber: true, after: "games" },
    { title: "Blocks", cell: (row) => whole(row.blocks), order: (row) => row.blocks, isNumber: true, after: "blocks" },
  ];
}

/** How often the player that is followed finished ahead of the one of a row; a click leads to their games. */
function meetings(player, met) {
  const share = (row) => met.get(row.id);
  return {
    title: `Behind ${brief(player.name, LABEL)} (95 %)`,
    cell: (row) => (share(row) ? feedLink(percents(share(row)), player.id, row.id) : "–"),
    order: (row) => share(row)?.[1] ?? -1,
    isNumber: true,
    before: `behind ${brief(player.name, LABEL)}`,
  };
}

function moved(row, past) {
  return past == null || !row.elo ? null : row.elo[1] - past;
}

function movement(row, past) {
  const by = moved(row, past);
  if (by === null) return "–";
  if (Math.abs(by) < 0.5) return "0";
  return element("span", { class: by > 0 ? "up" : "down" }, `${by > 0 ? "▲" : "▼"} ${signed(by)}`);
}
