// The search's report on a turn (docs/pages/explanations.md), and how it is put into words.

import { isAlive } from "../core/planes.js";

/**
 * The report as docs/pages/explanations.md has it. changes: by square, the greedy direction and the chosen one; opening,
 * campaign: the parameters that a search before the game or during a fight found; openings: candidates that were tried.
 * @typedef {Record<string, any> & {changes: Map<number, {greedy: number, chosen: number}>}} Search
 * @typedef {{numbers: Object<string, number>, bent: Float64Array}} Found  by the search for an opening, to the last bit
 */

/** The search of a turn; null where none ran. @returns {Search|null} */
export function readSearch(written) {
  if (written === undefined) return null;
  const { changes = [], gain = 0, tried = 0, free = 0, models = [], beliefs = [], war = [], plans = [] } = written;
  const { opening = {}, campaign = {} } = written;
  const { found } = opening;
  return {
    changes: new Map(changes.map(([square, greedy, chosen]) => [square, { greedy, chosen }])),
    ...{ gain, tried, free, models, beliefs, war, plans },
    opening: opening.numbers ?? {},
    openings: opening.tried ?? null,
    found: found ? { numbers: found.numbers, bent: Float64Array.from(found.bent) } : null,
    campaign: campaign.numbers ?? {},
  };
}

/**
 * The parameters that a plan plays with in place of the player's own: {number, plan: "opening"|"campaign"} by name. Where
 * both have one, that of the search during a fight (`campaign`) is played.
 */
export function planValues(search) {
  const of = (plan) => Object.entries(search?.[plan] ?? {}).map(([name, number]) => [name, { number, plan }]);
  return Object.fromEntries([...of("opening"), ...of("campaign")]);
}

/** Whether the bot chooses between war and peace on the frame: not between the last two players, nor without a pact. */
export function hasDiplomacy({ game, turn, explanation: { header: { parameters } } }) {
  const living = game.players.filter((_, i) => isAlive(game, i + 1, turn)).length;
  return living > 2 && parameters.pact !== "off" && parameters.war_every > 0;
}

/** The players it fights: "war with v17, #3 v26", "peace with everybody". @param {(player: number) => string} name */
export function stance(war, name) {
  return war.length ? `war with ${war.map(name).join(", ")}` : "peace with everybody";
}

/** How far each model of an enemy is believed: "v26 71 %, v17 29 %"; models below one in a hundred are left out. */
export function shares({ share }, models) {
  const named = share.map((part, i) => [part, models[i] ?? `model ${i + 1}`]).filter(([part]) => part >= 0.01);
  return named
    .sort(([one], [other]) => other - one)
    .map(([part, name]) => `${name} ${Math.round(100 * part)} %`)
    .join(", ");
}
