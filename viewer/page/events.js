// What happened on every turn, in exact strength units: the twin of experiments/recordings/events, held to it by golden numbers.

import { withoutEjected } from "./ejections.js";
import { fought, hottest } from "./fights.js";
import { inReach, moved } from "./forces.js";
import { neighbours } from "./frames.js";

/**
 * The measures of the graphs, in their order. Those "of the frame" have T entries a player, the others T - 1: entry t
 * belongs to the turn from frame t to frame t + 1.
 */
export const MEASURES = [
  { key: "territory", title: "Territory", unit: "squares", isOfFrame: true },
  { key: "production", title: "Production", unit: "strength a turn", isOfFrame: true },
  { key: "strength", title: "Strength", unit: "strength", isOfFrame: true },
  { key: "realised_production", title: "Realised production", unit: "strength a turn" },
  { key: "neutral_damage", title: "Neutral damage", unit: "strength a turn" },
  { key: "cap_loss", title: "Cap loss", unit: "strength a turn" },
  { key: "damage_taken", title: "Damage taken", unit: "strength a turn" },
  { key: "overkill", title: "Overkill dealt", unit: "strength a turn" },
];

/**
 * The counts so far, as plain data: a worker can send it.
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
  /** @param {import("./replay.js").Replay} game  its name is not needed */
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
    const fight = fought(ground, pieces);
    game.players.forEach((_, seat) => {
      this.realised_production[seat][turn] = pieces.gained[seat];
      this.cap_loss[seat][turn] = pieces.wasted[seat];
      this.neutral_damage[seat][turn] = sum(fight.toGarrison[seat]);
      this.damage_taken[seat][turn] = sum(fight.toEnemies[seat]);
      this.overkill[seat][turn] = fight.overkill[seat];
      this.wall_openings[seat][turn] = openings(game, ground, turn, owner, pieces, seat);
    });
    this.hottest[turn] = hottest(fight.toEnemies);
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

function sum(plane) {
  let total = 0;
  for (const value of plane) total += value;
  return total;
}
