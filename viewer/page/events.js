// What happened on every turn, in exact strength units: the twin of experiments/recordings/events, held to it by golden numbers.

const CAP = 255;
const REACH = [
  [0, 0],
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

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
 *
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

/** The square on which enemies destroyed most, -1 where they destroyed nothing. */
function hottest(toEnemies) {
  const all = summed(toEnemies, toEnemies[0].length);
  let best = -1;
  for (let c = 0; c < all.length; c++) if (all[c] > (all[best] ?? 0)) best = c;
  return best;
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

/** For every square the five within its reach, itself first: 5 * H * W square numbers. */
function neighbours({ width, height }) {
  const around = new Int32Array(5 * width * height);
  for (let c = 0; c < width * height; c++) {
    const [x, y] = [c % width, Math.floor(c / width)];
    REACH.forEach(([dx, dy], i) => {
      around[5 * c + i] = ((y + dy + height) % height) * width + ((x + dx + width) % width);
    });
  }
  return around;
}

/** Moves and merges: each player's piece on every square, and what production and the cap did meanwhile. */
function moved(game, ground, turn, owner) {
  const area = owner.length;
  const frame = turn * area;
  const planes = (Kind) => game.players.map(() => new Kind(area));
  const [force, present, gained, wasted] = [
    planes(Int32Array),
    planes(Uint8Array),
    game.players.map(() => 0),
    game.players.map(() => 0),
  ];
  const garrison = new Int32Array(area);
  for (let c = 0; c < area; c++) {
    const strength = game.strength[frame + c];
    const seat = owner[c] - 1;
    if (seat < 0) {
      garrison[c] = strength;
      continue;
    }
    const move = game.moves[frame + c];
    const grown = move === 0 ? game.production[c] : 0;
    const goal = move <= 4 ? ground[5 * c + move] : c;
    gained[seat] += grown;
    wasted[seat] += Math.max(strength + grown - CAP, 0);
    present[seat][c] = present[seat][goal] = 1; // a square that was left keeps a piece of strength 0
    force[seat][goal] += Math.min(strength + grown, CAP);
  }
  force.forEach((plane, seat) => (wasted[seat] += capped(plane)));
  return { force, present, garrison, gained, wasted };
}

/** Caps a plane in place and returns what was lost. */
function capped(plane) {
  let lost = 0;
  for (let c = 0; c < plane.length; c++) {
    if (plane[c] <= CAP) continue;
    lost += plane[c] - CAP;
    plane[c] = CAP;
  }
  return lost;
}

/** Shares out all losses, as experiments/recordings/events/fights.py says: the garrison first, the rest by the enemies' forces. */
function fought(ground, { force, garrison }) {
  const area = garrison.length;
  const all = summed(force, area);
  const toGarrison = force.map((plane) => plane.map((piece, c) => Math.min(piece, garrison[c])));
  const rates = force.map(() => new Float64Array(area)); // loss to enemies per point of enemy force in reach
  const toEnemies = force.map((plane, seat) => {
    const lost = new Int32Array(area);
    for (let c = 0; c < area; c++) {
      if (plane[c] <= toGarrison[seat][c]) continue;
      const damage = inReach(ground, c, all) - inReach(ground, c, plane);
      lost[c] = Math.min(plane[c] - toGarrison[seat][c], damage);
      rates[seat][c] = damage ? lost[c] / damage : 0;
    }
    return lost;
  });
  return { toGarrison, toEnemies, overkill: overkills(ground, force, rates) };
}

/** A piece of force A destroys A times the rates in its reach; what is above A is overkill. */
function overkills(ground, force, rates) {
  const all = summed(rates, rates[0].length);
  if (!all.some((rate) => rate > 0)) return force.map(() => 0);
  return force.map((plane, seat) => {
    let overkill = 0;
    for (let c = 0; c < plane.length; c++) {
      if (plane[c] === 0) continue;
      const reward = inReach(ground, c, all) - inReach(ground, c, rates[seat]);
      overkill += plane[c] * Math.max(reward - 1, 0);
    }
    return overkill;
  });
}

/**
 * The owners before a turn, with the squares of those ejected on it neutral, and who these are. A replay does not say who was: of the
 * players that lost their last square, the smallest set whose ejection explains the next frame.
 */
function withoutEjected(game, ground, turn) {
  const area = game.production.length;
  const owner = game.owner.slice(turn * area, (turn + 1) * area);
  const gone = game.players.map((_, i) => i + 1).filter((player) => vanishes(game, turn, player));
  for (const suspects of gone.length ? subsets(gone) : []) {
    const rest = owner.map((player) => (suspects.includes(player) ? 0 : player));
    if (explains(game, ground, turn, rest)) return { owner: rest, ejected: suspects };
  }
  return { owner, ejected: [] };
}

function vanishes({ owner, production }, turn, player) {
  const area = production.length;
  const next = owner.subarray((turn + 1) * area, (turn + 2) * area);
  return !next.includes(player) && owner.subarray(turn * area, (turn + 1) * area).includes(player);
}

/** All subsets, the smallest first, those of one size in the order of their members. */
function subsets(members) {
  const all = members.reduce((sets, member) => [...sets, ...sets.map((set) => [...set, member])], [[]]);
  return all.sort((a, b) => a.length - b.length || compare(a, b));
}

function compare(a, b) {
  const i = a.findIndex((member, place) => member !== b[place]);
  return i < 0 ? 0 : a[i] - b[i];
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

function summed(planes, area) {
  const total = new Float64Array(area);
  for (const plane of planes) for (let c = 0; c < area; c++) total[c] += plane[c];
  return total;
}

function inReach(ground, c, plane) {
  const i = 5 * c;
  return plane[c] + plane[ground[i + 1]] + plane[ground[i + 2]] + plane[ground[i + 3]] + plane[ground[i + 4]];
}

function sum(plane) {
  let total = 0;
  for (const value of plane) total += value;
  return total;
}
