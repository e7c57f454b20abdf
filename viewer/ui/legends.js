// The panels of layers: their switches; the player they explain, and their legends.

import { button, choice, colourOf, element, panel, swatch, view } from "./dom.js";
import { formatNumber, numbers, thinkerOf } from "./words.js";
import { COMPUTED } from "../explain/explanation.js";
import { layersOf, layersOn, silenceOf } from "../explain/layers.js";

/**
 * A switch for every layer whose file is open; they stay in sight while the panels below are scrolled. Those of the bot stand
 * there before its explanation is read: nothing moves when it comes.
 */
export function makeLayers(session) {
  return view(session, ["replay", "explanation", "flog", "layers", "read"], () => {
    const chips = element("div", { class: "chips", role: "group", "aria-label": "Layers" }, layersOf(session).map((layer) => chip(session, layer)));
    return panel("layers", "Layers", chips);
  });
}

/** The explained player, and the legends of the layers that are on. */
export function makeLegends(session, colours) {
  return view(session, ["replay", "explanation", "flog", "layers", "read", "turn", "theme"], () => {
    const isAwaited = session.game !== null && session.awaited !== null;
    const waiting = isAwaited && element("p", { class: "muted" }, "Waiting for the bot's thoughts …");
    const figures = (session.thought?.figures ?? []).map(([name, number]) => [name, formatNumber(number)]);
    const legends = layersOn(session).flatMap((layer) => legend(session, colours(), layer));
    return panel(
      "why",
      "Why this move",
      element("div", { class: "explained" }, session.explanation ? whose(session) : waiting),
      hint(session),
      searchWarning(session),
      element("div", { class: "figures" }, figures.length > 0 && numbers(figures)),
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
  return isGreedy && element("p", { class: "warning" }, "Played without its search: it needs wasmtime; the bot's log says why.");
}

function chip(session, layer) {
  const isOn = session.layers.has(layer.key);
  return button(layer.label, () => session.setLayer(layer.key, !isOn), {
    class: "chip",
    disabled: !session.explanation && silenceOf(session, layer) !== null,
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

function legend(session, colours, layer) {
  const silence = silenceOf(session, layer);
  const rows = silence === null ? layer.legend(session, colours) : [{ text: silence }];
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
