// The pieces of a turn after all moved and merged, and what lies within the reach of a square.

const CAP = 255;

/** Moves and merges: each player's piece on every square, and what production and the cap did meanwhile. */
export function moved(game, ground, turn, owner) {
  const area = owner.length;
  const frame = turn * area;
  const each = (make) => game.players.map(make);
  const [force, present] = [Int32Array, Uint8Array].map((Kind) => each(() => new Kind(area)));
  const [gained, wasted] = [each(() => 0), each(() => 0)];
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

function capped(plane) {
  let lost = 0;
  for (let c = 0; c < plane.length; c++) {
    if (plane[c] <= CAP) continue;
    lost += plane[c] - CAP;
    plane[c] = CAP;
  }
  return lost;
}

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
