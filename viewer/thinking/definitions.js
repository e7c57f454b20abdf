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

const SWITCH = new Map([["on", true], ["off", false], ["true", true], ["false", false]]);

/** The value that people write so; undefined where it is none of the kind. @param {Declared} declared */
export function valueOf({ kind }, text) {
  if (kind === "str") return text;
  if (kind === "bool") return SWITCH.get(text);
  return text.trim() === "" || !Number.isFinite(Number(text)) ? undefined : Number(text);
}

/** What may be written. @param {Declared} declared */
export function allowed({ kind, low, high, choices }) {
  if (kind === "str") return choices.join(", ");
  if (kind === "bool") return "on or off";
  return `${kind === "int" ? "a whole number of " : ""}${low} to ${high}`;
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
    const declared = this.declared[name];
    if (!isAllowed(declared, value)) throw new RangeError(`${name} = ${value}: expected ${allowed(declared)}`);
    this.values[name] = value;
    this.write(name, value);
  }

  write(name, value) {
    const { kind, choices, at } = this.declared[name];
    this.numbers[at] = kind === "str" ? choices.indexOf(value) : Number(value);
  }
}
