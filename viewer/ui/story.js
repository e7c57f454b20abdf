// The turns worth watching, from first contacts to the end; who won and how; and the standings.

import { button, colourOf, element, panel, swatch, table, view } from "./dom.js";
import { formatNumber, nameOf, playerTag, squares } from "./words.js";
import { Events } from "../core/events.js";
import { neighbours, onFrame, placeOf } from "../core/planes.js";
import { elimination, order, territoryOf } from "../core/ranking.js";
import { nextPaint } from "../files/browser.js";

const OWNED = ["territory", "production", "strength"]; // what being ahead is measured by
const CLEAR = 4; // points of a hundred by which a lead is one
const STRETCH = 15; // turns within which one fight or one raid is over

/** The first frame on which squares of two players are at most two steps apart; 0 where none ever are. */
export function firstContact(game) {
  const around = neighbours(game);
  const reach = Array.from(game.production, (_, c) => around.subarray(5 * c, 5 * c + 5));
  const frames = Array.from({ length: game.frames }, (_, frame) => onFrame(game, "owner", frame));
  const meets = (owner, who) => (next) => reach[next].some((other) => owner[other] > 0 && owner[other] !== who);
  const isContact = (owner) => owner.some((who, square) => who > 0 && reach[square].some(meets(owner, who)));
  return Math.max(frames.findIndex(isContact), 0);
}

/** What decided: an ejection before anybody led for good, or the lead that was never lost. Nothing for a close game. */
function decision(game, report) {
  if (game.players.length < 2 || game.frames < 2) return [];
  const [winner, second] = order(game, game.frames - 1);
  const ahead = sharesOf(report);
  const by = Array.from(ahead[winner - 1], (share, frame) => share - ahead[second - 1][frame]);
  const behind = by.findLastIndex((points) => points < CLEAR);
  const good = behind + 1; // the first frame of the lead that lasts
  if (good >= game.frames) return [];
  const ejected = report.ejections.find(({ player }) => player === second);
  if (ejected && good > ejected.turn - STRETCH) {
    const text = `${nameOf(game, second)} is ejected`;
    return [{ turn: ejected.turn + 1, kind: "decided", text, players: [second] }];
  }
  const text = `${nameOf(game, winner)} stays ahead of ${nameOf(game, second)} from here on, squares, production and strength taken together`;
  return [{ turn: good, kind: "decided", text, players: [winner] }];
}

/** Each player's mean share of all players' territory, production and strength, in %, by frame. */
function sharesOf(report) {
  const means = report.territory.map((values) => new Float64Array(values.length));
  for (let frame = 0; frame < report.territory[0].length; frame++) {
    for (const key of OWNED) {
      const all = report[key].reduce((sum, values) => sum + values[frame], 0);
      means.forEach((values, seat) => (values[frame] += (100 * (all ? report[key][seat][frame] / all : 0)) / OWNED.length));
    }
  }
  return means;
}

const FIGHTS = 3; // that are named
const APART = 10; // turns within which fights are one
const LASTING = 2; // turns before and after a fight's worst that are counted with it

/**
 * What happens: on the frame that shows it, of one of KINDS, about whom, and where, when there is one place.
 * @typedef {{turn: number, kind: string, text: string, players: number[], square?: number}} Happening
 */

// How each kind is called and drawn: the sign tells them apart without colour.
const KINDS = {
  contact: { title: "First contact", sign: "◆" },
  fight: { title: "Big fight", sign: "✱" },
  decided: { title: "Decided", sign: "★" },
  out: { title: "Eliminated", sign: "✕" },
  end: { title: "End", sign: "■" },
  fault: { title: "Fault", sign: "!" },
};

/** The story of a game, in its order. @param {import("../core/events.js").Events} report  of the whole game */
export function story(game, report) {
  const all = [contacts, fights, decision, faults, eliminations, end].flatMap((find) => find(game, report));
  return all.sort((a, b) => a.turn - b.turn);
}

function contacts(game, report) {
  return report.contacts.map(({ turn, players, square }) => {
    const names = players.map((player) => nameOf(game, player));
    return { turn: turn + 1, kind: "contact", text: `${names.join(" and ")} touch for the first time`, players, square };
  });
}

/** The turns on which most was destroyed, no two of them in one fight. */
function fights(game, { damage_taken: damage, hottest }) {
  const lost = Array.from(hottest, (_, turn) => total(damage, turn, turn));
  const worst = lost.map((_, turn) => turn).sort((a, b) => lost[b] - lost[a] || a - b);
  const chosen = [];
  for (const turn of worst) {
    if (chosen.length === FIGHTS || lost[turn] === 0) break;
    if (chosen.every((other) => Math.abs(other - turn) >= APART)) chosen.push(turn);
  }
  return chosen.map((turn) => {
    const around = [Math.max(turn - LASTING, 0), Math.min(turn + LASTING, lost.length - 1)];
    const shares = damage.map((values, seat) => ({ player: seat + 1, share: total([values], ...around) }));
    const hit = shares.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
    const losses = hit.map(({ player, share }) => `${nameOf(game, player)} ${formatNumber(share)}`).join(", ");
    const text = `strength lost within ${around[1] - around[0] + 1} turns: ${losses}`;
    return { turn: turn + 1, kind: "fight", text, players: hit.map(({ player }) => player), square: hottest[turn] };
  });
}

function total(planes, from, to) {
  let sum = 0;
  for (const values of planes) for (let turn = from; turn <= to; turn++) sum += values[turn];
  return sum;
}

function faults(game, { ejections }) {
  const text = (player) => `${nameOf(game, player)} is ejected: its program failed or took too long`;
  return ejections.map(({ turn, player }) => ({ turn: turn + 1, kind: "fault", text: text(player), players: [player] }));
}

