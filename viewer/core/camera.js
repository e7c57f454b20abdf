// The position of the board on the canvas: pan and zoom on a torus, by mouse, pen and fingers.

import { modulo, shorter, wrap } from "./planes.js";
import { Store } from "./store.js";

const LARGEST_SQUARE = 96; // pixels

/**
 * A window onto the torus. Board coordinates are squares, (0, 0) the corner of the first; screen coordinates are CSS
 * pixels of the canvas. No square is ever shown twice: the window is at most as large as the board. Event: "moved".
 */
export class Camera extends Store {
  constructor() {
    super();
    this.board = { width: 1, height: 1 };
    this.screen = { width: 1, height: 1 };
    this.home();
  }

  /** The whole board, square (0, 0) at its corner. */
  home() {
    this.zoom = 1;
    this.centre(this.board.width / 2, this.board.height / 2);
  }

  setBoard(width, height) {
    this.board = { width, height };
    this.home();
  }

  setScreen(width, height) {
    this.screen = { width, height };
  }

  /** Pixels per square at which the whole board just fits. */
  get fit() {
    return Math.min(this.screen.width / this.board.width, this.screen.height / this.board.height);
  }

  /** Pixels per square. */
  get scale() {
    return this.fit * this.zoom;
  }

  /** The part of the canvas that the board takes: {left, top, width, height}. */
  get area() {
    const width = Math.min(this.screen.width, this.board.width * this.scale);
    const height = Math.min(this.screen.height, this.board.height * this.scale);
    return { left: (this.screen.width - width) / 2, top: (this.screen.height - height) / 2, width, height };
  }

  /** The squares in sight, unwrapped: columns x0 <= x < x1, rows y0 <= y < y1. */
  get sight() {
    const { width, height } = this.area;
    const [spanX, spanY] = [width / this.scale / 2, height / this.scale / 2];
    const nearly = 1e-6; // a whole board must not gain a row by rounding
    return {
      x0: Math.floor(this.x - spanX + nearly),
      x1: Math.ceil(this.x + spanX - nearly),
      y0: Math.floor(this.y - spanY + nearly),
      y1: Math.ceil(this.y + spanY - nearly),
    };
  }

  /** Screen position of an unwrapped board position. */
  left(x) {
    return this.screen.width / 2 + (x - this.x) * this.scale;
  }

  top(y) {
    return this.screen.height / 2 + (y - this.y) * this.scale;
  }

  pan(pixelsX, pixelsY) {
    this.centre(this.x - pixelsX / this.scale, this.y - pixelsY / this.scale);
  }

  centre(x, y) {
    this.x = modulo(x, this.board.width);
    this.y = modulo(y, this.board.height);
    this.tell("moved");
  }

  /** Puts a square that is not whole in sight in the middle. */
  reveal({ x, y }) {
    const { width, height } = this.area;
    const isBeyond = (distance, seen, size) => seen < size && Math.abs(shorter(distance, size)) > (seen - 1) / 2;
    const isAside = isBeyond(x + 0.5 - this.x, width / this.scale, this.board.width);
    if (isAside || isBeyond(y + 0.5 - this.y, height / this.scale, this.board.height)) this.centre(x + 0.5, y + 0.5);
  }

  /** Larger (factor > 1) or smaller, with the board under this screen position staying there. */
  zoomBy(factor, screenX = this.screen.width / 2, screenY = this.screen.height / 2) {
    const before = this.scale;
    this.zoom = Math.min(Math.max(this.zoom * factor, 1), Math.max(1, LARGEST_SQUARE / this.fit));
    const shift = 1 / before - 1 / this.scale;
    this.centre(
      this.x + (screenX - this.screen.width / 2) * shift,
      this.y + (screenY - this.screen.height / 2) * shift,
    );
  }

  /** The square under a screen position, or null beside the board. */
  squareAt(screenX, screenY) {
    const { left, top, width, height } = this.area;
    if (screenX < left || screenY < top || screenX >= left + width || screenY >= top + height) return null;
    return {
      x: wrap(this.x + (screenX - this.screen.width / 2) / this.scale, this.board.width),
      y: wrap(this.y + (screenY - this.screen.height / 2) / this.scale, this.board.height),
    };
  }
}

const CLICK_REACH = 5; // pixels within which a press and its release are a click

/** Moves the camera as fingers and mouse say. @param {HTMLCanvasElement} canvas */
export function followPointers(canvas, camera, then) {
  const down = new Map(); // pointers that are pressed, by their id: {x, y}
  let travelled = 0;

  const place = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (down.size === 0) travelled = 0;
    down.set(event.pointerId, place(event));
  });

  canvas.addEventListener("pointermove", (event) => {
    const to = place(event);
    const from = down.get(event.pointerId);
    if (!from) return then.hovered(camera.squareAt(to.x, to.y));
    travelled += Math.hypot(to.x - from.x, to.y - from.y);
    const before = spread(down);
    down.set(event.pointerId, to);
    if (travelled < CLICK_REACH) return;
    camera.pan((to.x - from.x) / down.size, (to.y - from.y) / down.size);
    if (down.size === 2) camera.zoomBy(spread(down).distance / before.distance, before.x, before.y);
  });

  canvas.addEventListener("pointerup", (event) => {
    const at = place(event);
    if (down.size === 1 && travelled < CLICK_REACH) then.clicked(camera.squareAt(at.x, at.y));
    down.delete(event.pointerId);
  });
  canvas.addEventListener("pointercancel", (event) => down.delete(event.pointerId));
  canvas.addEventListener("pointerleave", () => then.hovered(null));

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = place(event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      camera.zoomBy(Math.exp(-event.deltaY * lines * 0.0015), at.x, at.y);
    },
    { passive: false },
  );
}

/** Distance and middle of the first two pointers. */
function spread(pointers) {
  const [a, b = a] = pointers.values();
  return { distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
