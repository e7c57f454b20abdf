// What a turn's fights destroyed, and who destroyed it.

import { inReach, summed } from "./forces.js";

/** Shares out all losses, as experiments/recordings/events/fights.py says: the garrison first, the rest by the enemies' forces. */
export function fought(ground, { force, garrison }) {
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

/** The square on which enemies destroyed most, -1 where they destroyed nothing. */
export function hottest(toEnemies) {
  const all = summed(toEnemies, toEnemies[0].length);
  let best = -1;
  for (let c = 0; c < all.length; c++) if (all[c] > (all[best] ?? 0)) best = c;
  return best;
}
