// The league: one page for each address behind the #, kept up to date while games are played.

import { palette } from "../page/colours.js";
import { element, iconButton } from "../page/dom.js";
import { remember, remembered } from "../page/remembering.js";
import { showBot } from "./bot.js";
import { redraw } from "./charts.js";
import { source } from "./data.js";
import { showFeed } from "./feed.js";
import { showGame } from "./game.js";
import { showHistory } from "./history.js";
import { showLeaderboard } from "./leaderboard.js";
import { showMatrix } from "./matrix.js";
import { showQuestion } from "./question.js";
import { showQuestions } from "./questions.js";
import { showRecords } from "./records.js";
import { showRun } from "./searches.js";
import { counted } from "./words.js";

const PAGES = {
  leaderboard: ["Leaderboard", showLeaderboard],
  history: ["History", showHistory],
  matrix: ["What beats what", showMatrix],
  feed: ["Live feed", showFeed],
  questions: ["Questions", showQuestions],
  records: ["Records", showRecords],
};
const OTHERS = { bot: ["Player", showBot], question: ["Question", showQuestion], run: ["Search", showRun], game: ["Game", showGame] };
const NEWS_EVERY = 1000; // ms between two looks for new games
const THEME = ["localStorage", "league-theme"];

const root = document.getElementById("league");
const { home } = document.documentElement.dataset; // of an export that is part of a site
const main = element("main", { id: "content", tabindex: "-1" });
const state = element("p", { class: "state", role: "status" });
const links = Object.fromEntries(
  Object.entries(PAGES).map(([name, [title]]) => [name, element("a", { href: `#/${name}` }, title)]),
);

/** For the browser's console and for tests. */
const league = {
  source, last: 0, taken: 0, games: 0, address: null, page: null, ready: null, updates: 0, lastUpdate: 0, chooseTheme,
};
window.league = league;

root.className = "league";
root.append(
  element("a", { class: "skip", href: "#content", onclick: skip }, "Skip to the page"),
  element(
    "header",
    {},
    ...(home ? [element("a", { class: "home", href: home }, "← Site")] : []),
    element("strong", { class: "brand" }, "The league"),
    element("nav", { "aria-label": "Pages" }, ...Object.values(links)),
    iconButton("theme", "Light or dark", "", turnTheme),
  ),
  state,
  main,
);

function skip(event) {
  event.preventDefault();
  main.focus();
}

function address() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  return Object.hasOwn({ ...PAGES, ...OTHERS }, name) ? [name, ...rest.map(decoded)] : ["leaderboard"];
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function show() {
  league.address = location.hash;
  const [name, ...rest] = address();
  const [title, make] = PAGES[name] ?? OTHERS[name];
  for (const [each, link] of Object.entries(links)) {
    if (each === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  league.page?.close?.();
  league.page = null;
  document.title = `${title} · The league`;
  const place = element("div", { class: `page ${name}` }, element("p", { class: "note" }, "Loading …"));
  main.replaceChildren(place);
  try {
    league.summary = await source.document("summary");
    tell();
    const page = await make(place, rest, league);
    if (place.isConnected) league.page = page;
    else page?.close?.();
  } catch (error) {
    place.replaceChildren(element("h1", {}, title), element("p", { class: "error", role: "alert" }, error.message));
  }
}

function tell() {
  const { games, players, database, last } = league.summary;
  league.last = Math.max(league.last, last);
  state.textContent = `${database}: ${counted(games, "game")}, ${counted(players.length, "player")}${source.isLive ? "" : ", as exported"}`;
}

/** Looks for new games, and lets the page take them in. */
async function follow() {
  try {
    const news = await source.news(league.last);
    state.classList.remove("lost");
    if (news.last > league.last || league.page?.wantsEveryNews) {
      const begun = performance.now();
      if (news.last > league.last) {
        league.summary = await source.document("summary");
        tell();
      }
      league.last = news.last;
      await league.page?.update?.(news);
      league.taken = news.last;
      league.updates += 1;
      league.lastUpdate = performance.now() - begun;
    }
  } catch (error) {
    if (league.summary) state.textContent = error.message; // a page that never came says so itself
    state.classList.add("lost");
  }
  setTimeout(follow, NEWS_EVERY);
}

function turnTheme() {
  chooseTheme(root.dataset.theme === "dark" ? "light" : "dark");
}

/** What the reader wants, by the page's button or the game's key. */
function chooseTheme(theme) {
  if (theme === root.dataset.theme) return;
  setTheme(theme);
  remember(...THEME, theme);
  redraw();
}

/** What a reader chose before; null for none, or a word that is no theme. */
function chosenTheme() {
  const chosen = remembered(...THEME);
  return ["light", "dark"].includes(chosen) ? chosen : null;
}

function setTheme(theme) {
  root.dataset.theme = theme;
  for (const [owner, colour] of palette(theme).player.entries()) root.style.setProperty(`--player-${owner}`, colour);
  document.documentElement.dataset.theme = theme;
  league.page?.setTheme?.(theme);
}

const prefersLight = window.matchMedia("(prefers-color-scheme: light)");
const usualTheme = () => (prefersLight.matches ? "light" : "dark");
setTheme(chosenTheme() ?? usualTheme());
prefersLight.addEventListener("change", () => {
  if (chosenTheme()) return;
  setTheme(usualTheme());
  redraw();
});
window.addEventListener("hashchange", () => (league.ready = show()));
let resized = 0;
window.addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(redraw, 150);
});
league.ready = show();
if (source.isLive) follow();
