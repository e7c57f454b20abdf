// Who was ejected on a turn, worked out from the frames around it.

import { inReach, moved, summed } from "./forces.js";
import { isAlive, onFrame } from "./frames.js";
import { compare } from "./ranking.js";

/**
 * The owners before a turn, with the squares of those ejected on it neutral, and who these are. A replay does not say who was: of the
 * players that lost their last square, the smallest set whose ejection explains the next frame.
 */
export function withoutEjected(game, ground, turn) {
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
