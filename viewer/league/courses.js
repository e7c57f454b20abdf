// Curves of a player's studied games, by turn or by turns since the first contact.

import { controls, element } from "../page/dom.js";
import { chart } from "./charts.js";
import { choice } from "./choices.js";
import { table } from "./tables.js";
import { whole } from "./words.js";

const ALIGNED = [["turn", "the first turn"], ["contact", "the first contact"]];

/** Territory, production and strength beside those of the opponents. */
export function courses(curves) {
  if (!curves.games) return element("div");
  const from = choice("aligned", "Count turns from", ALIGNED, fill);
  const figures = element("div", { class: "figures three" });
  function fill() {
    const { measures, ...told } = from.value === "turn" ? byTurn(curves) : byContact(curves);
    figures.replaceChildren(...(measures.length ? measures.map((measure) => curve(measure, told)) : [element("p", { class: "note" }, "It was in contact with no other player in these games.")]));
  }
  fill();
  return element("div", {}, element("h2", {}, "What it holds"), controls(from.element), figures);
}

function byTurn({ games, measures }) {
  return { measures, axis: "turn", note: `Mean and middle 80 % of the newest ${whole(games)} studied games, as long as half of them last.` };
}

function byContact({ met, aligned }) {
  return { measures: aligned, axis: "turns since the first contact", note: `Mean and middle 80 % of ${whole(met)} studied games with a contact, where at least half of them have such a turn.` };
}

function curve({ name, unit, points }, { axis, note }) {
  const sides = { ours: "the player", theirs: "mean of its opponents" };
  const values = points.flatMap((point) =>
    Object.entries(sides).map(([side, whose]) => ({ turn: point.turn, whose, low: point[side][0], mean: point[side][1], high: point[side][2] })),
  );
  const specification = () => ({
    data: { values },
    height: 220,
    encoding: {
      x: { field: "turn", type: "quantitative", title: axis },
      color: { field: "whose", type: "nominal", title: null, sort: Object.values(sides), legend: { orient: "bottom", symbolOpacity: 1, symbolType: "square" } },
    },
    layer: [
      { mark: { type: "area", opacity: 0.18 }, encoding: { y: { field: "low", type: "quantitative", title: unit }, y2: { field: "high" } } },
      { mark: { type: "line" }, encoding: { y: { field: "mean", type: "quantitative" } } },
    ],
  });
  const numbers = table(
    name,
    [
      { title: "Turn", cell: (row) => whole(row.turn), isNumber: true, isHead: true },
      { title: "The player", cell: (row) => whole(row.ours[1]), isNumber: true },
      { title: "Its opponents", cell: (row) => whole(row.theirs[1]), isNumber: true },
      { title: "Games", cell: (row) => whole(row.games), isNumber: true },
    ],
    points,
  );
  return chart(`${name[0].toUpperCase()}${name.slice(1)}`, specification, numbers, note);
}
