// What an opponent names itself: its grids as heat maps, its arrows, its numbers of a square and of a turn.

import { OPTIONS, placeOf, shorter } from "./frames.js";
import { shown } from "./labels.js";
import { heatMap } from "./layers_field.js";
import { box, longArrow, strokeOnHeat } from "./drawing.js";
import { numbers } from "./terms.js";

const ARROW_COLOURS = ["text", "still", "differs", "green"]; // of the palette, in the order of the header

const made = new WeakMap(); // by header: a layer remembers what it has painted

/** The layers of a school, by what its header declares. @returns {import("./layers.js").Layer[]} */
export function schoolLayers(header) {
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
export function schoolFacts({ thought, explanation, explained, game, turn }, c) {
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
