// Questions: matches with the evidence over their blocks, ladders with their ratings, and every command that plays.

import { element } from "../page/dom.js";
import { chart } from "./charts.js";
import { source } from "./data.js";
import { ratingChart } from "./rating_chart.js";
import { section } from "./sections.js";
import { table } from "./tables.js";
import { bidi, counted, duration, elos, moment, percents, playerLink, signed, tied, whole } from "./words.js";

export async function showQuestions(place) {
  const playing = section(commands);
  const planned = section((plans) => (plans.length ? planTable(plans) : element("p", {}, "No match or ladder was planned with this database.")));
  async function update() {
    const { plans, runs } = await source.document("questions");
    playing.show(runs);
    planned.show(plans);
  }
  await update();
  place.replaceChildren(
    element("h1", {}, "Questions"),
    playing.place,
    element("h2", {}, "Matches and ladders"),
    planned.place,
  );
  return { update, wantsEveryNews: true };
}

/** What plays or played; nothing in an export of games that came without their commands, as the published ones. */
function commands(runs) {
  if (!runs.length && !source.isLive) return [];
  return [element("h2", {}, "Commands that play"), runs.length ? commandTable(runs) : element("p", { class: "note" }, "No commands yet. A match, ladder, sweep or tune on this database appears here while it plays, and stays afterwards.")];
}

function commandTable(runs) {
  return table(
    `${counted(runs.length, "command")}, the newest first`,
    [
      { title: "Command", cell: (run) => element("span", { class: run.running ? "live" : null }, run.reported ? element("a", { href: `#/run/${run.id}` }, bidi(run.title)) : bidi(run.title)), isHead: true },
      { title: "Games", cell: games, isNumber: true, after: "games" },
      { title: "Status", cell: (run) => bidi(tied(run.status || "–")) },
      { title: "Begun", cell: (run) => element("span", { class: "when" }, moment(run.started)), order: (run) => run.started, before: "begun" },
      { title: "End", cell: (run) => element("span", { class: "when" }, end(run)) },
      { title: "", cell: stopButton },
    ],
    runs,
    { isCards: true },
  );
}

function games({ played, found, total }) {
  return `${whole(played + found)}${total ? ` of ${whole(total)}` : ""}`;
}

/** A test, or intervals that are narrow, may end a command before its last game. */
function end(run) {
  if (run.running) return run.left == null ? "open" : `in at most ${duration(run.left)}`;
  return run.ended ? `ended ${moment(run.ended)}` : "quiet";
}

function stopButton(run) {
  if (!run.running || !source.isLive) return "";
  if (run.stop) return "stopping …";
  const button = element("button", { type: "button", onclick: stop, "aria-label": `Stop ${run.title}` }, "Stop");
  async function stop() {
    button.disabled = true;
    await source.stop(run.id).catch((error) => button.replaceWith(element("span", { class: "error" }, error.message)));
  }
  return button;
}

function planTable(plans) {
  return table(
    `${counted(plans.length, "question")}, the newest first`,
    [
      { title: "Question", cell: (plan) => questionLink(plan), isHead: true },
      { title: "Verdict", cell: (plan) => element("span", { class: "verdict" }, plan.verdict ?? (plan.error ? "" : "open")), order: (plan) => plan.verdict ?? "" },
      { title: "Elo (95 %)", cell: (plan) => tied(plan.size ?? "–"), isNumber: true, before: "Elo" },
      { title: "Players", cell: (plan) => String(plan.players ?? ""), order: (plan) => plan.players ?? 0, isNumber: true, after: "players" },
      { title: "Boards", cell: (plan) => plan.mix ?? "" },
      { title: "Asked", cell: (plan) => plan.date ?? "", order: (plan) => plan.date ?? "", before: "asked" },
    ],
    plans,
    { isCards: true },
  );
}

function questionLink(plan) {
  if (!plan.name) return element("span", { class: "error" }, plan.question); // a ledger that cannot be read
  return element("a", { href: `#/question/${plan.name}` }, bidi(plan.question));
}

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
  return [facts(question), ...(question.curve.length ? [figures()] : [])];
}

const RANKED = [
  { title: "", cell: (_, place) => `${place + 1}.`, isNumber: true },
  { title: "Player", cell: (row) => playerLink(row.id, row.name), isHead: true },
  { title: "Elo (95 %)", cell: (row) => elos(row.elo), isNumber: true, before: "Elo" },
  { title: "Beaten (95 %)", cell: (row) => percents(row.score), isNumber: true, before: "beaten" },
  { title: "Games", cell: (row) => whole(row.games), isNumber: true, after: "games" },
];

function ladder({ standings, lineup, verdict, played, blocks }) {
  const rated = () => [
    table(counted(standings.length, "player"), RANKED, standings, { isCards: true }),
    ratingChart(standings, lineup[0]),
  ];
  return [
    list([["Verdict", verdict ?? "open"], ["Blocks played", `${whole(played)} of ${whole(blocks)}`], ["0 Elo", bidi(lineup[0])]]),
    ...(standings.length ? rated() : []),
  ];
}

function facts(question) {
  const last = question.curve.at(-1);
  const told = [
    ["Verdict", question.verdict ?? "open"],
    ["Blocks played", `${whole(question.played)} of at most ${whole(question.blocks)}`],
    ["Opponents beaten (95 %)", percents(question.score)],
    ["Elo (95 %)", elos(question.elo)],
    ...(question.bounds ? [["LLR", `${signed(last?.llr ?? 0, 2)}, bounds ${question.bounds.map((bound) => signed(bound, 2)).join(" and ")}`]] : []),
    ...(question.left ? [["Likely still to come", counted(question.left, "block")]] : []),
  ];
  return list(told);
}

function list(told) {
  return element("dl", {}, ...told.map(([title, text]) => element("div", {}, element("dt", {}, title), element("dd", {}, text))));
}

function evidence({ curve, bounds, elos: asked }) {
  const specification = ({ accent, muted }) => ({
    width: "container",
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
    width: "container",
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
