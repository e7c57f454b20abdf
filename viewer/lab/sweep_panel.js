// The panel that sweeps one knob of the first player, or two: scores that sharpen as games come in, drawn and as a table.

import { controls, element, heads } from "../page/dom.js";
import { percent } from "../page/labels.js";
import { panel } from "../page/panels.js";
import { makeAxis } from "./axis.js";
import { makeCurve } from "./curve.js";
import { numberField } from "./fields.js";
import { makeHeat } from "./heat.js";
import { AskedError, changed } from "./players.js";
import { makeRunner } from "./running.js";
import { spread, Sweep } from "./sweep.js";

const TOO_RARE = 0.05; // what happens by luck in fewer sweeps than this is not called luck
const MOST_POINTS = 400;

export function makeSweepPanel(lab) {
  const { game } = lab.panels;
  const looks = [{ knob: "alpha", label: "vary", count: 8 }, { label: "and", count: 5, before: "second " }];
  const axes = looks.map((look) => makeAxis(lab.table, look));
  const blocks = numberField("maps", 50, 2, 100_000);
  const first = numberField("first map", 0, 0, 2 ** 31 - 1);
  const chart = element("div", { class: "curve" });
  const rows = element("tbody", {});
  const table = element("div", { class: "as-table", tabindex: 0, role: "region", "aria-label": "The sweep as a table", hidden: true });
  const caption = element("caption", {}, "The same as a table, in %");
  table.append(element("table", {}, caption, heads("value", "score", "95 %", "± default"), rows));
  let drawn = null; // {sweep, show}

  const runner = makeRunner(lab, {
    name: "sweep",
    label: "Sweep",
    read: () => ({ ...game.board(), first: first.read(), blocks: blocks.read(), axes: axes.map(({ read }) => read()).filter(Boolean) }),
    fill: (asked) => {
      game.seat(asked);
      first.put(asked.first);
      blocks.put(asked.blocks);
      axes.forEach(({ fill }, i) => fill(asked.axes[i]));
    },
    make: (crew, question, asked) => new Sweep(crew, lab.table, question, axesOf(lab.table, asked)),
    show: (sweep) => {
      if (drawn?.sweep !== sweep) drawn = { sweep, ...(sweep.axes.length === 1 ? makeCurve : makeHeat)(sweep, load) };
      if (!drawn.root.isConnected) chart.replaceChildren(drawn.root);
      drawn.show(sweep.curve);
      table.hidden = false;
      rows.replaceChildren(...rowsOf(sweep));
    },
    told: verdictOf,
  });
  const load = (i) =>
    lab.attempt(runner.said, async () => {
      const { sweep } = drawn;
      const { players, ...board } = game.read();
      const changes = Object.fromEntries(sweep.axes.map(({ knob }, axis) => [knob, sweep.points[i][axis]]));
      await lab.playAndAsk({ ...board, players: [changed(lab.table, players[0], changes), ...players.slice(1)] });
      return `The board shows ${sweep.nameOf(i)}.`;
    });
  /** Sweeps one knob of the first of these players now. */
  runner.of = (knob, players) => {
    game.seat({ ...game.board(), players });
    axes.forEach(({ choose }, i) => choose(i === 0 ? knob : undefined));
    return runner.begin();
  };
  const { button, said, reached } = runner;
  runner.root = panel(
    "sweep",
    "Sweep parameters of the first one",
    ...axes.map(({ root }) => root),
    controls(blocks.root, first.root),
    controls(button, reached),
    said,
    chart,
    table,
  );
  return runner;
}

/** The axes of a sweep, with their values. Throws AskedError. */
function axesOf({ knobs, presets, default: preset }, { axes }) {
  const [one, other] = axes;
  if (one.knob === other?.knob) throw new AskedError(`the second parameter is ${other.knob} again; choose another`);
  const { values: usual } = presets[preset].games[0];
  const made = axes.map((axis) => ({ knob: axis.knob, values: spread(knobs[axis.knob], usual[axis.knob], axis) }));
  if (axes.length === 2 && one.count * other.count > MOST_POINTS) throw new AskedError(`expected at most ${MOST_POINTS} points`);
  return made;
}

function rowsOf({ curve, points, usual, contrasts }) {
  return points.map((point, i) => {
    const difference = contrasts && i !== usual ? differenceOf(contrasts[i]) : i === usual ? "the default" : "";
    const [low, score, high] = [curve[i].low, curve[i].value, curve[i].high].map((share) => (100 * share).toFixed(1));
    const cells = [score, `${low} – ${high}`, difference];
    return element("tr", {}, element("th", { scope: "row" }, point.join(", ")), ...cells.map((cell) => element("td", {}, cell)));
  });
}

function differenceOf({ difference, margin }) {
  const points = (100 * difference).toFixed(1).replace("-", "−");
  return `${difference > 0 ? "+" : ""}${points} ± ${Number.isFinite(margin) ? (100 * margin).toFixed(1) : "∞"}`;
}

/** The best point against the default; an interval for all points together. */
function verdictOf(sweep) {
  const { best, contrasts, usual } = sweep;
  if (!contrasts) return "";
  const { difference, chance } = contrasts[best];
  if (difference <= 0) return `No value scored above the default, ${sweep.nameOf(usual)}.`;
  const isTold = chance < TOO_RARE;
  return `${sweep.nameOf(best)} ${isTold ? "can" : "cannot"} be told from the default (at most ${percent(chance)} of sweeps without any difference have one as far off).`;
}
