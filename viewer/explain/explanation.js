// An explanation file (docs/pages/explanations.md): what the bot saw on a turn, and why each of its squares moved.

import { declaredLayers, layerValues, opponentLayers } from "./opponent.js";
import { checkLength, checkWhole, demand, excerpt, FormatError, parse, problemOf, shownName } from "../core/bounds.js";
import { isAlive, neighbours, onFrame, OPTIONS, placeOf } from "../core/planes.js";

const VERSION = 4;
const EDITED = "was the file edited";
const HUNDREDTHS = 100; // in which values are written
const KEPT_TURNS = 40; // parsed turns kept; a turn of 50 x 50 squares takes about a third of a megabyte

export const [RED, GREEN] = [1, 2]; // lights; 0 is none

/** The source of an explanation that a page has computed itself. */
export const COMPUTED = "page";

/**
 * One explained turn, as docs/pages/explanations.md has it, spread over the board: H * W entries, (x, y) at `y * W + x`.
 * An opponent's has reason, move and differs, and the layers and figures that it names itself; see opponent.js.
 * What a page computes has more: changed, squares that move differently from without the change; isGreedy: the bot's search
 * is still being computed; unsearched: why it was not answered; isRecorded: it is a file's, until the bot has answered.
 *
 * value, potential, danger (0 for none): Float64Array; distance, root, order (-1: did not choose), booked: Int32Array;
 * light, reason, move, wall, differs: Uint8Array; score: Float64Array, 5 a square, NaN where an option was not weighed.
 * @typedef {Record<string, any> & {turn: number, reason: Int32Array, search: Search|null}} Thought
 */

/**
 * The report as docs/pages/explanations.md has it. changes: by square, the greedy direction and the chosen one; opening,
 * campaign: the parameters that a search before the game or during a fight found; openings: candidates that were tried.
 * @typedef {Record<string, any> & {changes: Map<number, {greedy: number, chosen: number}>}} Search
 * @typedef {{numbers: Object<string, number>, bent: Float64Array}} Found  by the search for an opening, to the last bit
 */

/** The explanation in these (uncompressed) bytes. Throws FormatError. @returns {Explanation} */
export function readExplanation(bytes, name = "explanation") {
  const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1); // what follows the last line's end is cut short
  demand(lines.length > 0, "its first line has no end; was the file cut short, or the bot killed?");
  const header = parse(lines[0], "its first line", EDITED);
  checkHeader(header);
  const [, columns] = /^columns (\d+)$/.exec(lines[1] ?? "") ?? [];
  return new Explanation(name, withShownTexts(header), columns ? byTurn(lines.slice(2), Number(columns)) : lines.slice(1));
}

/** The lines of turns, of a file in a page: there all turns of a member stand together behind its name; see viewer/pack.py. */
function byTurn(rows, count) {
  const turns = Array.from({ length: count }, () => []);
  for (let at = 0; at < rows.length; at += count + 1) {
    turns.forEach((members, turn) => rows[at + 1 + turn] && members.push(`${rows[at]}:${rows[at + 1 + turn]}`));
  }
  return turns.map((members) => `{${members.join(",")}}`);
}

/** The header with texts that can be shown: those of an opponent may hold any characters. */
export function withShownTexts(header) {
  const { reasons, parameters, layers } = header;
  const shownReasons = reasons.map(({ name, sentence, parameters: names = [] }) => ({
    name: shownName(String(name)),
    sentence: shownName(sentence),
    parameters: names.filter((parameter) => Object.hasOwn(parameters, parameter)),
  }));
  return { ...header, reasons: shownReasons, ...(layers === undefined ? {} : { layers: declaredLayers(layers) }) };
}

/** Throws FormatError where the header is not what docs/pages/explanations.md says. */
function checkHeader(header) {
  const { format, version, parameters, reasons } = header;
  demand(format === "halite-explanation", `format "halite-explanation" expected, found ${excerpt(format)}`);
  demand(version === VERSION, `version ${VERSION} of the format expected, found ${excerpt(version)}`);
  demand(parameters instanceof Object, `parameters must be an object, found ${excerpt(parameters)}`);
  const areReasons = Array.isArray(reasons) && reasons.length > 0 && reasons.every((each) => typeof each?.sentence === "string");
  demand(areReasons, `reasons must be a list of sentences, found ${excerpt(reasons)}`);
}

