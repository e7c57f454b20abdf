// The frame around the board: title, view buttons, messages, the page without a game.

import { button, element, iconButton } from "./dom.js";
import { titleOf } from "./labels.js";
import { makeResult } from "./standings.js";

export function makeHeader(session, actions) {
  const name = element("span", { class: "file muted" });
  session.on("replay", () => {
    const { game } = session;
    name.textContent = game ? (game.title ?? titleOf(game)) : "";
    name.title = game?.name ?? "";
  });
  return element(
    "header",
    { class: "top" },
    element("h1", {}, "Halite"),
    name,
    makeResult(session),
    element("span", { class: "space" }),
    iconButton("open", "Open a replay, an explanation or an f-log", "", actions.open),
    iconButton("keep", "Save a picture", "C", actions.keep),
    viewSwitch(session, "graphs", "Graphs", "E"),
    iconButton("theme", "Light or dark", "T", actions.toggleTheme),
    iconButton("help", "Keys", "?", actions.toggleHelp),
  );
}

const WELCOME = "Drop a Halite replay here (.hlt or .hlt.gz)";

/** The message in the board's place while there is no game: an invitation, unless the page is bringing one. */
export function makeWelcome(session, actions) {
  const open = button("Open a replay", () => actions.open());
  const text = element("p", {}, WELCOME);
  const welcome = element("div", { class: "welcome" }, text, open);
  const follow = () => {
    welcome.hidden = session.game !== null;
    open.hidden = session.isReading;
    text.textContent = session.isReading ? "The game is being opened …" : WELCOME;
  };
  session.on("reached", (turn) => (text.textContent = `The game is being played: turn ${turn} …`));
  for (const event of ["replay", "read"]) session.on(event, follow);
  return welcome;
}

/** How the board is looked at. */
export function makeTools(session, actions) {
  return element(
    "div",
    { class: "tools", role: "group", "aria-label": "View" },
    iconButton("plus", "Zoom in", "+", () => actions.zoom(1.25)),
    iconButton("minus", "Zoom out", "−", () => actions.zoom(0.8)),
    iconButton("fit", "Whole board", "O", actions.home),
    viewSwitch(session, "grid", "Grid lines", "G"),
    viewSwitch(session, "production", "Production only", "B"),
  );
}

/** A button for a part of the view that is on or off; its icon has the name of it. */
function viewSwitch(session, view, label, key) {
  const made = iconButton(view, label, key, () => session.setView({ [view]: !session.view[view] }));
  const follow = () => made.setAttribute("aria-pressed", String(session.view[view]));
  session.on("view", follow);
  follow();
  return made;
}

/** Where the page says what it cannot do. */
export function makeMessageBar(session) {
  const bar = element("div", { class: "message-bar", role: "alert", hidden: true });
  session.on("message", (message) => {
    bar.hidden = message === null;
    if (message === null) return;
    const close = iconButton("close", "Close the message", "Esc", () => session.say(null));
    bar.classList.toggle("note", message.kind === "note");
    bar.replaceChildren(element("span", {}, message.text), close);
  });
  return bar;
}
