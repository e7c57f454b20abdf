// Version 2 of an explanation file: what an opponent thinks, in layers, arrows and figures that it names itself.

import { heatMap } from "./fields.js";
import { demand, isObject, list, marked, NUMBER_OR_NULL, shortly, shownName, whole } from "../core/bounds.js";
import { box, longArrow, strokeOnHeat } from "../core/drawing.js";
import { OPTIONS, placeOf, shorter } from "../core/planes.js";
import { numbers, shown } from "../ui/words.js";

/** The version of the files that opponents write. */
export const OPPONENT = 2;

const SHORT = 40; // characters of a name or a unit

/**
 * One turn of an opponent: of its squares only reason, move and differs are those of a bot's.
 *
 * layers: H * W numbers each, NaN where there is nothing to say; arrows: by the square in which they begin, those in
 * which they end; both in the header's order. figures: of the whole turn.
 * @typedef {{turn: number, reason: Int32Array, move: Uint8Array, differs: Uint8Array, layers: Float64Array[],
 *   arrows: Map<number, number[]>[], figures: [string, number][], search: null}} OpponentThought
 */

/** The header with texts that can be shown: an opponent's names may hold any characters. Throws FormatError. */
export function opponentHeader(header) {
  const { reasons, parameters, layers, arrows } = header;
  const shownReasons = reasons.map(({ name, sentence, parameters: names = [] }) => ({
    name: shownName(name, SHORT),
    sentence: shownName(sentence),
    parameters: names.filter((parameter) => Object.hasOwn(parameters, parameter)),
  }));
  return { ...header, reasons: shownReasons, layers: declared(layers, "layers"), arrows: declared(arrows, "arrows") };
}

function declared(declarations, what) {
  const areNamed = Array.isArray(declarations) && declarations.every((one) => typeof one?.name === "string" && typeof one.sentence === "string");
  demand(areNamed, () => `${what} must be a list of names with sentences, found ${shortly(declarations)}`);
  return declarations.map(({ name, sentence, unit = "", is_low_good: isLowGood = false }) => ({
    name,
    label: shownName(name, SHORT),
    sentence: shownName(sentence),
    unit: shownName(String(unit), SHORT),
    isLowGood,
  }));
}

/** An opponent's turn as it stands in the file. Throws FormatError. @returns {OpponentThought} */
export function opponentThought(written, { width, height, reasons, layers, arrows }, turn) {
  const area = width * height;
  return {
    turn,
    reason: Int32Array.from(list(written.reason, "reason", whole(0, reasons.length - 1), area)),
    move: Uint8Array.from(list(written.move, "move", whole(0, OPTIONS.length - 1), area)),
    differs: marked(written.differs, "differs", area),
    layers: layers.map((layer) => gridOf(part(written, "layers", layer), layer.label, area)),
    arrows: arrows.map((kind) => ways(part(written, "arrows", kind), kind.label, area)),
    figures: figuresOf(written.figures),
    search: null,
  };
}

function part(written, what, { name, label }) {
  const has = isObject(written[what]) && Object.hasOwn(written[what], name);
  demand(has, () => `${what} must have "${label}", found ${shortly(written[what])}`);
  return written[what][name];
}

function gridOf(values, label, area) {
  return Float64Array.from(list(values, label, NUMBER_OR_NULL, area), (number) => number ?? NaN);
}

function ways(pairs, label, area) {
  demand(Array.isArray(pairs), () => `${label} must be a list, found ${shortly(pairs)}`);
  const ends = new Map();
  for (const pair of pairs) {
    const [from, to] = list(pair, label, whole(0, area - 1), 2);
    if (ends.has(from)) ends.get(from).push(to);
    else ends.set(from, [to]);
  }
  return ends;
}

function figuresOf(written = {}) {
  demand(isObject(written), () => `figures must be an object, found ${shortly(written)}`);
  list(Object.values(written), "figures", NUMBER_OR_NULL);
  return Object.entries(written).map(([name, number]) => [shownName(name, SHORT), number]);
}

// What an opponent names itself: its grids as heat maps, its arrows, its numbers of a square and of a turn.

const ARROW_COLOURS = ["text", "still", "differs", "green"]; // of the palette, in the order of the header

const made = new WeakMap(); // by header: a layer remembers what it has painted

