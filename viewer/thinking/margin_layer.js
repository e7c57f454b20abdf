// Margins on the board: the smallest change of a parameter that flips each square's move, as a heat map.

import { heat, heatGradient, pixel } from "../page/colours.js";
import { onHeat, shown, signed, writeOnSquares } from "../page/labels.js";
import { Rasters } from "../page/raster.js";
import { MARGIN } from "./margins.js";

const WEIGHT = "weight"; // the unit of a number that has none
const NUMBERS_FROM = 34; // pixels per square from which the changes are written
// Squares that nothing flips: the colour of a player would look like heat.
const NEVER = { dark: [58, 63, 71], light: [203, 208, 215] };

/** The layer. Bright squares flip at a small change; the scale is one of factors, as margins span decades. */
export function marginLayer(margins) {
  const rasters = new Rasters();
  return {
    key: MARGIN,
    label: "Margin",
    tip: "How much a parameter must change until the greedy move of a square differs",
    needs: "thought",
    isHeat: true,
    ground(scene) {
      const now = margins.at(scene.turn);
      const { theme } = scene.colours;
      if (now) rasters.show(scene, [now, margins.knob, theme], (pixels) => paint(pixels, margins, NEVER[theme]));
    },
    write(scene) {
      if (margins.at(scene.turn) && scene.scale >= NUMBERS_FROM) drawNumbers(scene, margins);
    },
    legend: (session, { theme }) => legend(margins, theme),
  };
}

function paint(pixels, margins, never) {
  const { low, high } = reach(margins);
  for (const square of margins.now.squares) {
    const change = Math.abs(margins.nearest(square));
    pixels[square] = pixel(...(Number.isFinite(change) ? heat(brightness(change, low, high)) : never));
  }
}

/** 1 for the smallest change on the board, 0 for the largest. */
function brightness(change, low, high) {
  return high > low ? 1 - Math.log(change / low) / Math.log(high / low) : 1;
}

/** The smallest and the largest change that flips a square; both 0 when none does. */
function reach(margins) {
  const changes = margins.now.squares.map((square) => Math.abs(margins.nearest(square))).filter(Number.isFinite);
  return changes.length ? { low: Math.min(...changes), high: Math.max(...changes) } : { low: 0, high: 0 };
}

function drawNumbers(scene, margins) {
  const { low, high } = reach(margins);
  writeOnSquares(scene, 0.26, (square) => {
    const change = margins.of(square) ? margins.nearest(square) : NaN;
    return !Number.isNaN(change) && [signed(change), onHeat(brightness(Math.abs(change), low, high))];
  });
}

function legend(margins, theme) {
  const { now, knob, refusal } = margins;
  if (!now) return [{ text: refusal ?? "being computed …" }];
  const { low, high } = reach(margins);
  const { unit } = margins.asking.known.knobs[knob];
  const range = `between ${shown(now.knobs[knob].low)} and ${shown(now.knobs[knob].high)}`;
  const never = { colour: `rgb(${NEVER[theme]})`, text: `found no ${knob} ${range} that flips it` };
  if (high === 0) return [never];
  return [
    {
      gradient: heatGradient(true),
      from: shown(low),
      to: shown(high),
      text: `smallest change of ${knob} that flips the move${unit === WEIGHT ? "" : `, in ${unit}`}`,
    },
    never,
  ];
}
