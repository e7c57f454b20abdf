// A match in the page: the first player against the others, on maps of one size from every seat; its result is a card.

import { copyLink } from "../files/browser.js";
import { button, choice, controls, element, panel, view } from "../ui/dom.js";
import { percent, signed } from "../ui/words.js";
import { addressOf } from "../files/link.js";
import { notation, toml } from "../think/player.js";
import { matchPairs, playerOf } from "./games.js";
import { field, numberField, Run, Runner } from "./run.js";
import { eloOf, llr, scoreInterval, sprtBounds } from "./statistics.js";

const TESTS = { fixed: null, "0 against 10 Elo": [0, 10], "0 against 30 Elo": [0, 30], "0 against 100 Elo": [0, 100] };
const FILED = "Ranges are of 95 %, by a normal approximation. This command plays the same games, measures them, and files them with --publish:";
const LEANS = "Score and Elo lean that way, because a test stops when luck agrees with its verdict.";
const WORDS = { H0: `Stopped: rather not better. ${LEANS}`, H1: `Stopped: rather better. ${LEANS}` };
const LUCK = "Of many parameters tried on the same maps, some score well by luck.";

class Match extends Run {
  /** @param {[number, number]|null} [test]  Elo of the two hypotheses; null for a fixed number of blocks */
  constructor(crew, question, test = null) {
    super(crew, [question]);
    this.test = test;
    this.verdict = null; // of the test, once it has one
  }

  get counts() {
    return this.tallies[0];
  }

  /** Points of the first player; of two players these are its wins. */
  get wins() {
    return this.counts.reduce((sum, count, i) => sum + (count * i) / 2, 0);
  }

  /** What is known so far: the score 0..1 and Elo, each with the ends of its interval, and the LLR. */
  get known() {
    const score = scoreInterval(this.counts);
    const elo = { low: eloOf(score.low), value: eloOf(score.value), high: eloOf(score.high) };
    return { score, elo, llr: this.test && llr(this.counts, ...this.test) };
  }

  count(scored) {
    super.count(scored);
    if (this.test) {
      const [lower, upper] = sprtBounds();
      const now = llr(this.counts, ...this.test);
      if (now >= upper) this.verdict = "H1";
      else if (now <= lower) this.verdict = "H0";
    }
    return this.verdict !== null;
  }
}

/** The panel that compares. */
export function makeMatchPanel(lab, game) {
  const blocks = numberField("maps", 50, 1, 100_000);
  const first = numberField("first map seed", 0, 0, 2 ** 31 - 1);
  const tests = Object.keys(TESTS).map((name) => (name === "fixed" ? [name, "a fixed number of maps"] : name));
  const test = choice(tests, () => {});
  const runner = new Runner(lab, {
    label: "Compare",
    read: () => ({ ...game.board(), first: first.read(), blocks: blocks.read(), test: test.value }),
    make: (crew, question, asked) => new Match(crew, question, TESTS[asked.test]),
    told: ({ verdict }) => WORDS[verdict] ?? "",
  });
  /** Plays what a link asks. @param {import("./games.js").MatchQuestion} asked */
  const goOn = (asked) => {
    game.seat(asked);
    first.put(asked.first);
    blocks.put(asked.blocks);
    test.value = asked.test;
    return runner.begin();
  };
  /** The player that is asked in the panel Ask, in the place of the first. */
  const fromAsk = () => {
    const { asking } = lab.viewer.thinking;
    if (!asking) return "Open the panel Ask first, and move its sliders.";
    game.seat({ ...game.board(), players: game.withFirst(0, playerOf(lab.table, notation(asking.preset, asking.differing)).notation) });
    return "";
  };
  const root = panel(
    "match",
    "Is the first one better?",
    controls(blocks.root, first.root, field("test", test)),
    controls(runner.button, button("Parameters of Ask", () => lab.attempt(runner.said, fromAsk)), runner.reached),
    runner.said,
    view(runner, ["drawn"], () => card(runner, lab)),
  );
  return Object.assign(runner, { root, goOn });
}

