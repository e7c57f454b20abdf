// What happened on every turn, in exact strength units: as experiments/recordings/events counts it, held to it by golden numbers.

import { isAlive, neighbours, onFrame } from "./planes.js";
import { compare } from "./ranking.js";

const CAP = 255;

/**
 * The measures of the graphs, in their order. Those "of the frame" have T entries a player, the others T - 1: entry t
 * belongs to the turn from frame t to frame t + 1.
 */
export const MEASURES = [
  { key: "territory", title: "Land", unit: "squares", isOfFrame: true },
  { key: "production", title: "Production", unit: "strength a turn", isOfFrame: true },
  { key: "strength", title: "Strength", unit: "strength", isOfFrame: true },
  { key: "damage_taken", title: "Losses to enemies", unit: "strength a turn" },
];

/**
 * The counts so far.
 * @typedef {object} Report  beside the measures, each a list per player of numbers per frame or turn:
 * @property {number} done          turns counted
 * @property {boolean} isComplete
 * @property {Float64Array[]} wall_openings  walls that each player helped to break, per turn
 * @property {Int32Array} hottest   the square on which most strength was destroyed by enemies, per turn; -1 for none
 * @property {{turn: number, players: [number, number], square: number}[]} contacts  where pairs first touched
 * @property {{turn: number, player: number}[]} ejections  who was ejected on a turn
 */

/** All measures of one game, computed turn by turn; `done` says how many turns are. */
export class Events {
  /** @param {import("./replay.js").Replay} game */
  constructor(game) {
    this.game = game;
    this.done = 0;
    this.ground = neighbours(game);
    const series = (length) => game.players.map(() => new Float64Array(length));
    for (const { key, isOfFrame } of MEASURES) this[key] = series(isOfFrame ? game.frames : game.frames - 1);
    this.wall_openings = series(game.frames - 1);
    this.hottest = new Int32Array(game.frames - 1);
    this.contacts = [];
    this.ejections = [];
    this.countFrame(0);
  }

  /** @returns {Report} */
  get report() {
    const { done, isComplete, wall_openings, hottest, contacts, ejections } = this;
    const measures = Object.fromEntries(MEASURES.map(({ key }) => [key, this[key]]));
    return { done, isComplete, wall_openings, hottest, contacts, ejections, ...measures };
  }

  get isComplete() {
    return this.done === this.game.frames - 1;
  }

  /** Continues for about this many milliseconds. */
  work(milliseconds) {
    const end = performance.now() + milliseconds;
    while (!this.isComplete && performance.now() < end) {
      this.countFrame(this.done + 1);
      this.countTurn(this.done);
      this.done += 1;
    }
  }

  countFrame(frame) {
    const { game } = this;
    const area = game.production.length;
    for (let c = 0; c < area; c++) {
      const seat = game.owner[frame * area + c] - 1;
      if (seat < 0) continue;
      this.territory[seat][frame] += 1;
      this.production[seat][frame] += game.production[c];
      this.strength[seat][frame] += game.strength[frame * area + c];
    }
  }

  countTurn(turn) {
    const { game, ground } = this;
    const { owner, ejected } = withoutEjected(game, ground, turn);
    const pieces = moved(game, ground, turn, owner);
    const losses = lossesToEnemies(ground, pieces);
    game.players.forEach((_, seat) => {
      this.damage_taken[seat][turn] = losses[seat].reduce((sum, lost) => sum + lost, 0);
      this.wall_openings[seat][turn] = openings(game, ground, turn, owner, pieces, seat);
    });
    this.hottest[turn] = hottest(losses);
    this.ejections.push(...ejected.map((player) => ({ turn, player })));
    this.findContacts(turn, pieces);
  }

  /** Notes the pairs of players whose pieces stand on or beside one another for the first time. */
  findContacts(turn, { present }) {
    for (let one = 0; one < present.length; one++) {
      for (let other = one + 1; other < present.length; other++) {
        if (this.contacts.some(({ players: [a, b] }) => a === one + 1 && b === other + 1)) continue;
        const square = present[one].findIndex((is, c) => is && inReach(this.ground, c, present[other]) > 0);
        if (square >= 0) this.contacts.push({ turn, players: [one + 1, other + 1], square });
      }
    }
  }
}

/** Moves and merges: each player's piece on every square, where it is present, and the strength of neutral squares. */
function moved(game, ground, turn, owner) {
  const area = owner.length;
  const frame = turn * area;
  const [force, present] = [Int32Array, Uint8Array].map((Kind) => game.players.map(() => new Kind(area)));
  const garrison = new Int32Array(area);
  for (let c = 0; c < area; c++) {
    const strength = game.strength[frame + c];
    const seat = owner[c] - 1;
    if (seat < 0) {
      garrison[c] = strength;
      continue;
    }
    const move = game.moves[frame + c];
    const goal = move <= 4 ? ground[5 * c + move] : c;
    present[seat][c] = present[seat][goal] = 1; // a square that was left keeps a piece of strength 0
    force[seat][goal] = Math.min(force[seat][goal] + Math.min(strength + (move === 0 ? game.production[c] : 0), CAP), CAP);
  }
  return { force, present, garrison };
}

