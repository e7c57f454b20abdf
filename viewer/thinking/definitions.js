// The definitions as their declarations say: groups, ranges, presets. A value is written where the kernels read it.

/**
 * A parameter's declaration, with the members of bot/parameters/declaration.py, its kind (float, int, bool, str), and `at`: its
 * place among the numbers that the kernel `pack` takes.
 * @typedef {{kind: string, low: number, high: number, choices: string[], tunable: boolean, at: number}} Declared
 */

/** Whether anything comes before or after the greedy moves of a player with these values. */
export function hasStages(values) {
  return ["combat_search", "war_every", "opening_search"].some((name) => values[name] > 0);
}

/** Whether a page can play with this value of a parameter. @param {Declared} declared */
export function isAllowed({ kind, low, high, choices, tunable }, value) {
  if (!tunable) return false;
  if (kind === "str") return choices.includes(value);
  if (kind === "bool") return typeof value === "boolean";
  return typeof value === "number" && low <= value && value <= high && (kind === "float" || Number.isInteger(value));
}

/** How one player plays: the values of all parameters, and the numbers that the kernels take. */
export class ParameterSet {
  constructor(table, preset) {
    /** @type {Record<string, Declared>} */
    this.declared = table.definitions;
    this.values = { ...table.presets[preset] };
    this.numbers = new Float64Array(Object.keys(this.declared).length);
    for (const [name, value] of Object.entries(this.values)) this.write(name, value);
  }

  get hasStages() {
    return hasStages(this.values);
  }

  /** Changes one value; throws RangeError where its declaration does not allow it. */
  set(name, value) {
    const { kind, low, high, unit, choices } = this.declared[name];
    const range = kind === "str" ? choices.join(", ") : `${low}..${high} (${unit})`;
    if (!isAllowed(this.declared[name], value)) throw new RangeError(`${name} = ${value} is outside ${range}`);
    this.values[name] = value;
    this.write(name, value);
  }

  write(name, value) {
    const { kind, choices, at } = this.declared[name];
    this.numbers[at] = kind === "str" ? choices.indexOf(value) : Number(value);
  }
}
