// Play on from here: the rest of the game with the changed parameters beside the rest without.

import { colourOf, element, swatch } from "../page/dom.js";
import { OPTIONS } from "../page/explanation.js";
import { shown } from "../page/labels.js";
import { panel } from "../page/panels.js";
import { futureCurves } from "./curves.js";
import { signed } from "./margin_layer.js";
import { notation } from "./notation.js";

const SEEDS = [1, 4, 8, 16, 32];
const USUAL_SEEDS = 8;
const SQUARES = 3; // of the first difference that are listed

/**
 * @param {import("./asking.js").Asking} asking
 * @param {{goTo: Function, watchBeside: Function, watchBoth: Function}} actions
 * @returns {HTMLElement}
 */
export function makeFuturePanel(asking, actions) {
  const { session, known } = asking;
  const choices = SEEDS.filter((seeds) => seeds <= known.most_seeds).map((seeds) =>
    element("option", { value: seeds, selected: seeds === USUAL_SEEDS }, seeds),
  );
  const seeds = element(
    "select",
    { title: "how often the rest is played; ties are broken differently each time" },
    ...choices,
  );
  const result = element("div", { class: "future-result", "aria-live": "polite" });
  const button = element("button", { type: "button", class: "primary", onclick: () => play() });
  const name = () => (button.textContent = `Play on from turn ${session.turn}`);
  session.on("turn", name);
  session.on("replay", () => (name(), result.replaceChildren()));
  name();

  const play = async () => {
    const about = { question: asking.question(session.turn), players: session.game.players };
    button.disabled = true;
    result.replaceChildren(element("p", { class: "muted" }, "playing …"));
    try {
      const future = await asking.service.future({ ...about.question, seeds: Number(seeds.value) });
      result.replaceChildren(...content(future, about, actions));
    } catch (error) {
      result.replaceChildren(element("p", { class: "warning" }, error.message));
    }
    button.disabled = false;
  };
  asking.addEventListener("question", () => (button.disabled = asking.game === null));
  return panel(
    "future",
    "What would come of it",
    element("div", { class: "choices" }, button, element("label", {}, seeds, " seeds")),
    result,
  );
}

function content(future, { question, players }, actions) {
  const who = `${players[future.player - 1]}, player ${future.player}`;
  const what = `From turn ${future.turn} on, ${notation(question.preset, question.parameters)} in the place of ${question.preset}.`;
  return [
    element("p", { class: "muted" }, what),
    gain(future, who),
    futureCurves(future),
    ends(future, players),
    ...parting(future, actions),
    element(
      "div",
      { class: "choices" },
      element(
        "button",
        { type: "button", onclick: () => actions.watchBeside(future.games.changed) },
        "Watch it beside this game",
      ),
      element("button", { type: "button", onclick: () => actions.watchBoth(future) }, "Watch both futures"),
    ),
  ];
}

function gain({ gain: { mean, low, high }, seeds, confidence }, who) {
  const sure =
    low === null
      ? "one game tells nothing about luck"
      : `${signed(low)} to ${signed(high)} with ${100 * confidence} % confidence, ${seeds} pairs of games`;
  return element(
    "p",
    { class: "gain" },
    element("strong", {}, `${signed(mean)} squares`),
    ` at the end for ${who} `,
    element("span", { class: "muted" }, `(${sure})`),
  );
}

/** Squares of every player on the last frame, without and with the change. */
function ends({ unchanged, changed }, players) {
  const cell = ({ mean, high }, seat) => {
    const [middle, top] = [mean[seat].at(-1), high[seat].at(-1)];
    return element(
      "td",
      {},
      top === null ? shown(middle) : `${shown(Math.round(middle))} ± ${shown(Math.ceil(top - middle))}`,
    );
  };
  const rows = players.map((name, seat) => {
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, swatch(colourOf(seat + 1)), " ", name),
      cell(unchanged, seat),
      cell(changed, seat),
    );
  });
  const heads = ["squares at the end", "without", "with"].map((text) => element("th", { scope: "col" }, text));
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

/** Where the two games with seed 0 part. */
function parting({ parting: found, games }, actions) {
  if (!found) return [element("p", {}, "The moves are the same to the end.")];
  const places = found.squares.slice(0, SQUARES).map((square, i) => {
    const [before, after] = found.moves[i].map((move) => OPTIONS[move]);
    const words = `${actions.nameOf(square)} ${before} → ${after}`;
    return element(
      "button",
      { type: "button", class: "chip", onclick: () => actions.goTo(found.turn, square, found.squares, games) },
      words,
    );
  });
  const more = found.squares.length - places.length;
  const text = `First different move on turn ${found.turn}, without the change → with it:`;
  return [
    element("p", { class: "parting" }, text),
    element("div", { class: "chips" }, ...places, more > 0 ? `and ${more} more` : ""),
  ];
}
