// The panels that ask the bot: player, preset, parameters and moves by hand, and its answer; and the parameters that are folded away.

import { button, choice, colourOf, controls, element, panel, swatch } from "../ui/dom.js";
import { onFrame, OPTIONS } from "../core/planes.js";
import { brief } from "../ui/words.js";
import { sliderScale } from "./parameters.js";
import { breakable, notation, word } from "./player.js";

/** @typedef {import("./asking.js").Asking} Asking */

const NOTED = 3; // own values that the panel lists
const FIRST = 3; // parameters that are not folded away
const REMEMBERED = 4; // changes that the panel lists

/** @param {Asking} asking */
export function makeAskPanel(asking) {
  const [{ definitions: first }] = asking.table.groups; // the others are folded away, below what they bring about
  const choices = controls(playerChoice(asking), presetChoice(asking), resetAll(asking));
  return panel("ask", "With other parameters or moves", choices, source(asking), status(asking), rows(asking, first.slice(0, FIRST)), ownMove(asking), undoing(asking));
}

/** All further parameters, in groups, folded away. @param {Asking} asking */
export function makeMorePanel(asking) {
  const groups = asking.table.groups.map(({ name, definitions }, i) => group(asking, name, definitions.slice(i ? 0 : FIRST)));
  const more = element("details", { class: "all" }, element("summary", {}, "All parameters"), ...groups);
  return panel("more", "More", more);
}

/** @param {Asking} asking */
function playerChoice(asking) {
  const select = choice([], (player) => asking.setPlayer(Number(player)));
  const colour = swatch(colourOf(asking.player));
  asking.addEventListener("question", () => {
    const { game } = asking.session;
    const options = (game?.players ?? []).map((_, i) => element("option", { value: i + 1 }, optionOf(game, i + 1)));
    select.replaceChildren(...options);
    select.value = String(asking.player);
    colour.style.background = colourOf(asking.player);
  });
  return element("label", {}, "Player ", colour, select);
}

/** A player by its number and its name. */
function optionOf(game, player) {
  return `${player} · ${game.players[player - 1].trim() || "no name"}`;
}

/** @param {Asking} asking */
function presetChoice(asking) {
  const select = choice(Object.keys(asking.table.presets), (preset) => asking.setPreset(preset));
  asking.addEventListener("question", () => (select.value = asking.preset));
  return element("label", {}, "as ", select);
}

/** @param {Asking} asking */
function resetAll(asking) {
  const made = button("Reset all", () => asking.reset(), { disabled: true });
  asking.addEventListener("question", () => (made.disabled = Object.keys(asking.changes).length + asking.orders.length === 0));
  return made;
}

/** The five moves of the selected square: a click has it do another one than the bot's. @param {Asking} asking */
function ownMove(asking) {
  const chips = OPTIONS.map((name, move) => button(name, () => asking.order(move), { class: "chip" }));
  const place = element("span", { class: "muted" });
  const row = element("div", { class: "chips own-move", role: "group", "aria-label": "Your own move", hidden: true }, place, ...chips);
  const follow = () => {
    const { session: { selected, turn }, ownSquare: square } = asking;
    row.hidden = square === null;
    if (row.hidden) return;
    const move = asking.answered === null ? null : asking.explanation.kept.get(turn)?.move[square];
    place.textContent = `Your own move for (${selected.x}, ${selected.y}):`;
    const given = asking.given?.move;
    chips.forEach((chip, i) => {
      chip.setAttribute("aria-pressed", String(i === move));
      chip.classList.toggle("given", i === given);
      chip.title = i === given ? "Take this move back" : `Play ${OPTIONS[i]} here instead of the bot`;
    });
  };
  asking.session.on("select", follow);
  for (const event of ["question", "answer"]) asking.addEventListener(event, follow);
  return row;
}

/** The latest changes, the last first: a click takes back that one and those after it; Ctrl+Z the last. @param {Asking} asking */
function undoing(asking) {
  const list = element("div", { class: "chips history", role: "group", "aria-label": "Latest changes" });
  asking.addEventListener("question", () => {
    const steps = asking.history.slice(-REMEMBERED).reverse();
    const chips = steps.map(({ text }, back) => button(text, () => asking.undo(back + 1), { class: "chip", title: "Take back" }));
    list.replaceChildren(...(chips.length ? [element("span", { class: "muted" }, "Take back:"), ...chips] : []));
  });
  return list;
}

/** Where the values that are not the preset's come from. @param {Asking} asking */
function source(asking) {
  const line = element("p", { class: "muted source", hidden: true });
  asking.addEventListener("question", () => {
    const own = Object.entries(asking.own).map(([name, value]) => `${name}=${word(value)}`);
    const more = own.length > NOTED ? ` and ${own.length - NOTED} more` : "";
    line.hidden = own.length === 0;
    line.textContent = `As this game's explanation says: ${own.slice(0, NOTED).join(", ")}${more}.`;
  });
  return line;
}

/** How many squares move differently, and how long the answer took; or why there is none. @param {Asking} asking */
function status(asking) {
  const line = element("div", { class: "status", role: "status" });
  const state = element("span", { class: "muted" });
  const follow = () => {
    line.classList.toggle("warning", asking.refusal !== null);
    if (asking.refusal !== null) return (line.textContent = asking.refusal);
    if (asking.time === null) return (line.textContent = "");
    if (!asking.isAlive) return (line.textContent = `Player ${asking.player} owns no square on this frame.`);
    const moves = asking.changedNow.length;
    const text = `${moves === 1 ? "1 move differs" : `${moves} moves differ`} from ${asking.usualName} `;
    const change = asking.isForeign && !moves ? [] : [element("span", { class: "swatch changed" }), text];
    return line.replaceChildren(...(asking.isForeign ? [elsewhere(asking)] : []), ...change, state);
  };
  const followState = () => {
    state.textContent = asking.isGreedy ? provisional(asking) : `· ${Math.round(asking.time)} ms`;
  };
  asking.addEventListener("answer", () => (followState(), follow()));
  asking.addEventListener("reached", followState);
  return line;
}

