// Form fields of the laboratory's panels, and reading them.

import { element } from "../page/dom.js";
import { AskedError } from "./players.js";

let fields = 0; // ids must differ when two boards stand on one page

export function field(label, input) {
  input.id ||= `lab-field-${(fields += 1)}`;
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input);
}

/** A field for a whole number. @param {string} [spoken]  its name, where the label beside it is not enough */
export function numberField(label, value, low, high, spoken) {
  const fits = (number) => Number.isInteger(number) && low <= number && number <= high;
  return numeric(label, { min: low, max: high, step: 1, value, "aria-label": spoken }, fits, `a whole number of ${low} to ${high}`);
}

export function anyField(label, value, spoken) {
  return numeric(label, { step: "any", value, "aria-label": spoken }, Number.isFinite, "a number");
}

function numeric(label, attributes, fits, expected) {
  const input = element("input", { type: "number", ...attributes });
  const read = () => {
    if (fits(input.valueAsNumber)) return input.valueAsNumber;
    throw new AskedError(`${input.ariaLabel ?? label}: expected ${expected}`);
  };
  return { root: field(label, input), input, read, put: (value) => (input.value = value) };
}

/** The sides of a board as people write them. Throws AskedError. */
export function sidesOf(text) {
  const sides = /^(\d{1,4})x(\d{1,4})$/.exec(text.trim());
  if (!sides) throw new AskedError(`the size is "${text}"; expected something like 30x30`);
  return { width: Number(sides[1]), height: Number(sides[2]) };
}
