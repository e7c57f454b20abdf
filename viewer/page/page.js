// The page that stands alone: one viewer, with the files that viewer/pack.py wrote into it.

import { mount } from "./app.js";
import { fromBase64 } from "./files.js";
import { followAddress } from "./link.js";
import { WATCHING, watchFolder } from "./watch.js";

/** A file in the page as openEach takes it, in a list; an empty list when there is none. */
function packed(kind) {
  const script = document.getElementById(kind);
  return script ? [{ kind, name: script.dataset.name, bytes: fromBase64(script.textContent.trim()) }] : [];
}

const place = document.getElementById("page");
const watches = place.dataset.watch !== undefined;

/** For the browser's console and for tests. */
const viewer = mount(place, {}, {}, { keys: document, isPage: true, welcome: watches ? WATCHING : undefined });
viewer.watch = (options) => watchFolder(viewer, options);
window.viewer = viewer;

viewer.writeAddress = followAddress(viewer.session);
viewer.session.on("replay", () => (document.title = `${viewer.session.game.name} · Halite`));
// In this order: the explanation may be ten times the size of the game, and the board is on screen before it is unpacked.
viewer.ready = viewer.openEach(["replay", "explanation", "flog"].flatMap(packed));
if (watches) viewer.watch();
