// Assembles a viewer: its parts in order, the events between them, and how they fit their place.

import { actionsOf, bindings, keyListener } from "./keys.js";
import { acceptDrops } from "./browser.js";
import { followPointers } from "./camera.js";
import { makeCoach } from "./coach.js";
import { element } from "./dom.js";
import { makeGraphs } from "./graphs.js";
import { HoverCard } from "./hover.js";
import { makeInspector } from "./inspector.js";
import { inBrief } from "./labels.js";
import { makeLayers, makeLegends } from "./layer_panel.js";
import { makeHeader, makeMessageBar, makeTools, makeWelcome } from "./layout.js";
import { makeHelp } from "./panels.js";
import { makePositionForm } from "./position.js";
import { makeStandings } from "./standings.js";
import { makeStory } from "./story_panel.js";
import { makeTransport } from "./transport.js";

const NARROW = 760; // pixels below which the panels stand under the board
const SLIM = 500; // pixels below which the game's name stands in a line of its own, under the buttons
const FLAT = 500; // pixels of the window's height below which a page of its own keeps them beside the board
const MEDIUM = 1000; // pixels below which the bar of the playback takes the whole width, and in an upright window a viewer is narrow
const [FLATTEST, STEEPEST] = [2.5, 0.8]; // width by height of the board's place where panels stand under it

/** The layout's classes, and the board's canvas in the size of its place. */
export function fitPlace({ root, stage, side, layers, board, isPage }) {
  const width = root.clientWidth;
  const isFlat = isPage && window.innerHeight < FLAT && width > 1.5 * window.innerHeight; // a phone on its side
  const isUpright = window.innerHeight > window.innerWidth; // a tablet: a board beside panels would be small
  const isNarrow = !isFlat && width < (isUpright ? MEDIUM : NARROW);
  root.classList.toggle("narrow", isNarrow);
  root.classList.toggle("slim", isNarrow && width < SLIM);
  root.classList.toggle("medium", !isNarrow && width < MEDIUM);
  side.style.scrollPaddingTop = `${layers.offsetHeight}px`; // a control that gets the focus is not under the switches
  board.resize(stage.clientWidth, stage.clientHeight);
}

/** The camera and the stage for another game. */
export function fitGame({ session, camera, stage, root, board }) {
  const { game } = session;
  if (game) {
    camera.setBoard(game.width, game.height);
    const shape = Math.min(Math.max(game.width / game.height, STEEPEST), FLATTEST);
    stage.style.setProperty("--shape", shape);
  }
  root.classList.toggle("empty", !game);
  root.classList.toggle("position", game?.frames === 1); // nothing to play, no story, no graphs
  board.redraw();
}

/** Makes the parts and puts them into the place; the viewer has them as its members. */
export function assemble(viewer, place) {
  const { session } = viewer;
  const colours = () => viewer.board.colours;
  const actions = actionsOf(viewer);
  const keys = bindings(session, actions);
  const canvas = element("canvas", { class: "board", role: "img", "aria-label": "The board" });
  const describe = () => canvas.setAttribute("aria-label", inBrief(session));
  for (const event of ["replay", "turn", "select"]) session.on(event, describe);
  const hoverCard = new HoverCard(session, viewer.camera);
  const stage = element("div", { class: "stage" }, canvas, hoverCard.root, makeWelcome(session, actions));
  const charts = makeGraphs(session);
  const layers = makeLayers(session);
  const legends = makeLegends(session, colours);
  const panels = [makeInspector, makePositionForm, makeCoach, makeStandings, makeStory].map((make) => make(session));
  const side = element("div", { class: "side" }, layers, legends, ...panels, charts.root);
  const [message, help] = [makeMessageBar(session), makeHelp(keys)];
  const bars = [makeHeader(session, actions), message, makeTools(session, actions)];
  const parts = [...bars, stage, makeTransport(session), side, help];
  const root = element("div", { class: "halite empty", tabindex: "-1" }, ...parts);
  Object.assign(viewer, { bindings: keys, canvas, hoverCard, stage, side, layers, charts, message, help, root });
  place.append(root);
}

/** Hears keys, pointers, files and sizes until the viewer is destroyed. */
export function listen(viewer, keys) {
  const { session, board, root, stage, layers } = viewer;
  const { signal } = viewer.stop;
  keys.addEventListener("keydown", keyListener(viewer.bindings), { signal });
  // After a click the keys belong to the board again, not to the button that was clicked.
  const isClick = ({ detail, target }) => detail > 0 && target.closest("button");
  root.addEventListener("click", (event) => isClick(event) && root.focus({ preventScroll: true }), { signal });
  const redraw = () => board.redraw();
  for (const event of ["time", "select", "layers", "explanation", "flog", "marks", "view"]) session.on(event, redraw);
  session.on("replay", () => fitGame(viewer));
  session.on("view", () => root.classList.toggle("no-graphs", !session.view.graphs));
  followPointers(viewer.canvas, viewer.camera, {
    moved: () => board.redraw(),
    clicked: (square) => session.select(square),
    hovered: (square) => viewer.hover(square),
  });
  acceptDrops(root, (files) => viewer.openFiles(files), signal);
  const sizes = new ResizeObserver(() => fitPlace(viewer));
  for (const part of [root, stage, layers]) sizes.observe(part);
  signal.addEventListener("abort", () => sizes.disconnect());
}
