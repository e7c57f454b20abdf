// The league's page: draws the tab that the address names from the tables that the export wrote into the page.

import { address, field, formatWhole, link, moment, select, state, table } from "./elements.js";
import { element } from "../ui/dom.js";
import { elos, percents } from "../ui/words.js";

const season = JSON.parse(document.getElementById("season").textContent);
const charts = JSON.parse(document.getElementById("charts").textContent);
const [MOST, LINES, ROW] = [20, 8, 22]; // players of a chart, lines of the history, px of a row
const SIZES = [["small", "up to 25 × 25"], ["medium", "up to 35 × 35"], ["large", "larger"]];
const NUMBERS = ["2", "3", "4", "5", "6"].map((number) => [number, number]);
const TABS = {
  leaderboard: ["Leaderboard", leaderboard],
  history: ["History", history],
  matrix: ["Who beats whom", matrix],
  games: ["Games", games],
  records: ["Records", records],
  player: ["Player", player],
};

const players = new Map(rowsOf("players").map((player) => [player.player, player]));
const listed = rowsOf("games").map((game) => ({ ...game, seats: game.seats.map(([player, rank, land, fault]) => ({ player, rank, land, fault })) }));
const gameOf = new Map(listed.map((game) => [game.game, game]));
const opened = new Set(season.opened);
const views = { scores: viewsOf("scores"), pairs: viewsOf("pairs") };
const overall = new Map(view("scores").map((row) => [row.player, row]));

