// The question in the address: the player, the preset and the values of the sliders.

import { readLink } from "../page/link.js";

const KINDS = {
  bool: (text) => (text === "on" ? true : text === "off" ? false : undefined),
  str: (text) => text,
  int: (text) => finite(text),
  float: (text) => finite(text),
};

/** The parts of the question that the address keeps; own values too, for a page without the explanation. @returns {[string, string|number][]} */
export function askedInLink(asking) {
  if (asking.game === null) return [];
  const changes = Object.entries(asking.differing).map(([name, value]) => [
    name,
    typeof value === "boolean" ? (value ? "on" : "off") : value,
  ]);
  return [["player", asking.player], ["as", asking.preset], ...changes];
}

/**
 * The question that an address asks.
 * @param {{knobs: object, presets: object}} known  names that nothing declares are passed over
 * @returns {{player: number|null, preset: string|null, changes: object}}
 */
export function askedBy(hash, { knobs, presets }) {
  const { player, more } = readLink(hash);
  const members = Object.fromEntries(more);
  const changes = {};
  for (const [name, text] of more) {
    const value = Object.hasOwn(knobs, name) ? KINDS[knobs[name].kind](text) : undefined;
    if (value !== undefined) changes[name] = value;
  }
  return { player, preset: Object.hasOwn(presets, members.as ?? "") ? members.as : null, changes };
}

function finite(text) {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}
