// The standings panel: places, squares, production, strength, eliminations.

import { element, heads } from "./dom.js";
import { shown } from "./labels.js";
import { panel } from "./panels.js";
import { playerTag } from "./players.js";
import { elimination, order } from "./ranking.js";

/** Every player as it stands on the frame that is shown, the best first. */
export function makeStandings(session) {
  const body = element("tbody");
  const place = element("span", { class: "unseen" }, "place");
  const table = element("table", {}, heads(place, "player", "squares", "production", "strength"), body);
  const fill = () => body.replaceChildren(...(session.game ? standings(session) : []));
  session.on("replay", fill);
  session.on("turn", fill);
  return panel("standings", "Standings", table);
}

function standings({ game, turn }) {
  const sums = totals(game, turn);
  return order(game, turn).map((player, i) => {
    const [squares] = sums[player];
    const place = element("td", { class: "place muted" }, `${i + 1}`);
    const who = element("th", { scope: "row" }, playerTag(game, player));
    const cells = squares
      ? sums[player].map((sum) => element("td", {}, shown(sum)))
      : [element("td", { colspan: 3 }, `eliminated on turn ${elimination(game, player)}`)];
    return element("tr", { class: squares ? "" : "dead", "data-player": player }, place, who, ...cells);
  });
}

/** [squares, production, strength] by owner, 0 = neutral. */
export function totals(game, turn) {
  const area = game.width * game.height;
  const sums = Array.from({ length: game.players.length + 1 }, () => [0, 0, 0]);
  for (let c = 0; c < area; c++) {
    const sum = sums[game.owner[turn * area + c]];
    sum[0] += 1;
    sum[1] += game.production[c];
    sum[2] += game.strength[turn * area + c];
  }
  return sums;
}
