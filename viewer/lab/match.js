// A match in the page: the first player against the others, on maps of one size from every seat; its result is a card.

import { controls, element, panel, view } from "../ui/dom.js";
import { elos, percents } from "../ui/words.js";
import { addressOf } from "../files/link.js";
import { gamePairs } from "./games.js";
import { mapFields, Run, Runner } from "./run.js";
import { eloOf, scoreInterval } from "./statistics.js";

const FILED = "Ranges are of 95 %, by a normal approximation. This command plays the same games, measures them, and files them with --publish:";
const LUCK = "Of many parameters tried on the same maps, some score well by luck.";

export function makeMatchPanel(lab, game) {
  const maps = mapFields(1);
  const runner = new Runner(lab, {
    label: "Compare",
    read: () => ({ ...game.board(), ...maps.read() }),
    make: (crew, question) => new Run(crew, [question]),
    verdict: () => "",
  });
  /** Plays what a link asks. @param {import("./games.js").Request} asked */
  const goOn = (asked) => {
    game.seat(asked);
    maps.put(asked);
    return runner.begin();
  };
  const root = panel(
    "match",
    "Is the first one better?",
    maps.root,
    controls(runner.button, runner.reached),
    runner.said,
    view(runner, ["progress"], () => card(runner.run)),
  );
  return Object.assign(runner, { root, goOn });
}

function card(match) {
  const look = { class: "card", role: "group", "aria-label": "The result" };
  if (!match) return element("div", { ...look, hidden: true });
  const { question } = match;
  const { width, height, seed, blocks, lineup } = question;
  const [mine, ...others] = lineup;
  const rivals = others.map((player) => player.notation).join(", ");
  const href = addressOf(gamePairs({ ...question, players: lineup.map((player) => player.notation) }));
  return element(
    "div",
    look,
    element("h3", {}, `${mine.notation} against ${rivals}`),
    element("p", {}, `${match.blocks} of ${blocks} maps of ${width} x ${height}, from seed ${seed} on, each from every seat.`),
    element("dl", { class: "known" }, scoreRows(match)),
    element("strong", {}, match.isOver && verdictOf(match, rivals)),
    element("a", { href }, "This link repeats it"),
    element("p", { class: "muted" }, LUCK),
    ...filing(match),
  );
}

/** Score and Elo, as terms of a list; points of the first of two players are its wins. */
function scoreRows({ tallies: [counts], games, question }) {
  const score = scoreInterval(counts);
  const wins = counts.reduce((sum, count, i) => sum + (count * i) / 2, 0);
  const elo = { low: eloOf(score.low), value: eloOf(score.value), high: eloOf(score.high) };
  const rows = {
    ...(question.lineup.length === 2 && { wins: `${wins} of ${games} games` }),
    score: percents(score),
    Elo: elos(elo),
  };
  return Object.entries(rows).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
}

function verdictOf({ tallies: [counts], isStopped }, rivals) {
  const score = scoreInterval(counts);
  if (isStopped) return "It was stopped: nothing is decided.";
  if (score.low > 0.5) return `The first one beats ${rivals} on these maps: the whole range lies above 50 %.`;
  if (score.high < 0.5) return `The first one loses to ${rivals} on these maps: the whole range lies below 50 %.`;
  return `The first one cannot be told from ${rivals}: 50 % lies within the range.`;
}

/** What it is, and the command that plays the same games with Python. */
function filing({ question: { width, height, seed, blocks, lineup } }) {
  const players = lineup.map((player) => `"${player.notation}"`).join(" ");
  const command = `python -m experiments match ${players} --mix ${width}x${height} --first ${seed} --blocks ${blocks}`;
  const words = command.split(" ").flatMap((word) => [element("span", {}, word), " "]);
  return [element("p", { class: "muted" }, FILED), element("code", { class: "command" }, ...words)];
}
