// The board as it is seen, as a picture.

import { nameOf } from "./words.js";
import { Board } from "../core/board.js";
import { Camera } from "../core/camera.js";
import { squaresOf } from "../core/ranking.js";
import { download } from "../files/browser.js";

const SIDE = 1600; // pixels of the board's longer side
const CAPTION = { height: 86, letters: 40, margin: 23, gap: "   " }; // pixels

/** The shown turn as a PNG: the board as it is seen, below a caption with everybody's name and squares. @returns {Promise<Blob>} */
function picture({ session, camera, theme, board: { colours } }) {
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
  ctx.fillStyle = `rgb(${colours.ground})`;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(drawn.canvas, 0, CAPTION.height);
  write(ctx, width - 2 * CAPTION.margin, session, colours);
  return new Promise((then) => canvas.toBlob(then, "image/png"));
}

/** The turn and the players in their colours, as large as there is room. */
function write(ctx, room, { game, turn }, colours) {
  const { margin, letters, gap } = CAPTION;
  const texts = [`turn ${turn}`, ...game.players.map((_, i) => `■ ${nameOf(game, i + 1)} ${squaresOf(game, i + 1, turn)}`)];
  const font = (size) => Object.assign(ctx, { font: `600 ${size}px system-ui, sans-serif`, textBaseline: "middle" });
  const share = Math.min(1, room / font(letters).measureText(texts.join(gap)).width);
  font(letters * share);
  let left = margin;
  texts.forEach((text, player) => {
    ctx.fillStyle = player ? colours.player[player] : colours.text;
    ctx.fillText(text, left, CAPTION.height / 2);
    left += ctx.measureText(text + gap).width;
  });
}

/** Saves the picture and says so. */
export async function savePicture(viewer) {
  const { session } = viewer;
  const file = session.game.name.replace(/\.gz$/i, "").replace(/\.hlt$/i, "").replace(/[^\w.-]+/g, "_") || "game";
  const name = `${file}-turn-${session.turn}.png`;
  download(await picture(viewer), name);
  const link = viewer.isPage && !session.isPlaying ? " The page's address is the link to this moment." : "";
  session.say({ kind: "note", text: `${name} is saved.${link}` });
}
