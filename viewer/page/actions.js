// The actions of a viewer's buttons and keys.

import { chooseFile } from "./browser.js";

/** @returns {Record<string, Function>} */
export function actionsOf(viewer) {
  const { session, camera } = viewer;
  return {
    open: () => chooseFile((files) => viewer.openFiles(files)),
    pan: (x, y) => viewer.look(() => camera.pan(x * camera.scale, y * camera.scale)),
    zoom: (factor) => viewer.zoom(factor),
    home: () => viewer.home(),
    choose: (x, y) => choose(viewer, x, y),
    ask: () => viewer.thinking?.button.click(),
    lab: () => viewer.laboratory?.button.click(),
    undo: () => viewer.thinking?.isOpen && viewer.thinking.asking.undo(),
    flip: () => viewer.thinking?.shown?.flip(),
    toggleTheme: () => viewer.setTheme(viewer.theme === "dark" ? "light" : "dark"),
    toggleHelp: () => toggleHelp(viewer.help),
    toggleKeeping: () => session.game && viewer.keeping.toggle(),
    dismiss: () => dismiss(viewer),
  };
}

/** Asks about the square beside the one that is asked about; at first about the one in the middle of the screen. */
function choose(viewer, x, y) {
  const { session, camera } = viewer;
  const { selected } = session;
  session.select(selected ? { x: selected.x + x, y: selected.y + y } : { x: camera.x, y: camera.y });
  if (session.selected) viewer.look(() => camera.reveal(session.selected));
}

function toggleHelp(help) {
  if (help.open) help.close();
  else help.show();
}

/** Closes what lies uppermost. */
function dismiss({ help, keeping, message, session }) {
  const open = [help, keeping].find((dialog) => dialog.open);
  if (open) open.close();
  else if (!message.hidden) session.say(null);
  else session.select(null);
}
