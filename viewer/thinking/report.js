// What a champion's stages did on a turn: read where the kernels left it; see report in bot/stages/champion.py.

const DIGITS = { plan: 4, gain: 2, watched: 2, share: 3 }; // that an explanation file writes

/**
 * @param {import("./thinker.js").Thinker} seat  that has answered
 * @param {number} models  how many it has of its enemies
 * @returns {import("../page/search.js").Search}
 */
export function report(seat, models) {
  const { stages } = seat.table;
  const [state] = seat.records("game.state");
  const playing = seat.records("game.players")[stages.playing];
  const numbers = (names) => Object.fromEntries(names.map((name) => [name, rounded(playing[name], DIGITS.plan)]));
  const isPlanned = Boolean(state.is_opening && state.is_measured);
  return {
    changes: changed(seat, state.free),
    gain: rounded(state.gain, DIGITS.gain),
    tried: state.tried,
    free: state.free,
    models: stages.models.slice(0, models),
    beliefs: believed(seat),
    war: players(state.war),
    plans: seat.records("game.plans").slice(0, state.considered).map(({ war, worth }) => ({ war: players(war), worth: rounded(worth, DIGITS.plan) })),
    opening: isPlanned ? numbers(stages.plan) : {},
    bends: isPlanned ? state.bends : 0,
    campaign: state.is_opening || state.playing_is_ours ? {} : numbers(stages.fight),
  };
}

function changed(seat, size) {
  const of = (field) => seat.field("front.squares", field, []);
  const [option, greedy] = [of("option"), of("greedy")].map((moves) => moves.map(Number));
  const free = Array.from(seat.array("front.free").subarray(0, size));
  return new Map(free.filter((c) => option[c] !== greedy[c]).map((c) => [c, { greedy: greedy[c], chosen: option[c] }]));
}

function believed(seat) {
  const trials = Array.from(seat.array("beliefs.trials"));
  const weights = seat.array("beliefs.weights");
  const each = weights.length / trials.length;
  const share = (player) => Array.from(weights.subarray(player * each, (player + 1) * each), (weight) => rounded(weight, DIGITS.share));
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
