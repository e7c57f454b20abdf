// The change of the field by changed parameters, square by square: lower in one colour, higher in another.

import { blend, gradientOf, pixel, rgb } from "./colours.js";
import { signed, writeOnSquares } from "./labels.js";
import { Rasters } from "./drawing.js";

export const DELTA = "delta";

// After ColorBrewer's RdBu, by Brewer, Harrower and others, Apache 2.0: told apart by every kind of sight.
const LOWER = rgb("#2166ac");
const HIGHER = rgb("#b2182b");
const SAME = { dark: [58, 63, 71], light: [235, 238, 242] };
const LEAST = 0.1; // turns at which the scale ends at the earliest: what is less stays pale
const ROUNDING = 1e-6; // turns that two ways to add the same numbers may differ by
const END = 0.98; // share of the squares within the scale: a wall would flatten the rest
const NUMBERS_FROM = 34; // pixels per square from which the changes are written
const DARK_FROM = 0.45; // share of the scale from which a square is dark enough for white numbers

/**
 * The layer over what a page compares with what is thought without the changes.
 * @param {object} source  of a session: `now`, the potential with the change less that without, H * W numbers, NaN
 *   where one does not come, undefined where a thought was not asked here; `usual`, what it is compared with
 * @returns {import("./layers.js").Layer}
 */
export function deltaLayer(source) {
  const rasters = new Rasters();
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
      if (now) rasters.show(scene, [now, high, theme], (pixels) => paint(pixels, now, high, theme));
    },
    write(scene) {
      const now = source.now(scene.session);
      if (now && scene.scale >= NUMBERS_FROM) drawNumbers(scene, now, most(scene.session));
    },
    told(session, c) {
      const change = source.now(session)?.[c];
      if (!Number.isFinite(change)) return "–";
      return isRounding(change) ? "0 turns" : `${signed(change, 3)} turns`;
    },
    legend: (session, { theme }) => legend(source, session, most(session), theme),
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

function drawNumbers(scene, numbers, high) {
  writeOnSquares(scene, 0.26, (square) => {
    const change = numbers[square];
    const isDark = Math.abs(share(change, high)) > DARK_FROM;
    return Number.isFinite(change) && !isRounding(change) && [signed(change), isDark ? "#fff" : scene.colours.text];
  });
}

function legend(source, session, high, theme) {
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
