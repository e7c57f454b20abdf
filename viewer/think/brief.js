// The brief page, for a frame in another page: a board that plays, the three numbers of its field, and nothing else.

import { element } from "../ui/dom.js";
import { drawn } from "../files/browser.js";
import { playerTag } from "../ui/words.js";
import { layerOf } from "../explain/layers.js";

const WORDS = "Yellow is where the bot wants to go. Drag a number: the field follows.";
const [VIEW, PLAY] = ["view=brief", "play=on"];
const THEMES = ["dark", "light"];

/**
 * Makes a viewer brief where its address asks for that, and begins to play where it asks for that.
 * @param {string} hash  of the page's address
 * @returns {{pairs: string[][], begin: () => void}}  pairs: what the address keeps; begin: to be called
 *   when the game is shown
 */
export function makeBrief(viewer, hash) {
  const [isBrief, plays] = [VIEW, PLAY].map((word) => hash.replace(/^#/, "").split("&").includes(word));
  if (isBrief) {
    viewer.root.classList.add("brief");
    viewer.root.querySelector("header.top").append(wholePage(viewer));
    viewer.root.querySelector("header.top").prepend(players(viewer.session));
    obeyFrame(viewer);
  }
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    pairs: isBrief ? [VIEW.split("=")] : [],
    begin: () => {
      if (isBrief) viewer.thinking.root?.prepend(words(viewer.session));
      if (plays && !isStill && viewer.session.game) viewer.play();
    },
  };
}

/** Who plays, each in its colour. */
function players(session) {
  const made = element("p", { class: "players" });
  session.on("replay", () => made.replaceChildren(...session.game.players.map((_, i) => playerTag(session.game, i + 1))));
  return made;
}

/** The sentence about the field, which comes with the field. */
function words(session) {
  const made = element("p", { class: "panel words", hidden: true }, WORDS);
  const hasField = () => session.thought !== null && [...session.layers].some((key) => layerOf(key, session)?.isHeat);
  const follow = async () => {
    if (made.hidden && hasField()) await drawn();
    made.hidden = !hasField();
  };
  for (const event of ["explanation", "layers", "turn"]) session.on(event, follow);
  follow();
  return made;
}

/** The page that holds the frame may say `{theme: "light"}`: its readers chose that there, whatever their system's is. */
function obeyFrame(viewer) {
  const obey = ({ source, data }) => {
    if (source !== window.parent || !THEMES.includes(data?.theme)) return;
    viewer.followsSystem = false;
    viewer.setTheme(data.theme);
  };
  window.addEventListener("message", obey, { signal: viewer.stop.signal });
}

/** A link to the same moment with all panels, beside the page that holds the frame. */
function wholePage(viewer) {
  const follow = () => {
    viewer.pause();
    viewer.writeAddress();
    link.href = location.href.replace(`&${VIEW}`, "");
  };
  const link = element("a", { class: "whole-page", href: "#", target: "_blank", onclick: follow }, "Whole page");
  return link;
}
