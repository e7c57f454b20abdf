// One game in the viewer: who played, the recording, and the reasons of players that can be asked for them.

import { mount } from "../page/app.js";
import { colourOf, element, swatch } from "../page/dom.js";
import { source } from "./data.js";
import { board, moment, playerLink, whole } from "./words.js";

export async function showGame(place, [key = "", turn]) {
  const note = element("p", { class: "note", role: "status" }, "Loading the recording; a game without one is played again, which takes some seconds …");
  const game = await source.document(`game/${key}`);
  const asking = element("p", { class: "asking" });
  place.replaceChildren(element("h1", {}, title(game)), players(game), asking, note);
  const bytes = await source.replay(key);
  if (!place.isConnected) return {};
  const frame = element("section", { class: "league-game", "aria-label": "The game" });
  document.body.append(frame); // beside the league's element, whose styles would change the viewer's
  const viewer = mount(frame, {}, {}, { theme: document.documentElement.dataset.theme });
  const close = () => {
    viewer.destroy?.();
    frame.remove();
  };
  try {
    await viewer.openEach([{ kind: "replay", name: `seed ${game.seed}.hlt.gz`, bytes }]);
  } catch (error) {
    close();
    throw error;
  }
  if (!place.isConnected) {
    close(); // the reader has gone on to another page
    return {};
  }
  if (/^\d+$/.test(turn ?? "")) viewer.seek(Number(turn));
  note.textContent = `Finished ${moment(game.stored)}. Its number is ${key}.`;
  window.viewer = viewer;
  askable(asking, game, viewer, note).catch(() => {}); // without it the page lacks the buttons only
  return { close };
}

function title(game) {
  return `${game.seats.length} players on ${board(game)}, seed ${game.seed}, ${whole(game.turns)} turns`;
}

function players({ seats }) {
  const ordered = seats.toSorted((one, other) => one.rank - other.rank);
  const list = element("ol", { class: "finish" });
  for (const { seat, player, name, territory, fault } of ordered) {
    const told = [swatch(colourOf(seat)), playerLink(player, name), ` ${whole(territory)} squares`];
    if (fault) told.push(element("span", { class: "error" }, ` ${fault}`));
    list.append(element("li", {}, ...told));
  }
  return list;
}

const NONE_LIVE = "No player of this game can be asked for its reasons: they are programs, or of older code.";
const NONE_EXPORTED = "This export has the reasons of a few other games. Run python -m experiments league to ask any player of today's code.";

/** A button for each player whose reasons can be read: it thinks through the game again, or an export holds them. */
async function askable(place, { key, seats }, viewer, note) {
  const known = await source.askable(key);
  const asked = seats.filter(({ seat }) => known.includes(seat));
  if (!asked.length) place.append(source.isLive ? NONE_LIVE : NONE_EXPORTED);
  else place.append("Why they moved: ", ...asked.flatMap((seat) => [button(key, seat, viewer, note), " "]));
  if (!source.isLive) place.querySelector("button")?.click(); // nothing has to be computed
}

function button(key, { seat, name }, viewer, note) {
  const made = element("button", { type: "button", onclick: ask }, swatch(colourOf(seat)), name);
  async function ask() {
    made.disabled = true;
    if (source.isLive) note.textContent = `${name} thinks through the game again, which takes longer than playing it …`;
    try {
      const bytes = await source.reasons(key, seat);
      await viewer.open(bytes, `${name}, player ${seat}`, { kind: "explanation" });
      note.textContent = `Choose a square of ${name}, player ${seat}, to read why it moved.`;
    } catch (error) {
      made.disabled = false;
      note.textContent = error.message;
    }
  }
  return made;
}
