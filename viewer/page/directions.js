// The five options of a move in the order of their numbers 0 to 4, as replays and explanations write them.

export const OPTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"];

/** Where each one leads: [dx, dy] in squares, y growing southwards. */
export const STEPS = [[0, 0], [0, -1], [1, 0], [0, 1], [-1, 0]];
