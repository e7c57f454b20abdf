// Layers of the potential field: heat maps of what squares compare, and the way downhill.

import { heat, heatGradient, pixel } from "./colours.js";
import { labelStyle, shown } from "./labels.js";
import { Raster } from "./raster.js";
import { arrow } from "./strokes.js";

const ENDS = 0.02; // share of the squares at either end that the colour scale leaves out, so that a wall does not flatten it

const NUMBERS_FROM = 30; // pixels per square from which the numbers are written

/** Turns to repay, plus the way there; low is good and bright. */
export const POTENTIAL = heatMap({
  key: "potential",
  label: "Potential",
  tip: "The field that squares compare: turns to repay plus the way there; lower is better",
  of: (thought) => thought.potential,
  unit: "turns",
  isLowBright: true,
});

/** Own steps to the border. */
export const DISTANCE = heatMap({
  key: "distance",
  label: "Distance",
  tip: "Steps through the player's own land to the border that a square leads to",
  of: (thought) => thought.distance,
  unit: "own steps",
  isLowBright: true,
});

/** Where each of the player's squares looks. */
export const ARROW = {
  key: "downhill",
  label: "Downhill",
  tip: "The neighbour of lowest potential, to which a square's strength flows",
  needs: "thought",
  draw(scene) {
    const { ctx, thought, scale, colours } = scene;
    ctx.strokeStyle = colours.text;
    ctx.lineWidth = Math.max(1, scale * 0.06);
    ctx.beginPath();
    scene.each((square, left, top) => {
      const direction = downhill(scene, square);
      if (thought.root[square] >= 0 && direction) arrow(scene, left, top, direction);
    });
    ctx.stroke();
  },
  legend: () => [{ line: "currentColor", text: "to the neighbour of lowest potential" }],
};

/** The direction in which a square's way downhill leaves it, 0 for none. Of equal neighbours: one of the same tree. */
export function downhill(scene, square) {
  const { potential, root } = scene.thought;
  let best = 0;
  let lowest = Infinity;
  for (let direction = 1; direction <= 4; direction++) {
    const there = scene.neighbour(square, direction);
    const isOfTree = there === root[square] || root[there] === root[square];
    if (isOfTree && potential[there] < lowest) [best, lowest] = [direction, potential[there]];
  }
  return best;
}

function heatMap({ key, label, tip, of, unit, isLowBright }) {
  const raster = new WeakMap(); // one picture per session: two boards on a page show two moments
  return {
    key, label, tip,
    needs: "thought",
    isHeat: true,
    ground(scene) {
      const { session, thought, game } = scene;
      if (!raster.has(session)) raster.set(session, new Raster());
      const numbers = of(thought);
      raster.get(session).paint(game, [thought], (pixels) => paintHeat(pixels, numbers, isLowBright));
      raster.get(session).draw(scene, 0.92);
    },
    draw(scene) {
      if (scene.scale >= NUMBERS_FROM && !scene.session.layers.has("downhill")) drawNumbers(scene, of(scene.thought), isLowBright);
    },
    legend({ thought }) {
      const { low, high } = range(of(thought));
      const gradient = isLowBright ? heatGradient().replace("90deg", "270deg") : heatGradient();
      return [{ gradient, from: `≤ ${shown(low)}`, to: `≥ ${shown(high)} ${unit}`, text: "no colour: never reached" }];
    },
  };
}

/** The numbers themselves, dark on bright squares and white on dark ones. */
function drawNumbers(scene, numbers, isLowBright) {
  const { low, high } = range(numbers);
  labelStyle(scene, 0.26);
  scene.each((square, left, top) => {
    if (!Number.isFinite(numbers[square])) return;
    const share = (numbers[square] - low) / (high - low || 1);
    scene.ctx.fillStyle = (isLowBright ? 1 - share : share) > 0.55 ? "#10151b" : "#fff";
    scene.ctx.fillText(brief(numbers[square]), left + scene.scale / 2, top + scene.scale / 2);
  });
}

/** A number that fits into a square. */
function brief(number) {
  const text = number.toFixed(Number.isInteger(number) || Math.abs(number) >= 100 ? 0 : 1);
  return text === "-0.0" ? "0.0" : text.replace("-", "−");
}

function paintHeat(pixels, numbers, isLowBright) {
  const { low, high } = range(numbers);
  const span = high - low || 1;
  for (let c = 0; c < pixels.length; c++) {
    if (!Number.isFinite(numbers[c])) continue;
    const share = (numbers[c] - low) / span;
    pixels[c] = pixel(...heat(isLowBright ? 1 - share : share));
  }
}

/** The numbers between which a heat map's colours run. */
export function range(numbers) {
  const finite = Float64Array.from(numbers).filter(Number.isFinite).sort();
  if (finite.length === 0) return { low: 0, high: 0 };
  const at = (share) => finite[Math.round(share * (finite.length - 1))];
  return { low: at(ENDS), high: at(1 - ENDS) };
}
