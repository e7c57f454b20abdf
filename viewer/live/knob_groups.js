// In which groups the parameters stand, by what they are about.

/** What most questions are about; these stand open. */
export const FIRST = ["alpha", "potential_degradation_step", "enemy_ROI", "hold_until"];

const GROUPS = {
  "When a square may move": [
    "combat_hold_until",
    "fixed_hold",
    "capture_hold",
    "int_max",
    "int_min",
    "hurdle_area",
    "red_green",
  ],
  "What an option costs": ["loss_penalty", "bad_score", "wall_penalty", "weak_penalty"],
  Combat: ["dodge", "danger_penalty", "strategic_stilling", "stilling_empties", "stilling_enemies", "stilling_ratio"],
  "The pact and its wall": ["pact", "pact_heads_up", "wall_factor"],
  "Small and crowded boards": [
    "crowd_adapts",
    "crowd_hold_until",
    "crowd_degradation_step",
    "crowd_side",
    "crowd_players",
  ],
};
const REST = "Rules and ties"; // a parameter that is new stands here until it is given a place

/**
 * Every parameter but the first ones, in groups; none is left out.
 *
 * @param {string[]} names  all parameters there are
 * @returns {[string, string[]][]}  title and members of each group
 */
export function groupsOf(names) {
  const known = Object.entries(GROUPS).map(([title, members]) => [
    title,
    members.filter((name) => names.includes(name)),
  ]);
  const placed = new Set([...FIRST, ...known.flatMap(([, members]) => members)]);
  return [...known, [REST, names.filter((name) => !placed.has(name))]].filter(([, members]) => members.length > 0);
}
