// A sweep or a tune: the score along every parameter and over pairs of them, while it plays and afterwards.

import { element } from "../page/dom.js";
import { percent } from "../page/labels.js";
import { chart } from "./charts.js";
import { source } from "./data.js";
import { renew } from "./sections.js";
import { table } from "./tables.js";
import { bidi, counted, percents, signed, tied, whole } from "./words.js";

const PATIENCE = 2000; // ms between two questions whether the points are computed
const MOST_PAIRS = 6; // joint panels
const KINDS = ["candidate", "default", "given up"];
const MARKS = ["candidate", "default"]; // which have a shape of their own
const SHORT = 24; // letters of all values of a list that still stand side by side on a phone
const APART = 7; // px between the points of two opponents, whose intervals would lie over one another

export async function showRun(place, [number]) {
  let timer = 0;
  let stand = ""; // of the command, as it is shown
  async function update(news) {
    const listed = news?.runs.find(({ id }) => id === Number(number)); // not among the newest when it is old
    if (news && !news.new.length && (!listed || standOf(listed) === stand)) return;
    clearTimeout(timer);
    const told = await source.document(`run/${number}`);
    stand = standOf(told.run);
    renew(
      place,
      element("h1", {}, bidi(told.run?.title ?? told.kind)),
      element("p", { class: "note" }, about(told)),
      ...(told.error ? [element("p", { class: "error" }, told.error)] : []),
      ...(told.rows.length
        ? figures(told)
        : [element("p", { class: "note", role: "status" }, told.pending ? "The points are being computed …" : "No point has a score yet.")]),
    );
    if (told.pending && source.isLive) timer = setTimeout(() => place.isConnected && update(), PATIENCE);
  }
  await update();
  return { update, close: () => clearTimeout(timer), wantsEveryNews: true };
}

/** How far a command is; a candidate whose games were all known is no news of games. */
function standOf(run) {
  return JSON.stringify([run?.played, run?.found, run?.status, run?.ended]);
}

function about({ kind, base, sampler, run }) {
  const games = run ? ` ${whole(run.played + run.found)} games${run.total ? ` of at most ${whole(run.total)}` : ""}. ${tied(run.status ?? "")}` : "";
  const what = kind === "sweep" ? `A sweep around ${base}; scores over the maps that all points have played, as in its table.` : `A tune of ${base} by ${sampler}; each candidate against the opponents, on development maps.`;
  return `${what}${games}`;
}

function figures(told) {
  const pooled = told.rows.filter((row) => row.isPooled);
  const ranges = told.axes.map((axis, place) => ({ ...axis, place })).filter((axis) => axis.isRange);
  const pairs = ranges.flatMap((one, place) => ranges.slice(place + 1).map((other) => [one, other])).slice(0, MOST_PAIRS);
  return [
    element("div", { class: "figures" }, ...told.axes.map((axis, place) => along(told, { ...axis, place })), ...pairs.map((pair) => joint(pair, pooled))),
    ...(told.kind === "tune" ? [course(pooled)] : []),
    points(told),
  ];
}