/** The layers of an opponent, by what its header declares. @returns {import("./layers.js").Layer[]} */
export function opponentLayers(header) {
  if (!made.has(header)) made.set(header, [...header.layers.map(grid), ...header.arrows.map(arrows)]);
  return made.get(header);
}

/** A key for addresses and style sheets: the name itself may be any text. */
function keyOf(kind, place, name) {
  return `${kind}-${place + 1}-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 30)}`;
}

/** As the names of the other layers are written. */
function titled(label) {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function grid({ name, label, sentence, unit, isLowGood }, place) {
  return heatMap({
    key: keyOf("layer", place, name),
    label: titled(label),
    tip: sentence,
    of: (thought) => thought.layers[place],
    unit,
    isLowBright: isLowGood,
    needs: "reason",
    absent: `${sentence}; ${isLowGood ? "low is good; " : ""}no colour: nothing to say there`,
  });
}

function arrows({ name, label, sentence }, place) {
  const colour = (colours) => colours[ARROW_COLOURS[place % ARROW_COLOURS.length]];
  return {
    key: keyOf("arrows", place, name),
    label: titled(label),
    tip: sentence,
    needs: "reason",
    draw(scene) {
      const ways = thoughtArrows(scene, place);
      scene.ctx.beginPath();
      scene.each((square, left, top) => {
        for (const [dx, dy] of ways.steps.get(square) ?? []) {
          if (dx || dy) longArrow(scene, left, top, dx, dy);
          else box(scene, left, top, 0.2);
        }
      }, ways.reach);
      strokeOnHeat(scene, Math.max(1, scene.scale * 0.06), colour(scene.colours));
    },
    legend({ thought }, colours) {
      const count = [...thought.arrows[place].values()].reduce((sum, ends) => sum + ends.length, 0);
      return [{ line: colour(colours), text: `${shown(count)} on this turn: ${sentence}` }];
    },
  };
}

/** The arrows as steps right and down, the shorter way around the torus, and how far the longest of them leads. */
function thoughtArrows({ thought, game }, place) {
  let reach = 0;
  const steps = new Map();
  for (const [from, ends] of thought.arrows[place]) {
    steps.set(from, ends.map((to) => between(game, from, to)));
    for (const step of steps.get(from)) reach = Math.max(reach, ...step.map(Math.abs));
  }
  return { steps, reach };
}

function between({ width, height }, from, to) {
  const [start, end] = [from, to].map((square) => placeOf(square, { width }));
  return [shorter(end.x - start.x, width), shorter(end.y - start.y, height)];
}

const MOST = 5; // squares that one line names

/** The numbers of a square in every layer, and the arrows that begin or end there. */
export function opponentFacts({ thought, explanation, explained, game, turn }, c) {
  const { layers, arrows } = explanation.header;
  const isTheirs = game.owner[turn * game.width * game.height + c] === explained;
  const rows = isTheirs ? [["chosen move", OPTIONS[thought.move[c]]]] : [];
  layers.forEach(({ label, sentence, unit }, i) => {
    const number = thought.layers[i][c];
    rows.push([label, Number.isNaN(number) ? "–" : `${shown(number)} ${unit}`, sentence]);
  });
  arrows.forEach(({ label, sentence }, i) => {
    const text = ends(thought.arrows[i], c, game.width);
    if (text) rows.push([label, text, sentence]);
  });
  return numbers(rows);
}

/** "to (3, 4); from (1, 2)"; empty where no arrow touches the square. */
function ends(arrows, c, width) {
  const begun = [...arrows].filter(([, goals]) => goals.includes(c)).map(([from]) => from);
  const goals = arrows.get(c) ?? [];
  return [["to", goals], ["from", begun]]
    .filter(([, squares]) => squares.length)
    .map(([word, squares]) => `${word} ${places(squares, width)}`)
    .join("; ");
}

function places(squares, width) {
  const named = squares.slice(0, MOST).map((c) => placeOf(c, { width })).map(({ x, y }) => `(${x}, ${y})`);
  return named.join(", ") + (squares.length > MOST ? ` and ${squares.length - MOST} more` : "");
}

/** The figures of the turn that is shown; nothing where there are none. */
export function figures({ thought }) {
  return thought?.figures?.length ? [numbers(thought.figures.map(([name, number]) => [name, shown(number)]))] : [];
}
