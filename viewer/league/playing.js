// Games that no recording was kept of, as links to the page that plays them again.

import { gamePairs } from "../lab/game_link.js";
import { element } from "../page/dom.js";
import { addressOf } from "../page/link.js";

const BOARD = "board.html"; // beside this page, in an export

/**
 * The link of a game; null where the page would play another one, and where there is no such page.
 * @param {{width: number, height: number, seed: number, rules: string, players: number[]}} game  players by their seats
 */
export function playLink({ width, height, seed, rules, players }, text) {
  const playable = window.league.summary.playable;
  const notations = players.map((player) => playable?.players[player]);
  if (playable?.rules !== rules || notations.includes(undefined)) return null;
  const href = BOARD + addressOf(gamePairs({ width, height, seed, players: notations.map((notation) => ({ notation })) }));
  return element("a", { href, title: "your browser plays it again, move for move" }, text);
}