/** The points over one parameter, with their intervals and the line of the surface. */
function along(told, axis) {
  const several = told.rows.some((row) => row.opponent && !row.isPooled);
  const shown = told.axes.length === 1 ? told.rows : told.rows.filter((row) => row.isPooled);
  const values = shown.map((row) => ({ value: row.values[axis.place], low: row.score[0], score: row.score[1], high: row.score[2], who: several ? row.opponent : kindOf(row), mark: row.isDefault ? "default" : "candidate", games: row.games }));
  const found = new Set(values.map((each) => each.who));
  const names = several ? [...found] : KINDS.filter((kind) => found.has(kind));
  const line = (told.surface.find((each) => each.axis === axis.name)?.points ?? []).map(([value, score]) => ({ value, score }));
  const scale = axis.isRange ? rangeScale(axis, 12 + (APART * names.length) / 2) : {};
  const labels = new Set(values.map((each) => String(each.value)));
  const upright = axis.isRange || [...labels].join("").length > SHORT ? {} : { axis: { labelAngle: 0 } };
  const y = { type: "quantitative", title: "opponents beaten", axis: { format: "%" }, scale: { zero: false } };
  const tooltip = [{ field: "value", title: axis.name }, { field: "score", format: ".1%" }, { field: "games", format: "," }, { field: "who", title: "which" }];
  // Without a surface there is no line: a layer without data has a scale without ends, of which Vega warns.
  const surface = (x, color) => (line.length ? [{ data: { values: line }, mark: { type: "line", color, strokeDash: [5, 4] }, encoding: { x, y: { ...y, field: "score" } } }] : []);
  const specification = ({ muted }, isNarrow) => {
    const x = { field: "value", type: axis.isRange ? "quantitative" : "nominal", title: isNarrow ? [axis.name, axis.unit] : `${axis.name}, ${axis.unit}`, scale, ...upright };
    const legend = { orient: "bottom", columns: isNarrow ? 2 : 5, labelLimit: 140, symbolOpacity: 1 };
    const color = { field: "who", type: "nominal", title: null, scale: { domain: names }, legend };
    // Colours and shapes of the same words have one legend.
    const isOne = names.join() === MARKS.join();
    const shape = { field: "mark", type: "nominal", title: null, scale: { domain: MARKS, range: ["circle", "diamond"] }, legend: isOne ? legend : null };
    const layers = names.flatMap((name, place) => {
      const data = { values: values.filter((each) => each.who === name) };
      const xOffset = several ? APART * (place - (names.length - 1) / 2) : 0;
      return [
        { data, mark: { type: "rule", opacity: 0.5, xOffset }, encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color } },
        { data, mark: { type: "point", filled: true, size: 80, opacity: 1, xOffset }, encoding: { x, y: { ...y, field: "score" }, color, shape, tooltip } },
      ];
    });
    return { height: 240, layer: [...surface(x, muted), ...layers] };
  };
  const numbers = table(
    `Score by ${axis.name}`,
    [
      { title: axis.name, cell: (row) => short(row.value), order: (row) => row.value, isNumber: axis.isRange, isHead: true },
      { title: "Which", cell: (row) => bidi(several && row.mark === "default" ? `default, ${row.who}` : row.who) },
      { title: "Beaten (95 %)", cell: (row) => percents([row.low, row.score, row.high]), order: (row) => row.score, isNumber: true },
      { title: "Games", cell: (row) => whole(row.games), order: (row) => row.games, isNumber: true },
    ],
    values,
  );
  const dashed = line.length ? " Dashed: the fitted surface, with the other parameters as in the default; it is for the eye." : "";
  const others = told.axes.length > 1 ? " The points differ in the other parameters as well." : "";
  const note = `Lines are 95 % intervals${several ? "; a diamond is the default" : ""}.${others}${dashed}`;
  return chart(`Score by ${axis.name}`, specification, numbers, note);
}

/** Of a range of numbers, from its first value to its last; one of factors has no zero, and Vega warns when it is named. */
function rangeScale({ log }, padding) {
  return { ...(log ? { type: "log" } : { type: "linear", zero: false }), nice: false, padding };
}

/** A value in as few digits as a search keeps apart. */
function short(value) {
  return typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value);
}

function kindOf(row) {
  if (row.isDefault) return "default";
  return row.isFinished ? "candidate" : "given up";
}

