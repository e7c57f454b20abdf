// Records: the best of all games; each opens its game.

import { element } from "../page/dom.js";
import { source } from "./data.js";
import { section } from "./sections.js";
import { table } from "./tables.js";
import { bidi, board, gameLink, whole } from "./words.js";

export async function showRecords(place) {
  const all = section(({ kinds }) => kinds.flatMap((kind) => [element("h2", {}, kind.title), records(kind)]));
  const update = async () => all.show(await source.document("records"));
  await update();
  place.replaceChildren(
    element("h1", {}, "Records"),
    element("p", {}, "For each number of players and each board, the game that holds the record. A number that is a link opens its game at that turn."),
    all.place,
  );
  return { update };
}

function records({ unit, note, rows }) {
  const title = `${unit[0].toUpperCase()}${unit.slice(1)}`;
  const behind = (name, place) => (place ? [", ", bidi(name)] : [bidi(name)]);
  if (!rows.length) return element("p", { class: "note" }, "No game has this record yet.");
  const isWhole = rows.every(({ value }) => Number.isInteger(value)); // else 29 stands under 36.8
  return table(
    note,
    [
      { title: "Players", cell: (row) => String(row.players), order: (row) => row.players, isNumber: true, after: "players" },
      { title: "Board", cell: (row) => board(row), order: (row) => row.width * row.height },
      { title, cell: (row) => gameLink(row.key, isWhole ? whole(row.value) : row.value.toFixed(1), row.turn), order: (row) => row.value, isNumber: true, isHead: true, after: unit },
      { title: "Finishing order", cell: (row) => element("span", { class: "order" }, ...row.order.flatMap(behind)) },
    ],
    rows,
    { isCards: true },
  );
}
