// A player's page: its scores by board and by opponent, and its habits in its games.

import { element } from "../page/dom.js";
import { conduct } from "./clocks.js";
import { courses } from "./courses.js";
import { source } from "./data.js";
import { habits } from "./habits.js";
import { results } from "./results.js";
import { renew, section } from "./sections.js";
import { facts, table } from "./tables.js";
import { bidi, board, counted, elos, feedLink, gameLink, percents, playerLink, tied, whole } from "./words.js";

const PATIENCE = 3000; // ms between two questions whether its rating is computed, or its recordings are read
const MOST_QUIET = 20; // questions about recordings without news

export async function showBot(place, [id]) {
  const parts = [
    section(scored, "anchor", "elo", "score", "games", "blocks"),
    section(results, "cells", "seats", "ranks", "lengths"),
    section(opponents, "id", "opponents"),
    section(conduct, "conduct"),
    section(parameters, "parameters"),
  ];
  const [told, scores, rivals, clocks, values] = parts.map((part) => part.place);
  const course = element("div");
  const doing = element("div");
  const name = element("h1");
  const version = element("p", { class: "note" });
  let timer = 0;
  let patience = 0; // the timer of the next question about recordings
  let drawn = 0; // studied games behind the curves
  let quiet = 0; // questions since the last one was read: one that is damaged is never read

  async function update() {
    clearTimeout(timer);
    const bot = await source.document(`bot/${id}`);
    name.replaceChildren(bidi(bot.name));
    version.textContent = bot.newest ? `An older version of ${bot.newest}, which ${bot.playsAlike ? "makes the same moves" : "plays differently now"}.` : "";
    for (const part of parts) part.show(bot);
    if (!bot.elo && source.isLive) timer = setTimeout(() => place.isConnected && update(), PATIENCE);
  }
  async function follow() {
    clearTimeout(patience);
    const habit = await source.document(`habits/${id}`);
    const curves = habit.games === drawn ? null : await source.document(`curves/${id}`);
    if (!place.isConnected) return;
    quiet = habit.games === drawn ? quiet + 1 : 0;
    clearTimeout(patience);
    if (habit.waiting && source.isLive && quiet < MOST_QUIET) patience = setTimeout(() => follow().catch(() => {}), PATIENCE);
    if (!curves && doing.firstChild) return;
    drawn = habit.games;
    renew(doing, habits(habit));
    if (curves) renew(course, courses(curves));
  }

  await update();
  place.replaceChildren(
    name,
    version,
    told,
    scores,
    element("h2", {}, "Opponents"),
    rivals,
    doing,
    course,
    clocks,
    values,
    element("p", {}, element("a", { href: `#/feed/${id}` }, "Its games in the live feed"), " · ", element("a", { href: `#/leaderboard/${id}` }, "Its neighbours on the leaderboard")),
  );
  await follow();
  return {
    update: async () => {
      await update();
      await follow();
    },
    close: () => [timer, patience].forEach(clearTimeout),
  };
}

function scored(bot) {
  return facts([
    [bot.anchor ? `Elo above ${bot.anchor}` : "Elo", bot.elo ? elos(bot.elo) : "being computed"],
    [tied("Opponents beaten (95 %)"), percents(bot.score)],
    ["Games", whole(bot.games)],
    ["Blocks", whole(bot.blocks)],
  ].map(([title, text]) => [title, bidi(text)]));
}

function opponents({ id, opponents: rows }) {
  return table(
    `${counted(rows.length, "opponent")}; maps are those on which it won no game of two, 12 of them at the most`,
    [
      { title: "Opponent", cell: (row) => playerLink(row.id, row.name), order: (row) => row.name, isHead: true },
      { title: "Ahead (95 %)", cell: (row) => percents(row.score), order: (row) => row.score[1], isNumber: true, before: "ahead" },
      { title: "Games", cell: (row) => feedLink(whole(row.games), id, row.id), order: (row) => row.games, isNumber: true, after: "games" },
      { title: "Maps that it loses", cell: (row) => lostMaps(row.lost), before: "maps that it loses" },
    ],
    rows,
    { isCards: true },
  );
}

function lostMaps(lost) {
  if (!lost.length) return "–";
  return element("span", { class: "maps" }, ...lost.flatMap((map, place) => [...(place ? [", "] : []), gameLink(map.key, `${board(map)} seed ${map.seed}`)]));
}

function parameters({ parameters: rows }) {
  if (!rows.length) return [];
  const [changed, equal] = [true, false].map((each) => rows.filter((row) => row.changed === each));
  const written = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value ?? "–"));
  const name = { title: "Parameter", cell: (row) => row.name, order: (row) => row.name, isHead: true };
  const value = { title: "Value", cell: (row) => written(row.value), isNumber: true };
  const base = { title: "Base", cell: (row) => written(row.base), isNumber: true };
  const others = () => table("Those of its base", [name, value], equal);
  return [
    element("h2", {}, "Parameters"),
    changed.length ? table("Those that differ from its base", [name, value, base], changed) : element("p", {}, "All are those of its base."),
    ...(equal.length ? [element("details", { class: "equal" }, element("summary", {}, `${counted(equal.length, "parameter")} of its base`), others())] : []),
  ];
}
