// The panels of layers: their switches; the player they explain, and their legends.

import { button, choice, colourOf, element, panel, swatch, view } from "./dom.js";
import { thinkerOf } from "./words.js";
import { COMPUTED } from "../explain/explanation.js";
import { isOffered, layerOf, layersOf } from "../explain/layers.js";
import { figures } from "../explain/opponent.js";

const UNSEARCHED = "Played without its search: it needs wasmtime, which was not there; the bot's log says why.";

/** A switch for every layer whose file is open; it stays in sight while the panels below it are scrolled. */
export function makeLayers(session) {
  return view(session, ["replay", "explanation", "flog", "layers", "read"], () => {
    const chips = element("div", { class: "chips", role: "group", "aria-label": "Layers" }, layerSwitches(session));
    return panel("layers", "Layers", chips);
  });
}

/** The switches. Those of the bot stand there before its explanation is read: nothing moves when it comes. */
function layerSwitches(session) {
  const isExpected = ({ needs, isOffered: depends }) =>
    session.awaited === "bot" && !session.explanation && (needs === "thought" || needs === "reason") && !depends;
  /** @type {any[]} */
  const layers = layersOf(session);
  return layers.filter((layer) => isOffered(session, layer) || isExpected(layer)).map((layer) => chip(session, layer));
}

/** The explained player, and the legends of the layers that are on. */
export function makeLegends(session, colours) {
  return view(session, ["replay", "explanation", "flog", "layers", "read", "turn", "theme"], () => {
    const isAwaited = session.game !== null && session.awaited !== null;
    const waiting = isAwaited && element("p", { class: "muted" }, "Waiting for the bot's thoughts …");
    const legends = [...session.layers].flatMap((key) => legend(session, colours(), key));
    return panel(
      "why",
      "Why this move",
      element("div", { class: "explained" }, session.explanation ? whose(session) : waiting),
      hint(session),
      element("div", { class: "figures" }, figures(session)),
      searchWarning(session),
      element("dl", { class: "legends" }, legends),
    );
  });
}

function hint({ isReading, awaited, explanations, flog }) {
  const hidden = isReading || awaited !== null || explanations.length > 0 || flog !== null;
  const asking = element("span", { class: "by-asking" }, "ask a bot, or ");
  const opening = "open an explanation file (python -m experiments explain …) or an f-log.";
  return element("p", { class: "muted hint", hidden }, "To see why squares move, ", asking, opening);
}

/** A player writes its search with every turn on which it has one: a file without it is of greedy moves. */
function searchWarning({ thought, explanation }) {
  const { parameters = {}, source } = explanation?.header ?? {};
  const isGreedy = thought && !thought.search && parameters.combat_search > 0 && source !== COMPUTED;
  return isGreedy && element("p", { class: "warning" }, UNSEARCHED);
}

function chip(session, layer) {
  const isOn = session.layers.has(layer.key);
  return button(layer.label, () => session.setLayer(layer.key, !isOn), {
    class: "chip",
    disabled: !isOffered(session, layer),
    "aria-pressed": String(isOn),
    "data-layer": layer.key,
    title: layer.tip,
  });
}

/** The explained player, with a choice if there are several. */
function whose(session) {
  const colour = swatch(colourOf(session.explained));
  if (session.explanations.length === 1) return element("p", {}, "Thoughts of ", colour, thinkerOf(session));
  const { game, turn } = session;
  const players = session.explanations.map((explanation) => [explanation.player, thinkerOf({ game, turn, explanation })]);
  const select = choice(players, (player) => session.lookAt(Number(player)), { value: session.explained });
  return element("label", {}, "Thoughts of ", colour, select);
}

function legend(session, colours, key) {
  const layer = layerOf(key, session);
  if (!layer || !isOffered(session, layer)) return [];
  const rows = layer.isReady(session)
    ? layer.legend(session, colours)
    : [{ text: (session.thought && layer.silence?.(session)) || session.explanation.silence(session.turn) }];
  return [element("dt", {}, layer.label), ...rows.map((row) => element("dd", {}, ...sample(row)))];
}

function sample({ colour, line, isDashed, gradient, from, to, text }) {
  if (gradient) {
    const bar = element("span", { class: "gradient", style: `background: ${gradient}` });
    const scale = element("span", { class: "scale" }, element("span", {}, from), bar, element("span", {}, to));
    return [scale, element("span", { class: "muted" }, text)];
  }
  const marks = [];
  if (colour) marks.push(swatch(colour));
  if (line) marks.push(element("span", { class: isDashed ? "line dashed" : "line", style: `color: ${line}` }));
  return [...marks, element("span", {}, text)];
}
