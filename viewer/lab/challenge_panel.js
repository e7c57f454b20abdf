// The panel that challenges a preset: the result is a card, with the link that repeats it and a file of the numbers.

import { button, choice, controls, element } from "../page/dom.js";
import { panel } from "../page/panels.js";
import { notation, toml } from "../thinking/notation.js";
import { addressOf } from "../page/link.js";
import { copyLink } from "../page/saving.js";
import { field, sidesOf } from "./fields.js";
import { challengePairs } from "./game_link.js";
import { Match } from "./match.js";
import { filing, knownOf } from "./match_panel.js";
import { changed, playerOf } from "./players.js";
import { makeRunner } from "./running.js";
import { save } from "./saving.js";

const MAPS = { first: 0, blocks: 100 };
const LUCK = "Of many parameters tried on the same maps, some score well by luck.";

export function makeChallengePanel(lab) {
  const { table } = lab;
  const text = (value, attributes = {}) => element("input", { type: "text", value, spellcheck: "false", ...attributes });
  const acting = (label, act) => button(label, () => lab.attempt(runner.said, act));
  const kept = () => (maps = MAPS); // a link's maps are its own
  const [rival, size] = [choice(Object.keys(table.presets), kept), text("20x20", { size: 7, onchange: kept })];
  const mine = text("v26", { list: "lab-presets", onchange: kept });
  const knob = choice(Object.keys(table.knobs).filter((name) => table.knobs[name].tunable), () => {});
  const value = text("", { size: 6 });
  const card = element("div", { class: "card", role: "group", "aria-label": "The result", hidden: true });
  let maps = MAPS;
  let shown = null; // the result: {match, parts, show}
  rival.value = "v26";

  const runner = makeRunner(lab, {
    name: "challenge",
    label: "Challenge",
    read: () => ({ ...sidesOf(size.value), ...maps, players: [playerOf(table, mine.value).notation, rival.value] }),
    fill: ({ width, height, first, blocks, players }) => {
      size.value = `${width}x${height}`;
      [mine.value, maps] = [players[0], { first, blocks }];
      if (![...rival.options].some((option) => option.value === players[1])) rival.append(element("option", {}, players[1]));
      rival.value = players[1];
    },
    link: challengePairs,
    make: (crew, question) => new Match(crew, question),
    show: (match) => {
      if (shown?.match !== match) {
        shown = { match, ...cardOf(match, runner.said, lab) };
        card.replaceChildren(...shown.parts);
        card.hidden = false;
      }
      shown.show();
    },
    told: () => "",
  });

  const change = () => {
    mine.value = changed(table, playerOf(table, mine.value), { [knob.value]: value.value }).notation;
  };
  const fromAsk = () => {
    const { asking } = lab.viewer.thinking;
    if (!asking) return "Open the panel Ask first, and move its sliders.";
    mine.value = playerOf(table, notation(asking.preset, asking.differing)).notation;
    return "";
  };
  runner.root = panel(
    "challenge",
    "Beat a preset",
    controls(field("beat", rival), field("size", size)),
    element("div", { class: "seat" }, field("with", mine)),
    element("div", { class: "choices change" }, field("set", knob), field("to", value), acting("Set", change)),
    controls(runner.button, acting("Parameters of Ask", fromAsk), runner.reached),
    runner.said,
    card,
  );
  return runner;
}

/** The result; its buttons stay while games come in. @returns {{parts: HTMLElement[], show: () => void}} */
function cardOf(match, said, lab) {
  const { width, height, first, blocks, lineup } = match.question;
  const [mine, rival] = lineup;
  const acting = (label, act) => button(label, () => lab.attempt(said, act));
  const text = toml(mine.preset, mine.values);
  const saved = () => `${save(mine.notation, "toml", text)} MyBot.py --parameters FILE plays by them.`;
  const href = addressOf(challengePairs({ width, height, first, blocks, players: [mine.notation, rival.notation] }));
  const [maps, known, verdict] = [element("p", {}), element("dl", { class: "known" }), element("strong", {})];
  const show = () => {
    maps.textContent = `${match.blocks} of ${blocks} maps of ${width} x ${height}, from map ${first} on, each from both seats.`;
    known.replaceChildren(...knownOf(match));
    verdict.textContent = match.isOver ? verdictOf(match, rival.notation) : "";
  };
  const parts = [
    element("h3", {}, `${mine.notation} against ${rival.notation}`),
    maps,
    known,
    verdict,
    controls(
      element("a", { href }, "This link repeats it"),
      acting("Copy the link", () => copyLink(new URL(href, location.href).href)),
      acting("Save the parameters", saved),
    ),
    element("p", { class: "muted" }, LUCK),
    ...filing(match),
  ];
  return { parts, show };
}

function verdictOf({ known: { score }, counts, isStopped }, rival) {
  if (isStopped) return "It was stopped: nothing is decided.";
  if (score.low > 0.5) return `Your parameters beat ${rival} on these maps: the whole interval lies above 50 %.`;
  if (score.high < 0.5) return `Your parameters lose to ${rival} on these maps: the whole interval lies below 50 %.`;
  const isEven = counts.every((count, i) => count === 0 || 2 * i === counts.length - 1);
  if (isEven) return `Every pair of games is even: on these maps your parameters are as good as ${rival}.`;
  return `Your parameters cannot be told from ${rival}: 50 % lies within the interval.`;
}
