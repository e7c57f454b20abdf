// The square under the mouse: owner, strength and production, without a click.

import { element } from "./dom.js";
import { onFrame, shorter, squareOf } from "./frames.js";
import { playerTag, shown } from "./labels.js";
import { layerOf } from "./layers.js";

/** A card in the corner of the board that is farther from the mouse. `show(square)`; null hides it. */
export class HoverCard {
  constructor(session, camera) {
    Object.assign(this, { session, camera, square: null });
    this.root = element("div", { class: "hover-card", hidden: true, "aria-hidden": "true" });
    const fill = () => this.fill();
    for (const event of ["turn", "layers", "explanation"]) session.on(event, fill);
    session.on("replay", () => this.show(null));
  }

  show(square) {
    this.square = square;
    this.fill();
  }

  fill() {
    const { square, session, root } = this;
    root.hidden = !square || !session.game;
    if (root.hidden) return;
    const { game, turn } = session;
    const c = squareOf(square, game);
    root.replaceChildren(
      element("strong", {}, `(${square.x}, ${square.y})`),
      playerTag(game, onFrame(game, "owner", turn)[c]),
      fact("strength", onFrame(game, "strength", turn)[c]),
      fact("production", game.production[c]),
      ...this.layered(c),
    );
    root.classList.toggle("below", this.isHigh(square));
  }

  /** The numbers of the layers that colour the square. */
  layered(c) {
    const { session } = this;
    const layers = [...session.layers].map((key) => layerOf(key, session)).filter((layer) => layer?.told && layer.isReady(session));
    return layers.map((layer) => fact(layer.label.toLowerCase(), layer.told(session, c)));
  }

  /** Whether the square stands in the upper half of what is seen. */
  isHigh({ y }) {
    const { camera } = this;
    return shorter(y + 0.5 - camera.y, camera.board.height) < 0;
  }
}

function fact(name, value) {
  const text = typeof value === "number" ? shown(value) : value;
  return element("span", {}, element("span", { class: "muted" }, `${name} `), text);
}