function eliminations(game, { ejections }) {
  return game.players.flatMap((_, i) => {
    const turn = elimination(game, i + 1);
    if (turn === null || ejections.some(({ player }) => player === i + 1)) return [];
    return [{ turn, kind: "out", text: `${nameOf(game, i + 1)} is eliminated`, players: [i + 1] }];
  });
}

function end(game, { ejections }) {
  const turn = game.frames - 1;
  const [winner] = order(game, turn);
  return [{ turn, kind: "end", text: `${nameOf(game, winner)} ${how(game, ejections)}`, players: [winner] }];
}

// The story beside the board and along the scrub bar, and the keys that jump through it.

/** Counts what happened in another game once it is on screen, and finds its story. */
async function tell(session) {
  const { game } = session;
  await nextPaint();
  if (!game || session.game !== game) return;
  session.events = new Events(game);
  session.story = story(game, session.events);
  session.tell("events");
}

/** The list; the happening that is shown or was last is marked. */
export function makeStory(session) {
  session.on("replay", () => tell(session));
  return view(session, ["events", "turn"], () => {
    const now = session.story.findLast(({ turn }) => turn <= session.turn);
    const items = session.story.map((happening) => item(session, happening, happening === now));
    const hint = element("p", { class: "muted hint", hidden: items.length > 0 }, "being looked for …");
    return panel("story", "Story", hint, element("ol", { class: "happenings" }, items));
  });
}

function item(session, happening, isNow) {
  const { turn, kind, text, players } = happening;
  const { title, sign } = KINDS[kind];
  const words = [
    element("span", { class: "muted turn-of" }, `${turn}`),
    element("span", { class: `sign ${kind}`, "aria-hidden": "true" }, sign),
    element("span", {}, element("strong", {}, `${title}: `), ...players.map((one) => swatch(colourOf(one))), ` ${text}`),
  ];
  return element("li", { class: isNow && "now" }, button(words, () => goTo(session, happening)));
}

/** A tick above the scrub bar for each happening. The list says the same to keyboards and screen readers. */
export function makeMarkers(session) {
  const tick = (happening) => {
    const { turn, kind, text } = happening;
    const [title, style] = [`turn ${turn} · ${KINDS[kind].title}: ${text}`, `--at: ${turn / (session.lastTurn || 1)}`];
    return element("span", { class: "tick", style, title, onclick: () => goTo(session, happening) });
  };
  return view(session, ["events"], () => element("div", { class: "markers", "aria-hidden": "true" }, session.story.map(tick)));
}

/** To the next happening (direction 1), or the one before (-1). */
export function jump(session, direction) {
  const next = beside(session.story, ({ turn }) => turn - session.time, direction);
  if (next) goTo(session, next);
}

/** The nearest of a list in time order that lies ahead (direction 1) or behind (-1) by the distance that `far` gives. */
export function beside(list, far, direction) {
  return list.filter((each) => Math.sign(far(each)) === direction).at(direction > 0 ? 0 : -1);
}

function goTo(session, { turn, square = null }) {
  session.goTo(turn, square === null ? null : placeOf(square, session.game));
}

// Who won and how, and the standings on every turn.

/** One line at the top of the page. */
export function makeResult(session) {
  return view(session, ["replay", "events"], () => {
    const { game, events } = session;
    if (!game || game.frames === 1) return element("p", { class: "result", hidden: true }); // a single frame is a position
    const [winner] = order(game, game.frames - 1);
    return element("p", { class: "result" }, playerTag(game, winner), element("span", {}, how(game, events?.ejections)));
  });
}

/** How the best player came first, as the rest of a sentence that begins with its name; without `ejections` these are not known yet. */
function how(game, ejections) {
  const last = game.frames - 1;
  const [winner, second] = order(game, last);
  if (second === undefined) return `plays alone for ${last} turns`;
  const [out, gone] = [winner, second].map((player) => elimination(game, player));
  if (out !== null && out !== gone) return `lives longest: the last squares are lost on turn ${out}`;
  const isEjected = ejections?.some(({ player }) => player === second);
  if (gone !== null && out === null) return `wins on turn ${gone}, when ${nameOf(game, second)} is ${isEjected ? "ejected" : ejections ? "eliminated" : "out"}`;
  const [most, less] = [winner, second].map((player) => territoryOf(game)[last][player - 1]);
  const squaresOf = `with ${squares(most)}, ${nameOf(game, second)} has ${formatNumber(less)}`;
  return `wins on turn ${last} ${most > less ? squaresOf : `after a tie with ${nameOf(game, second)}`}`;
}

/** Every player as it stands on the frame that is shown, the best first. */
export function makeStandings(session) {
  return view(session, ["replay", "turn"], () => {
    const words = ["place, player", "squares", "production", "strength"];
    return panel("standings", "Standings", table(words, session.game ? standings(session) : []));
  });
}

function standings({ game, turn }) {
  const sums = totals(game, turn);
  return order(game, turn).map((player, i) => {
    const who = element("span", {}, element("span", { class: "muted place" }, `${i + 1} `), playerTag(game, player));
    const isOut = !sums[player][0];
    return [who, ...(isOut ? ["out", "on turn", `${elimination(game, player)}`] : sums[player].map((sum) => formatNumber(sum)))];
  });
}

/** [squares, production, strength] by owner, 0 = neutral. */
function totals(game, turn) {
  const area = game.width * game.height;
  const sums = Array.from({ length: game.players.length + 1 }, () => [0, 0, 0]);
  for (let c = 0; c < area; c++) {
    const sum = sums[game.owner[turn * area + c]];
    sum[0] += 1;
    sum[1] += game.production[c];
    sum[2] += game.strength[turn * area + c];
  }
  return sums;
}
