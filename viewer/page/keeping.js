// Saves the moment as a link or a picture; a window with both.

import { button, controls, element, iconButton } from "./dom.js";
import { picture } from "./pictures.js";
import { copyLink, download } from "./saving.js";

/** @returns {HTMLDialogElement} with `toggle()` */
export function makeKeeping(viewer) {
  const said = element("p", { class: "muted hint", role: "status" });
  const close = iconButton("close", "Close", "Esc", () => dialog.close());
  const acting = (label, act) => button(label, async () => (said.textContent = await act(viewer)));
  const dialog = element(
    "dialog",
    { class: "keeping", "aria-label": "Keep this" },
    element("header", {}, element("h2", {}, "Keep this"), close),
    controls(acting("Copy the link", copied), acting("Save a picture (PNG)", pictured)),
    said,
  );
  dialog.toggle = () => {
    if (dialog.open) return dialog.close();
    said.textContent = "";
    dialog.show();
    return close.focus({ preventScroll: true });
  };
  return dialog;
}

function copied(viewer) {
  viewer.writeAddress?.();
  return copyLink(location.href);
}

async function pictured(viewer) {
  const { game } = viewer.session;
  const file = game.name.replace(/\.gz$/i, "").replace(/\.hlt$/i, "").replace(/[^\w.-]+/g, "_") || "game";
  const name = `${file}-turn-${viewer.turn}.png`;
  download(await picture(viewer), name);
  return `${name} is saved.`;
}
