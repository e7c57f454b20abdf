// The lines of one graph on its canvas, with axes where there is room for them.

const DASH = 7; // pixels of each colour where lines lie on one another
const FAINT = 0.28; // of what was counted behind the smoothed line
const TICKS = { x: 8, y: 5 }; // at most about this many
const FONT = "11px system-ui, sans-serif";

/**
 * @typedef {object} Line
 * @property {string} colour
 * @property {ArrayLike<number>} values
 * @property {ArrayLike<number>} [counted]  what the values are the smoothed form of
 *
 * @typedef {{left: number, right: number, top: number, bottom: number}} Margins  pixels around the lines
 */

/** From turns and values to pixels. */
export class Plot {
  constructor(canvas, margins, lastTurn, most) {
    const { clientWidth: width, clientHeight: height } = canvas;
    const density = window.devicePixelRatio || 1;
    Object.assign(canvas, { width: width * density, height: height * density });
    Object.assign(this, { width, height, ...margins, ctx: canvas.getContext("2d") });
    Object.assign(this, { lastTurn: lastTurn || 1, most: most || 1 }); // the ends of the axes
    this.ctx.scale(density, density);
  }

  x(turn) {
    return this.left + (turn / this.lastTurn) * (this.width - this.left - this.right);
  }

  y(value) {
    return this.height - this.bottom - (value / this.most) * (this.height - this.bottom - this.top);
  }

  /** All lines, none behind another: where some lie on one another their colours take turns. */
  draw(lines) {
    const { ctx } = this;
    ctx.lineJoin = "round";
    ctx.save();
    ctx.beginPath();
    ctx.rect(this.left - 1, 0, this.width - this.left - this.right + 2, this.height);
    ctx.clip();
    for (const { colour, counted } of lines) if (counted) this.stroke(counted, colour, 1, FAINT);
    for (const { colour, values } of lines) this.stroke(values, colour, 1.6);
    lines.forEach(({ colour, values }, i) => {
      ctx.setLineDash([DASH, DASH * (lines.length - 1)]);
      ctx.lineDashOffset = -DASH * i;
      if (lines.length > 1) this.stroke(values, colour, 1.6);
    });
    ctx.restore();
  }

  stroke(values, colour, thickness, opacity = 1) {
    const { ctx } = this;
    ctx.strokeStyle = colour;
    ctx.lineWidth = thickness;
    ctx.globalAlpha = opacity;
    ctx.beginPath();
    for (let turn = 0; turn < values.length; turn++) ctx.lineTo(this.x(turn), this.y(values[turn]));
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  /** Axes with numbers, and lines across the plot. */
  drawAxes({ text, grid }, shown) {
    const { ctx } = this;
    Object.assign(ctx, { font: FONT, fillStyle: text, strokeStyle: grid, lineWidth: 1 });
    ctx.textBaseline = "middle";
    ctx.textAlign = "right";
    for (const value of ticks(this.most, TICKS.y)) {
      ctx.fillText(shown(value), this.left - 6, this.y(value));
      this.rule(this.left, this.y(value), this.width - this.right, this.y(value));
    }
    ctx.textAlign = "center";
    for (const turn of ticks(this.lastTurn, TICKS.x)) {
      ctx.fillText(String(turn), this.x(turn), this.height - this.bottom / 2);
      this.rule(this.x(turn), this.top, this.x(turn), this.height - this.bottom);
    }
  }

  rule(x0, y0, x1, y1) {
    this.ctx.beginPath();
    this.ctx.moveTo(x0, y0);
    this.ctx.lineTo(x1, y1);
    this.ctx.stroke();
  }
}

/** Round numbers from 0 to `most`, about `wanted` of them. */
export function ticks(most, wanted) {
  const rough = most / wanted;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((size) => size >= rough);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** The largest of some numbers, at least 0. */
export function largest(values) {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
