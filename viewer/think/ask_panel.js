// The panels that ask the bot: player, preset, parameters and moves by hand, and its answer; and the parameters that are folded away.

import { button, choice, colourOf, controls, element, folded, panel, swatch, view } from "../ui/dom.js";
import { isAlive, onFrame, OPTIONS } from "../core/planes.js";
import { formatCompact, formatNumber, squares } from "../ui/words.js";
import { describeRange, isAllowed, sliderScale } from "./parameters.js";
import { breakAtUnderscores, formatValue } from "./player.js";

/** @typedef {import("./asking.js").Asking} Asking */

const FIRST = 3; // parameters that are not folded away
const REMEMBERED = 4; // changes that the panel lists

/** @param {Asking} asking */
export function makeAskPanel(asking) {
  const [{ definitions: first }] = asking.table.groups; // the others are folded away, below what they bring about
  return view(asking, ["question", "answer", "reached", "select"], () => {
    const presets = choice(Object.keys(asking.table.presets), (preset) => asking.put(asking.player, preset, asking.changes), { value: asking.preset });
    const isUnchanged = Object.keys(asking.changes).length + asking.orders.length === 0;
    const reset = button("Reset all", () => asking.reset(), { disabled: isUnchanged });
    const choices = controls(playerChoice(asking), element("label", {}, "as ", presets), reset);
    const parts = [status(asking), rows(asking, first.slice(0, FIRST)), ownMove(asking), history(asking)];
    return panel("ask", "With other parameters or moves", choices, ...parts);
  });
}

/** All further parameters, in groups, folded away; a group has rows while it is unfolded: a slider waits for each of them. @param {Asking} asking */
export function makeMorePanel(asking) {
  let root = null;
  root = view(asking, ["question", "answer", "unfolded"], () => {
    const shown = root?.querySelectorAll(".all[open] .group") ?? [];
    const groups = asking.table.groups.map(({ name, definitions }, i) => group(asking, name, definitions.slice(i ? 0 : FIRST), shown[i]?.open));
    const look = { class: "all", ontoggle: () => asking.tell("unfolded") };
    return panel("more", "More", folded("All parameters", look, ...groups));
  });
  return root;
}

function playerChoice(asking) {
  const { session: { game }, player } = asking;
  const options = (game?.players ?? []).map((name, i) => [i + 1, `${i + 1} · ${name.trim() || "no name"}`]);
  const select = choice(options, (chosen) => asking.setPlayer(Number(chosen)), { value: player });
  return element("label", {}, "Player ", swatch(colourOf(player)), select);
}

/** The five moves of the selected square: a click has it do another one than the bot's. @param {Asking} asking */
function ownMove(asking) {
  const { session: { selected, turn }, ownSquare: square, handMove } = asking;
  const look = { class: "chips own-move", role: "group", "aria-label": "Your own move" };
  if (square === null) return element("div", { ...look, hidden: true });
  const move = asking.thought?.move[square];
  const chips = OPTIONS.map((name, i) =>
    button(name, () => asking.order(i), {
      class: i === handMove?.move ? "chip given" : "chip",
      "aria-pressed": String(i === move),
      title: i === handMove?.move ? "Take this move back" : `Play ${name} here instead of the bot`,
    }),
  );
  return element("div", look, element("span", { class: "muted" }, `Your own move for (${selected.x}, ${selected.y}):`), ...chips);
}

/** The latest changes, the last first: a click takes back that one and those after it; Ctrl+Z the last. @param {Asking} asking */
function history(asking) {
  const steps = asking.history.slice(-REMEMBERED).reverse();
  const chips = steps.map(({ text }, back) => button(text, () => asking.undo(back + 1), { class: "chip", title: "Take back" }));
  const words = chips.length > 0 && element("span", { class: "muted" }, "Take back:");
  return element("div", { class: "chips history", role: "group", "aria-label": "Latest changes" }, words, ...chips);
}

