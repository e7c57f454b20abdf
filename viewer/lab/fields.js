// Form fields of the laboratory's panels, and reading them.

import { element } from "../page/dom.js";
import { AskedError } from "./players.js";

let fields = 0; // ids must differ when two boards stand on one page

/** A labelled field. */
export function field(label, input) {
  input.id ||= `lab-field-${(fields += 1)}`;
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input);
}

/** A field for a whole number. */
export function numberField(label, value, low, high) {
  const input = element("input", { type: "number", min: low, max: high, step: 1, value });
  const read = () => {
    const number = input.valueAsNumber;
    if (Number.isInteger(number) && low <= number && number <= high) return number;
    throw new AskedError(`${label}: expected a whole number of ${low} to ${high}`);
  };
  return { root: field(label, input), input, read };
}

/** A field for any number. */
export function anyField(label, value) {
  const input = element("input", { type: "number", step: "any", value });
  const read = () => {
    if (Number.isFinite(input.valueAsNumber)) return input.valueAsNumber;
    throw new AskedError(`${label}: expected a number`);
  };
  return { root: field(label, input), input, read };
}

/** A button that begins something which takes a while, and ends it. */
export function runButton(label, begin, stop) {
  let isRunning = false;
  const show = (now) => {
    isRunning = now;
    button.textContent = now ? "Stop" : label;
  };
  const button = element("button", {
    type: "button",
    onclick: async () => {
      if (isRunning) return stop();
      show(true);
      try {
        await begin();
      } finally {
        show(false);
      }
    },
  });
  show(false);
  return button;
}

/** A percentage with one decimal. */
export function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** A signed whole number, with a real minus. */
export function signed(value) {
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  const rounded = Math.round(value);
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}
