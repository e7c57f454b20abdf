// The page that stands alone: one viewer, with the files that viewer/pack.py wrote into it.

import { mount } from "./app.js";
import { fromBase64 } from "./files.js";
import { followAddress } from "./link.js";
import { watchFolder } from "./watch.js";

/** The bytes of a file in the page, or undefined when there is none. */
function packed(id) {
  const script = document.getElementById(id);
  return script ? fromBase64(script.textContent.trim()) : undefined;
}

const place = document.getElementById("page");
const name = document.getElementById("replay")?.dataset.name;

/** For the browser's console and for tests. */
window.viewer = mount(place, {}, {}, { keys: document });
followAddress(window.viewer.session);
// The explanation may be ten times the size of the game: the board is on screen before it is unpacked.
window.viewer.ready = window.viewer
  .openAll({ replay: packed("replay"), name })
  .then(() => window.viewer.openAll({ explanation: packed("explanation"), flog: packed("flog") }));
if (place.dataset.watch !== undefined) watchFolder(window.viewer);
