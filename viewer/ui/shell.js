// Assembles a viewer: its parts in order, the events between them, and how they fit their place.

import { makeCoach } from "./coach.js";
import { button, element, iconButton, makeHelp, view } from "./dom.js";
import { makeInspector, makePositionForm } from "./inspector.js";
import { bindings, keyListener } from "./keys.js";
import { makeLayers, makeLegends } from "./legends.js";
import { makeGraphs } from "./plot.js";
import { makeResult, makeStandings, makeStory } from "./story.js";
import { makeTransport } from "./transport.js";
import { formatNumber, inBrief, playerTag, titleOf } from "./words.js";
import { followPointers } from "../core/camera.js";
import { onFrame, shorter, squareOf } from "../core/planes.js";
import { layersDrawn } from "../explain/layers.js";
import { acceptDrops } from "../files/browser.js";

const [NARROW, UPRIGHT] = [640, 1000]; // pixels below which panels stand under the board; the latter in an upright window
const [FLATTEST, STEEPEST] = [2.5, 0.8]; // width by height of the board's place where panels stand under it

/** The layout's class, and the board's canvas in the size of its place. */
function fitPlace({ root, stage, side, layers, board }) {
  const isUpright = window.innerHeight > window.innerWidth; // a tablet: a board beside panels would be small
  root.classList.toggle("narrow", root.clientWidth < (isUpright ? UPRIGHT : NARROW));
  side.style.scrollPaddingTop = `${layers.offsetHeight}px`; // a control that gets the focus is not under the switches
  board.resize(stage.clientWidth, stage.clientHeight);
}

/** The camera and the stage for another game. */
function fitGame({ session, camera, stage, root, board }) {
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

export function assemble(viewer) {
  const { session } = viewer;
  const colours = () => viewer.board.colours;
  const keys = bindings(viewer);
  const canvas = element("canvas", { class: "board", role: "img", "aria-label": "The board" });
  session.render(["replay", "turn", "select"], () => canvas.setAttribute("aria-label", inBrief(session)));
  const stage = element("div", { class: "stage" }, canvas, makeHoverCard(session, viewer.camera), makeWelcome(viewer));
  const layers = makeLayers(session);
  const panels = [makeInspector, makePositionForm, makeStandings, makeStory, makeGraphs].map((make) => make(session));
  const side = element("div", { class: "side" }, layers, makeCoach(session), makeLegends(session, colours), ...panels);
  const help = makeHelp(keys);
  const parts = [makeHeader(viewer), makeMessageBar(session), stage, makeTransport(session), side, help];
  const root = element("div", { class: "halite empty", tabindex: "-1" }, ...parts);
  return { root, canvas, stage, side, layers, help, bindings: keys };
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
  for (const event of ["time", "select", "hover", "layers", "explanation", "flog", "marks"]) session.on(event, redraw);
  viewer.camera.on("moved", redraw);
  session.on("replay", () => fitGame(viewer));
  followPointers(viewer.canvas, viewer.camera, {
    clicked: (square) => session.select(square),
    hovered: (square) => session.hover(square),
  });
  acceptDrops(root, (files) => viewer.openFiles(files), signal);
  const sizes = new ResizeObserver(() => fitPlace(viewer));
  for (const part of [root, stage, layers]) sizes.observe(part);
  signal.addEventListener("abort", () => sizes.disconnect());
}

// The frame around the board: title, buttons, messages, the page without a game.

function makeHeader(viewer) {
  const { session } = viewer;
  const name = view(session, ["replay"], () => {
    const { game } = session;
    return element("span", { class: "file muted", title: game?.name }, game && (game.title ?? titleOf(game)));
  });
  return element(
    "header",
    { class: "top" },
    element("h1", {}, "Halite"),
    name,
    makeResult(session),
    element("span", { class: "space" }),
    iconButton("open", "Open a replay, an explanation or an f-log", "", () => viewer.chooseFiles()),
    iconButton("picture", "Save a picture", "C", () => viewer.savePicture()),
    iconButton("theme", "Light or dark", "T", () => viewer.toggleTheme()),
    iconButton("help", "Keys", "?", () => viewer.toggleHelp()),
  );
}

const WELCOME = "Drop a Halite replay here (.hlt or .hlt.gz)";

/** The message in the board's place while there is no game: an invitation, unless the page is bringing one. */
function makeWelcome(viewer) {
  return view(viewer.session, ["replay", "read", "reached"], () => {
    const { game, isReading, reached } = viewer.session;
    const coming = isReading ? "The game is being opened …" : WELCOME;
    const text = reached === null ? coming : `The game is being played: turn ${reached} …`;
    const open = button("Open a replay", () => viewer.chooseFiles(), { hidden: text !== WELCOME });
    return element("div", { class: "welcome", hidden: game !== null }, element("p", {}, text), open);
  });
}

/** Where the page says what it cannot do. */
function makeMessageBar(session) {
  return view(session, ["message"], () => {
    const { kind, text } = session.message ?? {};
    const look = { class: kind === "note" ? "message-bar note" : "message-bar", role: "alert", hidden: !kind };
    const close = iconButton("close", "Close the message", "Esc", () => session.say(null));
    return element("div", look, element("span", {}, text), close);
  });
}

/** The square under the mouse: a card in the corner of the board that is farther from it. */
function makeHoverCard(session, camera) {
  return view(session, ["hover", "turn", "layers", "explanation"], () => {
    const { game, turn, hovered } = session;
    if (!hovered) return element("div", { class: "hover-card", hidden: true });
    const c = squareOf(hovered, game);
    const layers = layersDrawn(session).filter(({ describe }) => describe);
    const isHigh = shorter(hovered.y + 0.5 - camera.y, camera.board.height) < 0;
    return element(
      "div",
      { class: isHigh ? "hover-card below" : "hover-card", "aria-hidden": "true" },
      element("strong", {}, `(${hovered.x}, ${hovered.y})`),
      playerTag(game, onFrame(game, "owner", turn)[c]),
      fact("strength", onFrame(game, "strength", turn)[c]),
      fact("production", game.production[c]),
      ...layers.map((layer) => fact(layer.name ?? layer.key, layer.describe(session, c))),
    );
  });
}

function fact(name, value) {
  const text = typeof value === "number" ? formatNumber(value) : value;
  return element("span", {}, element("span", { class: "muted" }, `${name} `), text);
}