/** All turns of one player; a turn is parsed when it is shown. */
export class Explanation {
  /** @param {string[]} [lines]  the file's turns; none when a program gives them by `set` */
  constructor(name, header, lines = []) {
    this.name = name;
    this.header = header;
    this.lines = lines;
    this.layers = opponentLayers(header); // that are an opponent's own
    this.kept = new Map();
    /** @type {import("../core/replay.js").Replay|null} */
    this.game = null;
    this.latest = { turn: -1, values: [] }; // those that were read last: mostly of the turn before
  }

  get player() {
    return this.header.player;
  }

  /** Whether its layers are named in its header, and not those of the bot. */
  get isOpponent() {
    return this.header.layers !== undefined;
  }

  /** A Thought; null where the player had no square any more. Throws FormatError, once, when the line is damaged. */
  turn(turn) {
    if (!this.kept.has(turn)) {
      this.set(turn, null); // a damaged line is complained about once, not at every drawing
      this.set(turn, this.read(turn));
    }
    return this.kept.get(turn);
  }

  read(turn) {
    if (this.lines.at(turn) === undefined) return null;
    const [written, place] = [this.parseLine(turn), `line ${turn + 2}`];
    try {
      const thought = readThought({ ...written, value: this.values(turn, written) }, this.header, turn);
      if (this.game) checkReasons(thought, turn, this.game, this.player);
      return thought;
    } catch (error) {
      throw new FormatError(`${place} is not a turn of this game (${problemOf(error)}); ${EDITED}?`);
    }
  }

  parseLine(turn) {
    const place = `line ${turn + 2}`;
    const written = parse(this.lines.at(turn), place, EDITED);
    demand(written?.turn === turn, `${place} must be turn ${turn}, found ${excerpt(written?.turn)}; are lines missing?`);
    return written;
  }

  /** The values of a turn in hundredths, which are written whole or as what they are more than on the turn before. */
  values(turn, { value, rise }) {
    let values = value;
    if (rise !== undefined) {
      demand(turn > 0, "value is missing");
      const area = this.header.width * this.header.height;
      const before = this.latest.turn === turn - 1 ? this.latest.values : this.values(turn - 1, this.parseLine(turn - 1));
      checkLength(before, "value", area);
      values = rise.map((more, c) => (Array.isArray(more) ? more[0] : before[c] + more));
    }
    this.latest = { turn, values };
    return values;
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
    checkWhole(player, "the explained player", 1, game.players.length);
    this.game = game;
    const beyond = `it explains turn ${this.lines.length - 1}, but the game ends with turn ${game.frames - 2}; is it another game's?`;
    demand(this.lines.length < game.frames, beyond);
    const last = Math.max(this.lines.length - 1, 0);
    for (const turn of [0, Math.floor(last / 2), last]) this.turn(turn); // of another game: refused; the others when they are shown
  }

  /** Why there is no thought on a turn. */
  silence(turn) {
    if (turn >= this.game.frames - 1) return "the game is over: nothing is decided on its last frame";
    if (!isAlive(this.game, this.player, turn)) return "the player owns no square any more";
    const last = this.lines.length - 1;
    if (last >= 0 && turn > last) return `the explanation ends with turn ${last}; was the bot killed?`;
    return this.header.source === COMPUTED ? "the bot has not answered yet" : "no thoughts on this turn";
  }

  /** Whose thought stands on a turn, as a remark behind the player's name. */
  remark(turn) {
    const thought = this.header.source === COMPUTED && this.kept.get(turn);
    if (!thought) return "";
    if (thought.isRecorded) return ", as recorded";
    return thought.isGreedy ? ", provisional: without its search" : ", computed on this page";
  }
}

