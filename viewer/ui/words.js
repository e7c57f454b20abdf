// Text on the board and in the panels.

import { colourOf, element, swatch } from "./dom.js";
import { shownName } from "../core/bounds.js";

/** A player's name, told apart from the others': some have none, and two may have the same. */
export function nameOf(game, player) {
  const names = game.players.map((name) => name.trim());
  const name = names[player - 1];
  if (!name) return `player ${player}`;
  return names.some((other, i) => i !== player - 1 && other === name) ? `#${player} ${name}` : name;
}

/** A game by its players and its board: "champion – v26, 30 × 30". */
export function titleOf(game) {
  const names = game.players.map((_, seat) => nameOf(game, seat + 1));
  return `${names.join(" – ")}, ${game.width} × ${game.height}`;
}

/** The board in words, for people who do not see it. */
export function inBrief({ game, turn, lastTurn, selected }) {
  if (!game) return "The board";
  const asked = selected ? `, square (${selected.x}, ${selected.y}) is selected` : "";
  return `The board, ${game.width} by ${game.height} squares: turn ${turn} of ${lastTurn}${asked}`;
}

/** The explained player: its name in the explanation, which may differ from the game's, its seat, and who says so. */
export function thinkerOf({ game, explanation, turn }) {
  const { header, player } = explanation;
  return `${shownName(header.name ?? "").trim() || nameOf(game, player)} (player ${player}${explanation.remark(turn)})`;
}

// Made once: making one takes longer than using it.
const FORMATS = [0, 1, 2, 3].map((digits) => new Intl.NumberFormat("en", { maximumFractionDigits: digits }));
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });

/** A number for a narrow place: 10M for 10,001,000; where it is used the exact one stands in a tooltip. */
export function formatCompact(number) {
  if (!Number.isFinite(number) || Math.abs(number) < 10_000) return formatNumber(number);
  return COMPACT.format(number).replace("-", "−");
}

/** A number as people read it: at most three digits behind the point, thousands apart, "∞" and "–". */
export function formatNumber(number) {
  if (number === undefined || number === null || Number.isNaN(number)) return "–";
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "−∞";
  const size = Math.abs(number);
  const digits = Number.isInteger(number) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return FORMATS[digits].format(number).replace("-", "−");
}

/** A share 0..1 as 57.3 %. */
export function percent(share, digits = 1) {
  return share == null ? "–" : `${(100 * share).toFixed(digits)} %`;
}

/** An interval of shares: 57.3 % (55.0 to 59.6). @param {{low: number, value: number, high: number}} interval */
export function percents({ low, value, high }, digits = 1) {
  const [from, share, to] = [low, value, high].map((each) => (100 * each).toFixed(digits));
  return `${share}\u00a0% (${from} to ${to})`;
}

/** An interval of Elo: +24 (+10 to +39); nothing is infinite. @param {{low: number, value: number, high: number}} interval */
export function elos({ low, value, high }) {
  const change = (elo) => formatChange(Math.round(elo), 6);
  const [hasLow, hasHigh] = [low, high].map(Number.isFinite);
  if (!hasLow && !hasHigh) return "unknown";
  if (low === high) return change(value);
  const ends = hasLow && hasHigh ? `${change(low)} to ${change(high)}` : hasLow ? `more than ${change(low)}` : `less than ${change(high)}`;
  return Number.isFinite(value) ? `${change(value)} (${ends})` : ends;
}

export function squares(count) {
  return count === 1 ? "1 square" : `${formatNumber(count)} squares`;
}

/** A change as people read it: with its sign. */
export function formatChange(change, digits = 2) {
  const text = formatNumber(Number(change.toPrecision(digits)));
  if (/^−?0$/.test(text)) return "0";
  return change > 0 ? `+${text}` : text;
}

/** The player's colour and name; 0 is neutral. */
export function playerTag(game, player) {
  const name = player === 0 ? "neutral" : nameOf(game, player);
  const words = element("span", { class: "name", title: name }, name);
  return element("span", { class: "player" }, swatch(colourOf(player)), words);
}

// Explanations of the words in the square's panel, shown by mouse, keyboard or touch.

const MEANINGS = {
  strength: "0 to 255. A piece that attacks takes as much as it has from each enemy in reach.",
  production: "Strength that the square gains on a turn on which it stays (STILL).",
  "recorded move": "What the player really did on this turn, according to the replay.",
  "value of its border": "Turns to repay of the border to which this square leads, with the land behind it and the way's route_cost.",
  distance: "Steps through the player's own land to that border square.",
  "order of choosing": "Squares choose one after the other, the strongest first; later ones see what earlier ones booked.",
  "booked onto it": "Strength already sent onto this square by squares that chose earlier. What exceeds 255 is lost.",
  "hold, this turn": "Turns of its own production that a square gathers before it walks through its own land.",
  "hurdle, this turn": "Strength that a square inside the land needs before it walks.",
};

/** Names and values, one below the other. @param {any[][]} rows  name, value, and what it means where no other panel has it */
export function numbers(rows) {
  const pairs = rows.map(([name, value, meaning = MEANINGS[name]]) => {
    const term = element("dt", {}, meaning ? withMeaning(name, meaning) : name);
    return element("div", { "data-fact": name }, term, element("dd", {}, String(value)));
  });
  return element("dl", { class: "numbers" }, ...pairs);
}

/** Words that say more while the mouse is on them or they have the focus. */
export function withMeaning(words, meaning) {
  return element("span", { class: "term", tabindex: 0, role: "note", "aria-label": `${words}: ${meaning}` }, words,
    element("span", { class: "meaning", "aria-hidden": "true" }, meaning));
}
