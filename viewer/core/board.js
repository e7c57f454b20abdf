// The board on its canvas: ground, pieces on their way, layers, numbers, marks.

import { blend, palette, pixel } from "./colours.js";
import { arrow, labelStyle, Raster, strokeOnHeat } from "./drawing.js";
import { modulo, neighbours, placeOf, squareOf, STEPS } from "./planes.js";
import { layersDrawn } from "../explain/layers.js";

const GRID_FROM = 9; // pixels per square below which grid lines would be all one sees

/** The arguments of a layer's drawing. */
class Scene {
  /** @param {Board} board */
  constructor({ ctx, camera, session, colours, rasters }) {
    const { game, turn } = session;
    this.ctx = ctx;
    this.camera = camera;
    this.session = session;
    this.colours = colours;
    this.rasters = rasters;
    this.game = game;
    this.turn = turn;
    this.isHeat = false; // whether a layer's colours hide those of the players
    this.share = session.isSmooth ? session.time - session.turn : 0; // of the way to the next frame
    this.area = game.width * game.height;
    this.around = neighbours(game);
    this.frame = this.turn * this.area; // where this frame begins in owner and strength
    this.scale = camera.scale;
    this.thought = session.thought;
  }

  /** Calls `act(square, left, top)`, its corner in pixels, for each square in sight and so many `around` it. */
  each(act, around = 0) {
    const { camera, scale } = this;
    const { x0, x1, y0, y1 } = camera.sight;
    const { width, height } = this.game;
    const middle = camera.screen.width / 2; // camera.left works the scale out anew for each of thousands of squares
    for (let y = y0 - around; y < y1 + around; y++) {
      const row = modulo(y, height) * width;
      const top = this.camera.top(y);
      for (let x = x0 - around; x < x1 + around; x++)
        act(row + modulo(x, width), middle + (x - camera.x) * scale, top);
    }
  }

  /**
   * Draws a pixel per square, enlarged; painted anew only where the picture of this name shows something else.
   * @param {any[]} subject  what the picture depends on, compared entry by entry
   * @param {(pixels: Uint32Array) => void} fill  gets H * W pixels; see colours.pixel
   */
  paint(name, subject, fill, opacity) {
    if (!this.rasters.has(name)) this.rasters.set(name, new Raster());
    const raster = this.rasters.get(name);
    raster.paint(this.game, subject, fill);
    raster.draw(this, opacity);
  }

  neighbour(square, direction) {
    return this.around[5 * square + direction];
  }
}

/** Draws a session on a canvas, once per animation frame at the most. */
export class Board {
  constructor(canvas, session, camera) {
    this.canvas = canvas;
    this.session = session;
    this.camera = camera;
    this.rasters = new Map(); // by name
    this.drawTime = 0; // ms of the last drawing
    this.ctx = canvas.getContext("2d");
    this.setTheme("dark");
  }

  setTheme(theme) {
    this.colours = palette(theme);
    this.ground = null;
    this.redraw();
  }

