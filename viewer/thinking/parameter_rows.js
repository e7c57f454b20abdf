// One parameter as a control: a slider with a field, a switch, or a choice; and the way back to the usual value.

import { button, choice, element } from "../page/dom.js";
import { brief } from "../page/labels.js";
import { breakable, word } from "./players.js";
import { sliderScale } from "./scales.js";

const PLANS = {
  opening: ["opening plan", "The opening plan plays with this number until an enemy is three steps away; a value set here replaces it"],
  campaign: ["campaign", "The campaign plays this fight with this number; a value set here replaces it"],
};
const STEPS = 1000; // places of a slider
const EXACT = 2 ** 53; // whole numbers beyond this are no longer told apart by a page

/** The row of one parameter. It follows the asking. */
export function parameterRow(asking, name) {
  const parameter = asking.known.definitions[name];
  const set = (value) => asking.setValue(name, value);
  const control = { bool: switchOf, str: choiceOf, int: numberOf, float: numberOf }[parameter.kind](asking, name, parameter, set);
  const back = button("↺", () => (asking.reset(name), control.field.focus()), { class: "icon" });
  const unit = element("span", { class: "muted" }, parameter.unit);
  const planned = element("span", { class: "planned" });
  const why = element("span", { id: `why-${name}`, class: "unseen" }, meaning(asking, name));
  const label = element("label", { for: control.field.id }, ...breakable(name), " ", unit);
  const row = element("div", { class: "parameter", "data-parameter": name }, label, control.field, back, ...control.more, planned, why);
  for (const field of [control.field, ...control.more]) field.setAttribute("aria-describedby", why.id);
  let last = null; // what the row shows: of fifty rows one changes while its slider is dragged
  const follow = () => {
    const { changes, usual, preset, own, isPlanned } = asking;
    const { plan, number } = (asking.session.game && asking.planOf(asking.session.turn)[name]) || {};
    const [isChanged, base, value] = [name in changes, usual[name], changes[name] ?? number ?? usual[name]];
    const now = [value, isChanged, base, plan, number, preset, own[name], isPlanned].join();
    if (now === last) return;
    last = now;
    back.disabled = !isChanged;
    back.title = `${name}: back to ${word(base)}`;
    back.setAttribute("aria-label", back.title);
    row.classList.toggle("changed", isChanged);
    why.textContent = meaning(asking, name);
    const [label, title] = PLANS[plan] ?? [];
    planned.hidden = !isPlanned || !asking.known.planned.includes(name); // else its place is kept
    planned.textContent = plan ? `${label} ${brief(number)} · base ${brief(base)}` : "";
    planned.title = title ?? "";
    control.show(value);
  };
  for (const event of ["question", "answer"]) asking.addEventListener(event, follow);
  follow();
  return row;
}

/** A parameter's meaning, its range, and its values in the preset and in this game where that is another. */
function meaning({ known, preset, own }, name) {
  const { why, kind, low, high, unit } = known.definitions[name];
  const isNumber = kind === "int" || kind === "float";
  const range = isNumber ? ` From ${brief(low)} to ${brief(high)} ${unit};` : "";
  const span = known.scanned[name];
  const reach = span ? ` the slider from ${span[0]} to ${span[1]};` : "";
  const here = name in own ? ` ${isNumber ? "this" : "This"} game was played with ${word(own[name])};` : "";
  return `${why}.${range}${reach}${here} ${preset} has ${word(known.presets[preset][name])}.`;
}

function switchOf(asking, name, parameter, set) {
  const field = element("input", { type: "checkbox", id: `parameter-${name}`, onchange: () => set(field.checked) });
  return { field, more: [], show: (value) => (field.checked = value) };
}

function choiceOf(asking, name, { choices }, set) {
  const field = choice(choices, set, { id: `parameter-${name}` });
  return { field, more: [], show: (value) => (field.value = value) };
}

function numberOf(asking, name, parameter, set) {
  const field = element("input", {
    type: "number",
    id: `parameter-${name}`,
    step: parameter.kind === "int" ? 1 : "any",
    inputmode: parameter.low < 0 ? null : "decimal", // the decimal keys of some phones have no minus
    onchange: () => (Number.isNaN(field.valueAsNumber) ? show(asking.playing(name)) : set(field.valueAsNumber)),
  });
  const slider = parameter.high < EXACT ? sliderOf(asking, name, parameter, set) : null;
  const show = (value) => {
    field.value = value;
    slider?.show(value);
  };
  return { field, show, more: slider ? [slider.field] : [] };
}

/** The slider spans less than what is allowed where the presets lie well inside: the rest is for the field. */
function sliderOf(asking, name, parameter, set) {
  const { known } = asking;
  const [low, high] = known.scanned[name] ?? [parameter.low, parameter.high];
  const scale = sliderScale({ ...parameter, low, high }, known.presets[known.default][name]);
  let isKey = false;
  const base = () => asking.planOf(asking.session.turn)[name]?.number ?? asking.usual[name]; // without the change
  const chosen = () => scale.value(field.valueAsNumber / STEPS, isKey ? null : base());
  const field = element("input", {
    type: "range",
    min: 0,
    max: STEPS,
    step: 1,
    class: "scrubber",
    "aria-label": name,
    onkeydown: () => (isKey = true),
    onpointerdown: grasp,
    oninput: () => set(chosen()),
  });
  /** While the hand drags, a colour keeps its number; afterwards the keys belong to the board again. */
  function grasp() {
    isKey = false;
    const letGo = asking.session.holdScales();
    const end = new AbortController();
    const release = () => (end.abort(), letGo(), field.blur());
    for (const event of ["pointerup", "pointercancel"]) window.addEventListener(event, release, { signal: end.signal });
  }
  const show = (value) => {
    const share = scale.share(value);
    // A slider that is being dragged stays where the hand is, although values are rounded.
    if (chosen() !== value) field.value = share * STEPS;
    field.setAttribute("aria-valuetext", `${value} ${parameter.unit}`);
    field.style.setProperty("--share", `${100 * share}%`);
    field.style.setProperty("--base", scale.share(asking.usual[name]));
  };
  return { field, show };
}
