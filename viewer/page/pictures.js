// The board as a picture to keep: any turn of the game, as the page shows it now.

import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { Gif } from "./gif.js";
import { nameOf } from "./labels.js";
import { squaresOf } from "./ranking.js";

const CAPTION = 30; // pixels above the board
const LONGEST = { picture: 1600, film: 560 }; // pixels of the board's longer side
export const MOST_FRAMES = 300; // of a film: a page has the memory for no more

/** Draws turns of a viewer's game on a canvas of its own. */
class Studio {
  /** @param {import("./app.js").Viewer} viewer @param {number} longest */
  constructor(viewer, longest) {
    const { session, camera, theme, board } = viewer;
    const { width, height } = camera.area;
    const scale = longest / Math.max(width, height);
    this.width = Math.round(width * scale);
    this.height = Math.round(height * scale);
    this.session = Object.create(session); // what it shows, at a time of its own
    this.camera = Object.assign(new Camera(), { board: camera.board, x: camera.x, y: camera.y });
    this.camera.setScreen(this.width, this.height);
    this.camera.zoom = (camera.scale * scale) / this.camera.fit;
    this.board = new Board(document.createElement("canvas"), this.session, this.camera);
    this.board.setTheme(theme);
    Object.assign(this.board.canvas, { width: this.width, height: this.height });
    this.colours = board.colours;
    this.canvas = Object.assign(document.createElement("canvas"), { width: this.width, height: this.height + CAPTION });
    this.ctx = this.canvas.getContext("2d", { willReadFrequently: true });
  }

  draw(turn) {
    const { ctx, canvas, session, colours } = this;
    session.time = turn;
    this.board.draw();
    ctx.fillStyle = `rgb(${colours.ground})`;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.drawImage(this.board.canvas, 0, CAPTION);
    this.write(turn);
  }

  /** The turn, and everybody's name and squares in their colours. */
  write(turn) {
    const { ctx, session, colours } = this;
    const { game } = session;
    Object.assign(ctx, { font: "600 14px system-ui, sans-serif", textBaseline: "middle" });
    let left = 8;
    const put = (text, colour) => {
      ctx.fillStyle = colour;
      ctx.fillText(text, left, CAPTION / 2);
      left += ctx.measureText(text).width + 14;
    };
    put(`turn ${turn}`, colours.text);
    game.players.forEach((_, i) => {
      put(`■ ${nameOf(game, i + 1)} ${squaresOf(game, i + 1, turn)}`, colours.player[i + 1]);
    });
  }
}

/** The shown turn as a PNG. @returns {Promise<Blob>} */
export function picture(viewer) {
  const studio = new Studio(viewer, LONGEST.picture);
  studio.draw(viewer.turn);
  return new Promise((then) => studio.canvas.toBlob(then, "image/png"));
}

/**
 * A stretch of turns as a GIF, one picture a turn.
 *
 * @param {import("./app.js").Viewer} viewer
 * @param {{first: number, last: number, speed: number}} stretch  speed in turns a second
 * @param {(done: number) => void} tell  after each picture
 * @returns {Promise<Blob>}
 */
export async function film(viewer, { first, last, speed }, tell) {
  const studio = new Studio(viewer, LONGEST.film);
  const { ctx, canvas } = studio;
  const gif = new Gif(canvas.width, canvas.height, 1000 / speed, studio.colours.rgb);
  for (let turn = first; turn <= last; turn++) {
    studio.draw(turn);
    gif.add(ctx.getImageData(0, 0, canvas.width, canvas.height).data);
    tell(turn - first + 1);
    await new Promise((then) => setTimeout(then)); // the page goes on meanwhile
  }
  return gif.blob;
}
