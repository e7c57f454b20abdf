// The panel that sweeps one knob of the first player: a curve of scores that sharpens as games come in, and its table.

import { element } from "../page/dom.js";
import { panel } from "../page/panels.js";
import { drawCurve } from "./curve.js";
import { anyField, field, numberField, percent, runButton } from "./fields.js";
import { AskedError, changed } from "./players.js";
import { spread, Sweep } from "./sweep.js";

const FIRST = "alpha";
const TOO_RARE = 0.05; // what happens by luck in fewer sweeps than this is not called luck

/** @param {import("./laboratory.js").Laboratory} lab */
export function makeSweepPanel(lab) {
  const { knobs, unplayed } = lab.table;
  const isSwept = ([name, { tunable, at, kind }]) => tunable && at !== null && !(name in unplayed) && ["int", "float"].includes(kind);
  const names = Object.entries(knobs).filter(isSwept);
  const knob = element("select", { onchange: () => range() }, ...names.map(([name]) => element("option", { value: name }, name)));
  knob.value = FIRST;
  const [from, to] = [anyField("from", 0), anyField("to", 1)];
  const values = numberField("values", 8, 2, 40);
  const blocks = numberField("maps", 50, 2, 100_000);
  const first = numberField("first map", 0, 0, 2 ** 31 - 1);
  const said = element("p", { class: "status", role: "status" });
  const chart = element("div", { class: "curve" });
  const rows = element("tbody", {});
  const table = element("table", { hidden: true }, element("caption", {}, "The same as a table"), heads(), rows);
  let sweep = null;

  /** Around the value of the first player's preset, as far as a page may go. */
  function range() {
    const { low, high } = lab.table.knobs[knob.value];
    const usual = lab.table.presets[lab.table.default].games[0].values[knob.value];
    const reach = Math.abs(usual) || Math.min(1, high);
    from.input.value = Math.max(low, usual - reach);
    to.input.value = Math.min(high, usual + reach);
  }

  const begin = () =>
    lab.attempt(said, async () => {
      const { width, height, players } = lab.panels.game.read();
      const question = { width, height, first: first.read(), blocks: blocks.read(), lineup: players };
      if (from.read() >= to.read()) throw new AskedError("from: expected a number below the one of to");
      const wanted = spread(lab.table.knobs[knob.value], from.read(), to.read(), values.read());
      sweep = new Sweep(await lab.crew(), lab.table, question, knob.value, wanted);
      table.hidden = false;
      const begun = performance.now();
      sweep.addEventListener("told", () => {
        show(sweep, chart, rows, load);
        said.textContent = progressOf(sweep, (performance.now() - begun) / 1000);
      });
      await sweep.run();
      return `${progressOf(sweep, (performance.now() - begun) / 1000)} ${verdictOf(sweep)}`;
    });
  const load = (value) =>
    lab.attempt(said, async () => {
      const { players, ...board } = lab.panels.game.read();
      await lab.playAndAsk({ ...board, players: [changed(lab.table, players[0], sweep.knob, value), ...players.slice(1)] });
      return said.textContent;
    });

  range();
  return {
    root: panel(
      "sweep",
      "Sweep a number of the first one",
      element("div", { class: "choices" }, field("knob", knob), from.root, to.root, values.root),
      element("div", { class: "choices" }, blocks.root, first.root, runButton("Sweep", begin, () => sweep?.stop())),
      said,
      chart,
      table,
    ),
    get sweep() {
      return sweep;
    },
  };
}

function heads() {
  return element("thead", {}, element("tr", {}, ...["value", "score", "95 %", "± default"].map((head) => element("th", { scope: "col" }, head))));
}

function show(sweep, chart, rows, load) {
  const { curve, values, usual, contrasts } = sweep;
  drawCurve(chart, { curve, values, usual, name: sweep.knob }, load);
  rows.replaceChildren(
    ...values.map((value, i) => {
      const difference = contrasts && i !== usual ? differenceOf(contrasts[i]) : i === usual ? "the default" : "";
      const cells = [percent(curve[i].value), `${percent(curve[i].low)} – ${percent(curve[i].high)}`, difference];
      return element("tr", {}, element("th", { scope: "row" }, String(value)), ...cells.map((cell) => element("td", {}, cell)));
    }),
  );
}

function differenceOf({ difference, margin }) {
  const points = (100 * difference).toFixed(1).replace("-", "−");
  return `${difference > 0 ? "+" : ""}${points} ± ${Number.isFinite(margin) ? (100 * margin).toFixed(1) : "∞"}`;
}

function progressOf({ blocks, question, values }, seconds) {
  const games = blocks * values.length * question.lineup.length;
  return `${blocks} of ${question.blocks} maps, ${games} games in ${seconds.toFixed(0)} s.`;
}

/** The best value against the default; an interval for all values together. */
function verdictOf(sweep) {
  const { best, values, contrasts, usual, knob } = sweep;
  if (!contrasts) return "";
  const { difference, chance } = contrasts[best];
  if (difference <= 0) return `No value scored above the default ${values[usual]}.`;
  const isTold = chance < TOO_RARE;
  return `${knob} = ${values[best]} ${isTold ? "can" : "cannot"} be told from the default (max-T: ${percent(chance)} of sweeps without any difference have one as far off).`;
}
