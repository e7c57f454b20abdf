// The panel of a school: its reason for a square and its figures of the turn.

import { OPTIONS } from "./directions.js";
import { placeOf } from "./frames.js";
import { shown } from "./labels.js";
import { numbers } from "./terms.js";

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