  /** Draw soon; many calls make one drawing. */
  redraw() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      const started = performance.now();
      this.draw();
      this.drawTime = performance.now() - started;
    });
  }

  resize(width, height) {
    const density = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(width * density);
    this.canvas.height = Math.round(height * density);
    this.camera.setScreen(width, height);
    this.redraw();
  }

  draw() {
    const { ctx, camera, session } = this;
    const density = this.canvas.width / camera.screen.width;
    ctx.setTransform(density, 0, 0, density, 0, 0);
    ctx.clearRect(0, 0, camera.screen.width, camera.screen.height);
    if (!session.game || camera.screen.width < 2) return;
    const scene = new Scene(this);
    const { left, top, width, height } = camera.area;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    this.drawScene(scene);
    ctx.restore();
  }

  drawScene(scene) {
    const { session } = this;
    const layers = layersDrawn(session);
    this.drawGround(scene);
    for (const layer of layers) layer.ground?.(scene);
    scene.isHeat = layers.some((layer) => layer.isHeat);
    // Player colours on a heat map would look like heat: there the border of the land says who is where.
    if (scene.isHeat) drawLand(scene);
    else drawPieces(scene);
    if (scene.scale >= GRID_FROM) drawGrid(scene);
    for (const layer of layers) layer.draw?.(scene);
    // Numbers last: nothing is drawn over them.
    if (!scene.isHeat) drawStrengths(scene);
    for (const layer of layers) layer.write?.(scene);
    this.drawMarks(scene);
  }

  /** Production as brightness, tinted by the owner; between two frames one fades into the other. */
  drawGround(scene) {
    const { game, turn, share, area } = scene;
    if (this.ground?.game !== game) this.ground = groundTable(game, this.colours);
    const { shades } = this.ground;
    const paint = (name, frame, opacity) => {
      const fill = (pixels) => {
        for (let c = 0; c < area; c++) pixels[c] = shades[game.owner[frame * area + c]][game.production[c]];
      };
      scene.paint(name, [game, frame, shades], fill, opacity);
    };
    paint("now", turn);
    if (share > 0) paint("next", turn + 1, share);
  }

  drawMarks(scene) {
    const { session, colours, game } = scene;
    for (const { color, move, ...place } of session.marks) this.frameSquare(scene, squareOf(place, game), color ?? colours.mark, 1.5, move);
    if (session.hovered) this.frameSquare(scene, squareOf(session.hovered, game), colours.hover, 1.5);
    if (session.selected) this.frameSquare(scene, squareOf(session.selected, game), colours.mark, 2.5);
  }

  /** @param {number} [move]  an arrow in this direction; none for 0 */
  frameSquare(scene, square, colour, thickness, move = 0) {
    const { ctx, scale, camera, game } = scene;
    const { x0, y0 } = camera.sight;
    const { x, y } = placeOf(square, game);
    const [left, top] = [camera.left(x0 + modulo(x - x0, game.width)), camera.top(y0 + modulo(y - y0, game.height))];
    ctx.beginPath();
    ctx.rect(left + thickness / 2, top + thickness / 2, scale - thickness, scale - thickness);
    if (move) arrow(scene, left, top, move);
    strokeOnHeat(scene, thickness, colour);
  }
}

/** Pixels of the ground: [owner][production]. */
function groundTable(game, colours) {
  const most = Math.max(1, ...game.production);
  const row = (shade) =>
    Uint32Array.from({ length: 256 }, (_, production) => pixel(...shade(Math.min(production / most, 1))));
  const neutral = (share) => blend(colours.ground, colours.rich, share);
  const owned = colours.rgb.slice(1).map((rgb) => row((share) => blend(neutral(share), rgb, 0.2 + 0.26 * share)));
  return { game, shades: [row(neutral), ...owned] };
}

/** The border of the explained player's land. */
function drawLand(scene) {
  const { ctx, game, frame, session, scale } = scene;
  const isOurs = (square) => game.owner[frame + square] === session.explained;
  ctx.lineCap = "square";
  ctx.beginPath();
  scene.each((square, left, top) => {
    const [right, bottom] = [left + scale, top + scale];
    if (isOurs(square) !== isOurs(scene.neighbour(square, 2))) line(ctx, right, top, right, bottom);
    if (isOurs(square) !== isOurs(scene.neighbour(square, 3))) line(ctx, left, bottom, right, bottom);
  });
  strokeOnHeat(scene, Math.max(1.5, scale * 0.07));
  ctx.lineCap = "butt";
}

function drawGrid({ ctx, camera, colours }) {
  const { x0, x1, y0, y1 } = camera.sight;
  ctx.strokeStyle = colours.grid;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let x = x0; x <= x1; x++) line(ctx, camera.left(x), camera.top(y0), camera.left(x), camera.top(y1));
  for (let y = y0; y <= y1; y++) line(ctx, camera.left(x0), camera.top(y), camera.left(x1), camera.top(y));
  ctx.stroke();
}

