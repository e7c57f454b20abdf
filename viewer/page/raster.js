// One pixel per square, painted with typed arrays and drawn enlarged around the torus.

/** The pictures of one layer, by session: two boards on a page show two moments. */
export class Rasters {
  constructor() {
    this.made = new WeakMap();
  }

  /** Paints the scene's picture, unless it already shows this, and draws it; see Raster.paint. */
  show(scene, subject, fill, opacity) {
    if (!this.made.has(scene.session)) this.made.set(scene.session, new Raster());
    const raster = this.made.get(scene.session);
    raster.paint(scene.game, subject, fill);
    raster.draw(scene, opacity);
  }
}

/** A picture of the board that is painted anew only when what it shows has changed. */
export class Raster {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.shown = [];
  }

  /**
   * Paints the picture, unless it already shows this.
   * @param {{width: number, height: number}} board
   * @param {any[]} subject  what the picture depends on, compared entry by entry
   * @param {(pixels: Uint32Array) => void} fill  gets H * W pixels; see colours.pixel
   */
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
