// The page that stands alone: one viewer, with the files that viewer/pack.py wrote into it.

import { Viewer } from "./app.js";
import { followFindings } from "./coach.js";
import { titleOf } from "./words.js";
import { nextPaint } from "../files/browser.js";
import { followAddress, makeBoardLink, readLink } from "../files/link.js";
import { Laboratory } from "../lab/laboratory.js";
import { Ask } from "../think/ask.js";
import { makeBrief } from "../think/brief.js";

/** Opens the files of these kinds in the page. @returns {Promise<boolean>}  false when one is refused */
async function openPacked(kinds) {
  const scripts = kinds.map((kind) => document.getElementById(kind)).filter(Boolean);
  return viewer.openEach(scripts.map((script) => ({ bytes: script.textContent.trim(), name: script.dataset.name, kind: script.id })));
}

/** The game first: what was thought about it may be ten times as large, and is still being loaded. */
async function begin() {
  const { session } = viewer;
  session.isReading = true;
  session.awaited = place.dataset.explained ?? null;
  session.tell("read");
  try {
    if ((await viewer.laboratory.obey()) || (await board.obey())) return;
    if (!(await openPacked(["planes"]))) return;
    if (session.game && readLink(location.hash).turn === null) viewer.seekContact();
    await nextPaint();
    if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
    await openPacked(["findings", "explanation", "flog"]);
  } finally {
    session.isReading = false;
    session.awaited = null;
    session.tell("read");
  }
}

const place = document.getElementById("page");
const { asked } = place.dataset;
if (asked && location.hash.length < 2) history.replaceState(null, "", `#${asked}`); // an address of its own comes first

/** For the browser's console and for tests. */
const viewer = new Viewer(place, { keys: document, isPage: true });
Object.assign(window, { viewer, session: viewer.session });

viewer.session.on("replay", () => (document.title = `${titleOf(viewer.session.game)} · Halite`));
viewer.thinking = new Ask(viewer, location.hash);
viewer.laboratory = new Laboratory(viewer);
const brief = makeBrief(viewer, location.hash);
const more = () => [...viewer.thinking.link, ...brief.pairs];
const board = makeBoardLink(viewer);
const game = () => [...viewer.laboratory.pairs, ...board.pairs()];
viewer.writeAddress = followAddress(viewer.session, game, more);
viewer.ready = begin().then(() => viewer.thinking.obey()).then(brief.begin);
followFindings(viewer.session);