function line(ctx, x0, y0, x1, y1) {
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
}

// Pieces: squares whose area is their strength, sliding along their moves between two frames.

const NUMBERS_FROM = 40; // pixels per square from which strength is written
const ARRIVAL = 0.6; // share of a turn after which a piece that will not live begins to shrink

/** Side of a piece as a share of its square: the area grows with the strength; the smallest can still be seen. */
function sideOf(strength) {
  return 0.14 + 0.74 * Math.sqrt(strength / 255);
}

/** Draws every piece in sight, owner by owner: changing the colour costs more than looking at each square again. */
function drawPieces(scene) {
  const { share } = scene;
  const around = share > 0 ? 1 : 0; // who comes in over the edge of the torus
  for (let owner = 0; owner <= scene.game.players.length; owner++) {
    scene.ctx.fillStyle = owner === 0 ? scene.colours.neutralPiece : scene.colours.player[owner];
    scene.each((square, left, top) => {
      if (scene.game.owner[scene.frame + square] !== owner) return;
      const piece = share > 0 ? onItsWay(scene, square, share) : standing(scene, square);
      if (piece.side > 0) {
        const side = piece.side * scene.scale;
        const margin = (scene.scale - side) / 2;
        scene.ctx.fillRect(left + piece.dx * scene.scale + margin, top + piece.dy * scene.scale + margin, side, side);
      }
    }, around);
  }
}

// One object for all pieces: thousands a frame would keep the garbage collector busy.
const piece = { dx: 0, dy: 0, side: 0 };

function standing({ game, frame }, square) {
  const strength = game.strength[frame + square];
  const isEmpty = game.owner[frame + square] === 0 && strength === 0;
  piece.dx = piece.dy = 0;
  piece.side = isEmpty ? 0 : sideOf(strength);
  return piece;
}

/** A piece between this frame and the next; one that does not live to see the next shrinks at the end. */
function onItsWay(scene, square, share) {
  const { game, frame, area } = scene;
  standing(scene, square);
  const owner = game.owner[frame + square];
  const order = owner === 0 ? 0 : game.moves[frame + square];
  const direction = order > 4 ? 0 : order;
  const goal = frame + area + (direction === 0 ? square : scene.neighbour(square, direction));
  const [dx, dy] = STEPS[direction];
  piece.dx = dx * share;
  piece.dy = dy * share;
  const lives = game.owner[goal] === owner;
  if (!lives && share > ARRIVAL) piece.side *= (1 - share) / (1 - ARRIVAL);
  else if (lives && direction === 0) piece.side += (sideOf(game.strength[goal]) - piece.side) * share;
  return piece;
}

/**
 * Strengths, where squares are large enough: in the middle of their pieces, or below those that are narrower than their
 * number, as far as arrows leave place.
 */
function drawStrengths(scene) {
  if (scene.scale < NUMBERS_FROM) return;
  const { ctx, game, frame, scale, colours, share, session } = scene;
  const hasArrows = session.layers.has("moves");
  labelStyle(scene, 0.25);
  scene.each(
    (square, left, top) => {
      const strength = game.strength[frame + square];
      if (strength === 0) return;
      const { dx, dy, side } = share > 0 ? onItsWay(scene, square, share) : standing(scene, square);
      const owner = game.owner[frame + square];
      const isOwned = owner > 0;
      const fits = side * scale > ctx.measureText(strength).width + 3;
      ctx.fillStyle = isOwned ? (fits ? colours.onPiece[owner] : colours.text) : colours.onNeutral;
      const beside = hasArrows ? 0.76 : 0.84;
      ctx.fillText(strength, left + (dx + 0.5) * scale, top + (dy + (fits || !isOwned ? 0.53 : beside)) * scale);
    },
    share > 0 ? 1 : 0,
  );
}
