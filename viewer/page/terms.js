// Explanations of the words in the square's panel, shown by mouse, keyboard or touch.

import { element } from "./dom.js";

const MEANINGS = {
  strength: "0 to 255. A piece that attacks takes as much as it has from each enemy in reach.",
  production: "Strength that the square gains on a turn on which it stays (STILL).",
  "recorded move": "What the player really did on this turn, according to the replay.",
  potential: "The number that squares compare: turns until a capture in this direction has paid for itself, plus the way there. Lower is better.",
  "value of its border": "Turns to repay of the border to which this square leads, with the land behind it and the way's route_cost.",
  distance: "Steps through the player's own land to that border square.",
  "order of choosing": "Squares choose one after the other, the strongest first; later ones see what earlier ones booked.",
  "booked onto it": "Strength already sent onto this square by squares that chose earlier. What exceeds 255 is lost.",
  "could strike here": "Enemy strength on this square and beside it: so much can strike here on this turn.",
  wall: "The last neutral barrier before an enemy. Under the pact a step onto it costs wall_penalty while other land is left to mine.",
  "search, this square": "The move that the search chose; the scores above are those of the greedy choice.",
  "search, this turn": "How much better the search judges the turn, in strength, averaged over sampled replies of the enemies.",
  "changes tried": "Changes of one move, or of two at once, that were judged by exact combat against the sampled replies.",
  diplomacy: "Among three or more players the council simulates peace and war with each neighbour, and chooses.",
  "hold, this turn": "Turns of its own production that a square gathers before it walks through its own land.",
  "hurdle, this turn": "Strength that a square inside the land needs before it walks.",
};

/** A term of the panel, with its meaning where there is one. */
export function term(name) {
  const meaning = MEANINGS[name];
  return meaning ? explained(name, meaning) : element("span", {}, name);
}

/** Names and values, one below the other. @param {[string, any, string?][]} rows  name, value, and what it means */
export function numbers(rows) {
  const pairs = rows.map(([name, value, meaning]) => {
    const told = meaning ? explained(name, meaning) : term(name);
    return element("div", { "data-fact": name }, element("dt", {}, told), element("dd", {}, String(value)));
  });
  return element("dl", { class: "numbers" }, ...pairs);
}

/** Words that say more while the mouse is on them or they have the focus. */
export function explained(words, meaning) {
  return element("span", { class: "term", tabindex: 0, role: "note", "aria-label": `${words}: ${meaning}` }, words,
    element("span", { class: "meaning", "aria-hidden": "true" }, meaning));
}
