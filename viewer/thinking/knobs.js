// The knobs as their declarations say: groups, ranges, presets. A value is written where the kernels read it.

import { fromBase64 } from "../page/files.js";

/**
 * A knob's declaration, with the members of bot/knobs/knob.py, its kind (float, int, bool, str), and `at`: its place
 * in the record; of a text, where each of its words does; null: in none.
 * @typedef {{kind: string, low: number, high: number, choices: string[], at: number|object|null}} Declared
 */

/** Whether anything comes before or after the greedy moves of a player with these values. */
export function hasStages(values) {
  return ["combat_search", "war_every", "opening_search"].some((name) => values[name] > 0);
}

/** Why no page searches with these values, which need another number of models than it has room for; else null. */
export function unsearched(values) {
  return values.combat_search > 0 && values.rival_search === 0 ? "it searches without rival_search; with rival_search=8 it plays" : null;
}

/** Whether a page can play with this value of a knob. @param {Declared} declared */
export function isAllowed({ kind, low, high, choices, at }, value) {
  if (at === null) return false;
  if (kind === "str") return choices.includes(value);
  if (kind === "bool") return typeof value === "boolean";
  return typeof value === "number" && low <= value && value <= high && (kind === "float" || Number.isInteger(value));
}

/** How one player plays: the values of all knobs, and the record that the kernels read. */
export class Knobs {
  /** @param {{players: number, height: number, width: number}} game  a preset may play some games differently */
  constructor(table, preset, { players, height, width }) {
    const size = Math.max(height, width);
    const holds = ([low, high], value) => low <= value && value <= high;
    const found = table.presets[preset].games.find((games) => holds(games.players, players) && holds(games.size, size));
    /** @type {Record<string, Declared>} */
    this.declared = table.knobs;
    this.values = { ...found.values };
    this.record = fromBase64(found.record).slice();
    this.view = new DataView(this.record.buffer);
  }

  get hasStages() {
    return hasStages(this.values);
  }

  /**
   * Changes one value; throws RangeError where its declaration does not allow it.
   *
   * The kernel `sow` must be called after a change of the seed: see answering.js.
   */
  set(name, value) {
    const { kind, low, high, unit, choices, at } = this.declared[name];
    const isWord = kind === "str";
    if (!isAllowed(this.declared[name], value)) throw new RangeError(`${name} = ${value} is outside ${isWord ? choices.join(", ") : `${low}..${high} (${unit})`}`);
    this.values[name] = value;
    if (isWord) for (const word of choices) this.view.setUint8(at[word], word === value ? 1 : 0);
    else if (kind === "float") this.view.setFloat64(at, value, true);
    else if (kind === "bool") this.view.setUint8(at, value ? 1 : 0);
    else this.view.setBigInt64(at, BigInt(value), true);
  }
}