function rowsOf(name) {
  const { columns, rows } = season.tables[name] ?? { columns: [], rows: [] };
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

function viewsOf(name) {
  return Map.groupBy(rowsOf(name), (row) => `${row.players} ${row.size}`);
}

/** The scores or pairs of games with a number of players on boards of a size. */
function view(name, number, size) {
  return views[name].get(`${number || "all"} ${size || "all"}`) ?? [];
}

// Parts of several tabs

function nameOf(player) {
  return players.get(player)?.name ?? "";
}

function named(player) {
  const about = { class: isTracked(player) && "tracked", title: players.get(player)?.notation };
  return element("a", { href: address({ tab: "player", player }), ...about }, element("bdi", {}, nameOf(player)));
}

function isTracked(player) {
  return `${player}` === state().track;
}

/** The star that tracks a player: its rows are marked on every tab. */
function star(player) {
  const label = isTracked(player) ? "Stop tracking" : "Track";
  const href = address({ track: isTracked(player) ? "" : player });
  return element("a", { href, class: "star", title: label, "aria-label": `${label} ${nameOf(player)}` }, isTracked(player) ? "★" : "☆");
}

function controls(...others) {
  const [number, size] = [select("players", "Players of a game", NUMBERS, "any number"), select("size", "Size of the board", SIZES, "any size")];
  return element("div", { class: "controls" }, others, number, size);
}

/** Whether a game is one of the chosen number of players and size. */
function isInView({ players: number, size }) {
  const chosen = state();
  return (!chosen.players || `${number}` === chosen.players) && (!chosen.size || size === chosen.size);
}

function note(...text) {
  return element("p", { class: "note" }, text);
}

/** A chart of rows; its numbers stand in a table of the same tab. */
function chart(name, title, rows, height = 300) {
  const place = element("div", { class: "chart", role: "img", "aria-label": `${title}: a chart; a table has its numbers` });
  requestAnimationFrame(() => place.isConnected && globalThis["drawChart"](place, { ...charts[name], height, datasets: { rows } }));
  return element("figure", {}, element("figcaption", {}, title), place);
}

/** The players of the view with their ranks, the best first: those that the filters leave, and the tracked one. */
function ranked() {
  const { players: number, size, least, text = "" } = state();
  return view("scores", number, size)
    .toSorted((one, other) => (other.elo ?? -Infinity) - (one.elo ?? -Infinity) || other.score - one.score)
    .map((row, i) => ({ ...row, place: i + 1, name: nameOf(row.player), isTracked: isTracked(row.player) }))
    .filter(({ isTracked, games, name }) => isTracked || (games >= Number(least ?? 0) && name.toLowerCase().includes(text.toLowerCase())));
}

function first(rows, most) {
  return rows.filter((row, i) => i < most || row.isTracked);
}

function score({ low, score, high }) {
  return percents({ low, value: score, high });
}

function rating({ elo_low: low, elo: value, elo_high: high }) {
  return elos({ low, value, high });
}

const PLAYER = { title: "Player", value: ({ player }) => nameOf(player), cell: ({ player }) => [star(player), named(player)] };
const ELO = { title: "Elo", value: ({ elo }) => elo, cell: rating, isNumber: true };
const LEAST = { title: "At least", value: (row) => row.elo_low, cell: ({ elo_low: least }) => elos({ low: least, value: least, high: least }), isNumber: true };
const BEATEN = { title: "Opponents beaten", value: (row) => row.score, cell: score, isNumber: true };
const GAMES = { title: "Games", value: (row) => row.games, cell: (row) => formatWhole(row.games), isNumber: true };
const BOARD = { title: "Board", value: ({ width, height }) => width * height, cell: ({ width, height }) => `${width} × ${height}`, isNumber: true };
const FINISH = { title: "Finishing order, with squares at the end", value: ({ seats }) => nameOf(seats[0].player), cell: finish };
const AHEAD = [
  { title: "Against", value: ({ opponent }) => nameOf(opponent), cell: ({ opponent }) => named(opponent) },
  { ...BEATEN, title: "Finished ahead" },
  { ...GAMES, cell: ({ player, opponent, games }) => link({ tab: "games", one: player, other: opponent }, formatWhole(games)) },
];

function finish(game) {
  const line = ({ player, land, fault }) => element("li", {}, named(player), ` ${formatWhole(land)}`, fault && element("span", { class: "fault" }, ` ${fault}`));
  return [element("ol", {}, game.seats.map(line)), isUpset(game) && element("strong", {}, "upset")];
}

function isUpset({ seats: [winner, ...others] }) {
  return others.some(({ player }) => overall.get(winner.player)?.elo_high < overall.get(player)?.elo_low);
}

/** A link to the page of a game, or to the board that plays it again; the text alone where neither can show it. */
function opening(game, text, otherwise = text) {
  const { key, link: again } = gameOf.get(game);
  if (!opened.has(game) && !again) return otherwise;
  return element("a", { href: opened.has(game) ? `games/${key}.html` : `board.html${again}` }, text);
}

// The tabs

function leaderboard() {
  const rows = ranked();
  const rated = rows.filter(({ elo }) => elo != null);
  const columns = [{ title: "Rank", value: ({ place }) => place, isNumber: true }, PLAYER, ...(rated.length ? [ELO, LEAST] : []), BEATEN, GAMES];
  const zero = [...players.values()].find(({ name }) => name === rated[0]?.anchor);
  const bars = first(rated, MOST).map((row) => ({ name: row.name, low: row.elo_low, elo: row.elo, high: row.elo_high, tracked: row.isTracked }));
  return [
    controls(field("least", "Least number of games", "number"), field("text", "Name", "search")),
    zero ? note("0 Elo: ", named(zero.player), ". Intervals are 95 % intervals. Shares are means over maps.") : note("A number of players with a size has scores, no ratings."),
    table("order", `${formatWhole(rows.length)} players`, columns, rows, 2),
    bars.length > 0 && chart("ratings", `Ratings of ${bars.length} of ${rated.length} players`, bars, ROW * bars.length),
  ];
}

function history() {
  const { bot } = state();
  const bots = [...Map.groupBy(players.values(), (player) => player.bot)].filter(([, versions]) => versions.length > 1);
  const rows = ranked().filter(({ player }) => !bot || players.get(player).bot === bot);
  const drawn = new Set(first(rows, LINES).map(({ player }) => player));
  const points = rowsOf("history").filter(({ player }) => drawn.has(player));
  const moments = points.map(({ player, stored, ...elo }) => ({ name: nameOf(player), time: 1000 * stored, ...elo }));
  const begun = { title: "First game", value: ({ player }) => players.get(player).first, cell: ({ player }) => moment(players.get(player).first) };
  return [
    controls(select("bot", "Versions of", bots.map(([name, { length }]) => [name, `${name} (${length})`]), "all bots")),
    moments.length > 0 && chart("history", `Ratings over time, of ${drawn.size} of ${rows.length} players`, moments),
    note(`All games until each moment count. A line begins after ${season.ownGames} games of the player, and of the one with 0 Elo.`),
    table("versions", bot ? "Its versions" : "All players", [begun, { ...PLAYER, title: "Version" }, ELO, BEATEN, GAMES], rows, 0),
  ];
}

function matrix() {
  const { players: number, size } = state();
  const pairs = view("pairs", number, size).map((pair) => ({ ...pair, isTracked: isTracked(pair.player) }));
  const place = new Map(first(ranked(), MOST).map(({ player }, i) => [player, i]));
  const cells = pairs
    .filter(({ player, opponent }) => place.has(player) && place.has(opponent))
    .map(({ player, opponent, score: share, games }) => ({ name: nameOf(player), opponent: nameOf(opponent), row: place.get(player), column: place.get(opponent), share, games }));
  return [
    controls(),
    cells.length > 0 && chart("matrix", `How often the row finished ahead of the column, ${place.size} players`, cells, ROW * place.size),
    table("pairs", `${formatWhole(pairs.length / 2)} pairs met`, [PLAYER, ...AHEAD], pairs, 3),
  ];
}

function games() {
  const { one, other, only } = state();
  const rankOf = (game, player) => game.seats.find((seat) => `${seat.player}` === player)?.rank;
  const kinds = {
    won: (game) => !one || rankOf(game, one) === 1,
    lost: (game) => !one || rankOf(game, one) > 1,
    upset: isUpset,
    fault: ({ seats }) => seats.some(({ fault }) => fault),
    page: ({ game }) => opened.has(game),
  };
  const results = [["won", "won by the player"], ["lost", "lost by the player"], ["upset", "upsets"], ["fault", "with a fault"], ["page", "with a replay"]];
  const isChosen = (game) => [one, other].every((player) => !player || rankOf(game, player)) && isInView(game) && (kinds[only] ?? (() => true))(game);
  const rows = listed.filter(isChosen).map((game) => ({ ...game, isTracked: game.seats.some(({ player }) => isTracked(player)) }));
  const met = view("pairs").find(({ player, opponent }) => `${player}` === one && `${opponent}` === other);
  const named_ = [...players.values()].map(({ player, name }) => [player, name]).sort(([, name], [, next]) => name.localeCompare(next, "en", { numeric: true }));
  const columns = [
    { title: "Finished", value: ({ stored }) => stored, cell: ({ stored }) => moment(stored), isNumber: true },
    BOARD,
    { title: "Turns", value: ({ turns }) => turns, isNumber: true },
    FINISH,
    { title: "Replay", value: ({ game }) => opened.has(game), cell: ({ game }) => opening(game, opened.has(game) ? "open" : "play again", "–") },
  ];
  return [
    controls(select("one", "Player", named_, "everybody"), select("other", "Against", named_, "anyone"), select("only", "Only games", results, "all")),
    met && note(named(met.player), " finished ahead of ", named(met.opponent), ` in ${score(met)}, the mean over maps, of all ${formatWhole(met.games)} games of the two.`),
    table("feed", `${formatWhole(rows.length)} games`, columns, rows, 0),
    note(`Listed are the newest ${season.newest} games, the newest ${season.own} of each player, and records: ${formatWhole(listed.length)} of ${formatWhole(season.count)}. Upset: the winner's interval of Elo lies below that of a player it beat.`),
  ];
}

function records() {
  const rows = rowsOf("records").map((record) => ({ ...gameOf.get(record.game), ...record })).filter(isInView);
  const marked = rows.map((row) => ({ ...row, isTracked: row.seats.some(({ player }) => isTracked(player)) }));
  const number = { title: "Players", value: (row) => row.players, isNumber: true };
  const tables = season.kinds.flatMap(({ title, unit, note: about }, kind) => {
    const record = { title: unit, value: ({ value }) => value, cell: ({ game, value }) => opening(game, formatWhole(value)), isNumber: true };
    return [element("h2", {}, title), table(`record${kind}`, about, [BOARD, number, record, FINISH], marked.filter((row) => row.kind === kind), 1)];
  });
  return [controls(), ...tables];
}

function player() {
  const shown = players.get(Number(state().player));
  if (!shown) return [note("No such player in this season.")];
  const of = (name) => rowsOf(name).filter((row) => row.player === shown.player);
  const sums = overall.get(shown.player);
  const cell = (number, size) => view("scores", number, size).find((row) => row.player === shown.player);
  const column = ([size, title]) => ({ title, value: ([number]) => cell(number, size)?.score, cell: ([number]) => result(cell(number, size)), isNumber: true });
  const grid = [["", "any number"], ...NUMBERS].filter(([number]) => cell(number));
  const counts = { title: "Players", value: ([number]) => number, cell: ([, text]) => text };
  const rankShare = (rank) => (row) => (rank > row.players ? "" : `${(100 * row[`rank${rank}`]).toFixed(1)} %`);
  const ranks = [1, 2, 3, 4, 5, 6].map((rank) => ({ title: `Rank ${rank}`, value: (row) => row[`rank${rank}`], cell: rankShare(rank), isNumber: true }));
  const seats = [{ title: "Players", value: (row) => row.players }, { title: "Seat", value: ({ seat }) => seat }, ...ranks, GAMES];
  const turns = of("turns").map(({ won, turns, games }) => ({ result: won ? "won" : "not won", turns, end: turns + 10, games }));
  const answers = shown.worst_answer != null && note(`Its answers took ${shown.mean_answer.toFixed(3)} s on average and ${shown.worst_answer.toFixed(2)} s at most.`);
  return [
    element("h1", {}, star(shown.player), element("bdi", {}, shown.name)),
    note("Notation: ", element("bdi", {}, shown.notation), `. First game: ${moment(shown.first)}.`),
    note(link({ tab: "games", one: shown.player, other: "" }, "Its games"), " · ", link({ tab: "history", bot: shown.bot }, "Its versions")),
    note(`Elo: ${rating(sums)}; opponents beaten: ${score(sums)}, in ${formatWhole(sums.games)} games.`),
    answers,
    shown.faults > 0 && note(`${formatWhole(shown.faults)} faults, the last one: `, element("bdi", {}, shown.last_fault)),
    table("grid", "Opponents beaten, by number of players and size of board", [counts, column(["", "any size"]), ...SIZES.map(column)], grid, 0),
    table("seats", "Ranks, by number of players and seat", seats, of("ranks"), 0),
    chart("turns", "Length of its games", turns),
    table("opponents", "Opponents", AHEAD, view("pairs").filter((pair) => pair.player === shown.player), 2),
  ];
}

function result(row) {
  return row ? [score(row), element("br"), `${formatWhole(row.games)} games`, row.elo == null ? "" : `, Elo ${rating(row)}`] : "–";
}

// The page

function draw() {
  const { tab, track, theme } = state();
  const [title, content] = Object.hasOwn(TABS, tab ?? "") ? TABS[tab] : TABS.leaderboard;
  const isLight = theme ? theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.style.colorScheme = isLight ? "light" : "dark";
  document.title = `${title} · The league`;
  const focused = document.activeElement?.id;
  const tabs = Object.entries(TABS).slice(0, -1).map(([name, [text]]) => element("a", { href: address({ tab: name }), "aria-current": text === title && "page" }, text));
  const turn = link({ theme: isLight ? "dark" : "light" }, isLight ? "Dark" : "Light");
  const home = season.home && element("a", { href: season.home }, "Home");
  const until = season.count ? `${formatWhole(season.count)} games of ${season.file}, until ${moment(season.last)}.` : `No game is stored in ${season.file} yet.`;
  const renewal = season.every > 0 && ` The page loads itself again every ${season.every} seconds.`;
  const followed = overall.get(Number(track));
  const tracked = followed && [" Tracked: ", named(followed.player), ` Elo ${rating(followed)} ★`];
  const head = tab === "player" ? null : element("h1", {}, title);
  document.getElementById("league").replaceChildren(
    element("header", {}, home, element("nav", { "aria-label": "Tabs" }, tabs), turn),
    element("p", { class: "status" }, until, renewal, tracked),
    element("main", {}, head, season.count ? content() : []),
  );
  document.getElementById(focused)?.focus();
}

/** Load the page again, but not while the reader is choosing something. */
function reload() {
  if (document.activeElement?.matches("input, select")) setTimeout(reload, 1000);
  else location.reload();
}

addEventListener("hashchange", draw);
draw();
if (season.every) setTimeout(reload, 1000 * season.every);
