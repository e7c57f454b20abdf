// Habits: a player's measures in its studied games, beside those of its opponents.

import { element } from "../page/dom.js";
import { chart } from "./charts.js";
import { table } from "./tables.js";
import { counted, whole } from "./words.js";

const TENS = 10; // turns

/** Losses, damage, STILL; when it meets others and opens walls. */
export function habits(told) {
  const title = element("h2", {}, "What it does");
  if (!told.games) return element("div", {}, title, element("p", { class: "note" }, nothing(told)));
  const note = `Of ${counted(told.games, "studied game")}${told.waiting ? `; recordings that are not read yet: ${whole(told.waiting)}` : ""}. Per game and seat, as analyse has it; in brackets the middle 80 % of the games. Production is forgone by squares that move.`;
  return element(
    "div",
    {},
    title,
    element("p", { class: "note" }, note),
    measures(told),
    element("div", { class: "figures" }, times(told)),
  );
}

function nothing({ waiting }) {
  if (waiting) return `Recordings that are not read yet: ${whole(waiting)} …`;
  return "None of its games was studied: play with --replays, or open the league with --study.";
}

function measures({ measures: rows }) {
  return table(
    "Per game and seat",
    [
      { title: "Measure", cell: (row) => row.title, isHead: true },
      { title: "Unit", cell: (row) => row.unit },
      { title: "The player", cell: (row) => written(row.ours, row.unit), isNumber: true },
      { title: "Its opponents", cell: (row) => written(row.theirs, row.unit), isNumber: true },
    ],
    rows,
  );
}

function written(band, unit) {
  if (!band) return "–";
  const number = unit === "%" ? (value) => value.toFixed(1) : whole;
  const [low, mean, high] = band.map(number);
  return `${mean} (${low} to ${high})`;
}

function times({ contacts, openings }) {
  const kinds = { "first contact": contacts, "first wall opened": openings };
  const seats = Object.values(kinds)[0].reduce((sum, [, number]) => sum + number, 0);
  const rows = Object.entries(kinds).flatMap(([what, counts]) => counts.map(([tens, number]) => ({ what, tens, from: tens * TENS, share: number / seats, number })));
  const happened = rows.filter((row) => row.tens >= 0);
  if (!happened.length) return element("p", { class: "note" }, "It met no player in these games, and opened no wall."); // a chart of no bars has no height
  const most = Math.max(...happened.map((row) => row.tens));
  const turns = Array.from({ length: most + 1 }, (_, tens) => tens * TENS);
  const specification = () => ({
    data: { values: happened },
    height: 200,
    encoding: {
      x: { field: "from", type: "ordinal", title: "turn", scale: { domain: turns }, axis: { labelAngle: 0, labelOverlap: true } },
      xOffset: { field: "what", sort: Object.keys(kinds) },
      y: { field: "share", type: "quantitative", title: "of its games", axis: { format: "%" } },
      color: { field: "what", type: "nominal", title: null, sort: Object.keys(kinds), legend: { orient: "bottom" } },
      tooltip: [{ field: "what", title: "event" }, { field: "from", title: "turns from" }, { field: "number", title: "games", format: "," }],
    },
    mark: { type: "bar" },
  });
  const numbers = table(
    "First contact and first wall opened",
    [
      { title: "What", cell: (row) => row.what, isHead: true },
      { title: "Turns", cell: (row) => (row.tens < 0 ? "never" : `${row.from} to ${row.from + TENS - 1}`), order: (row) => row.tens, isNumber: true },
      { title: "Games", cell: (row) => whole(row.number), order: (row) => row.number, isNumber: true },
    ],
    rows,
  );
  const never = (counts) => counts.find(([tens]) => tens < 0)?.[1] ?? 0;
  const note = `A contact: pieces on or beside one another. A wall: a neutral square between two players. Never: contact in ${whole(never(contacts))} games, a wall in ${whole(never(openings))}.`;
  return chart("When it meets others and opens walls", specification, numbers, note);
}
