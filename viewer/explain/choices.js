// Layers of what squares chose: capture trees, the wall, dangers, stilling, reasons.

import { GREEN, RED } from "./explanation.js";
import { downhill } from "./fields.js";
import { pixel, rgb } from "../core/colours.js";
import { box, strokeOnHeat, writeOnSquares } from "../core/drawing.js";
import { onFrame, STEPS } from "../core/planes.js";
import { colourOf } from "../ui/dom.js";
import { formatNumber, squares } from "../ui/words.js";

const NONE = { text: "none on this turn" };
const WEIGHTS_FROM = 20; // pixels per square from which weights are written

/** Capture trees: lines along the way downhill, green squares start now, red ones, dashed, wait. */
export const TREES = {
  key: "trees",
  label: "Capture trees",
  tip: "Squares that capture together: green starts now, red (dashed) waits",
  needs: "thought",
  draw(scene) {
    const dash = Math.max(2, scene.scale * 0.14);
    scene.ctx.setLineDash([dash, dash]); // not everybody sees that red is not green
    drawBranches(scene, RED, scene.colours.red);
    scene.ctx.setLineDash([]);
    drawBranches(scene, GREEN, scene.colours.green);
  },
  legend({ thought }, colours) {
    const counted = (light) => count(thought.light, (each) => each === light);
    return [
      { line: colours.green, text: `${counted(GREEN)} green: start now, to arrive together` },
      { line: colours.red, isDashed: true, text: `${counted(RED)} red, dashed: wait until the others have come up` },
      { line: "currentColor", text: "line: the way to the square that is captured" },
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

/** Squares where one blast would hurt two of ours, with the enemy strength that could strike there. */
export const DANGER = {
  key: "danger",
  label: "Danger",
  tip: "Squares where one enemy blast would hurt two of ours",
  needs: "thought",
  draw(scene) {
    const { ctx, thought: { danger }, scale, colours } = scene;
    const worst = Math.max(...danger);
    ctx.fillStyle = colours.red;
    scene.each((square, left, top) => {
      if (!danger[square]) return;
      ctx.globalAlpha = 0.25 + 0.45 * (danger[square] / worst);
      ctx.fillRect(left, top, scale, scale);
    });
    ctx.globalAlpha = 1;
    if (scale >= WEIGHTS_FROM) writeOnSquares(scene, 0.34, (square) => danger[square] > 0 && [formatNumber(danger[square]), colours.text]);
  },
  legend({ thought: { danger } }, colours) {
    const worst = Math.max(...danger);
    const text = `${squares(count(danger, Boolean))}; up to ${formatNumber(worst)} of enemy strength can strike there`;
    return worst > 0 ? [{ colour: colours.red, text }] : [NONE];
  },
};

export const WALL = frameLayer({
  key: "wall",
  label: "Wall",
  tip: "Neutral squares that the pact forbids to open",
  needs: "thought",
  colour: "text",
  inset: 0.06,
  thickness: () => 2,
  describe: (number) => (number ? `${squares(number)} closed by the pact` : null),
  isFramed: ({ thought }) => (square) => thought.wall[square] > 0,
});

export const STILLING = frameLayer({
  key: "stilling",
  label: "Stilling",
  tip: "Squares that stand still before a crowded enemy, to strike back with overkill",
  needs: "thought",
  colour: "still",
  inset: 0.06,
  thickness: (scale) => Math.max(2, scale * 0.12),
  describe: (number) => (number ? `${squares(number)} standing still, waiting for the blow` : null),
  isFramed({ thought, explanation }) {
    const wanted = explanation.header.reasons.findIndex((reason) => reason?.name === "STILLING");
    return (square) => thought.reason[square] === wanted;
  },
});

export const DIFFERS = frameLayer({
  key: "differs",
  label: "Other move",
  tip: "Squares whose recorded move is not the one these parameters choose",
  needs: "reason",
  colour: "differs",
  inset: 0.03,
  thickness: () => 2,
  describe: (number) => `${squares(number)} recorded with another move`,
  isFramed: ({ thought }) => (square) => thought.differs[square] > 0,
});

/** A layer of frames around squares; `isFramed` says of a session which have one, `describe` what their number means, or null. */
function frameLayer({ colour, inset, thickness, describe, isFramed, ...layer }) {
  return {
    ...layer,
    draw(scene) {
      const is = isFramed(scene.session);
      scene.ctx.beginPath();
      scene.each((square, left, top) => is(square) && box(scene, left, top, inset));
      strokeOnHeat(scene, thickness(scene.scale), scene.colours[colour]);
    },
    legend(session, colours) {
      const is = isFramed(session);
      const text = describe(count(session.thought.reason, (_, square) => is(square)));
      return text ? [{ colour: colours[colour], text }] : [NONE];
    },
  };
}

function count(list, holds) {
  return list.reduce((sum, each, i) => sum + Boolean(holds(each, i)), 0);
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
  needs: "reason",
  ground(scene) {
    const { thought, colours: { theme } } = scene;
    scene.paint("reasons", [thought, theme], (pixels) => {
      const known = REASON_COLOURS[theme];
      for (let c = 0; c < pixels.length; c++) {
        if (thought.reason[c] > 0) pixels[c] = pixel(...rgb(known[thought.reason[c]] ?? OTHER_COLOUR));
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
