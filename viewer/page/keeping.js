// Saves the moment as a link or as a picture of the board as it is seen; a window with both.

import { Board } from "./board.js";
import { copyLink, download } from "./browser.js";
import { Camera } from "./camera.js";
import { button, controls, element, iconButton } from "./dom.js";
import { nameOf } from "./labels.js";
import { squaresOf } from "./ranking.js";

const SIDE = 1600; // pixels of the board's longer side
const CAPTION = { height: 86, letters: 40, gap: 40, margin: 23 }; // pixels
const NAMES = { longest: 30, shortest: 8 }; // letters of a player's name in a caption that is too long

/** The shown turn as a PNG: the board as it is seen, below a caption. @returns {Promise<Blob>} */
export function picture({ session, camera, theme, board }) {
  const scale = SIDE / Math.max(camera.area.width, camera.area.height);
  const [width, height] = [camera.area.width, camera.area.height].map((side) => Math.round(side * scale));
  const ours = Object.assign(new Camera(), { board: camera.board, x: camera.x, y: camera.y });
  ours.setScreen(width, height);
  ours.zoom = (camera.scale * scale) / ours.fit;
  const drawn = new Board(Object.assign(document.createElement("canvas"), { width, height }), session, ours);
  drawn.setTheme(theme);
  drawn.draw();
  const canvas = Object.assign(document.createElement("canvas"), { width, height: height + CAPTION.height });
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = `rgb(${board.colours.ground})`;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(drawn.canvas, 0, CAPTION.height);
  write(ctx, width, session, board.colours);
  return new Promise((then) => canvas.toBlob(then, "image/png"));
}

/** The turn, and everybody's name and squares in their colours. */
function write(ctx, width, session, colours) {
  const { gap, margin, letters } = CAPTION;
  const set = (size) => Object.assign(ctx, { font: `600 ${size}px system-ui, sans-serif`, textBaseline: "middle" });
  const wide = (texts) => texts.reduce((sum, text) => sum + ctx.measureText(text).width + gap, -gap);
  const room = width - 2 * margin;
  set(letters);
  let longest = NAMES.longest;
  while (longest > NAMES.shortest && wide(textsOf(session, longest)) > room) longest -= 1;
  const texts = textsOf(session, longest);
  const share = Math.min(1, room / wide(texts));
  set(letters * share);
  let left = margin;
  texts.forEach((text, player) => {
    ctx.fillStyle = player ? colours.player[player] : colours.text;
    ctx.fillText(text, left, CAPTION.height / 2);
    left += ctx.measureText(text).width + gap * share;
  });
}

/** The turn, then the players; names of at most so many letters. */
function textsOf({ game, turn }, letters) {
  const brief = (name) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);
  return [`turn ${turn}`, ...game.players.map((_, i) => `■ ${brief(nameOf(game, i + 1))} ${squaresOf(game, i + 1, turn)}`)];
}

/** @returns {HTMLDialogElement} with `toggle()` */
export function makeKeeping(viewer) {
  const said = element("p", { class: "muted hint", role: "status" });
  const close = iconButton("close", "Close", "Esc", () => dialog.close());
  const acting = (label, act) => button(label, async () => (said.textContent = await act(viewer)));
  const dialog = element(
    "dialog",
    { class: "keeping", "aria-label": "Keep this" },
    element("header", {}, element("h2", {}, "Keep this"), close),
    controls(acting("Copy the link", copied), acting("Save a picture (PNG)", pictured)),
    said,
  );
  dialog.toggle = () => {
    if (dialog.open) return dialog.close();
    said.textContent = "";
    dialog.show();
    return close.focus({ preventScroll: true });
  };
  return dialog;
}

function copied(viewer) {
  viewer.writeAddress?.();
  return copyLink(location.href);
}

async function pictured(viewer) {
  const { game } = viewer.session;
  const file = game.name.replace(/\.gz$/i, "").replace(/\.hlt$/i, "").replace(/[^\w.-]+/g, "_") || "game";
  const name = `${file}-turn-${viewer.turn}.png`;
  download(await picture(viewer), name);
  return `${name} is saved.`;
}
