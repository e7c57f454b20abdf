// The moves that the champion's search changed: the greedy move and the played one, as arrows.

import { nameOf, shown } from "./labels.js";
import { hasCouncil, shares, stance } from "./search.js";
import { arrow, box, strokeOnHeat } from "./strokes.js";

/** The squares that the search moved differently: the greedy move dashed, the one that is played bold. */
export const SEARCH = {
  key: "search",
  label: "Search",
  tip: "What the search changed: the greedy move (dashed) and the one that is played",
  needs: "thought",
  isOffered: ({ explanation: { header } }) => header.parameters.combat_search > 0,
  isReady: ({ thought }) => Boolean(thought?.search),
  silence({ explanation: { searching, unsearched }, turn }) {
    if (searching.has(turn)) return "the search is being computed …";
    return unsearched.has(turn) ? "the search was not answered: these are greedy moves" : "no search ran on this turn";
  },
  draw(scene) {
    const { ctx, scale, colours } = scene;
    drawMoves(scene, "chosen", () => strokeOnHeat(scene, Math.max(2, scale * 0.09)));
    const dash = Math.max(2, scale * 0.08);
    ctx.setLineDash([dash, dash]);
    drawMoves(scene, "greedy", () => {
      ctx.strokeStyle = colours.differs;
      ctx.lineWidth = Math.max(1.5, scale * 0.06);
      ctx.stroke();
    });
    ctx.setLineDash([]);
  },
  told({ thought }, c) {
    const change = thought.search.changes.get(c);
    return change ? "changed" : "as the greedy move";
  },
  legend(session, colours) {
    const { thought, game } = session;
    const { changes, gain, tried, free, models, beliefs, war } = thought.search;
    const name = (player) => nameOf(game, player);
    const squares = free === 1 ? "square" : "squares";
    const move = free === 1 || changes.size === 1 ? "moves" : "move";
    const found = `${changes.size} of ${free} ${squares} ${move} differently`;
    const summary = `${found}, worth ${shown(gain)} strength; ${shown(tried)} changes tried`;
    return [
      { line: "currentColor", text: "what is played; a frame: stays" },
      { line: colours.differs, isDashed: true, text: "the greedy move" },
      { text: free ? summary : "no enemy is near: the greedy moves are played" },
      ...beliefs.map((belief) => ({ text: `${name(belief.player)} is taken for ${shares(belief, models)}` })),
      ...(hasCouncil(session) ? [{ text: stance(war, name) }] : []),
    ];
  },
};

/** One arrow for every changed square, or a frame for one that stays. */
function drawMoves(scene, which, stroke) {
  const { ctx, thought } = scene;
  ctx.beginPath();
  scene.each((square, left, top) => {
    const change = thought.search.changes.get(square);
    if (!change) return;
    if (change[which]) arrow(scene, left, top, change[which]);
    else box(scene, left, top, 0.14);
  });
  stroke();
}