function summed(planes, area) {
  const total = new Float64Array(area);
  for (const plane of planes) for (let c = 0; c < area; c++) total[c] += plane[c];
  return total;
}

/** What a plane holds on the five squares within the reach of c. */
function inReach(ground, c, plane) {
  const i = 5 * c;
  return plane[c] + plane[ground[i + 1]] + plane[ground[i + 2]] + plane[ground[i + 3]] + plane[ground[i + 4]];
}

/** By player what enemies destroyed on each square: the garrison takes its part of a piece first. */
function lossesToEnemies(ground, { force, garrison }) {
  const area = garrison.length;
  const all = summed(force, area);
  return force.map((plane) => {
    const lost = new Int32Array(area);
    for (let c = 0; c < area; c++) {
      const left = plane[c] - Math.min(plane[c], garrison[c]);
      if (left > 0) lost[c] = Math.min(left, inReach(ground, c, all) - inReach(ground, c, plane));
    }
    return lost;
  });
}

/** The square on which enemies destroyed most, -1 where they destroyed nothing. */
function hottest(losses) {
  const all = summed(losses, losses[0].length);
  let best = -1;
  for (let c = 0; c < all.length; c++) if (all[c] > (all[best] ?? 0)) best = c;
  return best;
}

/**
 * The owners before a turn, with the squares of those ejected on it neutral, and who these are. A replay does not say who was: of the
 * players that lost their last square, the smallest set whose ejection explains the next frame.
 */
function withoutEjected(game, ground, turn) {
  const owner = onFrame(game, "owner", turn);
  const players = game.players.map((_, i) => i + 1);
  const gone = players.filter((player) => isAlive(game, player, turn) && !isAlive(game, player, turn + 1));
  for (const suspects of gone.length ? subsets(gone) : []) {
    const rest = owner.map((player) => (suspects.includes(player) ? 0 : player));
    if (explains(game, ground, turn, rest)) return { owner: rest, ejected: suspects };
  }
  return { owner, ejected: [] };
}

/** All subsets, the smallest first, those of one size in the order of their members. */
function subsets(members) {
  const all = members.reduce((sets, member) => [...sets, ...sets.map((set) => [...set, member])], [[]]);
  return all.sort((a, b) => a.length - b.length || compare(a, b));
}

/** Whether the rules lead from these owners to the next frame. */
function explains(game, ground, turn, owner) {
  const area = owner.length;
  const pieces = moved(game, ground, turn, owner);
  const [allForce, allPresent] = [summed(pieces.force, area), summed(pieces.present, area)];
  for (let c = 0; c < area; c++) {
    const { owner: player, strength } = settled(ground, pieces, allForce, allPresent, c);
    const next = (turn + 1) * area + c;
    if (player !== game.owner[next] || strength !== game.strength[next]) return false;
  }
  return true;
}

/** The owner of a square after the fight: the survivor, or neutral with the rest of the garrison. */
function settled(ground, { force, present, garrison }, allForce, allPresent, c) {
  const result = { owner: 0, strength: Math.max(garrison[c] - allForce[c], 0) };
  force.forEach((plane, seat) => {
    if (!present[seat][c]) return;
    const damage = inReach(ground, c, allForce) - inReach(ground, c, plane) + garrison[c];
    const isTouched = garrison[c] > 0 || inReach(ground, c, allPresent) > inReach(ground, c, present[seat]);
    if (!isTouched || damage < plane[c]) Object.assign(result, { owner: seat + 1, strength: plane[c] - damage });
  });
  return result;
}

/**
 * Walls that a player helped to break on a turn. A wall holds strength and stands between two players: it touches
 * another player's square, or an empty that does. Every player that moved strength onto it as it broke has opened it.
 */
function openings(game, ground, turn, owner, { force, garrison }, seat) {
  const area = owner.length;
  const [frame, next] = [turn * area, (turn + 1) * area];
  const around = (c) => [1, 2, 3, 4].map((i) => ground[5 * c + i]);
  const isOther = (c) => owner[c] > 0 && owner[c] !== seat + 1;
  const isEmpty = (c) => owner[c] === 0 && game.strength[frame + c] === 0;
  const touches = (c) => around(c).some((n) => isOther(n) || (isEmpty(n) && around(n).some(isOther)));
  let opened = 0;
  for (let c = 0; c < area; c++) {
    if (garrison[c] === 0 || force[seat][c] === 0) continue;
    const isBroken = game.owner[next + c] > 0 || game.strength[next + c] === 0;
    if (isBroken && touches(c)) opened += 1;
  }
  return opened;
}
