// The search's report on a turn (docs/pages/explanations.md), and how it is put into words.

/**
 * The report as docs/pages/explanations.md has it. changes: by square, the greedy direction and the chosen one; opening,
 * campaign: the parameters that a search before the game or during a fight found; openings: candidates that were tried.
 * @typedef {Record<string, any> & {changes: Map<number, {greedy: number, chosen: number}>}} Search
 * @typedef {{numbers: Object<string, number>, bent: Float64Array}} Found  by the search for an opening, to the last bit
 */

/** The search of a turn; null where none ran. @returns {Search|null} */
export function readSearch(written) {
  if (written === undefined) return null;
  const { changes = [], gain = 0, tried = 0, free = 0, opening = {}, campaign = {} } = written;
  const { found } = opening;
  return {
    changes: new Map(changes.map(([square, greedy, chosen]) => [square, { greedy, chosen }])),
    ...{ gain, tried, free },
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