/** How many squares move differently, and how long the answer took; or why there is none. @param {Asking} asking */
function status(asking) {
  const isRefused = asking.refusal !== null;
  const look = { class: isRefused ? "status warning" : "status", role: "status" };
  return element("div", look, isRefused ? asking.refusal : answer(asking));
}

function answer(asking) {
  if (!asking.thought) return "The bot is asked …";
  const { session: { game, turn, lastTurn }, explanation: { player, header } } = asking; // of what was answered last
  if (!isAlive(game, player, turn)) return `Player ${player} owns no square on this frame.`;
  if (turn === lastTurn && turn > 0) return "The game is over: these would be its moves.";
  const moves = asking.changedSquares.length;
  const text = `${moves === 1 ? "1 move differs" : `${moves} moves differ`} from ${header.usual} `;
  const change = asking.isForeign && !moves ? [] : [element("span", { class: "swatch changed" }), text];
  return [asking.isForeign && elsewhere(asking), ...change, asking.thought.isGreedy && element("span", { class: "muted" }, provisional(asking))];
}

/** How many of its squares a bot would move differently from who has played them. @param {Asking} asking */
function elsewhere({ session: { game, turn }, explanation: { player, header }, foreignMoves }) {
  const own = squares(onFrame(game, "owner", turn).filter((owner) => owner === player).length);
  const words = `${header.name} would move ${formatNumber(foreignMoves.length)} of ${own} differently`;
  return element("p", { class: "headline" }, element("span", { class: "swatch other" }), element("strong", {}, words));
}

/** What is shown before the search has answered, and how far it has followed the game. */
function provisional({ session: { turn }, explanation, reached }) {
  const what = explanation.kept.get(turn).isRecorded ? "as recorded" : "provisional: greedy moves";
  return `· ${what}, searching, turn ${reached} of ${turn} …`;
}

function rows(asking, names) {
  const plan = asking.session.game ? asking.planOf(asking.session.turn) : {};
  return element("div", { class: "definitions" }, names.map((name) => parameterRow(asking, name, plan[name])));
}

/** Parameters that are folded away; how many of them were changed stands beside the title. @param {Asking} asking */
function group(asking, title, names, isOpen) {
  const changed = names.filter((name) => name in asking.changes).length;
  const count = element("span", { class: "count" }, changed ? ` · ${changed} changed` : "");
  const look = { class: "group", ontoggle: () => asking.tell("unfolded") };
  return folded([title, count], look, isOpen && rows(asking, names));
}

const PLANS = {
  opening: ["opening", "The opening that was found plays with this value until an enemy is three steps away; a value set here replaces it"],
  campaign: ["this fight", "Simulations of the next turns chose this value for this fight; a value set here replaces it"],
};
const STEPS = 1000; // places of a slider
const EXACT = 2 ** 53; // whole numbers beyond this are no longer told apart by a page

/** The row of one parameter. @param {Asking} asking @param {{number: number, plan: string}} [planned]  plays in its place */
function parameterRow(asking, name, planned) {
  const { changes, usual, table } = asking;
  const parameter = table.definitions[name];
  const [isChanged, base] = [name in changes, usual[name]];
  const look = { id: `parameter-${name}`, "aria-describedby": `why-${name}` };
  const makeControls = { bool: switchOf, str: choiceOf, int: numberOf, float: numberOf }[parameter.kind];
  const [field, ...more] = makeControls(asking, name, changes[name] ?? planned?.number ?? base, look);
  const title = `${name}: back to ${planned ? formatCompact(planned.number) : formatValue(base)}`;
  const reset = ({ target }) => {
    asking.reset(name);
    target.closest(".parameter").querySelector("input, select").focus();
  };
  const [label, meant] = PLANS[planned?.plan] ?? [];
  const note = label && `${label} ${formatCompact(planned.number)} · base ${formatCompact(base)}`;
  const hasPlace = usual.opening_search + usual.campaign_search > 0 && table.stages.fight.includes(name); // also where nothing is planned now
  return element(
    "div",
    { class: isChanged ? "parameter changed" : "parameter", "data-parameter": name },
    element("label", { for: look.id }, ...breakAtUnderscores(name), " ", element("span", { class: "muted" }, parameter.unit)),
    field,
    button("↺", reset, { class: "icon", disabled: !isChanged, title, "aria-label": title }),
    ...more,
    element("span", { class: "planned", hidden: !hasPlace, title: meant }, note),
    element("span", { id: `why-${name}`, class: "meaning" }, meaning(asking, name)),
  );
}

