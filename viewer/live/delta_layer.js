// What the changed parameters do to the field, square by square: lower in one colour, higher in another.

import { blend, pixel, rgb } from "../page/colours.js";
import { labelStyle } from "../page/labels.js";
import { Raster } from "../page/raster.js";
import { DELTA } from "./deltas.js";
import { signed } from "./margin_layer.js";

// After ColorBrewer's RdBu, by Brewer, Harrower and others, Apache 2.0: told apart by every kind of sight.
const LOWER = rgb("#2166ac");
const HIGHER = rgb("#b2182b");
const SAME = { dark: [58, 63, 71], light: [235, 238, 242] };
const END = 0.98; // share of the squares within the scale: a wall would flatten the rest
const NUMBERS_FROM = 34; // pixels per square from which the changes are written
const DARK_FROM = 0.45; // share of the scale from which a square is dark enough for white numbers

/**
 * @param {import("./deltas.js").Deltas} deltas
 * @returns {import("../page/layers.js").Layer}
 */
export function deltaLayer(deltas) {
  const raster = new Raster();
  const most = (session) => (session.scales.get(DELTA) ?? endsOf(deltas.now)).high;
  return {
    key: DELTA,
    label: "Δ potential",
    tip: "What the changed parameters do to the potential",
    needs: "thought",
    isHeat: true,
    ends: () => endsOf(deltas.now ?? []),
    ground(scene) {
      const { now } = deltas;
      if (!now) return;
      const { theme } = scene.colours;
      const high = most(scene.session);
      raster.paint(scene.game, [now, high, theme], (pixels) => paint(pixels, now, high, theme));
      raster.draw(scene);
    },
    write(scene) {
      if (deltas.now && scene.scale >= NUMBERS_FROM) drawNumbers(scene, deltas.now, most(scene.session));
    },
    told: (session, c) => (Number.isFinite(deltas.now?.[c]) ? `${signed(deltas.now[c], 3)} turns` : "–"),
    legend: (session, { theme }) => legend(deltas, deltas.now && most(session), theme),
  };
}

/** As far on either side of nought. */
function endsOf(numbers) {
  const sizes = Float64Array.from(numbers, Math.abs).filter(Number.isFinite).sort();
  const high = sizes[Math.floor(END * (sizes.length - 1))] || sizes.at(-1) || 0;
  return { low: -high, high };
}

/** -1 for the lower end of the scale to 1 for the higher. */
function share(change, high) {
  return high ? Math.max(-1, Math.min(1, change / high)) : Math.sign(change);
}

function paint(pixels, numbers, high, theme) {
  numbers.forEach((change, c) => {
    if (!Number.isFinite(change)) return;
    const at = share(change, high);
    pixels[c] = pixel(...blend(SAME[theme], at < 0 ? LOWER : HIGHER, Math.abs(at)));
  });
}

function drawNumbers(scene, numbers, high) {
  const { ctx, scale, colours } = scene;
  labelStyle(scene, 0.26);
  scene.each((square, left, top) => {
    const change = numbers[square];
    if (!Number.isFinite(change) || change === 0) return;
    ctx.fillStyle = Math.abs(share(change, high)) > DARK_FROM ? "#fff" : colours.text;
    ctx.fillText(signed(change), left + scale / 2, top + scale / 2);
  });
}

function legend({ now, refusal, asking }, high, theme) {
  if (!now) return [{ text: refusal ?? "being worked out …" }];
  const same = { colour: `rgb(${SAME[theme]})`, text: `the same as with ${asking.preset}` };
  if (high === 0) return [same];
  const gradient = `linear-gradient(90deg, rgb(${LOWER}), rgb(${SAME[theme]}), rgb(${HIGHER}))`;
  const text = "lower is better; no colour: one of the two fields does not come here";
  return [{ gradient, from: signed(-high, 3), to: `${signed(high, 3)} turns`, text }, same];
}
