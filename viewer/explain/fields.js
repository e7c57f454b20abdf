// Layers of the potential field: heat maps of what squares compare, and the way downhill.

import { blend, gradientOf, heat, pixel, rgb, VIRIDIS } from "../core/colours.js";
import { arrow, strokeOnHeat, writeOnSquares } from "../core/drawing.js";
import { formatChange, formatNumber } from "../ui/words.js";

const NOWHERE = "no colour: the field does not come here";
const NUMBERS_FROM = 30; // pixels per square from which the numbers are written

/** Turns to repay, plus the way there; low is good and bright. */
export const POTENTIAL = heatMap({
  key: "potential",
  label: "Potential",
  tip: "The field that squares compare: turns to repay plus the way there; lower is better",
  of: (thought) => thought.potential,
  unit: "turns",
  scale: linearScale(true),
});

const STRIKES = heatMap({
  key: "danger",
  label: "Danger",
  tip: "Squares where one enemy blast would hurt two of ours: the enemy strength that could strike there",
  of: (thought) => thought.danger.map((strength) => strength || NaN),
  unit: "strength",
  scale: linearScale(false),
  absent: "no colour: no blast would hurt two squares there",
});

/** Squares where one blast would hurt two of ours. They are few: the pieces stay, with their numbers. */
export const DANGER = { ...STRIKES, isHeat: false, write: null };

export const DOWNHILL = {
  key: "downhill",
  label: "Downhill",
  tip: "The neighbour of lowest potential, to which a square's strength flows",
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

// How numbers are shown as colours: the ends of the scale for sorted numbers, and what stands at a share 0..1 of it.

const ENDS = 0.05; // share of the squares that the scale leaves out at either end: a wall would flatten the rest

/** Numbers from low to high. */
export function linearScale(isLowBright) {
  const brightness = (share) => (isLowBright ? 1 - share : share);
  return {
    ends: (sorted) => ({ low: quantile(sorted, ENDS), high: quantile(sorted, 1 - ENDS) }),
    colour: (share) => heat(brightness(share)),
    gradient: () => gradientOf(VIRIDIS, isLowBright),
    ink: (share) => (brightness(share) > 0.55 ? "#10151b" : "#fff"),
    text: formatNumber,
    brief: (number, isWhole) => {
      const text = number.toFixed(isWhole || Math.abs(number) >= 100 ? 0 : 1);
      return text === "-0.0" ? "0.0" : text.replace("-", "−");
    },
  };
}

function quantile(sorted, share) {
  return sorted[Math.round(share * (sorted.length - 1))] ?? 0;
}

// After ColorBrewer's RdBu, by Brewer, Harrower and others, Apache 2.0: told apart by every kind of sight.
const LOWER = rgb("#2166ac");
const HIGHER = rgb("#b2182b");
const SAME = { dark: [58, 63, 71], light: [235, 238, 242] };
const LEAST = 0.1; // turns at which the scale ends at the earliest: what is less stays pale
const ROUNDING = 1e-6; // turns that two ways to add the same numbers may differ by
const DARK_FROM = 0.45; // share of the way from the middle from which a square is dark enough for white numbers

/** Differences, as far on either side of zero. */
const DIFFERENCE = {
  ends(sorted) {
    const sizes = sorted.map(Math.abs).sort();
    if (!(sizes.at(-1) > ROUNDING)) return { low: 0, high: 0 };
    const high = Math.max(sizes[Math.floor(0.98 * (sizes.length - 1))], LEAST);
    return { low: -high, high };
  },
  colour: (share, theme) => blend(SAME[theme], share < 0.5 ? LOWER : HIGHER, Math.abs(2 * share - 1)),
  gradient: (theme) => gradientOf([LOWER, SAME[theme], HIGHER]),
  ink: (share, colours) => (Math.abs(2 * share - 1) > DARK_FROM ? "#fff" : colours.text),
  text: (number) => formatChange(number, 3),
  brief: (number) => (Math.abs(number) > ROUNDING ? formatChange(number) : ""),
};

/** What changed parameters do to the field, where the page has compared them. */
export const DELTA = heatMap({
  key: "delta",
  label: "Δ potential",
  name: "Δ potential",
  tip: "What the changed parameters do to the potential",
  of: (thought) => thought.delta,
  unit: "turns",
  scale: DIFFERENCE,
  absent: "lower is better; no colour: one of the two fields does not come here",
  silence: ({ thought }) => (thought.delta ? null : "no change is compared here"),
  more: ({ explanation }, theme) => [{ colour: `rgb(${SAME[theme]})`, text: `the same as with ${explanation.header.usual}` }],
});

/**
 * A layer of numbers as colours.
 * @param {object} look  beside what every layer has:
 *   of      of a thought: H * W numbers; what is not finite has no colour
 *   scale   a Scale
 *   absent  what it means when a square has no colour
 *   more    further rows of the legend
 */
export function heatMap({ of, unit, scale, absent = NOWHERE, more = () => [], ...layer }) {
  const { key } = layer;
  const measured = new WeakMap(); // by thought: a turn is drawn many times
  const heatOf = (thought) => {
    if (!measured.has(thought)) measured.set(thought, measure(of(thought), scale));
    return measured.get(thought);
  };
  const ends = (session) => session.scales.get(key) ?? heatOf(session.thought).ends; // held during a drag, or set by a notebook
  const shareOf = (session) => {
    const { low, high } = ends(session);
    return (number) => (high > low ? Math.min(Math.max((number - low) / (high - low), 0), 1) : 0.5);
  };
  return {
    ...layer,
    isHeat: true,
    ends,
    ground(scene) {
      const { session, thought, colours: { theme } } = scene;
      const paint = (pixels) => {
        const share = shareOf(session);
        heatOf(thought).numbers.forEach((number, c) => {
          if (Number.isFinite(number)) pixels[c] = pixel(...scale.colour(share(number), theme));
        });
      };
      scene.paint(key, [thought, session.scales.get(key), theme], paint, 0.92);
    },
    write(scene) {
      if (scene.scale < NUMBERS_FROM) return;
      const { numbers, isWhole } = heatOf(scene.thought);
      const share = shareOf(scene.session);
      writeOnSquares(scene, 0.26, (square) => {
        const number = numbers[square];
        return Number.isFinite(number) && [scale.brief(number, isWhole), scale.ink(share(number), scene.colours)];
      });
    },
    describe({ thought }, c) {
      const number = heatOf(thought).numbers[c];
      return Number.isFinite(number) ? `${scale.text(number)} ${number === 1 ? unit.replace(/s$/, "") : unit}` : "–";
    },
    legend(session, { theme }) {
      const { least, most } = heatOf(session.thought);
      const { low, high } = ends(session);
      if (most === undefined) return [{ text: "nothing to say on this turn" }];
      if (scale === DIFFERENCE && high === 0) return more(session, theme);
      const from = (low > least ? "≤ " : "") + scale.text(low);
      const to = (high < most ? "≥ " : "") + scale.text(high);
      return [{ gradient: scale.gradient(theme), from, to: `${to} ${unit}`, text: absent }, ...more(session, theme)];
    },
  };
}

/** Numbers with what their colours are chosen by. */
function measure(numbers, scale) {
  const sorted = Float64Array.from(numbers).filter(Number.isFinite).sort();
  const isWhole = sorted.every(Number.isInteger); // else 16 among 16.3 and 15.8 is 16.0
  return { numbers, isWhole, ends: scale.ends(sorted), least: sorted[0], most: sorted.at(-1) };
}