/** A parameter's meaning, its range, and its values in the preset and in this game where that is another. */
function meaning({ table, preset, own }, name) {
  const { why, kind, low, high, unit } = table.definitions[name];
  const isNumber = kind === "int" || kind === "float";
  const range = isNumber ? ` From ${formatCompact(low)} to ${formatCompact(high)} ${unit};` : "";
  const span = table.asking.scanned[name];
  const reach = span ? ` the slider from ${span[0]} to ${span[1]};` : "";
  const here = name in own ? ` ${isNumber ? "this" : "This"} game was played with ${formatValue(own[name])};` : "";
  return `${why}.${range}${reach}${here} ${preset} has ${formatValue(table.presets[preset][name])}.`;
}

function switchOf(asking, name, value, look) {
  const onchange = ({ target }) => asking.setValue(name, target.checked);
  return [element("input", { type: "checkbox", checked: value, ...look, onchange })];
}

function choiceOf(asking, name, value, look) {
  return [choice(asking.table.definitions[name].choices, (chosen) => asking.setValue(name, chosen), { value, ...look })];
}

function numberOf(asking, name, value, look) {
  const parameter = asking.table.definitions[name];
  const { kind, low, high } = parameter;
  const field = element("input", {
    type: "number",
    value,
    ...look,
    step: kind === "int" ? 1 : "any",
    inputmode: low < 0 ? null : "decimal", // the decimal keys of some phones have no minus
    oninput: ({ target }) => target.setCustomValidity(""),
    onchange: ({ target }) => {
      const isFit = isAllowed(parameter, target.valueAsNumber);
      target.setCustomValidity(isFit ? "" : `expected ${describeRange(parameter)}`);
      if (target.reportValidity()) asking.setValue(name, target.valueAsNumber);
    },
  });
  return high < EXACT ? [field, ...sliderOf(asking, name, value, look)] : [field];
}

// The slider that was moved last: it stays where the hand is, although values are rounded.
const hand = { name: "", value: 0, place: 0 };

/** The slider, and a mark at the usual value. It spans less than is allowed where the presets lie well inside: the field takes the rest. */
function sliderOf(asking, name, value, look) {
  const { table, usual } = asking;
  const parameter = table.definitions[name];
  const [low, high] = table.asking.scanned[name] ?? [parameter.low, parameter.high];
  const scale = sliderScale({ ...parameter, low, high }, table.presets[table.default][name]);
  const isHeld = hand.name === name && hand.value === value;
  const move = ({ target }) => {
    const place = target.valueAsNumber;
    Object.assign(hand, { name, place, value: scale.value(place / STEPS) });
    asking.setValue(name, hand.value, true);
  };
  const made = element("input", {
    type: "range",
    min: 0,
    max: STEPS,
    step: 1,
    value: isHeld ? hand.place : Math.round(scale.share(value) * STEPS),
    class: "scrubber",
    "aria-label": name,
    "aria-valuetext": `${value} ${parameter.unit}`,
    "aria-describedby": look["aria-describedby"],
    onpointerdown: ({ target }) => grasp(asking, target),
    onfocus: ({ target }) => target.matches(":active") || asking.beginDrag(), // what keys do while it has the focus is one change
    oninput: move,
  });
  return [made, element("span", { class: "base", style: `--base: ${scale.share(usual[name])}` })];
}

/** While the hand drags, a colour keeps its number; afterwards the keys belong to the board again. */
function grasp(asking, field) {
  const letGo = asking.session.holdScales();
  asking.beginDrag();
  const end = new AbortController();
  const release = () => (end.abort(), letGo(), field.blur());
  for (const event of ["pointerup", "pointercancel"]) window.addEventListener(event, release, { signal: end.signal });
}
