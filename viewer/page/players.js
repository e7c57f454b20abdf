// A player's label: its colour and its name.

import { colourOf, element, swatch } from "./dom.js";
import { nameOf } from "./labels.js";

/** The player's colour and name; 0 is neutral. */
export function playerTag(game, player) {
  const name = player === 0 ? "neutral" : nameOf(game, player);
  const words = element("span", { class: "name", title: name }, name);
  return element("span", { class: "player" }, swatch(colourOf(player)), words);
}
