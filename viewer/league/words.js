// Numbers and names as the pages write them.

import { colourOf, element, swatch } from "../page/dom.js";
import { percent } from "../page/labels.js";

const MINUS = "\u2212";

/** +24 or −3. */
export function signed(value, digits = 0) {
  if (value == null) return "–";
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : `${value < 0 ? MINUS : "+"}${text}`;
}

/** An interval of shares: 57.3 % (55.0 to 59.6). */
export function percents([low, value, high]) {
  return `${percent(value)} (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
}

/** An interval of Elo: +24 (+10 to +39). */
export function elos(interval) {
  if (!interval) return "–";
  const [low, value, high] = interval;
  return low === high ? signed(value) : `${signed(value)} (${signed(low)} to ${signed(high)})`; // the anchor has no interval
}

/** 65002 as 65,002. */
export function whole(number) {
  return Math.round(number).toLocaleString("en");
}

/** 1 game, 65,002 games. */
export function counted(number, one, more = `${one}s`) {
  return `${whole(number)} ${number === 1 ? one : more}`;
}

/** A moment in the reader's own time: 2026-11-22 07:15. */
export function moment(seconds) {
  const at = new Date(1000 * seconds);
  const two = (number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** 4000 s as 1:06:40. */
export function duration(seconds) {
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), (seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${Math.floor(minutes)}:${two(seconds % 60)}`;
}

/** The time of an answer: 0.4 ms, 25 ms, 1.5 s. */
export function time(seconds) {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  const digits = seconds < 0.01 ? 1 : 0;
  return `${(1000 * seconds).toFixed(digits)} ms`;
}

/** A board: 30 × 30. */
export function board({ width, height }) {
  return `${width}\u00a0×\u00a0${height}`;
}

/** A player's name, of any characters, as a link to its page. */
export function playerLink(id, name) {
  const told = window.league?.summary.players.find(([number]) => number === id)?.[3]; // its notation and signature
  return element("a", { href: `#/bot/${id}`, class: "name", title: told }, bidi(name));
}

/** Players in their finishing order, with their last squares. @param {object[]} seats  each with `seat` and `name` */
export function finish(seats, unit = "") {
  const line = ({ seat, player, name, territory, fault }) => [
    swatch(colourOf(seat)),
    playerLink(player, name),
    ` ${whole(territory)}${unit}`,
    ...(fault ? [element("span", { class: "error" }, ` ${fault}`)] : []),
  ];
  const ordered = seats.toSorted((one, other) => one.rank - other.rank);
  return element("ol", { class: "finish" }, ...ordered.map((each) => element("li", {}, ...line(each))));
}

/** A text as a link to the games of a player, against an opponent. */
export function feedLink(text, player, opponent) {
  return element("a", { href: `#/feed/${player}/${opponent}` }, text);
}

/** A line of a command with its figures whole: no line breaks beside ± or before %. */
export function tied(line) {
  return line.replace(/ ± /g, "\u00a0±\u00a0").replace(/(\d) %/g, "$1\u00a0%");
}

/** A text from outside: if it runs from right to left, the text beside it does not. Lines break before parameters. */
export function bidi(text) {
  const parts = (text || "(no name)").split(/(?=&)/).flatMap((part, i) => (i ? [element("wbr"), part] : [part]));
  return element("bdi", {}, ...parts);
}

/** A long name without its middle: parameters differ at both ends, commands of programs only at their end. */
export function brief(name, longest) {
  if (name.length <= longest) return name;
  const kept = longest - 1;
  const head = name.startsWith("cmd:") ? "cmd:".length : Math.floor(kept / 2);
  return `${name.slice(0, head)}…${name.slice(head - kept)}`;
}

/** Short names for charts, no two alike: those that only differ in the middle that was left out are numbered. */
export function distinct(names, longest) {
  const seen = new Map();
  return names.map((name) => {
    const short = brief(name, longest);
    const times = (seen.get(short) ?? 0) + 1;
    seen.set(short, times);
    return times === 1 ? short : `${brief(name, longest - 4)} (${times})`;
  });
}

/** Whether the page of a game can show it: an export has few recordings, and no server that plays others again. */
function canOpen(key) {
  const exported = window.league.summary.replays;
  return !exported || exported.includes(key);
}

/** The link that opens a game, where its row has no other text for one. */
export function watchLink(key, text = "Watch") {
  return canOpen(key) ? gameLink(key, text) : element("span", { class: "none" }, "not recorded");
}

/** The link that opens a game, at a turn; the text alone where an export has no recording of it. */
export function gameLink(key, text, turn) {
  if (!canOpen(key)) return element("span", { title: "this export has no recording of this game" }, text);
  return element("a", { href: `#/game/${key}${turn == null ? "" : `/${turn}`}` }, text);
}
