// Questions: the matches and ladders that were planned, and every command that plays.

import { button, element } from "../page/dom.js";
import { source } from "./data.js";
import { section } from "./sections.js";
import { table } from "./tables.js";
import { bidi, counted, duration, moment, tied, whole } from "./words.js";

export async function showQuestions(place) {
  const playing = section(commands);
  const planned = section((plans) => (plans.length ? planTable(plans) : element("p", {}, "No match or ladder was planned with this database.")));
  async function update() {
    const { plans, runs } = await source.document("questions");
    playing.show(runs);
    planned.show(plans);
  }
  await update();
  const heading = element("h2", {}, "Matches and ladders");
  place.replaceChildren(element("h1", {}, "Questions"), playing.place, heading, planned.place);
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
  const made = button("Stop", stop, { "aria-label": `Stop ${run.title}` });
  async function stop() {
    made.disabled = true;
    await source.stop(run.id).catch((error) => made.replaceWith(element("span", { class: "error" }, error.message)));
  }
  return made;
}

function planTable(plans) {
  return table(
    `${counted(plans.length, "question")}, the newest first`,
    [
      { title: "Question", cell: (plan) => questionLink(plan), isHead: true },
      { title: "Verdict", cell: (plan) => element("span", { class: "verdict" }, verdict(plan)), order: verdict },
      { title: "Elo (95 %)", cell: (plan) => tied(plan.size ?? "–").replaceAll("-", "−"), isNumber: true, before: "Elo" },
      { title: "Players", cell: (plan) => String(plan.players ?? ""), order: (plan) => plan.players ?? 0, isNumber: true, after: "players" },
      { title: "Boards", cell: (plan) => plan.mix ?? "" },
      { title: "Asked", cell: (plan) => plan.date ?? "", order: (plan) => plan.date ?? "", before: "asked" },
    ],
    plans,
    { isCards: true },
  );
}

/** The verdict of a test, in capitals as in the ledger; of a question without one, what its interval says. */
export function verdict(plan) {
  if (plan.error) return "";
  return plan.verdict === "MEASURED" && plan.side ? plan.side : (plan.verdict ?? "open");
}

function questionLink(plan) {
  if (!plan.name) return element("span", { class: "error" }, plan.question); // a ledger that cannot be read
  return element("a", { href: `#/question/${plan.name}` }, bidi(plan.question));
}
