// The parameters as their declarations say: groups, ranges, presets; and where a value stands on its slider.

/**
 * A parameter's declaration, with the members of bot/parameters/declaration.py and its kind (float, int, bool, str).
 * @typedef {{kind: string, low: number, high: number, choices: string[], tunable: boolean}} Declared
 */

/** Whether anything comes before or after the greedy moves of a player with these values. */
export function hasSearch(values) {
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
export function describeRange({ kind, low, high, choices }) {
  if (kind === "str") return choices.join(", ");
  if (kind === "bool") return "on or off";
  return `${kind === "int" ? "a whole number of " : ""}${low} to ${high}`;
}

/**
 * How one player plays: the values of all parameters, and the fields of the kernels' record, as bot/parameters/presets.py
 * makes them: of several words each is a switch. Throws RangeError where a declaration does not allow a change.
 */
export function parameterSet({ definitions, presets, rulesets }, preset, changes) {
  for (const [name, value] of Object.entries(changes)) {
    if (!isAllowed(definitions[name], value)) throw new RangeError(`${name} = ${value}: expected ${describeRange(definitions[name])}`);
  }
  const values = { ...presets[preset], ...changes };
  const written = Object.entries(values).flatMap(([name, value]) => {
    const { choices } = definitions[name];
    return choices.length ? choices.map((word) => [`${name}_${word}`, word === value]) : [[name, value]];
  });
  return { values, fields: { ...Object.fromEntries(written), ...rulesets[values.generation] }, hasSearch: hasSearch(values) };
}

const MANY_DECADES = 50; // high / low from which even factors serve better than even steps
const FAR_END = 20; // the same for ranges that include 0: an end that is this many usual values away
const DIGITS = 3; // of a value that is set with a slider; the field beside it takes any

const EVEN = { to: (value) => value, from: (place) => place };
const FACTORS = { to: Math.log, from: Math.exp };

/**
 * The scale of a slider.
 * @param {{low: number, high: number, kind: string, digits?: number}} parameter  digits of its values
 * @param {number} usual  the value around which differences matter
 * @returns {{share: (value: number) => number, value: (share: number) => number}}  share 0 is `low`, 1 is `high`
 */
export function sliderScale({ low, high, kind, digits = DIGITS }, usual) {
  const { to, from } = shape(low, high, Math.abs(usual));
  const [first, last] = [to(low), to(high)];
  const within = (value) => Math.min(Math.max(value, low), high);
  const round = kind === "int" ? Math.round : (value) => Number(value.toPrecision(digits));
  return {
    share: (value) => (to(within(value)) - first) / (last - first),
    value: (share) => within(round(from(first + share * (last - first)))),
  };
}

function shape(low, high, usual) {
  if (low > 0) return high / low >= MANY_DECADES ? FACTORS : EVEN;
  if (usual === 0 || Math.max(high, -low) < FAR_END * usual) return EVEN;
  return { to: (value) => Math.asinh(value / usual), from: (place) => usual * Math.sinh(place) };
}
