// An explanation file (docs/11-explanations.md): what the bot saw on a turn, and why each of its squares moved.

import { FormatError } from "./scanner.js";

const VERSION = 1;
const HEADER = ["player", "width", "height", "parameters", "reasons"];
const KEPT_TURNS = 40; // parsed turns kept; a turn of 50 x 50 squares takes about a third of a megabyte

/** The names of the directions 0 to 4. */
export const OPTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"];
export const [FREE, RED, GREEN] = [0, 1, 2];

/**
 * One explained turn. Grids have H * W entries, square (x, y) at `y * W + x`.
 *
 * @typedef {object} Thought
 * @property {number} turn
 * @property {number} hold        turns of its own production that a square gathers before it moves
 * @property {number} hurdle      strength a square needs before it walks through our land
 * @property {Float64Array} value       turns to repay, of the border a square leads to
 * @property {Int32Array} distance      own steps to that border
 * @property {Float64Array} potential   what squares compare; lower is better
 * @property {Int32Array} root          the square where the way downhill leaves our land, -1 for none
 * @property {Uint8Array} light         FREE, RED, GREEN
 * @property {Uint8Array} reason        index into the header's reasons
 * @property {Uint8Array} move          0..4
 * @property {Uint8Array} wall          1 where the pact forbids us to open
 * @property {Float64Array} danger      enemy strength that could strike there, 0 for none
 * @property {Int32Array} order         0 chose first, -1 did not choose
 * @property {Int32Array} booked        strength already booked onto the square when it chose
 * @property {Float64Array} score       5 a square, STILL, N, E, S, W; NaN where an option was not weighed
 * @property {Uint8Array} differs       1 where the recorded move is another
 */

/** Whether a text begins as an explanation file does. */
export function looksLikeExplanation(start) {
  return /^\{[^\n]{0,200}"format"\s*:\s*"halite-explanation"/.test(start);
}

/**
 * The explanation in these (uncompressed) bytes. Throws FormatError.
 *
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {Explanation}
 */
export function readExplanation(bytes, name = "explanation") {
  const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1); // what follows the last newline is cut short
  const header = parsed(lines[0] ?? "", "its first line");
  demand(header !== null && typeof header === "object", "its first line is no object");
  demand(
    header.format === "halite-explanation",
    `format "halite-explanation" expected, found ${JSON.stringify(header.format)}`,
  );
  demand(
    header.version === VERSION,
    `version ${VERSION} of the format expected, found ${JSON.stringify(header.version)}`,
  );
  const missing = HEADER.filter((key) => !(key in header));
  demand(missing.length === 0, `no ${missing.join(", ")} in its first line`);
  demand(Array.isArray(header.reasons), `reasons must be a list, found ${JSON.stringify(header.reasons).slice(0, 40)}`);
  return new Explanation(name, header, lines);
}

/** All turns of one player; a turn is parsed when it is shown. */
export class Explanation {
  constructor(name, header, lines = []) {
    this.name = name;
    this.header = header;
    this.lines = lines;
    this.kept = new Map();
  }

  get player() {
    return this.header.player;
  }

  /**
   * Throws FormatError, once, when the turn's line is damaged.
   *
   * @returns {Thought|null}  null where the player had no square any more
   */
  turn(turn) {
    if (!this.kept.has(turn)) {
      this.set(turn, null); // a damaged line is complained about once, not at every drawing
      this.set(turn, this.read(turn));
    }
    return this.kept.get(turn);
  }

  read(turn) {
    const [line, place] = [this.lines[turn + 1], `line ${turn + 2}`];
    if (line === undefined) return null;
    const found = parsed(line, place);
    try {
      return thought(found, this.header, turn);
    } catch (error) {
      throw new FormatError(`${place} is no turn (${error.message}); was the file edited?`);
    }
  }

  /** Puts a turn in the place of what the file says, or adds it. */
  set(turn, thought) {
    if (this.kept.size >= KEPT_TURNS && !this.kept.has(turn)) this.kept.delete(this.kept.keys().next().value);
    this.kept.set(turn, thought);
  }

  /** Throws FormatError when this cannot be about that game. */
  checkAgainst(game) {
    const { width, height, player } = this.header;
    const [ours, theirs] = [`${width} x ${height}`, `${game.width} x ${game.height}`];
    demand(ours === theirs, `it explains a board of ${ours}, the replay has ${theirs}; is it another game's?`);
    demand(
      player >= 1 && player <= game.players.length,
      `it explains player ${player}, the game has ${game.players.length}`,
    );
    const first = this.turn(0);
    const strange = first ? first.order.findIndex((place, c) => place >= 0 && game.owner[c] !== player) : -1;
    demand(strange < 0, `it moves square ${strange}, which is not player ${player}'s on turn 0; is it another game's?`);
  }
}

/**
 * A turn as it stands in the file, or as a program sends it, in typed arrays. Throws FormatError.
 *
 * @param {object} found  the turn's JSON object
 * @param {{width: number, height: number}} board
 * @returns {Thought}
 */
export function thought(found, { width, height }, turn = found.turn) {
  const area = width * height;
  const grid = (key, Kind) => {
    const numbers = found[key];
    demand(
      numbers?.length === area,
      `turn ${turn}: ${key} must hold ${area} numbers, but holds ${numbers?.length ?? "none"}`,
    );
    return Kind.from(numbers);
  };
  return {
    turn,
    hold: found.hold,
    hurdle: found.hurdle,
    miningRemains: found.mining_remains,
    value: grid("value", Float64Array),
    distance: grid("distance", Int32Array),
    potential: grid("potential", Float64Array),
    root: grid("root", Int32Array),
    light: grid("light", Uint8Array),
    reason: grid("reason", Uint8Array),
    move: grid("move", Uint8Array),
    wall: marked(found.wall, area),
    danger: weighed(found.danger, area),
    differs: marked(found.differs, area),
    ...choices(found, area),
  };
}

/** order, booked and score, spread from the squares that chose over the board. */
function choices({ order: chosen = [], booked: bookings = [], score: scores = [] }, area) {
  const order = new Int32Array(area).fill(-1);
  const booked = new Int32Array(area);
  const score = new Float64Array(5 * area).fill(NaN);
  demand(
    scores.length === 5 * chosen.length,
    `${chosen.length} squares chose, but there are ${scores.length} scores, not 5 each`,
  );
  chosen.forEach((square, place) => {
    order[square] = place;
    booked[square] = bookings[place];
    for (let option = 0; option < 5; option++) score[5 * square + option] = scores[5 * place + option] ?? NaN;
  });
  return { order, booked, score };
}

function marked(squares = [], area) {
  const mask = new Uint8Array(area);
  for (const square of squares) mask[square] = 1;
  return mask;
}

function weighed(pairs = [], area) {
  const weights = new Float64Array(area);
  for (const [square, weight] of pairs) weights[square] = weight;
  return weights;
}

function parsed(line, place) {
  try {
    return JSON.parse(line);
  } catch {
    throw new FormatError(`${place} is not JSON: "${line.slice(0, 40)}"; was the file edited?`);
  }
}

function demand(condition, message) {
  if (!condition) throw new FormatError(message);
}
