// The layers that an opponent's explanation names itself: numbers or arrows of squares, and figures of the whole turn.

import { heatMap, linearScale } from "./fields.js";
import { checkLength, demand, excerpt, shownName } from "../core/bounds.js";
import { box, longArrow, strokeOnHeat } from "../core/drawing.js";
import { placeOf, shorter } from "../core/planes.js";
import { formatNumber } from "../ui/words.js";

const SHORT = 40; // characters of a name or a unit
const KINDS = ["squares", "arrows"];

/** The declared layers, with texts that can be shown: names may hold any characters. Throws FormatError. */
export function declaredLayers(layers) {
  const isDeclared = (one) => typeof one?.name === "string" && typeof one.sentence === "string" && KINDS.includes(one.kind);
  demand(Array.isArray(layers) && layers.every(isDeclared), () => `layers must be names with sentences and kinds, found ${excerpt(layers)}`);
  return layers.map(({ name, sentence, unit = "", kind, is_low_good: isLowGood = false }) => ({
    name,
    label: shownName(name, SHORT),
    sentence: shownName(sentence),
    unit: shownName(String(unit), SHORT),
    kind,
    isLowGood,
  }));
}

/**
 * What a turn says in these layers, in their order: numbers, NaN where there is nothing to say, or arrows by the square
 * in which they begin, those in which they end; and its figures. Throws FormatError.
 */
export function layerValues({ layers: written, figures = {} }, layers, area) {
  const read = ({ name, label, kind }) => {
    demand(Object.hasOwn(written, name), () => `layers must have "${label}", found ${excerpt(Object.keys(written))}`);
    if (kind !== "arrows") return Float64Array.from(checkLength(written[name], label, area), (number) => number ?? NaN);
    const begun = Map.groupBy(written[name], ([from]) => from);
    return new Map([...begun].map(([from, arrows]) => [from, arrows.map(([, to]) => to)]));
  };
  return { layers: layers.map(read), figures: Object.entries(figures).map(([name, number]) => [shownName(name, SHORT), number]) };
}

const ARROW_COLOURS = ["text", "still", "differs", "green"]; // of the palette, one after the other

/** The layers of an opponent, by what its header declares; none of the bot. @returns {any[]} */
export function opponentLayers({ layers = [] }) {
  return layers.map((declared, place) => (declared.kind === "arrows" ? arrows : grid)(declared, place));
}

/** Its key is for addresses and style sheets: the name itself may be any text. Its label is written as those of the other layers. */
function labelsOf({ name, label, sentence }, place) {
  const key = `layer-${place + 1}-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 30)}`;
  return { key, name: label, label: label.charAt(0).toUpperCase() + label.slice(1), tip: sentence };
}

function grid(declared, place) {
  const { sentence, unit, isLowGood } = declared;
  return heatMap({
    ...labelsOf(declared, place),
    of: (thought) => thought.layers[place],
    unit,
    scale: linearScale(isLowGood),
    absent: `${sentence}; ${isLowGood ? "low is good; " : ""}no colour: nothing to say there`,
  });
}

function arrows(declared, place) {
  const colour = (colours) => colours[ARROW_COLOURS[place % ARROW_COLOURS.length]];
  return {
    ...labelsOf(declared, place),
    draw(scene) {
      const { thought, game } = scene;
      const steps = new Map([...thought.layers[place]].map(([from, ends]) => [from, ends.map((to) => step(game, from, to))]));
      scene.ctx.beginPath();
      scene.each((square, left, top) => {
        for (const [dx, dy] of steps.get(square) ?? []) {
          if (dx || dy) longArrow(scene, left, top, dx, dy);
          else box(scene, left, top, 0.2);
        }
      }, Math.max(0, ...[...steps.values()].flat(2).map(Math.abs)));
      strokeOnHeat(scene, Math.max(1, scene.scale * 0.06), colour(scene.colours));
    },
    legend({ thought }, colours) {
      const count = [...thought.layers[place].values()].reduce((sum, ends) => sum + ends.length, 0);
      return [{ line: colour(colours), text: `${count ? formatNumber(count) : "none"} on this turn: ${declared.sentence}` }];
    },
  };
}

/** From one square to another as steps right and down, the shorter way around the torus. */
function step(game, from, to) {
  const [start, end] = [from, to].map((square) => placeOf(square, game));
  return [shorter(end.x - start.x, game.width), shorter(end.y - start.y, game.height)];
}
