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

const NUMBERED_FROM = 30; // pixels per square from which numbers stand in the middle of squares

/**
 * An arrow in a direction 1..4 on the square at (left, top): in its middle, or across its edge where a number stands in
 * the middle, which it would strike out.
 */
export function arrow({ ctx, scale }, left, top, direction) {
  const [dx, dy] = STEPS[direction];
  const [away, length] = scale >= NUMBERED_FROM ? [0.5, 0.24] : [0, 0.56]; // shares of a square
  const [x, y] = [left + scale * (0.5 + away * dx), top + scale * (0.5 + away * dy)];
  const reach = (scale * length) / 2;
  const [tipX, tipY] = [x + dx * reach, y + dy * reach];
  const barb = scale * (away ? 0.1 : 0.17);
  ctx.moveTo(x - dx * reach, y - dy * reach);
  ctx.lineTo(tipX, tipY);
  ctx.moveTo(tipX - dx * barb + dy * barb, tipY - dy * barb + dx * barb);
  ctx.lineTo(tipX, tipY);
  ctx.lineTo(tipX - dx * barb - dy * barb, tipY - dy * barb - dx * barb);
}

/** An arrow from the middle of the square at (left, top) to the middle of the one `dx` right and `dy` below. */
export function longArrow({ ctx, scale }, left, top, dx, dy) {
  const length = Math.hypot(dx, dy);
  const [x, y] = [left + scale / 2, top + scale / 2];
  const [ux, uy] = [dx / length, dy / length];
  const [tipX, tipY] = [x + (dx - 0.2 * ux) * scale, y + (dy - 0.2 * uy) * scale];
  const barb = scale * 0.2;
  ctx.moveTo(x + 0.1 * ux * scale, y + 0.1 * uy * scale);
  ctx.lineTo(tipX, tipY);
  ctx.moveTo(tipX - (ux - 0.7 * uy) * barb, tipY - (uy + 0.7 * ux) * barb);
  ctx.lineTo(tipX, tipY);
  ctx.lineTo(tipX - (ux + 0.7 * uy) * barb, tipY - (uy - 0.7 * ux) * barb);
}

/** Diagonal strokes over the square at (left, top). */
export function hatch({ ctx, scale }, left, top) {
  for (const share of [0.33, 0.67, 1]) {
    ctx.moveTo(left, top + scale * share);
    ctx.lineTo(left + scale * share, top);
  }
  for (const share of [0.33, 0.67]) {
    ctx.moveTo(left + scale * share, top + scale);
    ctx.lineTo(left + scale, top + scale * share);
  }
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
