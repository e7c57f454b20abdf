// What a champion's stages did on a turn: read where the kernels left it; see report in bot/stages/champion.py.

const DIGITS = { plan: 4, gain: 2, watched: 2, share: 3 }; // that an explanation file writes

/**
 * @param {import("./thinker.js").Thinker} seat  that has answered
 * @returns {import("../page/search.js").Search}
 */
export function report(seat) {
  const { stages } = seat.table;
  const [state] = seat.records("game.state");
  const playing = seat.records("game.players")[stages.playing];
  const numbers = (names) => Object.fromEntries(names.map((name) => [name, rounded(playing[name], DIGITS.plan)]));
  const isPlanned = Boolean(state.is_opening && state.is_measured);
  return {
    changes: changed(seat),
    gain: rounded(state.gain, DIGITS.gain),
    tried: state.tried,
    free: state.free,
    models: stages.models.slice(0, used(seat)),
    beliefs: believed(seat),
    war: players(state.war),
    plans: seat.records("game.plans").slice(0, state.considered).map(({ war, worth }) => ({ war: players(war), worth: rounded(worth, DIGITS.plan) })),
    opening: isPlanned ? numbers(stages.plan) : {},
    bends: isPlanned ? state.bends : 0,
    campaign: state.is_opening || state.playing_is_ours ? {} : numbers(stages.fight),
  };
}

function changed(seat) {
  const [size] = seat.call("report");
  const rows = Array.from(seat.array("changes").subarray(0, 3 * size), Number);
  return new Map(Array.from({ length: size }, (_, i) => [rows[3 * i], { greedy: rows[3 * i + 1], chosen: rows[3 * i + 2] }]));
}

/** How many models of an enemy the player uses. */
function used(seat) {
  return Number(seat.array("beliefs.used")[0]);
}

function believed(seat) {
  const trials = Array.from(seat.array("beliefs.trials"));
  const weights = seat.array("beliefs.weights");
  const each = weights.length / trials.length;
  const share = (player) => Array.from(weights.subarray(player * each, player * each + used(seat)), (weight) => rounded(weight, DIGITS.share));
  return trials
    .map((watched, player) => ({ player, watched: rounded(watched, DIGITS.watched), share: share(player) }))
    .filter(({ player }) => player > 0 && trials[player] > 0);
}

function players(bits) {
  return Array.from({ length: 6 }, (_, i) => i + 1).filter((player) => bits & (2 ** player));
}

function rounded(number, digits) {
  return Number(number.toFixed(digits));
}
