// What layers draw with: a pixel per square, enlarged around the torus, and small shapes in the path that is open.

import { STEPS } from "./planes.js";

/** A picture of the board that is painted anew only when what it shows has changed; see Scene.paint. */
export class Raster {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.shown = [];
  }

  paint({ width, height }, subject, fill) {
    if (subject.length === this.shown.length && subject.every((part, i) => part === this.shown[i])) return;
    this.shown = subject;
    if (this.canvas.width !== width || this.canvas.height !== height || !this.image) {
      Object.assign(this.canvas, { width, height });
      this.image = new ImageData(width, height);
    }
    const pixels = new Uint32Array(this.image.data.buffer);
    pixels.fill(0);
    fill(pixels);
    this.canvas.getContext("2d").putImageData(this.image, 0, 0);
  }

  /** Draws every part of the torus that is in sight. */
  draw({ ctx, camera, game, scale }, opacity = 1) {
    const { x0, x1, y0, y1 } = camera.sight;
    const { width, height } = game;
    ctx.imageSmoothingEnabled = false;
    ctx.globalAlpha = opacity;
    for (let y = Math.floor(y0 / height) * height; y < y1; y += height) {
      for (let x = Math.floor(x0 / width) * width; x < x1; x += width) {
        ctx.drawImage(this.canvas, camera.left(x), camera.top(y), width * scale, height * scale);
      }
    }
    ctx.globalAlpha = 1;
  }
}

/** Sets up a scene's canvas for centred labels, `share` of a square high. */
export function labelStyle({ ctx, scale }, share) {
  ctx.font = `600 ${Math.round(Math.min(Math.max(scale * share, 8), 22))}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
}

/** Writes a text on every square that has one. @param {(square: number) => [string, string]|false} of  text, colour */
export function writeOnSquares(scene, share, of) {
  labelStyle(scene, share);
  scene.each((square, left, top) => {
    const [text, colour] = of(square) || [];
    if (!text) return;
    scene.ctx.fillStyle = colour;
    scene.ctx.fillText(text, left + scene.scale / 2, top + scene.scale / 2);
  });
}

const NUMBERED_FROM = 30; // pixels per square from which numbers stand in the middle of squares

/**
 * An arrow in a direction 1..4 on the square at (left, top): in its middle, or across its edge where a number stands in
 * the middle, which it would strike out.
 */
export function arrow(scene, left, top, direction) {
  const [dx, dy] = STEPS[direction];
  const [from, to, barb] = scene.scale >= NUMBERED_FROM ? [0.38, 0.62, 0.1] : [-0.28, 0.28, 0.17]; // shares of a square
  shaft(scene, left, top, [dx, dy], from, to, barb, 1);
}

/** An arrow from the middle of the square at (left, top) to the middle of the one `dx` right and `dy` below. */
export function longArrow(scene, left, top, dx, dy) {
  const length = Math.hypot(dx, dy);
  shaft(scene, left, top, [dx / length, dy / length], 0.1, length - 0.2, 0.2, 0.7);
}

/** A line in the direction (ux, uy), from and to so far from the middle of the square, and the two barbs at its tip. */
function shaft({ ctx, scale }, left, top, [ux, uy], from, to, barb, width) {
  const at = (along, aside = 0) => [
    left + scale * (0.5 + along * ux - aside * uy),
    top + scale * (0.5 + along * uy + aside * ux),
  ];
  ctx.moveTo(...at(from));
  ctx.lineTo(...at(to));
  ctx.moveTo(...at(to - barb, -width * barb));
  ctx.lineTo(...at(to));
  ctx.lineTo(...at(to - barb, width * barb));
}

/** The outline of the square at (left, top), `inset` of it within. */
export function box({ ctx, scale }, left, top, inset = 0.08) {
  ctx.rect(left + scale * inset, top + scale * inset, scale * (1 - 2 * inset), scale * (1 - 2 * inset));
}

/** Strokes the path, in the colour of text, with a rim around it: it stands out on every colour of a heat map. */
export function strokeOnHeat({ ctx, colours }, thickness, colour = colours.text) {
  ctx.strokeStyle = colours.rim;
  ctx.lineWidth = thickness + 2.5;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = thickness;
  ctx.stroke();
}