/** The result. */
function card({ run: match, said }, lab) {
  const look = { class: "card", role: "group", "aria-label": "The result" };
  if (!match) return element("div", { ...look, hidden: true });
  const { width, height, first, blocks, lineup } = match.question;
  const [mine, ...others] = lineup;
  const rivals = others.map((player) => player.notation).join(", ");
  const saved = () => `${lab.save(mine.notation, "toml", toml(mine.preset, mine.values))} MyBot.py --parameters FILE plays by them.`;
  const href = addressOf(matchPairs({ width, height, first, blocks, players: lineup.map((player) => player.notation) }));
  const acting = (label, act) => button(label, () => lab.attempt(said, act));
  const copied = () => copyLink(new URL(href, location.href).href);
  return element(
    "div",
    look,
    element("h3", {}, `${mine.notation} against ${rivals}`),
    element("p", {}, `${match.blocks} of ${blocks} maps of ${width} x ${height}, from map ${first} on, each from every seat.`),
    element("dl", { class: "known" }, knownOf(match)),
    element("strong", {}, match.isOver && !match.test && verdictOf(match, rivals)),
    controls(
      !match.test && element("a", { href }, "This link repeats it"),
      !match.test && acting("Copy the link", copied),
      acting("Save the parameters", saved),
    ),
    element("p", { class: "muted" }, LUCK),
    ...filing(match),
  );
}

/** Score, Elo and LLR, as terms of a list. */
function knownOf({ known: { score, elo, llr: ratio }, wins, games, question }) {
  const rows = {
    ...(question.lineup.length === 2 && { wins: `${wins} of ${games} games` }),
    score: `${percent(score.value)} (${percent(score.low)} to ${percent(score.high)})`,
    Elo: eloIn(elo),
    ...(ratio !== null && { LLR: ratio.toFixed(2) }),
  };
  return Object.entries(rows).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
}

/** Elo with its interval; nothing is infinite. @param {{low: number, value: number, high: number}} elo */
function eloIn({ low, value, high }) {
  const told = (elo) => signed(Math.round(elo), 6);
  const [hasLow, hasHigh] = [Number.isFinite(low), Number.isFinite(high)];
  if (hasLow && hasHigh) return `${told(value)} (${told(low)} to ${told(high)})`;
  if (!hasLow && !hasHigh) return "unknown";
  const end = hasLow ? `more than ${told(low)}` : `less than ${told(high)}`;
  return Number.isFinite(value) ? `${told(value)} (${end})` : end;
}

function verdictOf({ known: { score }, counts, isStopped }, rivals) {
  if (isStopped) return "It was stopped: nothing is decided.";
  if (score.low > 0.5) return `The first one beats ${rivals} on these maps: the whole range lies above 50 %.`;
  if (score.high < 0.5) return `The first one loses to ${rivals} on these maps: the whole range lies below 50 %.`;
  const isEven = counts.every((count, i) => count === 0 || 2 * i === counts.length - 1);
  if (isEven) return `Every block of games is even: on these maps the first one is as good as ${rivals}.`;
  return `The first one cannot be told from ${rivals}: 50 % lies within the range.`;
}

/** What it is, and the command that plays the same games with Python. */
function filing({ question: { width, height, first, blocks, lineup }, test }) {
  const players = lineup.map((player) => `"${player.notation}"`).join(" ");
  const length = test ? `--sprt ${test.join(",")} --most ${blocks}` : `--blocks ${blocks}`;
  const command = `python -m experiments match ${players} --mix ${width}x${height} --first ${first} ${length}`;
  const words = command.split(" ").flatMap((word) => [element("span", {}, word), " "]);
  return [element("p", { class: "muted" }, FILED), element("code", { class: "command" }, ...words)];
}
