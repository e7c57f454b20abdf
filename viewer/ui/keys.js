// The keys that Halite players know, and what each of them does.

import { jumpToPoint } from "./coach.js";
import { jump } from "./story.js";
import { STEPS } from "../core/planes.js";
import { KEY_SPEEDS } from "../core/store.js";

/** Asks about the square beside the one that is asked about; at first about the one in the middle of the screen. */
function choose(viewer, x, y) {
  const { session, camera } = viewer;
  const { selected } = session;
  session.select(selected ? { x: selected.x + x, y: selected.y + y } : { x: camera.x, y: camera.y });
  if (session.selected) camera.reveal(session.selected);
}

/** Closes what lies uppermost. */
function dismiss({ help, session }) {
  if (help.open) help.close();
  else if (session.message) session.say(null);
  else session.select(null);
}

const WAYS = [1, 4, 3, 2]; // of four keys that lie as W A S D do
const TYPES_TEXT = "input[type=number], input[type=text], select, textarea";

/** Every key, in the order of the help panel. `codes` are values of KeyboardEvent.key in lower case. */
export function bindings(viewer) {
  const { session, camera } = viewer;
  const setSpeed = (key) => session.setSpeed(KEY_SPEEDS[key - 1]);
  const step = (turns) => (key, event) => session.step(event.shiftKey ? 10 * turns : turns);
  const pan = (key) => {
    const [x, y] = STEPS[WAYS["wasd".indexOf(key)]];
    camera.pan(-x * camera.scale, -y * camera.scale);
  };
  const asking = (act) => viewer.thinking?.isOpen && act(viewer.thinking.asking);
  const order = (move) => asking((question) => question.order(move));
  const square = (key, event) => {
    const move = WAYS["ijkl".indexOf(key)];
    if (event.shiftKey) order(move);
    else choose(viewer, ...STEPS[move]);
  };
  return [
    { codes: [" "], shown: "space", text: "play, pause", act: () => session.setPlaying(!session.isPlaying) },
    { codes: ["arrowleft", ",", "<"], shown: "← ,", text: "one turn back; with Shift ten", act: step(-1) },
    { codes: ["arrowright", ".", ">"], shown: "→ .", text: "one turn forward; with Shift ten", act: step(1) },
    { codes: [..."12345"], shown: "1 – 5", text: `${KEY_SPEEDS.join(", ")} turns per second`, act: setSpeed },
    { codes: ["z"], shown: "Z", text: "first frame", act: () => session.seek(0) },
    { codes: ["x"], shown: "X", text: "last frame", act: () => session.seek(session.lastTurn) },
    { codes: [..."wasd"], shown: "W A S D", text: "look further up, left, down, right", act: pan },
    { codes: [..."ijkl"], shown: "I J K L", text: "select the square above, to the left, below, to the right", act: square },
    { codes: ["m"], shown: "M", text: "in Ask: the square stays; with Shift and I, J, K, L it moves", act: () => order(0) },
    { codes: ["+", "="], shown: "+", text: "zoom in", act: () => camera.zoomBy(1.25) },
    { codes: ["-", "_"], shown: "−", text: "zoom out", act: () => camera.zoomBy(0.8) },
    { codes: ["o"], shown: "O", text: "whole board, origin at the corner", act: () => camera.home() },
    { codes: ["n"], shown: "N", text: "the next event of the story", act: () => jump(session, 1) },
    { codes: ["p"], shown: "P", text: "the previous event", act: () => jump(session, -1) },
    { codes: ["]"], shown: "]", text: "the coach's next turning point", act: () => jumpToPoint(session, 1) },
    { codes: ["["], shown: "[", text: "the turning point before", act: () => jumpToPoint(session, -1) },
    { codes: ["f"], shown: "F", text: "after Play on: the game with the change, or without", act: () => viewer.thinking?.games?.flip() },
    { codes: ["t"], shown: "T", text: "light or dark", act: () => viewer.toggleTheme() },
    { codes: ["c"], shown: "C", text: "save a picture of the board", act: () => viewer.savePicture() },
    { codes: ["q"], shown: "Q", text: "ask a bot, or close that", act: () => viewer.thinking?.button.click() },
    { codes: ["v"], shown: "V", text: "laboratory, or close it", act: () => viewer.laboratory?.button.click() },
    { codes: ["ctrl+z"], shown: "Ctrl Z", text: "in Ask: take back the last change", act: () => asking((question) => question.undo()) },
    { codes: ["?", "h"], shown: "?", text: "this list", act: () => viewer.toggleHelp() },
    { codes: ["escape"], shown: "Esc", text: "close, clear the selection", act: () => dismiss(viewer) },
  ];
}

/** A listener for keydown that acts by these bindings, and leaves alone what a control needs itself. */
export function keyListener(table) {
  return (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const key = (event.ctrlKey || event.metaKey ? "ctrl+" : "") + event.key.toLowerCase();
    const binding = table.find(({ codes }) => codes.includes(key));
    if (!binding || isForControl(event.target, key)) return;
    event.preventDefault();
    binding.act(key, event);
  };
}

function isForControl(target, key) {
  if (!target?.matches) return false;
  if (target.matches(TYPES_TEXT)) return key !== "escape";
  if (target.matches("input[type=range]")) return key.startsWith("arrow");
  return key === " " && target.matches("button, input, summary, a");
}
