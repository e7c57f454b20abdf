// Play on from here: the rest of the game with the change beside the rest without, in words and as curves.

import { button, choice, colourOf, controls, element, panel, view } from "../ui/dom.js";
import { OPTIONS, placeOf } from "../core/planes.js";
import { playerTag, shown, signed } from "../ui/words.js";
import { Plot } from "../ui/plot.js";
import { notation } from "./player.js";

const SEEDS = [1, 4, 8, 16, 32];
const USUAL_SEEDS = 8;
const SQUARES = 3; // of the first difference that are listed
const LEAST = 0.02; // of all turns, from which on the time left is said
const PAIR = "A pair is the rest of the game twice, with ties broken alike: without the change and with it.";
const CHANGED = "The question has changed: press again.";
const CANCELLED = "Cancelled.";

/** @param {import("./asking.js").Asking} asking @param {import("./ask.js").ShownGames} shown */
export function makeFuturePanel(asking, shown) {
  const { session, service } = asking;
  const title = "how often the rest is played twice; ties are broken differently each time";
  const seeds = choice(SEEDS, () => {}, { title, value: USUAL_SEEDS });
  const result = element("div", { class: "future-result", "aria-live": "polite" });
  let about = []; // the games that the result belongs to
  let version = null; // of the question that is being played

  const play = async () => {
    const question = { ...asking.futureQuestion(session.turn), seeds: Number(seeds.value) };
    const recorded = session.game;
    about = [recorded];
    version = asking.version;
    asking.tell("future");
    const { root, told } = progressOf(question.seeds, recorded, () => service.cancelFuture(CANCELLED));
    result.replaceChildren(root);
    root.scrollIntoView({ block: "nearest" });
    try {
      const future = await service.future(question, told);
      shown.remember(future, question);
      about.push(...Object.values(future.kept));
      if (about.includes(asking.game)) {
        result.replaceChildren(...content(future, question, recorded, shown));
        result.querySelector(".gain").scrollIntoView({ block: "nearest" });
      }
    } catch (error) {
      result.replaceChildren(element("p", { class: "warning" }, error.message));
    }
    version = null;
    asking.tell("future");
  };

  asking.on("question", () => {
    if (version !== null && version !== asking.version) service.cancelFuture(CHANGED); // it is told after a frame
  });
  asking.on("answer", () => {
    // What was played stays while its games are watched, and goes with another game.
    if (asking.game !== null && !about.includes(asking.game)) result.replaceChildren();
  });
  const playing = view(asking, ["question", "answer", "future"], () => {
    const { game, turn, lastTurn } = session;
    const words = game && turn === lastTurn ? "This is the last frame" : `Play on from turn ${turn}`;
    return button(words, play, { class: "primary", disabled: version !== null || asking.game === null || turn === lastTurn });
  });
  return panel("future", "What would happen", controls(playing, element("label", {}, seeds, " pairs of games")), result);
}

/** How far the pairs are, how long the rest may take, what those say that are played, and a button that ends them. */
function progressOf(pairs, game, cancel) {
  const began = performance.now();
  let left = Infinity; // s; a pair that takes longer than those before makes it wait, not rise
  const bar = element("progress", { max: 1, value: 0, "aria-label": "games played" });
  const words = element("p", { class: "muted" }, "Following the game up to here …");
  const verdict = element("div", {});
  const told = ({ share, pair, soFar }) => {
    bar.value = share;
    if (share > LEAST) left = Math.min(left, Math.ceil(((performance.now() - began) / 1000) * (1 / share - 1)));
    words.textContent = `Pair ${pair} of ${pairs}${left < Infinity ? `, about ${left} s left` : ""} …`;
    if (soFar && verdict.dataset.pairs !== String(soFar.seeds)) {
      verdict.dataset.pairs = soFar.seeds;
      verdict.replaceChildren(element("p", { class: "muted" }, `So far, after ${soFar.seeds} pairs:`), headline(soFar, game));
    }
  };
  return { root: element("div", { class: "playing" }, bar, button("Cancel", cancel), words, element("p", { class: "muted" }, PAIR), verdict), told };
}

