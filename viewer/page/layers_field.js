// Layers of the potential field: heat maps of what squares compare, and the way downhill.

import { heat, heatGradient, pixel } from "./colours.js";
import { onHeat, shown, writeOnSquares } from "./labels.js";
import { arrow, Rasters, strokeOnHeat } from "./drawing.js";

const NOWHERE = "no colour: the field does not come here";
const ENDS = 0.05; // share of the squares that the scale leaves out at either end: a wall would flatten the rest

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

export const DISTANCE = heatMap({
  key: "distance",
  label: "Distance",
  tip: "Steps through the player's own land to the border that a square leads to",
  // Where the field never came there is no border to walk to, although the file says 0 steps.
  of: (thought) =>
    Float64Array.from(thought.distance, (steps, c) => (Number.isFinite(thought.potential[c]) ? steps : NaN)),
  unit: "own steps",
  isLowBright: true,
});

export const ARROW = {
  key: "downhill",
  label: "Downhill",
  tip: "The neighbour of lowest potential, to which a square's strength flows",
  needs: "thought",
  draw(scene) {
    const { ctx, thought, scale } = scene;
    ctx.beginPath();
    scene.each((square, left, top) => {
      const direction = downhill(scene, square);
      if (thought.root[square] >= 0 && direction) arrow(scene, left, top, direction);
    });
    strokeOnHeat(scene, Math.max(1, scale * 0.06));
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

/**
 * A layer of numbers as colours.
 * @param {(thought) => Float64Array} of  H * W numbers
 * @param {string} [absent]  what it means when a square has no colour
 */
export function heatMap({ key, label, tip, of, unit, isLowBright, needs = "thought", absent = NOWHERE }) {
  const rasters = new Rasters();
  const measured = new WeakMap(); // by thought: a turn is drawn many times
  const heatOf = (thought) => {
    if (!measured.has(thought)) measured.set(thought, new Heat(of(thought), isLowBright));
    return measured.get(thought);
  };
  /** With the ends that a person has locked, where there are some. */
  const shownHeat = (session) => heatOf(session.thought).within(session.scales.get(key));
  return {
    key,
    label,
    tip,
    needs,
    isHeat: true,
    ends: ({ thought }) => heatOf(thought).ends,
    ground(scene) {
      const { session, thought } = scene;
      rasters.show(scene, [thought, session.scales.get(key)], (pixels) => shownHeat(session).paint(pixels), 0.92);
    },
    write(scene) {
      if (scene.scale >= NUMBERS_FROM) drawNumbers(scene, shownHeat(scene.session));
    },
    told({ thought }, c) {
      const number = heatOf(thought).numbers[c];
      return Number.isFinite(number) ? `${shown(number)} ${unit}` : "–";
    },
    legend(session) {
      const { ends, least, most } = shownHeat(session);
      const gradient = heatGradient(isLowBright);
      const from = (ends.low > least ? "≤ " : "") + shown(ends.low);
      const to = (ends.high < most ? "≥ " : "") + shown(ends.high);
      return [{ gradient, from, to: `${to} ${unit}`, text: absent }];
    },
  };
}

/** The numbers of a heat map, and between which of them its colours run. */
class Heat {
  /** @param {Float64Array} numbers  H * W; what is not finite has no colour @param {boolean} isLowBright */
  constructor(numbers, isLowBright) {
    const finite = numbers.filter(Number.isFinite).sort();
    const at = (share) => finite[Math.round(share * (finite.length - 1))] ?? 0;
    const ends = { low: at(ENDS), high: at(1 - ENDS) };
    const isWhole = finite.every(Number.isInteger); // else 16 among 16.3 and 15.8 is 16.0
    Object.assign(this, { numbers, isLowBright, isWhole, ends, least: at(0), most: at(1) });
  }

  /** The same numbers on another scale; without one as they are. @param {{low: number, high: number}} [ends] */
  within(ends) {
    return ends ? Object.assign(Object.create(Heat.prototype), this, { ends }) : this;
  }

  /** 0 for the dark end of the scale, 1 for the bright one, beyond them for the numbers that the scale leaves out. */
  brightness(square) {
    const { low, high } = this.ends;
    const share = (this.numbers[square] - low) / (high - low || 1);
    return this.isLowBright ? 1 - share : share;
  }

  paint(pixels) {
    for (let c = 0; c < pixels.length; c++) {
      if (Number.isFinite(this.numbers[c])) pixels[c] = pixel(...heat(this.brightness(c)));
    }
  }
}

function drawNumbers(scene, map) {
  writeOnSquares(scene, 0.26, (square) => {
    const number = map.numbers[square];
    return Number.isFinite(number) && [brief(number, map.isWhole), onHeat(map.brightness(square))];
  });
}

/** A number that fits into a square. */
function brief(number, isWhole) {
  const text = number.toFixed(isWhole || Math.abs(number) >= 100 ? 0 : 1);
  return text === "-0.0" ? "0.0" : text.replace("-", "−");
}
