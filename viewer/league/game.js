// One game in the viewer: who played, the recording, and the panel that asks a bot.

import { mount } from "../page/app.js";
import { element } from "../page/dom.js";
import { makeThinking } from "../thinking/asked.js";
import { source } from "./data.js";
import { board, finish, moment, whole } from "./words.js";

export async function showGame(place, [key = "", turn], league) {
  const note = element("p", { class: "note", role: "status" }, "Loading the recording; a game without one is played again, which takes some seconds …");
  const game = await source.document(`game/${key}`);
  const title = `${game.seats.length} players on ${board(game)}, seed ${game.seed}, ${whole(game.turns)} turns`;
  place.replaceChildren(element("h1", {}, title), finish(game.seats, " squares"), note);
  const bytes = await source.replay(key);
  if (!place.isConnected) return {};
  const frame = element("section", { class: "league-game", "aria-label": "The game" });
  document.body.append(frame); // beside the league's element, whose styles would change the viewer's
  const viewer = mount(frame, {}, {}, { theme: document.documentElement.dataset.theme });
  const thinking = makeThinking(viewer, "");
  const close = () => {
    thinking.end();
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
  else viewer.seekContact();
  viewer.session.on("theme", () => league.chooseTheme(viewer.theme)); // its key turns the whole page
  note.textContent = `Finished ${moment(game.stored)}. Its number is ${key}. “Ask a bot” says what a preset would do, and why.`;
  window.viewer = viewer;
  return { close, setTheme: (theme) => viewer.setTheme(theme) };
}
