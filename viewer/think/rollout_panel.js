// Play on from here: the rest of the game with the change beside the rest without, in words.

import { button, choice, controls, element, panel, view } from "../ui/dom.js";
import { formatChange, formatNumber, playerTag } from "../ui/words.js";
import { notation, presetOf } from "./player.js";

const SEEDS = [1, 4, 8, 16, 32];
const USUAL_SEEDS = 8;
const LEAST = 0.02; // of all turns, from which on the time left is said
const PAIR = "A pair is the rest of the game twice, with ties broken alike: without the change and with it.";
const CHANGED = "The question has changed: press again.";
const TITLE = "how often the rest is played twice; ties are broken differently each time";

/** @param {import("./asking.js").Asking} asking @param {import("./ask.js").GameFutures} games */
export function makeFuturePanel(asking, games) {
  const { session, service } = asking;
  let seeds = USUAL_SEEDS;
  const isPlaying = () => games.rollout !== null && !games.rollout.future && !games.rollout.problem;

  const play = async () => {
    const question = { ...asking.futureQuestion(session.turn), seeds };
    const began = performance.now();
    // share: of all turns; left: seconds, which wait where a pair takes longer than those before, and do not rise.
    const rollout = { question, version: asking.version, recorded: session.game, share: 0, left: Infinity, future: null, problem: null };
    const onProgress = (reached) => {
      Object.assign(rollout, reached);
      const { share, left } = rollout;
      if (share > LEAST) rollout.left = Math.min(left, Math.ceil(((performance.now() - began) / 1000) * (1 / share - 1)));
      asking.tell("future");
    };
    games.rollout = rollout;
    await show(".playing");
    try {
      rollout.future = await service.future(question, onProgress);
      if (games.rollout === rollout) games.remember(rollout.future, question);
    } catch (error) {
      rollout.problem = error.message;
    }
    await show(".gain");
  };
  const show = async (part) => {
    asking.tell("future");
    await null; // it is rendered then
    root.querySelector(part)?.scrollIntoView({ block: "nearest" });
  };

  asking.on("question", () => {
    if (isPlaying() && games.rollout.version !== asking.version) service.cancelFuture(CHANGED); // it is told after a frame
  });
  const root = view(asking, ["question", "answer", "future"], () => {
    const { game, turn, lastTurn } = session;
    const words = game && turn === lastTurn ? "This is the last frame" : `Play on from turn ${turn}`;
    const playing = button(words, play, { class: "primary", disabled: isPlaying() || asking.game === null || turn === lastTurn });
    const pairs = choice(SEEDS, (value) => (seeds = Number(value)), { title: TITLE, value: seeds });
    const result = element("div", { class: "future-result", "aria-live": "polite" }, games.rollout && content(games, () => service.cancelFuture("Cancelled.")));
    return panel("future", "What would happen", controls(playing, element("label", {}, pairs, " pairs of games")), result);
  });
  return root;
}

function content(games, cancel) {
  const { rollout: { question, recorded, future, problem }, asking: { table } } = games;
  if (problem) return [element("p", { class: "warning" }, problem)];
  if (!future) return [progress(games.rollout, cancel)];
  const strangers = recorded.players.filter((name, i) => i + 1 !== question.player && presetOf(table, name) !== name);
  return [
    element("p", { class: "muted" }, what(future, question), strangers.length > 0 && ` ${table.default} plays for ${strangers.map((name) => name.trim() || "no name").join(", ")}.`),
    headline(future, recorded),
    watching(games),
  ];
}

/** How far the pairs are, how long the rest may take, what those say that are played, and a button that ends them. */
function progress({ question, recorded, share, pair, left, soFar }, cancel) {
  const time = left < Infinity ? `, about ${left} s left` : "";
  const reached = pair ? `Pair ${pair} of ${question.seeds}${time} …` : "Following the game up to here …";
  const standing = soFar ? [element("p", { class: "muted" }, `So far, after ${soFar.seeds} pairs:`), headline(soFar, recorded)] : [];
  const bar = element("progress", { max: 1, value: share, "aria-label": "games played" });
  const words = [reached, PAIR].map((text) => element("p", { class: "muted" }, text));
  return element("div", { class: "playing" }, bar, button("Cancel", cancel), ...words, element("div", {}, ...standing));
}

/** Which game the board shows: the futures of the first pair, or the recorded one. */
function watching(games) {
  const { rollout: { future: { kept }, recorded }, viewer: { session } } = games;
  const names = { without: kept.unchanged, "with the change": kept.changed, [recorded.title ?? "as recorded"]: recorded };
  const chips = Object.entries(names).map(([words, game]) =>
    button(words, () => games.show(game), { class: "chip", "aria-pressed": String(game === session.game) }),
  );
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

/** Whether the asked player does better, in how many pairs of games, and by how much. */
function headline(future, game) {
  const { judgement, rows, sureness } = sentencesOf(future);
  return element(
    "div",
    { class: "gain" },
    element("p", {}, element("strong", {}, `${judgement} for `, playerTag(game, future.player))),
    ...rows.map((text) => element("p", {}, text)),
    element("p", { class: "muted" }, sureness),
  );
}

const SURE = 0.05; // what luck does more seldom is called a difference

/** The same as sentences. @param {any} future  as rollouts.js counts it */
function sentencesOf(future) {
  const { verdict: { better, worse, chance, squares }, seeds, different, wins: { unchanged, changed } } = future;
  const clear = better > worse ? "Better" : "Worse";
  const judgement = better + worse === 0 ? "No difference" : chance > SURE ? "No clear difference" : clear;
  const games = `${changed} of ${seeds} ${seeds === 1 ? "game" : "games"}`;
  const rows = [unchanged === changed ? `Wins ${games}, with the change and without.` : `Wins ${games} with the change, ${unchanged} without.`];
  if (squares.length) {
    const mean = squares.reduce((sum, each) => sum + each, 0) / squares.length;
    const range = squares.length > 1 ? ` (${formatChange(Math.min(...squares), 4)} to ${formatChange(Math.max(...squares), 4)})` : "";
    rows.push(`${formatChange(mean, 3)} squares on the last turn${range}${squares.length === different ? "" : ` in ${squares.length} pairs`}.`);
  }
  return { judgement, rows, sureness: sureness(future) };
}

function sureness({ verdict: { better, worse, same, chance }, seeds, different }) {
  if (seeds === 1) return "One game says nothing about luck.";
  if (different === 1) return `Luck changed nothing: all ${seeds} pairs are the same two games, and count as one.`;
  const kind = different < seeds ? `different pairs of games (${seeds} were played)` : "pairs of games";
  const counts = `Better in ${better}, worse in ${worse}, the same in ${same} of ${different} ${kind}`;
  if (better + worse === 0) return `${counts}.`;
  const share = chance < 0.001 ? "less than 0.1 %" : `${formatNumber(Number((100 * chance).toPrecision(2)))} %`;
  return `${counts}; a split as uneven comes by luck alone with a probability of ${share}.`;
}
