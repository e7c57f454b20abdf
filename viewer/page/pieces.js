// Pieces: squares whose area is their strength, sliding along their moves between two frames.

import { labelStyle } from "./labels.js";

const NUMBERS_FROM = 40; // pixels per square from which strength is written
const SOUTH = 3;
const ARRIVAL = 0.6; // share of a turn after which a piece that will not live begins to shrink

/** Side of a piece as a share of its square: the area grows with the strength; the smallest can still be seen. */
function sideOf(strength) {
  return 0.14 + 0.74 * Math.sqrt(strength / 255);
}

/** Draws every piece in sight, owner by owner: changing the colour costs more than looking at each square again. */
export function drawPieces(scene) {
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
  const step = scene.stepOf(direction);
  piece.dx = step[0] * share;
  piece.dy = step[1] * share;
  const lives = game.owner[goal] === owner;
  if (!lives && share > ARRIVAL) piece.side *= (1 - share) / (1 - ARRIVAL);
  else if (lives && direction === 0) piece.side += (sideOf(game.strength[goal]) - piece.side) * share;
  return piece;
}

/**
 * Strengths, where squares are large enough: in the middle of their pieces, or below those that are narrower than their
 * number; above where the arrow of a move south would strike it out.
 */
export function drawStrengths(scene) {
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
      const below = hasArrows ? 0.76 : 0.84;
      const beside = hasArrows && game.moves[frame + square] === SOUTH ? 0.24 : below;
      ctx.fillText(strength, left + (dx + 0.5) * scale, top + (dy + (fits || !isOwned ? 0.53 : beside)) * scale);
    },
    share > 0 ? 1 : 0,
  );
}
