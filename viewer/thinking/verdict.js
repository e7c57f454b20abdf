// The effect of a change: in words, and as curves.

import { colourOf, element } from "../page/dom.js";
import { playerTag, shown, signed } from "../page/labels.js";
import { Plot } from "../page/plot.js";

const DIGITS = 3;

/**
 * The headline: whether the asked player does better, in how many pairs of games, and by how much.
 * @param {object} future  the two futures, as `futures` in futures.js counts them
 * @param {import("../page/replay.js").Replay} game  the recorded one
 * @returns {HTMLElement}
 */
export function headline(future, game) {
  const lines = [
    element("p", {}, element("strong", {}, `${judgement(future)} for `, playerTag(game, future.player))),
    element("p", {}, wins(future)),
    ...details(future).map((text) => element("p", {}, text)),
    element("p", { class: "muted" }, sureness(future)),
  ];
  return element("div", { class: "gain" }, ...lines);
}

function judgement({ verdict: { better, worse, chance }, confidence }) {
  if (better + worse === 0) return "No difference";
  if (chance > 1 - confidence) return "No clear difference";
  return better > worse ? "Better" : "Worse";
}

function wins({ unchanged: { wins: before }, changed: { wins: after }, seeds }) {
  const games = seeds === 1 ? "game" : "games";
  if (before === after) return `Wins ${after} of ${seeds} ${games}, with the change and without.`;
  return `Wins ${after} of ${seeds} ${games} with the change, ${before} without.`;
}

/** By how much, where pairs ended on the last turn. */
function details({ verdict: { squares }, seeds, different = seeds }) {
  if (!squares) return [];
  const { mean, low, high, games } = squares;
  const range = low === null ? "" : ` (${signed(low, DIGITS)} to ${signed(high, DIGITS)})`;
  return [`${signed(mean, DIGITS)} squares on the last turn${range}${games === different ? "" : ` in ${games} pairs`}.`];
}

function sureness({ verdict: { better, worse, same, chance }, seeds, different = seeds, confidence }) {
  if (seeds === 1) return "One game says nothing about luck.";
  if (different === 1) return `Luck changed nothing: all ${seeds} pairs are the same two games, and count as one.`;
  const kind = different < seeds ? `different pairs of games (${seeds} were played)` : "pairs of games";
  const counts = `Better in ${better}, worse in ${worse}, the same in ${same} of ${different} ${kind}`;
  if (better + worse === 0) return `${counts}.`;
  const luck = `a split as uneven comes by luck alone with a probability of ${share(chance)}`;
  return `${counts}; ${luck}. In parentheses: ${100 * confidence} % confidence intervals.`;
}

function share(chance) {
  return chance < 0.001 ? "less than 0.1 %" : `${shown(Number((100 * chance).toPrecision(2)))} %`;
}

/** @param {object} future  the two futures, as `futures` in futures.js counts them */
export function futureCurves(future) {
  const ends = [future.unchanged, future.changed].flatMap(({ mean, high }) => [...mean.flat(), ...high.flat()]);
  const high = Math.max(1, ...ends);
  const to = Math.max(...[future.unchanged, future.changed].map(({ mean }) => mean[0].length - 1));
  const drawn = (word, curves) => graph(word, curves, future, { to, high });
  return element("div", { class: "futures" }, drawn("without", future.unchanged), drawn("with", future.changed));
}

function graph(word, curves, { turn, seeds }, { to, high }) {
  const plot = new Plot(`Territory ${word} the change; the table below has the numbers`);
  const lines = curves.mean.map((values, seat) => ({
    colour: colourOf(seat + 1),
    values,
    ...(curves.low[seat][0] !== null && { low: curves.low[seat].map((value) => Math.max(value, 0)), high: curves.high[seat] }),
  }));
  plot.draw(lines, { to, high });
  const scale = element("span", { class: "muted" }, `0 to ${shown(Math.ceil(high))} squares`);
  const ends = [turn, turn + to].map((end) => element("span", {}, `turn ${end}`));
  return element(
    "figure",
    { class: "future" },
    element("figcaption", {}, `${word} the change`, scale),
    plot.root,
    element("div", { class: "muted axis" }, ...ends),
    element("p", { class: "muted" }, endings(curves, turn, seeds)),
  );
}

/** Where the curve goes on as it was although games are over. */
function endings({ mean, full }, turn, seeds) {
  if (full === seeds) return "";
  if (full > 0) return `${seeds - full} of ${seeds} games end before the last turn`;
  return `all over by turn ${turn + mean[0].length - 1}`;
}
