// The course of a game: who led, from when on for good, and the stretch that decided.

import { onFrame } from "./frames.js";
import { nameOf, shown } from "./labels.js";
import { order } from "./ranking.js";

const WITHIN_TWO = [[1, 0], [2, 0], [0, 1], [0, 2], [1, 1], [-1, 1]]; // x and y; the other half is seen from there
const OWNED = ["territory", "production", "strength"]; // what being ahead is measured by
const CLEAR = 4; // points of a hundred by which a lead is one
const HELD = 8; // turns that it must be kept
const LEADS = 4; // changes that are told, the latest
const STRETCH = 15; // turns within which one fight or one raid is over
const SWING = 20; // points that decide
const RICHER = 1.15; // times the production of the next that is out-producing it

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

/** Changes of the lead: the player that is clearly ahead, and stays so for some turns. */
export function leads(game, report) {
  const margin = margins(game, report);
  const found = [];
  let leader = 0;
  for (let frame = 0; frame < game.frames; frame++) {
    const { player, by, isAlone } = margin[frame];
    if (player === leader || by < CLEAR || isAlone) continue;
    const stretch = margin.slice(frame, frame + HELD);
    if (stretch.length < HELD || !stretch.every((later) => later.player === player && later.by >= CLEAR)) continue;
    const before = leader ? ` from ${nameOf(game, leader)}` : "";
    found.push({ turn: frame, kind: "lead", text: `${nameOf(game, player)} takes the lead${before}`, players: [player], square: null });
    leader = player;
  }
  return found.slice(-LEADS);
}

/** What decided: an ejection before anybody led for good, one stretch of turns, more production, or a lead that was never lost. Nothing for a close game. */
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
  const [from, to] = steepest(by);
  const [name, other] = [nameOf(game, winner), nameOf(game, second)];
  const happening = (turn, text) => [{ turn, kind: "decided", text, players: [winner], square: null }];
  if (by[to] - by[from] >= SWING && to >= good && from <= good + STRETCH) {
    return happening(from, `${name} gains ${shown(Math.round(by[to] - by[from]))} points on ${other} within ${to - from} turns`);
  }
  const [produced, others] = [winner, second].map((player) => report.production[player - 1]);
  const [richer, poorer] = [produced[good], others[good]];
  const isRicher = others.every((least, frame) => frame < good || produced[frame] > least); // "stays ahead", in that too
  if (poorer > 0 && richer >= RICHER * poorer && isRicher) {
    return happening(good, `${name} out-produces ${other} by ${shown(Math.round(100 * (richer / poorer - 1)))}\u00a0% and stays ahead`);
  }
  return happening(good, `${name} stays ahead of ${other} from here on, squares, production and strength taken together`);
}

/** The best player of every frame, and by how many points it is ahead of the next. */
function margins(game, report) {
  const ahead = sharesOf(report);
  return Array.from({ length: game.frames }, (_, frame) => {
    const shares = ahead.map((values, seat) => ({ player: seat + 1, share: values[frame] }));
    const [best, next] = shares.sort((a, b) => b.share - a.share);
    return { player: best.player, by: best.share - (next?.share ?? 0), isAlone: !next?.share };
  });
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

/** Between which two frames, at most STRETCH apart, a curve rises most. */
function steepest(curve) {
  let best = [0, 0];
  for (let from = 0; from < curve.length; from++) {
    for (let to = from; to <= Math.min(from + STRETCH, curve.length - 1); to++) {
      if (curve[to] - curve[from] > curve[best[1]] - curve[best[0]]) best = [from, to];
    }
  }
  return best;
}
