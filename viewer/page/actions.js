// What buttons and keys can ask of a viewer.

import { chooseFile } from "./drop.js";

/**
 * @param {import("./app.js").Viewer} viewer
 * @returns {Record<string, Function>}
 */
export function actionsOf(viewer) {
  const { session, camera } = viewer;
  return {
    open: () => chooseFile((files) => viewer.openFiles(files)),
    pan: (x, y) => viewer.look(() => camera.pan(x * camera.scale, y * camera.scale)),
    zoom: (factor) => viewer.zoom(factor),
    home: () => viewer.home(),
    choose: (x, y) => session.select(beside(viewer, x, y)),
    toggleGraphs: () => toggleGraphs(viewer),
    toggleTheme: () => viewer.setTheme(viewer.theme === "dark" ? "light" : "dark"),
    toggleHelp: () => toggleHelp(viewer.help),
    dismiss: () => dismiss(viewer),
  };
}

/** The square beside the one that is asked about; at first the one in the middle of the screen. */
function beside({ session: { selected }, camera }, x, y) {
  return selected ? { x: selected.x + x, y: selected.y + y } : { x: camera.x, y: camera.y };
}

function toggleGraphs({ root, charts }) {
  root.classList.toggle("no-graphs");
  charts.draw();
}

function toggleHelp(help) {
  if (help.open) help.close();
  else help.show();
}

/** Closes what lies uppermost. */
function dismiss({ help, message, session }) {
  if (help.open) help.close();
  else if (!message.hidden) session.say(null);
  else session.select(null);
}
