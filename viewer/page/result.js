// The banner that says how the game ended.

import { element } from "./dom.js";
import { nameOf, shown, squares } from "./labels.js";
import { playerTag } from "./players.js";
import { elimination, order, squaresOf } from "./ranking.js";

/** One line at the top of the page. */
export function makeResult(session) {
  const banner = element("p", { class: "result", hidden: true });
  session.on("replay", () => {
    const { game } = session;
    banner.hidden = !game || game.frames === 1; // a single frame is a position: it has no winner
    if (!banner.hidden) banner.replaceChildren(playerTag(game, order(game, game.frames - 1)[0]), element("span", {}, how(game)));
  });
  return banner;
}

/** How the best player came first, as the rest of a sentence that begins with its name. */
export function how(game) {
  const last = game.frames - 1;
  const [winner, second] = order(game, last);
  if (second === undefined) return `plays alone for ${last} turns`;
  if (elimination(game, winner) !== null) return `lives longest: the last squares are lost on turn ${last}`;
  const out = elimination(game, second);
  if (out !== null) return `wins on turn ${out}, when ${nameOf(game, second)} is eliminated`;
  const [most, less] = [winner, second].map((player) => squaresOf(game, player, last));
  if (most === less) return `wins on turn ${last}: as many squares as ${nameOf(game, second)}, but more over the game`;
  return `wins on turn ${last} with ${squares(most)}, ${nameOf(game, second)} has ${shown(less)}`;
}
