// The search's report on a turn (docs/pages/explanations.md): checks it, and puts it into words.

import { check, checkList, demand, excerpt, FINITE, isObject, whole } from "../core/bounds.js";
import { isAlive, OPTIONS } from "../core/planes.js";

/**
 * The report as docs/pages/explanations.md has it. changes: by square, the greedy direction and the chosen one; war: players
 * to whom the wall is open; opening, campaign: the parameters that a search before the game or during a fight found; bends: of prices, by the opening;
 * openings: candidates that were tried for it; null where it does not play.
 * @typedef {{changes: Map<number, {greedy: number, chosen: number}>, gain: number, tried: number, free: number,
 *   models: string[], beliefs: {player: number, watched: number, share: number[]}[], war: number[],
 *   plans: {war: number[], worth: number}[], opening: Object<string, number>, bends: number,
 *   openings?: number|null, found?: Found|null, campaign: Object<string, number>}} Search
 * @typedef {{numbers: Object<string, number>, bent: Float64Array}} Found  by the search for an opening, to the last bit
 */

/** The search of a turn; null where none ran. Throws FormatError. @returns {Search|null} */
export function readSearch(written, area) {
  if (written === undefined) return null;
  demand(isObject(written), () => `search must be an object, found ${excerpt(written)}`);
  const { changes = [], gain = 0, tried = 0, free = 0, models = [], beliefs = [], war = [], plans = [] } = written;
  const { opening = {}, campaign = {} } = written;
  for (const [name, number] of Object.entries({ gain, tried, free })) check(number, name, FINITE);
  const rows = { changes, models, beliefs, war, plans };
  for (const [name, values] of Object.entries(rows)) demand(Array.isArray(values), () => `${name} must be a list, found ${excerpt(values)}`);
  for (const { player, share } of beliefs) check(player, "a believed player", whole(1, 6)), checkList(share, "share", FINITE);
  for (const { worth, war: enemies } of plans) checkList([check(worth, "worth", FINITE), ...enemies], "plans", FINITE);
  return {
    changes: new Map(changes.map((change) => readChange(change, area))),
    ...{ gain, tried, free, models, beliefs, war, plans },
    opening: readPlan(opening, "opening"),
    bends: opening.bends ?? 0,
    openings: opening.tried ?? null,
    found: opening.found === undefined ? null : readFound(opening.found, area),
    campaign: readPlan(campaign, "campaign"),
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

function readChange(change, area) {
  const [square, greedy, chosen] = checkList(change, "changes", whole(0, area - 1), 3);
  for (const option of [greedy, chosen]) check(option, "a changed move", whole(0, OPTIONS.length - 1));
  return [square, { greedy, chosen }];
}

function readFound(found, area) {
  return { numbers: readPlan(found, "found"), bent: Float64Array.from(checkList(found.bent, "bent", FINITE, area)) };
}

function readPlan(plan, name) {
  const { numbers = {} } = isObject(plan) ? plan : {};
  demand(isObject(plan) && isObject(numbers), () => `${name} must be an object, found ${excerpt(plan)}`);
  for (const [number, value] of Object.entries(numbers)) check(value, number, FINITE);
  return numbers;
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
