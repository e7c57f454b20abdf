// The pieces of a turn after all moved and merged, and what lies within the reach of a square.

import { STEPS } from "./directions.js";

const CAP = 255;

/** For every square the five within its reach, itself first: 5 * H * W square numbers. */
export function neighbours({ width, height }) {
  const around = new Int32Array(5 * width * height);
  for (let c = 0; c < width * height; c++) {
    const [x, y] = [c % width, Math.floor(c / width)];
    STEPS.forEach(([dx, dy], i) => {
      around[5 * c + i] = ((y + dy + height) % height) * width + ((x + dx + width) % width);
    });
  }
  return around;
}

/** Moves and merges: each player's piece on every square, and what production and the cap did meanwhile. */
export function moved(game, ground, turn, owner) {
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

/** The sum of several planes, square by square. */
export function summed(planes, area) {
  const total = new Float64Array(area);
  for (const plane of planes) for (let c = 0; c < area; c++) total[c] += plane[c];
  return total;
}

/** What a plane holds on the five squares within the reach of c. */
export function inReach(ground, c, plane) {
  const i = 5 * c;
  return plane[c] + plane[ground[i + 1]] + plane[ground[i + 2]] + plane[ground[i + 3]] + plane[ground[i + 4]];
}
