// Assembles a viewer: its parts in order, and the events between them.

import { actionsOf } from "./actions.js";
import { makeCoach } from "./coach.js";
import { element } from "./dom.js";
import { acceptDrops } from "./browser.js";
import { makeGraphs } from "./graphs.js";
import { HoverCard } from "./hover.js";
import { makeInspector } from "./inspector.js";
import { makeKeeping } from "./keeping.js";
import { bindings, keyListener } from "./keys.js";
import { inBrief } from "./labels.js";
import { makeLayers, makeLegends } from "./layer_panel.js";
import { makeHeader, makeMessageBar, makeTools, makeWelcome } from "./layout.js";
import { makeHelp } from "./panels.js";
import { fitGame, fitPlace } from "./place.js";
import { followPointers } from "./camera.js";
import { makePositionForm } from "./position.js";
import { makeStandings } from "./standings.js";
import { makeStory } from "./story_panel.js";
import { makeTransport } from "./transport.js";

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
  const [message, help, keeping] = [makeMessageBar(session), makeHelp(keys), makeKeeping(viewer)];
  const bars = [makeHeader(session, actions), message, makeTools(session, actions)];
  const windows = [keeping, help];
  const parts = [...bars, stage, makeTransport(session), side, ...windows];
  const root = element("div", { class: "halite empty", tabindex: "-1" }, ...parts);
  Object.assign(viewer, { bindings: keys, canvas, hoverCard, stage, side, layers, charts, message, help, keeping, root });
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
  for (const event of ["time", "select", "layers", "explanation", "flog", "marks", "view", "players"]) session.on(event, redraw);
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
