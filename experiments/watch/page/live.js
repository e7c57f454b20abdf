// The live window: the viewer of viewer/page with a bot behind it.

import { mount } from "../page/app.js";
import { Service } from "./service.js";

const service = new Service();

/** For the browser's console and for tests. */
window.viewer = mount(document.getElementById("page"), {}, {}, { keys: document });
window.service = service;
window.viewer.ready = openFirst(window.viewer);

/** The game that the window was started with, or the folder's newest. */
async function openFirst(viewer) {
  try {
    const { first, games } = await service.games();
    const name = first ?? games[0]?.name;
    if (name) await viewer.open(await service.file(name), name);
  } catch (error) {
    viewer.session.say({ kind: "error", text: error.message });
  }
}
