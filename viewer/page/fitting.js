// Whether an explanation belongs to a game: every square that chose is the player's, and moved as recorded.

import { OPTIONS } from "./directions.js";
import { isAlive, onFrame, placeOf } from "./frames.js";

/** The first square on which an explanation leaves the game, as a sentence; null where they agree. */
export function misfit(lines, game, player, isSchool = false) {
  const looking = misfits(lines, game, player, isSchool);
  let step = looking.next();
  while (!step.done) step = looking.next();
  return step.value;
}

/**
 * The same, a turn at a time: yields after each, and returns the sentence.
 *
 * Only three lists of each turn are read, so that a whole file is looked through before anything of it is shown. What
 * is no list of squares is complained about when its turn is shown.
 * @param {import("./lines.js").Lines|string[]} lines  the turns of the file
 * @param {boolean} [isSchool]  version 2: all squares of the player chose
 */
export function* misfits(lines, game, player, isSchool = false) {
  const area = game.width * game.height;
  for (let turn = 0; turn < lines.length; turn++) {
    const line = lines.at(turn);
    if (Number(line.match(/"turn"\s*:\s*(\d+)/)?.[1] ?? turn) !== turn) return null;
    if (turn >= game.frames - 1) return `it explains turn ${turn}, but the game ends with turn ${game.frames - 2}`;
    const told = isSchool ? ofSchool(line, turn, game, player) : ["order", "move", "differs"].map((name) => listed(line, name));
    const inside = told.every((list) => list.every((value) => Number.isInteger(value) && value >= 0 && value < area));
    const complaint = inside && told[1].length === area && onTurn(turn, told, game, player);
    if (complaint) return complaint;
    yield;
  }
  return null;
}

function onTurn(turn, [order, move, differs], game, player) {
  const [owner, recorded] = [onFrame(game, "owner", turn), onFrame(game, "moves", turn)];
  const chosen = [...order].sort((one, other) => one - other);
  const place = (c) => `on turn ${turn} square (${placeOf(c, game).x}, ${placeOf(c, game).y})`;
  const foreign = chosen.find((c) => owner[c] !== player);
  if (foreign !== undefined) {
    const whose = owner[foreign] ? `player ${owner[foreign]}'s` : "neutral";
    return `${place(foreign)} is moved, but is ${whose}`;
  }
  if (mayBeEjected(turn, game, player)) return null;
  const marked = new Set(differs);
  const other = chosen.find((c) => (move[c] !== recorded[c]) !== marked.has(c));
  if (other === undefined) return null;
  return `${place(other)} chose ${OPTIONS[move[other]]}, but moved ${OPTIONS[recorded[other]] ?? "5 or more"} in the game`;
}

/** Whether the player's answer may have come to nothing: all its squares rest, and then they are gone. */
function mayBeEjected(turn, game, player) {
  const moves = onFrame(game, "moves", turn);
  const rests = onFrame(game, "owner", turn).every((owner, c) => owner !== player || moves[c] === 0);
  return rests && !isAlive(game, player, turn + 1);
}

/** The player's squares, and the lists of a school's turn: its layers may be called as these are, so all is read. */
function ofSchool(line, turn, game, player) {
  const owner = onFrame(game, "owner", turn);
  const order = [...owner.keys()].filter((c) => owner[c] === player);
  try {
    const { move, differs = [] } = JSON.parse(line);
    const areMoves = Array.isArray(move) && move.every((direction) => direction in OPTIONS);
    return areMoves && Array.isArray(differs) ? [order, move, differs] : [order, [], []];
  } catch {
    return [order, [], []];
  }
}

/** The list of that name in a turn's text; empty where there is none that JSON could read. */
function listed(line, name) {
  const match = line.match(new RegExp(`"${name}"\\s*:\\s*(\\[[0-9,\\s]*\\])`));
  try {
    return match ? JSON.parse(match[1]) : [];
  } catch {
    return [];
  }
}
