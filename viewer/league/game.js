// One game in the viewer.

import { mount } from "../page/app.js";
import { element } from "../page/dom.js";
import { source } from "./data.js";

export async function showGame(place, [key = "", turn]) {
  const stage = element("div", { class: "stage" });
  const note = element("p", { class: "note", role: "status" }, "Loading the recording; a game without one is played again, which takes some seconds …");
  place.replaceChildren(element("h1", {}, "Game"), note, stage);
  const bytes = await source.replay(key);
  if (!place.isConnected) return {};
  const viewer = mount(stage, {}, {}, { theme: document.documentElement.dataset.theme });
  await viewer.openEach([{ kind: "replay", name: `${key}.hlt.gz`, bytes }]);
  if (/^\d+$/.test(turn ?? "")) viewer.seek(Number(turn));
  note.textContent = `Game ${key}`;
  window.viewer = viewer;
  return { close: () => viewer.destroy?.() };
}
