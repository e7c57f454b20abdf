// The panel that compares: the first player against the others, on maps of one size from every seat.

import { element } from "../page/dom.js";
import { panel } from "../page/panels.js";
import { field, numberField, percent, runButton, signed } from "./fields.js";
import { Match } from "./match.js";

const TESTS = { fixed: null, "0 against 10 Elo": [0, 10], "0 against 30 Elo": [0, 30], "0 against 100 Elo": [0, 100] };
const FILED = "A look, not a ledger entry. This command plays the same games, and files them with --publish:";
const WORDS = { H0: "Stopped: rather not better.", H1: "Stopped: it is better." };

/** @param {import("./laboratory.js").Laboratory} lab */
export function makeMatchPanel(lab) {
  const blocks = numberField("maps", 50, 1, 100_000);
  const first = numberField("first map", 0, 0, 2 ** 31 - 1);
  const tests = Object.keys(TESTS).map((name) => element("option", { value: name }, name === "fixed" ? "a fixed number of maps" : name));
  const test = element("select", {}, ...tests);
  const said = element("p", { class: "status", role: "status" });
  const shown = element("dl", { class: "known" });
  const command = element("code", { class: "command" });
  const filed = element("div", { class: "filed", hidden: true }, element("p", { class: "muted" }, FILED), command);
  let match = null;

  const begin = () =>
    lab.attempt(said, async () => {
      const { width, height, players } = lab.panels.game.read();
      const question = { width, height, first: first.read(), blocks: blocks.read(), lineup: players };
      match = new Match(await lab.crew(), question, TESTS[test.value]);
      match.addEventListener("told", () => show(match, shown));
      command.textContent = commandOf(match);
      filed.hidden = false;
      await match.run();
      return match.verdict ? WORDS[match.verdict] : "";
    });
  return {
    root: panel(
      "match",
      "Is the first one better?",
      element("div", { class: "choices" }, blocks.root, first.root, field("test", test)),
      element("div", { class: "choices" }, runButton("Compare", begin, () => match?.stop())),
      said,
      shown,
      filed,
    ),
    get match() {
      return match;
    },
  };
}

function show(match, shown) {
  const { score, elo, llr } = match.known;
  const { blocks, counts } = match;
  const seats = match.question.lineup.length;
  const rows = { maps: `${blocks} of ${match.question.blocks}, ${blocks * seats} games` };
  if (seats === 2) rows.wins = `${counts.reduce((sum, count, i) => sum + (count * i) / 2, 0)}`;
  rows.score = `${percent(score.value)} (${percent(score.low)} to ${percent(score.high)})`;
  rows.Elo = `${signed(elo.value)} (${signed(elo.low)} to ${signed(elo.high)})`;
  if (llr !== null) rows.LLR = llr.toFixed(2);
  const terms = Object.entries(rows).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  shown.replaceChildren(...terms);
}

/** The command that plays the same games with Python. */
function commandOf({ question: { width, height, first, blocks, lineup }, test }) {
  const players = lineup.map(({ notation }) => `"${notation}"`).join(" ");
  const length = test ? `--sprt ${test.join(",")} --most ${blocks}` : `--blocks ${blocks}`;
  return `python -m experiments match ${players} --mix ${width}x${height} --first ${first} ${length}`;
}
