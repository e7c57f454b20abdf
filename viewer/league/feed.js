// The live feed: games as they finish; one click opens the replay.

import { controls, element } from "../page/dom.js";
import { choice, intoAddress, playerChoice } from "./choices.js";
import { source } from "./data.js";
import { playLink } from "./playing.js";
import { renew } from "./sections.js";
import { table } from "./tables.js";
import { thumbnail } from "./thumbnails.js";
import { board, counted, finish, moment, percents, playerLink, watchLink, whole } from "./words.js";

const MOST = 300; // games that are kept on the page
const UPSET = 100; // Elo by which the best of the others was rated above the winner

export async function showFeed(place, [first, second], league) {
  const players = playerChoice("Player", "everybody", choose, first);
  const opponents = playerChoice("Against", "anyone", choose, second);
  const seats = choice("feed-seats", "Players in a game", [["all", "any number"], ..."23456".split("").map((each) => [each, each])], fill);
  const size = choice("feed-size", "Size of the board", [["all", "any size"], ["small", "small"], ["medium", "medium"], ["large", "large"]], fill);
  const result = choice("feed-result", "Result", [["all", "any"], ["won", "won by the player"], ["lost", "lost by the player"], ["upset", "an upset"], ["fault", "with a fault"]], fill);
  const between = element("p", { role: "status" });
  const box = element("div");
  place.replaceChildren(
    element("h1", {}, "Live feed"),
    element("p", {}, `The last ${MOST} games, the newest first. An upset: the winner was rated at least ${UPSET} Elo below the best of the others.`),
    controls(players.element, opponents.element, seats.element, size.element, result.element),
    between,
    box,
  );
  let games = [];
  const ratings = new Map();

  /** The chosen players, in the order of documents. */
  const chosen = () => [...new Set([players.value, opponents.value])].filter((each) => each !== "all").map(Number).sort((one, other) => one - other);

  function choose() {
    intoAddress("feed", players.value, opponents.value);
    return load();
  }

  async function load() {
    const asked = chosen().join("/");
    between.replaceChildren();
    const told = await source.document(`feed/${asked || "all"}`).catch((error) => {
      if (source.isLive) throw error;
      return { games: [] }; // an export has no feed of two that never met
    });
    if (asked !== chosen().join("/")) return; // another player was chosen meanwhile
    games = told.games;
    fill();
    if (chosen().length === 2) await compare(asked);
  }

  /** Says who finished ahead how often, over all games of the two. */
  async function compare(asked) {
    const bot = await source.document(`bot/${players.value}`);
    if (asked !== chosen().join("/")) return;
    const met = bot.opponents.find(({ id }) => String(id) === opponents.value);
    if (!met) return between.replaceChildren("The two have not met.");
    between.replaceChildren(playerLink(bot.id, bot.name), " finished ahead of ", playerLink(met.id, met.name), ` in ${percents(met.score)} of ${counted(met.games, "game")}.`);
  }

  async function loadRatings() {
    const { rows } = await source.document("leaderboard/all-all");
    for (const row of rows) if (row.elo) ratings.set(row.id, row.elo[1]);
    fill();
  }

  function fill() {
    const player = players.value === "all" ? null : Number(players.value);
    const names = new Map(league.summary.players.map(([id, name]) => [id, name]));
    const rows = games.filter((game) => fits(game, { player, seats: seats.value, size: size.value, result: result.value, ratings }));
    renew(box, rows.length ? table(counted(rows.length, "game"), columns(names, ratings, rows), rows, { isCards: true }) : element("p", {}, "No game fits."));
  }

  function update(news) {
    if (news.isCut) return load();
    const known = new Set(games.map((game) => game.id)); // one that was stored while the page was made is news, too
    const isAsked = ({ seats: all }) => chosen().every((id) => all.some((seat) => seat.player === id));
    const fresh = news.new.filter((game) => !known.has(game.id) && isAsked(game));
    if (!fresh.length) return;
    games = [...fresh, ...games].toSorted((one, other) => other.stored - one.stored || other.id - one.id).slice(0, MOST);
    fill();
    if (chosen().length === 2) return compare(chosen().join("/"));
  }

  await load();
  loadRatings().catch(() => {}); // without them no game is called an upset
  return { update };
}

function fits(game, { player, seats, size, result, ratings }) {
  if (seats !== "all" && game.seats.length !== Number(seats)) return false;
  if (size !== "all" && sizeClass(game) !== size) return false;
  const rank = game.seats.find((seat) => seat.player === player)?.rank;
  switch (result) {
    case "won":
      return player === null || rank === 1;
    case "lost":
      return player === null || rank !== 1;
    case "upset":
      return isUpset(game, ratings);
    case "fault":
      return game.seats.some((seat) => seat.fault);
  }
  return true;
}

function sizeClass({ width, height }) {
  const side = Math.sqrt(width * height);
  return side <= 25 ? "small" : side <= 35 ? "medium" : "large";
}

function isUpset(game, ratings) {
  const rated = game.seats.map((seat) => ({ ...seat, elo: ratings.get(seat.player) })).filter((seat) => seat.elo != null);
  const winner = rated.find((seat) => seat.rank === 1);
  return winner !== undefined && Math.max(...rated.map((seat) => seat.elo)) - winner.elo >= UPSET;
}

function columns(names, ratings, rows) {
  const isPictured = source.isLive || rows.some(({ last }) => last); // an export may have none of these games
  return [
    ...(isPictured ? [{ title: "Last frame", cell: (game) => thumbnail(game), isPicture: true }] : []),
    { title: "Finished", cell: (game) => moment(game.stored), order: (game) => game.stored },
    { title: "Board", cell: (game) => board(game), order: (game) => game.width * game.height },
    { title: "Turns", cell: (game) => whole(game.turns), order: (game) => game.turns, isNumber: true, after: "turns" },
    { title: "Finishing order, with squares at the end", cell: (game) => finished(game, names, ratings), isHead: true },
    { title: "Replay", cell: watch },
  ];
}

function watch(game) {
  const { replays } = window.league.summary;
  if (!replays) return watchLink(game.key, game.recorded ? "Watch" : "Watch, played again");
  const players = game.seats.map(({ player }) => player);
  const again = replays.includes(game.key) ? null : playLink({ ...game, players }, "Watch");
  return again ?? watchLink(game.key);
}

function finished(game, names, ratings) {
  const nameOf = ({ player }) => names.get(player) ?? "a new player";
  const list = finish(game.seats.map((each, place) => ({ ...each, seat: place + 1, name: nameOf(each) })));
  return isUpset(game, ratings) ? element("div", {}, list, element("span", { class: "verdict" }, "upset")) : list;
}