/** How many of its squares a bot would move differently from who has played them. @param {Asking} asking */
function elsewhere(asking) {
  const { session: { game, turn }, player, preset, differing } = asking;
  const squares = onFrame(game, "owner", turn).filter((owner) => owner === player).length;
  const words = `${notation(preset, differing)} would move ${asking.others.length} of your ${squares} squares differently`;
  return element("p", { class: "headline" }, element("span", { class: "swatch other" }), element("strong", {}, words));
}

/** What is shown before the search has answered, and how far it has followed the game. */
function provisional({ session: { turn }, explanation, reached }) {
  const what = explanation.recorded.has(turn) ? "as recorded" : "provisional: greedy moves";
  return `· ${what}, searching, turn ${reached} of ${turn} …`;
}

/** @param {Asking} asking */
function rows(asking, names) {
  return element("div", { class: "definitions" }, ...names.map((name) => parameterRow(asking, name)));
}

/** Parameters that are folded away; how many of them were changed stands beside the title. @param {Asking} asking */
function group(asking, title, names) {
  const count = element("span", { class: "count" });
  const follow = () => {
    const changed = names.filter((name) => name in asking.changes).length;
    count.textContent = changed ? ` · ${changed} changed` : "";
  };
  asking.addEventListener("question", follow);
  return element("details", { class: "group" }, element("summary", {}, title, count), rows(asking, names));
}

/**
 * The meaning of the parameter at which the mouse or the keyboard is, at the foot of the column of panels. A refusal
 * comes first, because the status line may be scrolled out of sight.
 */
export function reasonLine(root, asking) {
  const hint = "Choose a parameter to read what it means.";
  const line = element("p", { class: "reason-line", "aria-hidden": "true" }, hint);
  const follow = () => {
    const row = root.querySelector(".parameter:hover") ?? root.querySelector(".parameter:focus-within");
    const name = row ? [element("strong", {}, row.dataset.parameter), ": "] : [];
    const refused = asking.refusal === null ? [] : [element("span", { class: "warning" }, asking.refusal), element("br")];
    const told = element("p", {}, ...refused, ...name, row ? row.querySelector(".unseen").textContent : hint);
    // A name that is replaced under the mouse is an element that the mouse enters: this would run in every frame.
    if (told.textContent !== line.textContent) line.replaceChildren(...told.childNodes);
  };
  for (const event of ["pointerover", "pointerout", "focusin", "focusout"]) {
    root.addEventListener(event, () => requestAnimationFrame(follow));
  }
  for (const event of ["question", "answer"]) asking.addEventListener(event, follow); // what the preset has, what is refused
  return line;
}

const PLANS = {
  opening: ["opening", "The opening that was found plays with this value until an enemy is three steps away; a value set here replaces it"],
  campaign: ["this fight", "Simulations of the next turns chose this value for this fight; a value set here replaces it"],
};
const STEPS = 1000; // places of a slider
const EXACT = 2 ** 53; // whole numbers beyond this are no longer told apart by a page

/** The row of one parameter. It follows the asking. @param {Asking} asking */
function parameterRow(asking, name) {
  const parameter = asking.table.definitions[name];
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
    planned.hidden = !isPlanned || !asking.table.stages.fight.includes(name); // else its place is kept
    planned.textContent = plan ? `${label} ${brief(number)} · base ${brief(base)}` : "";
    planned.title = title ?? "";
    control.show(value);
  };
  for (const event of ["question", "answer"]) asking.addEventListener(event, follow);
  follow();
  return row;
}

/** A parameter's meaning, its range, and its values in the preset and in this game where that is another. */
function meaning({ table, preset, own }, name) {
  const { why, kind, low, high, unit } = table.definitions[name];
  const isNumber = kind === "int" || kind === "float";
  const range = isNumber ? ` From ${brief(low)} to ${brief(high)} ${unit};` : "";
  const span = table.asking.scanned[name];
  const reach = span ? ` the slider from ${span[0]} to ${span[1]};` : "";
  const here = name in own ? ` ${isNumber ? "this" : "This"} game was played with ${word(own[name])};` : "";
  return `${why}.${range}${reach}${here} ${preset} has ${word(table.presets[preset][name])}.`;
}

/** @param {Asking} asking */
function switchOf(asking, name, parameter, set) {
  const field = element("input", { type: "checkbox", id: `parameter-${name}`, onchange: () => set(field.checked) });
  return { field, more: [], show: (value) => (field.checked = value) };
}

/** @param {Asking} asking */
function choiceOf(asking, name, { choices }, set) {
  const field = choice(choices, set, { id: `parameter-${name}` });
  return { field, more: [], show: (value) => (field.value = value) };
}

/** @param {Asking} asking */
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

/** The slider spans less than what is allowed where the presets lie well inside: the rest is for the field. @param {Asking} asking */
function sliderOf(asking, name, parameter, set) {
  const { table } = asking;
  const [low, high] = table.asking.scanned[name] ?? [parameter.low, parameter.high];
  const scale = sliderScale({ ...parameter, low, high }, table.presets[table.default][name]);
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
    if (chosen() !== value) field.valueAsNumber = share * STEPS;
    field.setAttribute("aria-valuetext", `${value} ${parameter.unit}`);
    field.style.setProperty("--share", `${100 * share}%`);
    field.style.setProperty("--base", `${scale.share(asking.usual[name])}`);
  };
  return { field, show };
}
