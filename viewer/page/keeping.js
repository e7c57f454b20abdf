// Saves the moment as a link, a picture or a film; a window with all three.

import { button, controls, element, iconButton } from "./dom.js";
import { film, MOST_FRAMES, picture } from "./pictures.js";
import { copyLink, download } from "./saving.js";

const USUAL_TURNS = 30; // of a film, when the window opens

/** @returns {HTMLDialogElement} with `toggle()` */
export function makeKeeping(viewer) {
  const { session } = viewer;
  const said = element("p", { class: "muted hint", role: "status" });
  const [first, last] = ["first", "last"].map((name) =>
    element("input", { type: "number", min: 0, value: 0, "aria-label": `${name} turn of the film` }),
  );
  const record = button("Save the film (GIF)", () => attempt(said, () => recorded(viewer, stretchOf(session, first, last), said)));
  const close = iconButton("close", "Close", "Esc", () => dialog.close());
  const dialog = element(
    "dialog",
    { class: "keeping", "aria-label": "Keep this" },
    element("header", {}, element("h2", {}, "Keep this"), close),
    controls(
      button("Copy the link", () => attempt(said, () => copied(viewer))),
      button("Save a picture (PNG)", () => attempt(said, () => pictured(viewer))),
    ),
    controls(element("label", {}, "Turns ", first), element("label", {}, "to ", last), record),
    said,
  );
  dialog.toggle = () => {
    if (dialog.open) return dialog.close();
    for (const field of [first, last]) field.max = session.lastTurn;
    first.value = session.turn;
    last.value = Math.min(session.turn + USUAL_TURNS, session.lastTurn);
    said.textContent = "";
    dialog.show();
    return close.focus({ preventScroll: true });
  };
  return dialog;
}

/** Runs an action and shows its result. */
async function attempt(said, act) {
  try {
    said.textContent = await act();
  } catch (error) {
    said.textContent = error.message;
  }
}

function copied(viewer) {
  viewer.writeAddress?.();
  return copyLink(location.href);
}

async function pictured(viewer) {
  const name = `${nameOfFile(viewer)}-turn-${viewer.turn}.png`;
  download(await picture(viewer), name);
  return `${name} is saved.`;
}

async function recorded(viewer, stretch, said) {
  const { session } = viewer;
  const name = `${nameOfFile(viewer)}-turns-${stretch.first}-${stretch.last}.gif`;
  const count = stretch.last - stretch.first + 1;
  const { blob, bare } = await film(viewer, { ...stretch, speed: session.speed }, (done) => {
    said.textContent = `${done} of ${count} pictures …`;
  });
  download(blob, name);
  return bare ? `${name} is saved. On ${bare} of its ${count} turns layers are missing: nothing is known for them there.` : `${name} is saved.`;
}

/** The turns that were asked for; throws an Error in words where there are none, or too many. */
function stretchOf({ lastTurn }, ...fields) {
  const [first, last] = fields.map((field) => field.valueAsNumber);
  const areTurns = Number.isInteger(first) && Number.isInteger(last) && first >= 0 && last <= lastTurn && first <= last;
  if (!areTurns) throw new Error(`The turns should be two of 0 to ${lastTurn}, the earlier one first.`);
  if (last - first >= MOST_FRAMES) throw new Error(`A film has at most ${MOST_FRAMES} turns.`);
  return { first, last };
}

function nameOfFile({ session }) {
  return session.game.name.replace(/\.gz$/i, "").replace(/\.hlt$/i, "").replace(/[^\w.-]+/g, "_") || "game";
}