/** Throws FormatError where a thought leaves the game: it has a reason for a square that is not the player's. */
function checkReasons({ reason }, turn, game, player) {
  const owner = onFrame(game, "owner", turn);
  const foreign = reason.findIndex((why, c) => why > 0 && owner[c] !== player);
  const { x, y } = placeOf(foreign, game);
  demand(foreign < 0, `on turn ${turn} square (${x}, ${y}) is moved, but is not the player's; is it another game's?`);
}

/**
 * A turn as it stands in the file, in typed arrays. Throws FormatError.
 * @param {object} written  the turn's JSON object
 * @param {{width: number, height: number, reasons: object[], layers?: any[]}} header
 * @returns {Thought}
 */
export function readThought(written, header, turn = written.turn) {
  const { width, height, reasons, layers } = header;
  const area = width * height;
  const grid = (key, Kind) => Kind.from(checkLength(written[key], key, area));
  const decided = {
    turn,
    reason: grid("reason", Int32Array).map((number) => checkWhole(number, "a reason", 0, reasons.length - 1)),
    move: grid("move", Uint8Array).map((option) => checkWhole(option, "a move", 0, OPTIONS.length - 1)),
    differs: maskOf(written.differs, area),
    search: readSearch(written.search),
  };
  if (layers) return { ...decided, ...layerValues(written, layers, area) };
  const value = grid("value", Float64Array).map((each) => each / HUNDREDTHS);
  const distance = grid("distance", Int32Array);
  const potential = value.map((each, c) => each + written.step * distance[c] ** 2);
  return {
    ...decided,
    hold: written.hold,
    hurdle: written.hurdle,
    value,
    distance,
    potential,
    root: grid("root", Int32Array),
    light: grid("light", Uint8Array),
    wall: maskOf(written.wall, area),
    danger: weightsOf(written.danger, area),
    ...readChoices(written, potential, neighbours(header)),
  };
}

/**
 * order, booked and score, spread from the squares that chose over the board. What an option leads to is its score, and to
 * stay is not weighed, unless the file says more.
 */
function readChoices({ order: chosen = [], booked: bookings = [], extra }, potential, around) {
  const area = potential.length;
  const order = new Int32Array(area).fill(-1);
  const booked = new Int32Array(area);
  const score = new Float64Array(5 * area).fill(NaN);
  chosen.forEach((square, place) => {
    order[square] = place;
    booked[square] = bookings[place];
    for (let option = 5 * square + 1; option < 5 * square + 5; option++) score[option] = potential[around[option]];
  });
  for (const [at, more] of extra) {
    const option = 5 * chosen[Math.floor(at / 5)] + (at % 5);
    score[option] = more === null ? NaN : potential[around[option]] + more;
  }
  return { order, booked, score };
}

/** A mask over the board: 1 on these squares. */
function maskOf(squares = [], area) {
  const mask = new Uint8Array(area);
  for (const square of squares) mask[square] = 1;
  return mask;
}

/** A weight for every square, of pairs of a square and its weight: 0 for the others. */
function weightsOf(pairs = [], area) {
  const weights = new Float64Array(area);
  for (const [square, weight] of pairs) weights[square] = weight;
  return weights;
}

/** The search of a turn; null where none ran. @returns {Search|null} */
function readSearch(written) {
  if (written === undefined) return null;
  const { changes = [], gain = 0, tried = 0, free = 0, opening = {}, campaign = {} } = written;
  const { found } = opening;
  return {
    changes: new Map(changes.map(([square, greedy, chosen]) => [square, { greedy, chosen }])),
    ...{ gain, tried, free },
    opening: opening.numbers ?? {},
    openings: opening.tried ?? null,
    found: found ? { numbers: found.numbers, bent: Float64Array.from(found.bent) } : null,
    campaign: campaign.numbers ?? {},
  };
}

/**
 * The parameters that a plan plays with in place of the player's own: {number, plan: "opening"|"campaign"} by name. Where
 * both have one, that of the search during a fight (`campaign`) is played.
 */
export function planValues(search) {
  const of = (plan) => Object.entries(search?.[plan] ?? {}).map(([name, number]) => [name, { number, plan }]);
  return Object.fromEntries([...of("opening"), ...of("campaign")]);
}
