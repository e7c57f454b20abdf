// Who won and how, and the standings on every turn.

import { element, heads } from "./dom.js";
import { nameOf, playerTag, shown, squares } from "./labels.js";
import { panel } from "./panels.js";
import { decidedBy, elimination, order, squaresOf } from "./ranking.js";

/** One line at the top of the page. */
export function makeResult(session) {
  const banner = element("p", { class: "result", hidden: true });
  const fill = (ejections) => {
    const { game } = session;
    banner.hidden = !game || game.frames === 1; // a single frame is a position: it has no winner
    if (!banner.hidden) banner.replaceChildren(playerTag(game, order(game, game.frames - 1)[0]), element("span", {}, how(game, ejections)));
  };
  session.on("replay", () => fill());
  session.on("events", ({ isComplete, ejections }) => isComplete && ejections.length && fill(ejections));
  return banner;
}

/** How the best player came first, as the rest of a sentence that begins with its name; of those ejected when they are known. */
export function how(game, ejections = []) {
  const last = game.frames - 1;
  const [winner, second] = order(game, last);
  if (second === undefined) return `plays alone for ${last} turns`;
  const [rule, name] = [decidedBy(game, winner, second), nameOf(game, second)];
  const out = elimination(game, winner);
  if (rule === "life") {
    if (out !== null) return `lives longest: the last squares are lost on turn ${out}`;
    return `wins on turn ${elimination(game, second)}, when ${name} is ${ejections.some(({ player }) => player === second) ? "ejected" : "eliminated"}`;
  }
  const [most, less] = [winner, second].map((player) => squaresOf(game, player, last));
  if (rule === "squares") return `wins on turn ${last} with ${squares(most)}, ${name} has ${shown(less)}`;
  const tie = out === null ? `as many squares as ${name}` : `it and ${name} lose their last squares together`;
  if (rule === "sum") return `wins on turn ${last}: ${tie}, but more over the game`;
  return `wins on turn ${last}: ${tie}, and as many over the game, so the higher seat wins`;
}

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
