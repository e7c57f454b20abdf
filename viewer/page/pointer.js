// Mouse, pen and fingers on the board: drag, wheel, pinch, click.

const CLICK_REACH = 5; // pixels within which a press and its release are a click

/**
 * Moves the camera as fingers and mouse say.
 * @param {HTMLCanvasElement} canvas
 * @param {{moved: () => void, clicked: (square) => void, hovered: (square) => void}} then
 */
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
    then.moved();
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
      then.moved();
    },
    { passive: false },
  );
}

/** Distance and middle of the first two pointers. */
function spread(pointers) {
  const [a, b = a] = pointers.values();
  return { distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
