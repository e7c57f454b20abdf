// What happened on every turn, in exact strength units: as experiments/recordings/events counts it, held to it by golden numbers.

import { neighbours, onFrame } from "./planes.js";

const CAP = 255;

/**
 * The measures of the graphs, in their order. Those "of the frame" have T entries a player, the others T - 1: entry t
 * belongs to the turn from frame t to frame t + 1.
 */
export const MEASURES = [
  { key: "territory", title: "Land", unit: "squares", isOfFrame: true },
  { key: "production", title: "Production", unit: "strength a turn", isOfFrame: true },
  { key: "strength", title: "Strength", unit: "strength", isOfFrame: true },
  { key: "damage_taken", title: "Losses to enemies", unit: "strength a turn", isOfFrame: false },
];

/** What happened in one game. The measures are lists per player of numbers per frame or turn. */
export class Events {
  /** @param {import("./replay.js").Replay} game */
  constructor(game) {
    this.game = game;
    this.ground = neighbours(game);
    const series = (length) => game.players.map(() => new Float64Array(length));
    this.territory = series(game.frames);
    this.production = series(game.frames);
    this.strength = series(game.frames);
    this.damage_taken = series(game.frames - 1);
    this.hottest = new Int32Array(game.frames - 1); // the square on which enemies destroyed most strength; -1 for none
    this.contacts = []; // where pairs first touched: {turn, players: [number, number], square}
    this.ejections = []; // who was ejected on a turn: {turn, player}
    for (let frame = 0; frame < game.frames; frame++) this.countFrame(frame);
    for (let turn = 0; turn < game.frames - 1; turn++) this.countTurn(turn);
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
    const pieces = movePieces(game, ground, turn, owner);
    const losses = lossesToEnemies(ground, pieces);
    losses.forEach((each, seat) => (this.damage_taken[seat][turn] = each.reduce((sum, lost) => sum + lost, 0)));
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
function movePieces(game, ground, turn, owner) {
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

function sum(planes, area) {
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
  const all = sum(force, area);
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
  const all = sum(losses, losses[0].length);
  let best = -1;
  for (let c = 0; c < all.length; c++) if (all[c] > (all[best] ?? 0)) best = c;
  return best;
}

/**
 * The owners before a turn, with the squares of those ejected on it neutral, and who these are. A replay does not say who
 * was: of players who lost all their squares one who was ejected leaves strength behind, or squares that nobody could hit.
 */
function withoutEjected(game, ground, turn) {
  const [owner, next, left] = [onFrame(game, "owner", turn), onFrame(game, "owner", turn + 1), onFrame(game, "strength", turn + 1)];
  const near = (c) => ground.subarray(5 * c, 5 * c + 5);
  const isHit = (c) => near(c).some((beside) => near(beside).some((from) => owner[from] > 0 && owner[from] !== owner[c]));
  const isLeft = (c) => next[c] === 0 && (left[c] > 0 || !isHit(c));
  const isGone = (player) => !next.includes(player) && owner.some((who, c) => who === player && isLeft(c));
  const ejected = game.players.map((_, i) => i + 1).filter(isGone);
  return { owner: ejected.length ? owner.map((player) => (ejected.includes(player) ? 0 : player)) : owner, ejected };
}
