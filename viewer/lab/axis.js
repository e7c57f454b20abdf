// The fields of one knob that is swept: which, from where to where, how many values.

import { choice, element } from "../page/dom.js";
import { anyField, field, numberField } from "./fields.js";
import { AskedError } from "./players.js";
import { goesByFactors } from "../thinking/scales.js";

const NONE = "no other";

/** One axis of a sweep. @typedef {{knob: string, from: number, to: number, count: number}} Axis */

/**
 * @param {object} table   of the kernels
 * @param {{knob?: string, label: string, count: number, before?: string}} options  before: said in front of the names of
 *   its fields. Without a knob it begins with none, and may stay so
 */
export function makeAxis({ knobs, presets, default: preset, asking: { scanned } }, { knob = NONE, label, count, before = "" }) {
  const isSwept = ([, { tunable, at, kind }]) => tunable && at !== null && ["int", "float"].includes(kind);
  const names = Object.entries(knobs).filter(isSwept).map(([name]) => name);
  const select = choice([...(knob === NONE ? [NONE] : []), ...names], range, { "aria-label": `${before}parameter` });
  const [from, to] = [anyField("from", 0, `${before}from`), anyField("to", 1, `${before}to`)];
  const values = numberField("values", count, 2, 40, `${before}values`);
  const root = element("div", { class: "choices swept" }, field(label, select), from.root, to.root, values.root);

  /** As far as the slider goes where that goes by factors; other knobs around the value of the default player. */
  function range() {
    for (const { root: place } of [from, to, values]) place.hidden = select.value === NONE;
    const { low, high } = knobs[select.value] ?? { low: 0, high: 1 };
    const [least, most] = scanned[select.value] ?? [low, high];
    if (goesByFactors(least, most)) return show({ from: least, to: most, count: values.input.value });
    const usual = presets[preset].games[0].values[select.value] ?? 0;
    const reach = Math.abs(usual) || Math.min(1, high);
    return show({ from: Math.max(low, usual - reach), to: Math.min(high, usual + reach), count: values.input.value });
  }

  function show(axis) {
    [from, to, values].forEach(({ input }, i) => (input.value = [axis.from, axis.to, axis.count][i]));
  }

  /** @returns {Axis|null}  null for no knob. Throws AskedError */
  function read() {
    if (select.value === NONE) return null;
    const axis = { knob: select.value, from: from.read(), to: to.read(), count: values.read() };
    if (axis.from < axis.to) return axis;
    throw new AskedError(`${from.input.ariaLabel}: expected a number below the one of to`);
  }

  /** @param {Axis} [axis] */
  function fill(axis) {
    choose(axis?.knob);
    if (axis) show(axis);
  }

  /** This knob, around its default value; none without a name. */
  function choose(name = NONE) {
    select.value = name;
    if (select.selectedIndex < 0) select.selectedIndex = 0; // a knob that is gone
    range();
  }

  choose(knob);
  return { root, read, fill, choose };
}
