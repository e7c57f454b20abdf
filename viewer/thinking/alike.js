// The question about the game on the board, asked about another one as well.

import { Asking } from "./asking.js";
import { PageService } from "./page_service.js";

/**
 * Asks about another session's game whatever is asked about the first one's, in workers of its own.
 * @param {AbortSignal} signal  ends it
 * @returns {Asking}
 */
export function askAlike(asking, session, signal) {
  const alike = new Asking(session, new PageService(asking.service.kernels), asking.known, () => asking.own);
  const follow = () => alike.put(asking.player, asking.preset, asking.changes);
  alike.isOn = false; // setGame asks nothing yet: the question follows
  alike.service.open(session.game);
  alike.setGame("the other game");
  alike.isOn = true;
  follow();
  asking.addEventListener("question", follow, { signal });
  signal.addEventListener("abort", () => {
    alike.isOn = false;
    alike.service.open(null); // its workers end
  });
  return alike;
}