function content(future, question, recorded, shown) {
  return [
    element("p", { class: "muted" }, what(future, question)),
    headline(future, recorded),
    futureCurves(future),
    ...parting(future, shown),
    view(shown, ["game"], () => watching(future, recorded, shown)),
  ];
}

/** Which game the board shows: the futures of the first pair, or the recorded one. */
function watching({ kept, turn }, recorded, shown) {
  const games = { without: kept.unchanged, "with the change": kept.changed, "as recorded": recorded };
  const { session } = shown.viewer;
  const chips = Object.entries(games).map(([words, game]) => {
    const act = () => {
      const isBefore = session.turn < turn;
      shown.show(game);
      if (isBefore) session.goTo(turn);
    };
    return button(words, act, { class: "chip", "aria-pressed": String(game === session.game) });
  });
  const hint = element("span", { class: "muted" }, element("kbd", {}, "F"), " flips");
  const look = { class: "chips watching", role: "group", "aria-label": "The game on the board" };
  return element("div", look, "Board:", ...chips, hint);
}

function what({ turn }, { preset, own, parameters, orders }) {
  const usual = notation(preset, own);
  const moves = orders.filter((each) => each.turn >= turn).length;
  if (Object.keys(parameters).length + moves === 0) return `Nothing is changed: both are ${usual} from turn ${turn} on.`;
  const given = moves ? ` with ${moves} of its moves chosen by hand` : "";
  return `From turn ${turn} on, ${notation(preset, { ...own, ...parameters })}${given} in place of ${usual}.`;
}

/** Where the two games with seed 0 part. */
function parting({ parting }, shown) {
  if (!parting) return [element("p", { class: "parting" }, "The moves of the first pair are the same to the end.")];
  const places = parting.squares.slice(0, SQUARES).map((square, i) => {
    const [before, after] = parting.moves[i].map((move) => OPTIONS[move]);
    const { x, y } = placeOf(square, shown.viewer.session.game);
    const act = () => shown.showParting(square);
    return button(`(${x}, ${y}) ${before} → ${after}`, act, { class: "chip", title: "Show it on the board" });
  });
  const more = parting.squares.length - places.length;
  const text = `First different move on turn ${parting.turn}, in the first pair, without the change → with it:`;
  return [
    element("p", { class: "parting" }, text),
    element("div", { class: "chips" }, ...places, more > 0 ? `and ${more} more` : ""),
  ];
}

const DIGITS = 3;

/** Whether the asked player does better, in how many pairs of games, and by how much, as rollouts.js counts it. */
export function headline(future, game) {
  return element(
    "div",
    { class: "gain" },
    element("p", {}, element("strong", {}, `${judgement(future)} for `, playerTag(game, future.player))),
    element("p", {}, wins(future)),
    ...details(future).map((text) => element("p", {}, text)),
    element("p", { class: "muted" }, sureness(future)),
  );
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

function sureness({ verdict: { better, worse, same, chance, squares }, seeds, different = seeds, confidence }) {
  if (seeds === 1) return "One game says nothing about luck.";
  if (different === 1) return `Luck changed nothing: all ${seeds} pairs are the same two games, and count as one.`;
  const kind = different < seeds ? `different pairs of games (${seeds} were played)` : "pairs of games";
  const counts = `Better in ${better}, worse in ${worse}, the same in ${same} of ${different} ${kind}`;
  if (better + worse === 0) return `${counts}.`;
  const luck = `a split as uneven comes by luck alone with a probability of ${share(chance)}`;
  const range = squares && squares.low !== null ? ` In parentheses: the ${100 * confidence} % confidence interval.` : "";
  return `${counts}; ${luck}.${range}`;
}

function share(chance) {
  return chance < 0.001 ? "less than 0.1 %" : `${shown(Number((100 * chance).toPrecision(2)))} %`;
}

function futureCurves(future) {
  const sides = [future.unchanged, future.changed];
  const high = Math.max(1, ...sides.flatMap((side) => [...side.mean.flat(), ...side.high.flat()]));
  const to = Math.max(...sides.map(({ mean }) => mean[0].length - 1));
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
