// One question: a match with the evidence over its blocks, or a ladder with its ratings.

import { element } from "../page/dom.js";
import { chart } from "./charts.js";
import { source } from "./data.js";
import { playLink } from "./playing.js";
import { verdict } from "./questions.js";
import { ratingChart } from "./rating_chart.js";
import { section } from "./sections.js";
import { facts, table } from "./tables.js";
import { bidi, board, counted, elos, percents, playerLink, signed, tied, whole } from "./words.js";

export async function showQuestion(place, [name]) {
  const all = section((question) => [
    element("h1", {}, bidi(question.question)),
    ...(question.standings ? ladder(question) : match(question)),
    ...(question.entry ? [element("h2", {}, "The ledger's entry"), element("pre", { tabindex: "0" }, question.entry)] : []),
  ]);
  async function update() {
    const question = await source.document(`question/${name}`);
    if (question.error) throw new Error(question.question ?? question.error);
    all.show(question);
  }
  await update();
  place.replaceChildren(all.place);
  return { update };
}

function match(question) {
  const figures = () => element("div", { class: "figures" }, ...(question.bounds ? [evidence(question)] : []), scores(question));
  return [told(question), ...(question.curve.length ? [figures()] : []), ...games(question.games)];
}

/** The games that a page plays again, a line for each map with a link for each seat of the first player. */
function games({ seated, rules, first, sides, sizes }) {
  const turned = (rotation) => seated.map((_, seat) => seated[(seat - rotation + seated.length) % seated.length]);
  const row = (size, block) => {
    const [width, height] = sides[size];
    const game = { width, height, seed: first + block, rules };
    const links = seated.map((_, rotation) => playLink({ ...game, players: turned(rotation) }, `in seat ${rotation + 1}`));
    return links.includes(null) ? null : element("li", {}, `${board(game)}, seed ${game.seed}: `, ...links.flatMap((link) => [link, " "]));
  };
  if (!sizes.length || !row(sizes[0], 0)) return [];
  const open = () => list.childElementCount || list.append(...sizes.map(row));
  const list = element("ol", { class: "games" });
  const heading = element("summary", {}, `Watch its ${counted(sizes.length * seated.length, "game")}, with the first player`);
  return [element("details", { ontoggle: open }, heading, list)];
}

const RANKED = [
  { title: "", cell: (_, place) => `${place + 1}.`, isNumber: true },
  { title: "Player", cell: (row) => playerLink(row.id, row.name), isHead: true },
  { title: "Elo (95 %)", cell: (row) => elos(row.elo), isNumber: true, before: "Elo" },
  { title: "Beaten (95 %)", cell: (row) => percents(row.score), isNumber: true, before: "beaten" },
  { title: "Games", cell: (row) => whole(row.games), isNumber: true, after: "games" },
];

function ladder(question) {
  const { standings, lineup, played, blocks } = question;
  const rated = () => [
    table(counted(standings.length, "player"), RANKED, standings, { isCards: true }),
    ratingChart(standings, lineup[0]),
  ];
  return [
    facts([["Verdict", verdict(question)], ["Blocks played", `${whole(played)} of ${whole(blocks)}`], ["0 Elo", bidi(lineup[0])]]),
    ...(standings.length ? rated() : []),
  ];
}

function told(question) {
  const last = question.curve.at(-1);
  return facts([
    ["Verdict", verdict(question)],
    ["Blocks played", `${whole(question.played)} of at most ${whole(question.blocks)}`],
    [tied("Opponents beaten (95 %)"), percents(question.score)],
    ["Elo (95 %)", elos(question.elo)],
    ...(question.bounds ? [["LLR", `${signed(last?.llr ?? 0, 2)}, bounds ${question.bounds.map((bound) => signed(bound, 2)).join(" and ")}`]] : []),
    ...(question.left ? [["Likely still to come", counted(question.left, "block")]] : []),
  ]);
}

function evidence({ curve, bounds, elos: asked }) {
  const specification = ({ accent, muted }) => ({
    height: 260,
    layer: [
      { data: { values: bounds.map((bound) => ({ bound })) }, mark: { type: "rule", strokeDash: [5, 4], color: muted }, encoding: { y: { field: "bound", type: "quantitative" } } },
      {
        data: { values: curve },
        mark: { type: "line", color: accent },
        encoding: {
          x: { field: "blocks", type: "quantitative", title: "blocks", axis: { tickMinStep: 1 } },
          y: { field: "llr", type: "quantitative", title: "LLR" },
          tooltip: [{ field: "blocks" }, { field: "llr", format: ".2f" }],
        },
      },
    ],
  });
  const note = `At the upper bound the evidence is for ${signed(asked[1])} Elo, at the lower bound for ${signed(asked[0])} Elo.`;
  return chart("Evidence against its bounds", specification, numbers(curve), note);
}

function scores({ curve }) {
  const values = curve.map(({ blocks, score: [low, score, high] }) => ({ blocks, low, score, high }));
  const specification = ({ accent, muted }) => ({
    data: { values },
    height: 260,
    encoding: { x: { field: "blocks", type: "quantitative", title: "blocks", axis: { tickMinStep: 1 } } },
    layer: [
      { mark: { type: "area", opacity: 0.2, color: accent }, encoding: { y: { field: "low", type: "quantitative", title: "opponents beaten", axis: { format: "%" }, scale: { domain: [0, 1] } }, y2: { field: "high" } } },
      { mark: { type: "line", color: accent }, encoding: { y: { field: "score", type: "quantitative" } } },
      { data: { values: [{ even: 0.5 }] }, mark: { type: "rule", strokeDash: [2, 3], color: muted }, encoding: { y: { field: "even", type: "quantitative" }, x: { value: 0 }, x2: { value: "width" } } },
    ],
  });
  return chart("Score with its 95 % interval", specification, numbers(curve));
}

function numbers(curve) {
  return table(
    "Blocks",
    [
      { title: "Blocks", cell: (row) => whole(row.blocks), isNumber: true, isHead: true },
      { title: "Games", cell: (row) => whole(row.games), isNumber: true },
      { title: "Beaten (95 %)", cell: (row) => percents(row.score), isNumber: true },
      { title: "LLR", cell: (row) => signed(row.llr, 2), isNumber: true },
    ],
    curve,
  );
}
