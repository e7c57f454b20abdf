// Fits a viewer to its place: panels beside the board, below it, or both.

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
