// The turns worth watching: first contacts, walls, fights, what decided, eliminations, faults, the end.

import { decision } from "./course.js";
import { nameOf, shown } from "./labels.js";
import { elimination, order } from "./ranking.js";
import { how } from "./standings.js";

const FIGHTS = 3; // that are named
const APART = 10; // turns within which fights are one
const LASTING = 2; // turns before and after a fight's worst that are counted with it

/**
 * What happens: on the frame that shows it, of one of KINDS, about whom, and where, when there is one place.
 * @typedef {{turn: number, kind: string, text: string, players: number[], square: number|null}} Happening
 */

/**
 * How each kind is called and drawn: the sign tells them apart without colour. The last of them matters most: where
 * several happen on one turn, its sign stands on the scrub bar.
 */
export const KINDS = {
  contact: { title: "First contact", sign: "◆" },
  wall: { title: "Way open", sign: "▼" },
  fight: { title: "Big fight", sign: "✱" },
  decided: { title: "Decided", sign: "★" },
  out: { title: "Eliminated", sign: "✕" },
  end: { title: "End", sign: "■" },
  fault: { title: "Fault", sign: "!" },
};

/**
 * The story of a game, in its order.
 * @param {import("./events.js").Report} report  of the whole game
 * @returns {Happening[]}
 */
export function story(game, report) {
  const all = [contacts, walls, fights, decision, faults, eliminations, end].flatMap((find) => find(game, report));
  return all.sort((a, b) => a.turn - b.turn);
}

function contacts(game, report) {
  return report.contacts.map(({ turn, players, square }) => {
    const text = `${players.map((player) => nameOf(game, player)).join(" and ")} touch for the first time`;
    return { turn: turn + 1, kind: "contact", text, players, square };
  });
}

function walls(game, { wall_openings: openings }) {
  return openings.flatMap((values, seat) => {
    const turn = values.findIndex((count) => count > 0);
    const text = `${nameOf(game, seat + 1)} takes a neutral square that lay between the players`;
    return turn < 0 ? [] : [{ turn: turn + 1, kind: "wall", text, players: [seat + 1], square: null }];
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
    const losses = hit.map(({ player, share }) => `${nameOf(game, player)} ${shown(share)}`).join(", ");
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
  return ejections.map(({ turn, player }) => {
    const text = `${nameOf(game, player)} is ejected: its program failed or took too long`;
    return { turn: turn + 1, kind: "fault", text, players: [player], square: null };
  });
}

function eliminations(game, { ejections }) {
  return game.players.flatMap((_, i) => {
    const turn = elimination(game, i + 1);
    if (turn === null || ejections.some(({ player }) => player === i + 1)) return [];
    return [{ turn, kind: "out", text: `${nameOf(game, i + 1)} is eliminated`, players: [i + 1], square: null }];
  });
}

function end(game, { ejections }) {
  const last = game.frames - 1;
  const [winner] = order(game, last);
  return [{ turn: last, kind: "end", text: `${nameOf(game, winner)} ${how(game, ejections)}`, players: [winner], square: null }];
}