/** The points over two parameters, coloured by their scores. */
function joint([one, other], rows) {
  const values = rows.map((row) => ({ x: row.values[one.place], y: row.values[other.place], score: row.score[1], interval: percents(row.score), games: row.games, shape: row.isDefault ? "default" : "candidate" }));
  const specification = ({ muted }) => ({
    data: { values },
    height: 240,
    mark: { type: "point", filled: true, size: 110, stroke: muted, strokeWidth: 1, opacity: 1 },
    encoding: {
      x: { field: "x", type: "quantitative", title: one.name, scale: rangeScale(one, 14) },
      y: { field: "y", type: "quantitative", title: other.name, scale: rangeScale(other, 14) },
      color: { field: "score", type: "quantitative", title: "beaten", scale: { scheme: "viridis" }, legend: { format: "%" } },
      shape: { field: "shape", type: "nominal", title: null, scale: { domain: ["candidate", "default"], range: ["circle", "diamond"] } },
      tooltip: [{ field: "x", title: one.name }, { field: "y", title: other.name }, { field: "interval", title: "beaten" }, { field: "games", format: "," }],
    },
  });
  const numbers = table(
    `${one.name} and ${other.name}`,
    [
      { title: one.name, cell: (row) => short(row.x), order: (row) => row.x, isNumber: true, isHead: true },
      { title: other.name, cell: (row) => short(row.y), order: (row) => row.y, isNumber: true },
      { title: "Beaten (95 %)", cell: (row) => row.interval, order: (row) => row.score, isNumber: true },
    ],
    values,
  );
  return chart(`${one.name} and ${other.name}`, specification, numbers);
}

/** The candidates of a tune in their order, and the best so far. */
function course(rows) {
  const base = rows.find((row) => row.isDefault);
  let best = -1;
  const values = rows.filter((row) => row.number != null).map((row) => {
    if (row.isFinished) best = Math.max(best, row.score[1]);
    return { number: row.number, score: row.score[1], best: best < 0 ? null : best, kind: row.isFinished ? "finished" : "given up" };
  });
  const specification = ({ accent, muted }) => ({
    height: 240,
    layer: [
      ...(base ? [{ data: { values: [{ score: base.score[1] }] }, mark: { type: "rule", strokeDash: [5, 4], color: muted }, encoding: { y: { field: "score", type: "quantitative" } } }] : []),
      { data: { values }, mark: { type: "line", interpolate: "step-after", color: accent }, encoding: { x: { field: "number", type: "quantitative" }, y: { field: "best", type: "quantitative" } } },
      { data: { values }, mark: { type: "point", filled: true, size: 50 }, encoding: { x: { field: "number", type: "quantitative", title: "candidate", axis: { tickMinStep: 1 } }, y: { field: "score", type: "quantitative", title: "opponents beaten", axis: { format: "%" }, scale: { zero: false } }, color: { field: "kind", type: "nominal", title: null, legend: { orient: "bottom" } } } },
    ],
  });
  const numbers = table(
    "Candidates",
    [
      { title: "Candidate", cell: (row) => String(row.number), isNumber: true, isHead: true },
      { title: "Beaten", cell: (row) => percent(row.score), order: (row) => row.score, isNumber: true },
      { title: "Best so far", cell: (row) => percent(row.best), isNumber: true },
      { title: "State", cell: (row) => row.kind },
    ],
    values,
  );
  return chart("Candidates in their order", specification, numbers, "The line is the best finished one so far, which flatters: luck helped to choose it. Dashed: the base.");
}

function points({ axes, rows, kind }) {
  const several = rows.some((row) => row.opponent && !row.isPooled);
  return element(
    "div",
    {},
    element("h2", {}, kind === "sweep" ? "Points" : "Candidates"),
    table(
      `${counted(rows.length, "row")}; the default is marked`,
      [
        ...axes.map((axis, place) => ({ title: axis.name, cell: (row) => (row.isDefault ? element("strong", {}, `${short(row.values[place])} (default)`) : short(row.values[place])), order: (row) => row.values[place], isNumber: true })),
        ...(several ? [{ title: "Against", cell: (row) => bidi(row.opponent), order: (row) => row.opponent }] : []),
        { title: "Beaten (95 %)", cell: (row) => percents(row.score), order: (row) => row.score[1], isNumber: true },
        ...(kind === "sweep" ? [{ title: "Ahead of the default (95 %, all points together)", cell: difference, order: (row) => row.difference[1], isNumber: true }] : []),
        { title: "Games", cell: (row) => whole(row.games), order: (row) => row.games, isNumber: true },
      ],
      rows,
    ),
  );
}

function difference({ isDefault, difference: [low, value, high] }) {
  if (isDefault) return "–";
  const [lowest, middle, highest] = [low, value, high].map((share) => signed(100 * share, 1));
  return `${middle} (${lowest} to ${highest})`;
}
