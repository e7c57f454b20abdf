// The board as a picture to keep: any turn of the game, as the page shows it now.

import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { Gif } from "./gif.js";
import { nameOf } from "./labels.js";
import { layerOf } from "./layers.js";
import { squaresOf } from "./ranking.js";

const CAPTION = { height: 30, letters: 14, gap: 14, margin: 8 }; // pixels of a film's caption; a picture's is larger
const NAMES = { longest: 30, shortest: 8 }; // letters of a player's name in a caption that is too long
const LONGEST = { picture: 1600, film: 560 }; // pixels of the board's longer side
export const MOST_FRAMES = 300; // of a film: a page has the memory for no more

/** Draws turns of a viewer's game on a canvas of its own. */
class Studio {
  /** @param {number} longest pixels of the board's longer side */
  constructor(viewer, longest) {
    const { session, camera, theme, board } = viewer;
    const { width, height } = camera.area;
    const scale = longest / Math.max(width, height);
    this.width = Math.round(width * scale);
    this.height = Math.round(height * scale);
    this.shown = session;
    this.session = Object.assign(Object.create(session), momentOf(session)); // what it shows now, at a time of its own
    this.camera = Object.assign(new Camera(), { board: camera.board, x: camera.x, y: camera.y });
    this.camera.setScreen(this.width, this.height);
    this.camera.zoom = (camera.scale * scale) / this.camera.fit;
    this.board = new Board(document.createElement("canvas"), this.session, this.camera);
    this.board.setTheme(theme);
    Object.assign(this.board.canvas, { width: this.width, height: this.height });
    this.colours = board.colours;
    this.unit = longest / LONGEST.film; // the caption grows with the board
    this.above = Math.round(CAPTION.height * this.unit);
    this.canvas = Object.assign(document.createElement("canvas"), { width: this.width, height: this.height + this.above });
    this.ctx = this.canvas.getContext("2d", { willReadFrequently: true });
  }

  /** @returns {boolean}  whether every layer that is on had something to draw */
  draw(turn) {
    const { ctx, canvas, session, shown, colours } = this;
    session.time = turn;
    session.marks = turn === shown.turn ? shown.marks : []; // they are about the frame on screen
    this.board.draw();
    ctx.fillStyle = `rgb(${colours.ground})`;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.drawImage(this.board.canvas, 0, this.above);
    this.write(turn);
    return [...session.layers].every((key) => layerOf(key, session)?.isReady(session) ?? true);
  }

  /** Layers whose scale follows the turn: no person has locked it. */
  get unlocked() {
    const { session } = this;
    return [...session.layers].map((key) => layerOf(key, session)).filter((layer) => layer?.ends && !session.scales.has(layer.key));
  }

  /** The ends of these layers' scales on a turn. @returns {[string, {low: number, high: number}][]} */
  endsOn(turn, layers) {
    const { session } = this;
    session.time = turn;
    return layers.filter((layer) => layer.isReady(session)).map((layer) => [layer.key, layer.ends(session)]);
  }

  /** One scale for the whole film, where none is locked: the same colour then means the same number. */
  async setScales({ first, last }) {
    const layers = this.unlocked;
    const scales = new Map();
    for (let turn = first; turn <= last && layers.length; turn++) {
      for (const [key, { low, high }] of this.endsOn(turn, layers)) {
        const before = scales.get(key) ?? { low, high };
        scales.set(key, { low: Math.min(low, before.low), high: Math.max(high, before.high) });
      }
      await pause();
    }
    for (const [key, ends] of scales) this.session.scales.set(key, ends);
  }

  /** The turn, and everybody's name and squares in their colours. */
  write(turn) {
    const { ctx, colours, unit } = this;
    const margin = CAPTION.margin * unit;
    const set = (size) => Object.assign(ctx, { font: `600 ${size}px system-ui, sans-serif`, textBaseline: "middle" });
    const wide = (texts) => texts.reduce((sum, text) => sum + ctx.measureText(text).width + CAPTION.gap * unit, -CAPTION.gap * unit);
    const room = this.width - 2 * margin;
    set(CAPTION.letters * unit);
    let letters = NAMES.longest;
    while (letters > NAMES.shortest && wide(this.texts(turn, letters)) > room) letters -= 1;
    const texts = this.texts(turn, letters);
    const share = Math.min(1, room / wide(texts));
    set(CAPTION.letters * unit * share);
    let left = margin;
    texts.forEach((text, player) => {
      ctx.fillStyle = player ? colours.player[player] : colours.text;
      ctx.fillText(text, left, this.above / 2);
      left += ctx.measureText(text).width + CAPTION.gap * unit * share;
    });
  }

  /** The turn, then the players; names of at most so many letters. */
  texts(turn, letters) {
    const { game } = this.session;
    const brief = (name) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);
    const players = game.players.map((_, i) => `■ ${brief(nameOf(game, i + 1))} ${squaresOf(game, i + 1, turn)}`);
    return [`turn ${turn}`, ...players];
  }
}

/** What a session shows at this moment: a person may open another game while a film of this one is made. */
function momentOf({ game, explanations, explained, flog, selected, layers, view, scales }) {
  return { game, explanations, explained, flog, selected, layers: new Set(layers), view: { ...view }, scales: new Map(scales) };
}

/** The shown turn as a PNG. @returns {Promise<Blob>} */
export function picture(viewer) {
  const studio = new Studio(viewer, LONGEST.picture);
  studio.draw(viewer.turn);
  return new Promise((then) => studio.canvas.toBlob(then, "image/png"));
}

/**
 * A stretch of turns as a GIF, one picture a turn.
 * @param {{first: number, last: number, speed: number}} stretch  speed in turns a second
 * @param {(done: number) => void} tell  after each picture
 * @returns {Promise<{blob: Blob, bare: number}>}  bare: on how many turns a layer that is on had nothing to draw
 */
export async function film(viewer, { first, last, speed }, tell) {
  const studio = new Studio(viewer, LONGEST.film);
  const { ctx, canvas } = studio;
  const gif = new Gif(canvas.width, canvas.height, 1000 / speed, studio.colours.rgb);
  let bare = 0;
  await studio.setScales({ first, last });
  for (let turn = first; turn <= last; turn++) {
    bare += !studio.draw(turn);
    gif.add(ctx.getImageData(0, 0, canvas.width, canvas.height).data);
    tell(turn - first + 1);
    await pause();
  }
  return { blob: gif.blob, bare };
}

/** Lets the page go on. */
function pause() {
  return new Promise((then) => setTimeout(then));
}
