// The panel that compares: the first player against the others, on maps of one size from every seat.

import { choice, controls, element } from "../page/dom.js";
import { percent } from "../page/labels.js";
import { panel } from "../page/panels.js";
import { field, numberField } from "./fields.js";
import { Match } from "./match.js";
import { makeRunner } from "./running.js";

const TESTS = { fixed: null, "0 against 10 Elo": [0, 10], "0 against 30 Elo": [0, 30], "0 against 100 Elo": [0, 100] };
const FILED = "A look, not a ledger entry. This command plays the same games, and files them with --publish:";
const LEANS = "Score and Elo lean that way, because a test stops when luck agrees with its verdict.";
const WORDS = { H0: `Stopped: rather not better. ${LEANS}`, H1: `Stopped: rather better. ${LEANS}` };

export function makeMatchPanel(lab) {
  const { game } = lab.panels;
  const blocks = numberField("maps", 50, 1, 100_000);
  const first = numberField("first map", 0, 0, 2 ** 31 - 1);
  const tests = Object.keys(TESTS).map((name) => (name === "fixed" ? [name, "a fixed number of maps"] : name));
  const test = choice(tests, () => {});
  const shown = element("dl", { class: "known" });
  const filed = element("div", {});
  const runner = makeRunner(lab, {
    name: "match",
    label: "Compare",
    read: () => ({ ...game.board(), first: first.read(), blocks: blocks.read(), test: test.value }),
    fill: (asked) => {
      game.seat(asked);
      first.put(asked.first);
      blocks.put(asked.blocks);
      test.value = asked.test;
    },
    make: (crew, question, asked) => new Match(crew, question, TESTS[asked.test]),
    show: (match) => {
      shown.replaceChildren(...knownOf(match));
      filed.replaceChildren(...filing(match));
    },
    told: ({ verdict }) => WORDS[verdict] ?? "",
  });
  const { button, said, reached } = runner;
  runner.root = panel(
    "match",
    "Is the first one better?",
    controls(blocks.root, first.root, field("test", test)),
    controls(button, reached),
    said,
    shown,
    filed,
  );
  return runner;
}

/** Score, Elo and LLR, as terms of a list. */
export function knownOf({ known: { score, elo, llr }, wins, games, question }) {
  const rows = {
    ...(question.lineup.length === 2 && { wins: `${wins} of ${games} games` }),
    score: `${percent(score.value)} (${percent(score.low)} to ${percent(score.high)})`,
    Elo: eloIn(elo),
    ...(llr !== null && { LLR: llr.toFixed(2) }),
  };
  return Object.entries(rows).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
}

/** Elo with its interval, as Python's reports write it: nothing is infinite. @param {{low: number, value: number, high: number}} elo */
function eloIn({ low, value, high }) {
  const [hasLow, hasHigh] = [Number.isFinite(low), Number.isFinite(high)];
  if (hasLow && hasHigh) return `${signed(value)} (${signed(low)} to ${signed(high)})`;
  if (!hasLow && !hasHigh) return "unknown";
  const end = hasLow ? `more than ${signed(low)}` : `less than ${signed(high)}`;
  return Number.isFinite(value) ? `${signed(value)} (${end})` : end;
}

function signed(elo) {
  const rounded = Math.round(elo);
  return `${rounded < 0 ? "" : "+"}${rounded}`.replace("-", "−");
}

/** What it is, and the command that plays the same games with Python. */
export function filing({ question: { width, height, first, blocks, lineup }, test }) {
  const players = lineup.map(({ notation }) => `"${notation}"`).join(" ");
  const length = test ? `--sprt ${test.join(",")} --most ${blocks}` : `--blocks ${blocks}`;
  const command = `python -m experiments match ${players} --mix ${width}x${height} --first ${first} ${length}`;
  const words = command.split(" ").flatMap((word) => [element("span", {}, word), " "]);
  return [element("p", { class: "muted" }, FILED), element("code", { class: "command" }, ...words)];
}
