// Layers of what squares chose: capture trees, the wall, other moves, reasons.

import { GREEN, RED } from "./explanation.js";
import { downhill } from "./fields.js";
import { pixel, rgb } from "../core/colours.js";
import { box, strokeOnHeat } from "../core/drawing.js";
import { onFrame, STEPS } from "../core/planes.js";
import { colourOf } from "../ui/dom.js";
import { squares } from "../ui/words.js";

/** Capture trees: lines along the way downhill, green squares start now, red ones, dashed, wait. */
export const TREES = {
  key: "trees",
  label: "Capture trees",
  tip: "Squares that capture together: green starts now, red (dashed) waits",
  draw(scene) {
    const dash = Math.max(2, scene.scale * 0.14);
    scene.ctx.setLineDash([dash, dash]); // not everybody sees that red is not green
    drawBranches(scene, RED, scene.colours.red);
    scene.ctx.setLineDash([]);
    drawBranches(scene, GREEN, scene.colours.green);
  },
  legend({ thought }, colours) {
    const counted = (light) => thought.light.filter((each) => each === light).length;
    return [
      { line: colours.green, text: `${counted(GREEN)} green: start now, to arrive together` },
      { line: colours.red, isDashed: true, text: `${counted(RED)} red, dashed: wait until the others have come up` },
    ];
  },
};

function drawBranches(scene, light, colour) {
  const { ctx, thought, scale } = scene;
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.min(Math.max(1.5, scale * 0.08), 4);
  ctx.beginPath();
  scene.each((square, left, top) => {
    if (thought.light[square] !== light) return;
    const [dx, dy] = STEPS[downhill(scene, square)];
    box(scene, left, top, 0.06);
    ctx.moveTo(left + scale / 2, top + scale / 2);
    ctx.lineTo(left + scale * (0.5 + dx), top + scale * (0.5 + dy));
  });
  ctx.stroke();
}

export const WALL = frameLayer({
  key: "wall",
  label: "Wall",
  tip: "Neutral squares that the pact forbids to open",
  colour: "text",
  meaning: "closed by the pact",
});

export const DIFFERS = frameLayer({
  key: "differs",
  label: "Other move",
  tip: "Squares whose recorded move is not the one these parameters choose",
  colour: "differs",
  meaning: "recorded with another move",
});

/** A layer of frames around the squares of a mask, which a thought has under the layer's key. */
function frameLayer({ key, colour, meaning, ...layer }) {
  return {
    key,
    ...layer,
    draw(scene) {
      const mask = scene.thought[key];
      scene.ctx.beginPath();
      scene.each((square, left, top) => mask[square] && box(scene, left, top, 0.06));
      strokeOnHeat(scene, 2, scene.colours[colour]);
    },
    legend: ({ thought }, colours) => [{ colour: colours[colour], text: `${squares(thought[key].filter(Boolean).length)} ${meaning}` }],
  };
}

// By theme, then by number: one colour a reason. A search chose them: any two of them, and each of them and every player and the
// ground, are apart for every kind of sight, and each stands out from the ground. tests/unit/test_viewer.py
// measures it. The first is for no reason.
export const REASON_COLOURS = {
  dark: [
    "#30363e", "#695a78", "#870f96", "#0fff69", "#d22d0f", "#f0ff00", "#f0c3d2",
    "#a596ff", "#0f0fff", "#c3784b", "#f02db4", "#962d1e", "#a55aff", "#96d2ff",
    "#2da587", "#784b4b", "#7800c3", "#d2ffc3",
  ],
  light: [
    "#e2e6ea", "#695a3c", "#0000ff", "#2dc31e", "#b41e00", "#87964b", "#d296c3",
    "#c31eb4", "#00001e", "#003c3c", "#b469ff", "#ff78f0", "#963c78", "#8700d2",
    "#1e0078", "#2d0000", "#4b1e69", "#ff5a87",
  ],
};
const OTHER_COLOUR = "#999999"; // for reasons that a later bot adds

/** The colour of a reason's number, for style sheets: it changes with the theme. Without a reason it is the player's land, which the layer leaves. */
export function reasonColour(reason, player) {
  return reason ? `var(--reason-${reason}, ${OTHER_COLOUR})` : `color-mix(in srgb, ${colourOf(player)} 33%, var(--back))`;
}

export const REASONS = {
  key: "reasons",
  label: "Reasons",
  tip: "Why every square moved or stayed",
  ground(scene) {
    const { thought, colours: { theme } } = scene;
    scene.paint("reasons", [thought, theme], (pixels) => {
      const colours = REASON_COLOURS[theme];
      for (let c = 0; c < pixels.length; c++) {
        if (thought.reason[c] > 0) pixels[c] = pixel(...rgb(colours[thought.reason[c]] ?? OTHER_COLOUR));
      }
    });
  },
  describe: (session, c) => (session.thought.reason[c] ? sentence(session, session.thought.reason[c]) : "–"),
  legend(session) {
    const counts = new Map();
    const owner = onFrame(session.game, "owner", session.turn);
    session.thought.reason.forEach((reason, c) => {
      if (reason || owner[c] === session.explained) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    });
    const rows = [...counts].sort((a, b) => b[1] - a[1]);
    const text = ([reason, number]) => `${number} · ${sentence(session, reason)}`;
    return rows.map((row) => ({ colour: reasonColour(row[0], session.explained), text: text(row) }));
  },
};

function sentence({ explanation }, reason) {
  return explanation.header.reasons[reason]?.sentence ?? `reason ${reason}`;
}
