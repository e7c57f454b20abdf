// The course of a game: when players meet, and what decided.

import { onFrame } from "./frames.js";
import { nameOf } from "./labels.js";
import { order } from "./ranking.js";

const WITHIN_TWO = [[1, 0], [2, 0], [0, 1], [0, 2], [1, 1], [-1, 1]]; // x and y; the other half is seen from there
const OWNED = ["territory", "production", "strength"]; // what being ahead is measured by
const CLEAR = 4; // points of a hundred by which a lead is one
const STRETCH = 15; // turns within which one fight or one raid is over

/** The first frame on which squares of two players are at most two steps apart; 0 where none ever are. */
export function firstContact(game) {
  if (game.players.length < 2) return 0;
  const squares = onFrame(game, "owner", 0);
  const near = WITHIN_TWO.map((step) => Int32Array.from(squares, (_, c) => at(c, step, game)));
  for (let frame = 0; frame < game.frames; frame++) {
    const board = onFrame(game, "owner", frame);
    const meets = (mine, c) => mine > 0 && near.some((places) => board[places[c]] > 0 && board[places[c]] !== mine);
    if (board.some(meets)) return frame;
  }
  return 0;
}

function at(c, [dx, dy], { width, height }) {
  return ((Math.floor(c / width) + dy) % height) * width + (((c % width) + dx + width) % width);
}

/** What decided: an ejection before anybody led for good, or the lead that was never lost. Nothing for a close game. */
export function decision(game, report) {
  if (game.players.length < 2 || game.frames < 2) return [];
  const [winner, second] = order(game, game.frames - 1);
  const ahead = sharesOf(report);
  const by = Array.from(ahead[winner - 1], (share, frame) => share - ahead[second - 1][frame]);
  const behind = by.findLastIndex((points) => points < CLEAR);
  const good = behind + 1; // the first frame of the lead that lasts
  if (good >= game.frames) return [];
  const ejected = report.ejections.find(({ player }) => player === second);
  if (ejected && good > ejected.turn - STRETCH) {
    const text = `${nameOf(game, second)} is ejected`;
    return [{ turn: ejected.turn + 1, kind: "decided", text, players: [second], square: null }];
  }
  const text = `${nameOf(game, winner)} stays ahead of ${nameOf(game, second)} from here on, squares, production and strength taken together`;
  return [{ turn: good, kind: "decided", text, players: [winner], square: null }];
}

/** Each player's mean share of all players' territory, production and strength, in %, by frame. */
function sharesOf(report) {
  const means = report.territory.map((values) => new Float64Array(values.length));
  for (let frame = 0; frame < report.territory[0].length; frame++) {
    for (const key of OWNED) {
      const all = report[key].reduce((sum, values) => sum + values[frame], 0);
      means.forEach((values, seat) => (values[frame] += (100 * (all ? report[key][seat][frame] / all : 0)) / OWNED.length));
    }
  }
  return means;
}
