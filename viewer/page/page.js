// The page that stands alone: one viewer, with the files that viewer/pack.py wrote into it.

import { mount } from "./app.js";
import { fromBase64 } from "./files.js";
import { followAddress } from "./link.js";
import { WATCHING, watchFolder } from "./watch.js";

/** A file in the page as openEach takes it, in a list; an empty list when there is none. It is decoded when its turn comes. */
function packed(kind) {
  const script = document.getElementById(kind);
  if (!script) return [];
  return [{ kind, name: script.dataset.name, get bytes() { return fromBase64(script.textContent.trim()); } }];
}

/** The game first: what was thought about it may be ten times as large, and is still being loaded. */
async function begin() {
  const games = packed("replay");
  await viewer.openEach(games);
  await loaded();
  if (games.length && !viewer.session.game) return;
  for (const { bytes, name, kind } of ["explanation", "flog"].flatMap(packed))
    await viewer.open(bytes, name, { kind, isFurther: true });
}

/** Resolves when the whole page has been read. */
function loaded() {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
}

const place = document.getElementById("page");
const watches = place.dataset.watch !== undefined;

/** For the browser's console and for tests. */
const viewer = mount(place, {}, {}, { keys: document, isPage: true, welcome: watches ? WATCHING : undefined });
viewer.watch = (options) => watchFolder(viewer, options);
window.viewer = viewer;

viewer.writeAddress = followAddress(viewer.session);
viewer.session.on("replay", () => (document.title = `${viewer.session.game.name} · Halite`));
viewer.ready = begin();
if (watches) viewer.watch();
