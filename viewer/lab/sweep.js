// A sweep in the page: values of one parameter on the same maps, and whether the best beats the default beyond luck.

import { choice, controls, element, panel, table, view } from "../ui/dom.js";
import { formatChange, percent, percents } from "../ui/words.js";
import { Plot } from "../ui/plot.js";
import { sliderScale } from "../think/parameters.js";
import { addressOf } from "../files/link.js";
import { changed, gamePairs } from "./games.js";
import { field, mapFields, numberField, Run, Runner } from "./run.js";
import { contrasts, scoreInterval } from "./statistics.js";

/** The values of a sweep. @typedef {{parameter: string, from: number, to: number, count: number}} Axis */

export class Sweep extends Run {
  /** @param {import("./run.js").Question} question  its first player is changed @param {Axis} axis  the default is added */
  constructor(crew, table, question, axis) {
    const [base, ...others] = question.lineup;
    const { parameter } = axis;
    const usual = base.values[parameter] ?? table.presets[base.preset][parameter];
    const points = [...new Set([...spread(table.definitions[parameter], usual, axis), usual])].sort((one, other) => one - other);
    const players = points.map((value) => changed(table, base, { [parameter]: value }));
    super(crew, players.map((player) => ({ ...question, lineup: [player, ...others] })));
    this.parameter = parameter;
    this.points = points;
    this.usual = points.indexOf(usual);
  }

  /** The score of each value with the ends of its interval. */
  get curve() {
    return this.tallies.map((counts) => scoreInterval(counts));
  }

  /** The value with the highest score besides the default. */
  get best() {
    const places = this.points.map((_, i) => i).filter((i) => i !== this.usual);
    const { curve } = this;
    return places.reduce((best, i) => (curve[i].value > curve[best].value ? i : best), places[0]);
  }

  nameOf(i) {
    return `${this.parameter} = ${this.points[i]}`;
  }

  /** Of every value with the usual one, at the end. */
  get contrasts() {
    const most = this.tallies[0].length - 1;
    const scores = this.points.map((_, i) => this.scored.map((places) => places[i] / most));
    return this.isOver && this.blocks ? contrasts(scores, this.usual, most) : null;
  }
}

/** So many values from one to the other, as a slider has them; whole numbers for a whole parameter. */
function spread({ kind }, usual, { from, to, count }) {
  const scale = sliderScale({ low: from, high: to, kind, digits: 4 }, usual);
  return [...new Set(Array.from({ length: count }, (_, i) => scale.value(i / Math.max(1, count - 1))))];
}

/** The panel that sweeps one parameter of the first player: scores that sharpen as games come in, drawn and as a table. */
export function makeSweepPanel(lab, game) {
  const axis = makeAxis(lab.table);
  const maps = mapFields(2);
  const runner = new Runner(lab, {
    label: "Sweep",
    read: () => ({ ...game.board(), ...maps.read(), axis: axis.read() }),
    make: (crew, question, asked) => new Sweep(crew, lab.table, question, asked.axis),
    verdict: verdictOf,
  });
  const root = panel(
    "sweep",
    "Sweep a parameter of the first one",
    axis.root,
    maps.root,
    controls(runner.button, runner.reached),
    runner.said,
    view(runner, ["progress"], () => (runner.run ? curve(runner.run) : element("div", { class: "curve" }))),
    view(runner, ["progress"], () => element("div", { class: "as-table" }, runner.run && asTable(runner.run))),
  );
  return Object.assign(runner, { root });
}

/** The fields of the parameter that is swept: which, from where to where, how many values. */
function makeAxis({ definitions, presets, default: preset }) {
  const isSwept = ([, { tunable, kind }]) => tunable && ["int", "float"].includes(kind);
  const names = Object.entries(definitions).filter(isSwept).map(([name]) => name);
  const select = choice(names, range);
  const endField = (label, value) => numberField(label, value, -Infinity, Infinity, "any");
  const [from, to, values] = [endField("from", 0), endField("to", 1), numberField("values", 8, 2, 40)];
  const root = element("div", { class: "choices swept" }, field("parameter", select), from.root, to.root, values.root);

  /** Around the value of the default player. */
  function range() {
    const { low, high } = definitions[select.value];
    const usual = presets[preset][select.value] ?? 0;
    const reach = Math.abs(usual) || Math.min(1, high);
    from.put(Math.max(low, usual - reach));
    to.put(Math.min(high, usual + reach));
  }

  /** @returns {Axis}  Throws Error */
  function read() {
    const axis = { parameter: select.value, from: from.read(), to: to.read(), count: values.read() };
    if (axis.from < axis.to) return axis;
    throw new Error("from: expected a number below the one of to");
  }

  select.value = "alpha";
  range();
  return { root, read };
}

/** A score with its range for every value. */
function curve({ parameter, points, usual, curve: scores }) {
  const scale = sliderScale({ low: points[0], high: points.at(-1), kind: "float" }, points[usual]);
  const at = points.map((value) => scale.share(value) || 0); // 0 where there is one value
  const [lows, highs, values] = ["low", "high", "value"].map((end) => scores.map((each) => each[end]));
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  const plot = new Plot(`Score by ${parameter}; the table below has the numbers`);
  plot.draw([{ colour: "currentColor", values, at, low: lows, high: highs }], { to: 1, low, high });
  plot.point(at[usual]);
  const axis = (...words) => element("div", { class: "axis muted" }, words.map((word) => element("span", {}, word)));
  const [least, most] = [low, high].map((share) => Math.round(100 * share));
  const [above, below] = [axis(`${least} to ${most} %`, `default: ${points[usual]}`), axis(points[0], points.at(-1))];
  return element("div", { class: "curve" }, above, plot.root, below);
}

/** The numbers of the curve; a value is the link of its game on the first map. */
function asTable({ questions, curve: scores, points, usual, contrasts: found }) {
  const linkOf = ({ width, height, seed, lineup }) => addressOf(gamePairs({ width, height, seed, players: lineup.map(({ notation }) => notation) }));
  const rows = points.map((point, i) => {
    const { difference: more, margin } = found?.[i] ?? {};
    const difference = i === usual ? "the default" : found ? `${formatChange(100 * more, 3)} ± ${(100 * margin).toFixed(1)} %` : "";
    return [element("a", { href: linkOf(questions[i]) }, point), percents(scores[i]), difference];
  });
  const caption = "Ranges by a normal approximation; click a value to see it play";
  return table(["value", "score, 95 %", "± default"], rows, caption);
}

/** The best value against the default; an interval for all values together. */
function verdictOf(sweep) {
  const { best, contrasts: found, usual } = sweep;
  if (!found) return "";
  const { difference, margin } = found[best];
  if (difference <= 0) return `No value scored above the default, ${sweep.nameOf(usual)}.`;
  const isTold = difference > margin;
  return `${sweep.nameOf(best)} ${isTold ? "can" : "cannot"} be told from the default: ${percent(difference)} better, ± ${percent(margin)} for the best of all values.`;
}
