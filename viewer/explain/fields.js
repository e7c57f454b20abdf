// Layers of the potential field: heat maps of what squares compare, and the way downhill.

import { blend, gradientOf, heat, heatGradient, pixel, rgb } from "../core/colours.js";
import { arrow, strokeOnHeat } from "../core/drawing.js";
import { onHeat, shown, signed, writeOnSquares } from "../ui/words.js";

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
  const measured = new WeakMap(); // by thought: a turn is drawn many times
  const heatOf = (thought) => {
    if (!measured.has(thought)) measured.set(thought, new Heat(of(thought), isLowBright));
    return measured.get(thought);
  };
  /** With ends that are held during a drag or set by a notebook, where there are some. */
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
      scene.paint(key, [thought, session.scales.get(key)], (pixels) => shownHeat(session).paint(pixels), 0.92);
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

// The change of the field by changed parameters, square by square: lower in one colour, higher in another.

const DELTA = "delta";

// After ColorBrewer's RdBu, by Brewer, Harrower and others, Apache 2.0: told apart by every kind of sight.
const LOWER = rgb("#2166ac");
const HIGHER = rgb("#b2182b");
const SAME = { dark: [58, 63, 71], light: [235, 238, 242] };
const LEAST = 0.1; // turns at which the scale ends at the earliest: what is less stays pale
const ROUNDING = 1e-6; // turns that two ways to add the same numbers may differ by
const END = 0.98; // share of the squares within the scale: a wall would flatten the rest
const DARK_FROM = 0.45; // share of the scale from which a square is dark enough for white numbers

/**
 * The layer over what a page compares with what is thought without the changes.
 * @param {object} source  of a session: `now`, the potential with the change less that without, H * W numbers, NaN
 *   where one does not come, undefined where a thought was not asked here; `usual`, what it is compared with
 * @returns {import("./layers.js").Layer}
 */
export function deltaLayer(source) {
  const most = (session) => (session.scales.get(DELTA) ?? endsOf(source.now(session) ?? [])).high;
  return {
    key: DELTA,
    label: "Δ potential",
    tip: "What the changed parameters do to the potential",
    needs: "thought",
    isHeat: true,
    ends: (session) => endsOf(source.now(session) ?? []),
    ground(scene) {
      const { session, colours: { theme } } = scene;
      const [now, high] = [source.now(session), most(session)];
      if (now) scene.paint(DELTA, [now, high, theme], (pixels) => paint(pixels, now, high, theme));
    },
    write(scene) {
      const now = source.now(scene.session);
      if (now && scene.scale >= NUMBERS_FROM) drawChanges(scene, now, most(scene.session));
    },
    told(session, c) {
      const change = source.now(session)?.[c];
      if (!Number.isFinite(change)) return "–";
      return isRounding(change) ? "0 turns" : `${signed(change, 3)} turns`;
    },
    legend: (session, { theme }) => changeLegend(source, session, most(session), theme),
  };
}

/** As far on either side of zero; 0 where the fields are the same but for rounding. */
function endsOf(numbers) {
  const sizes = Float64Array.from(numbers, Math.abs).filter(Number.isFinite).sort();
  if (!(sizes.at(-1) > ROUNDING)) return { low: 0, high: 0 };
  const high = Math.max(sizes[Math.floor(END * (sizes.length - 1))], LEAST);
  return { low: -high, high };
}

function isRounding(change) {
  return Math.abs(change) <= ROUNDING;
}

/** -1 for the lower end of the scale to 1 for the higher. */
function share(change, high) {
  return high ? Math.max(-1, Math.min(1, change / high)) : 0;
}

function paint(pixels, numbers, high, theme) {
  numbers.forEach((change, c) => {
    if (!Number.isFinite(change)) return;
    const at = share(change, high);
    pixels[c] = pixel(...blend(SAME[theme], at < 0 ? LOWER : HIGHER, Math.abs(at)));
  });
}

function drawChanges(scene, numbers, high) {
  writeOnSquares(scene, 0.26, (square) => {
    const change = numbers[square];
    const isDark = Math.abs(share(change, high)) > DARK_FROM;
    return Number.isFinite(change) && !isRounding(change) && [signed(change), isDark ? "#fff" : scene.colours.text];
  });
}

function changeLegend(source, session, high, theme) {
  if (!source.now(session)) return [{ text: "no change is compared here" }];
  const same = { colour: `rgb(${SAME[theme]})`, text: `the same as with ${source.usual(session)}` };
  if (high === 0) return [same];
  const gradient = gradientOf([LOWER, SAME[theme], HIGHER]);
  const text = "lower is better; no colour: one of the two fields does not come here";
  const changes = source.now(session).filter(Number.isFinite);
  const from = (changes.some((change) => change < -high) ? "≤ " : "") + signed(-high, 3);
  const to = (changes.some((change) => change > high) ? "≥ " : "") + signed(high, 3);
  return [{ gradient, from, to: `${to} turns`, text }, same];
}
