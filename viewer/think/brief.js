// The brief page, for a frame in another page: a board that plays, the three numbers of its field, and nothing else.

import { element, view } from "../ui/dom.js";
import { playerTag } from "../ui/words.js";
import { layersDrawn } from "../explain/layers.js";

const WORDS = "Yellow is where the bot wants to go. Drag a slider: the field follows.";
const [VIEW, PLAY] = ["view=brief", "play=on"];

/**
 * Makes a viewer brief where its address asks for that, and begins to play where it asks for that.
 * @returns  pairs: what the address keeps; begin: to be called when the game is shown
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
      if (plays && !isStill && viewer.session.game) viewer.session.setPlaying(true);
    },
  };
}

/** Who plays, each in its colour. */
function players(session) {
  return view(session, ["replay"], () =>
    element("p", { class: "players" }, session.game?.players.map((_, i) => playerTag(session.game, i + 1))),
  );
}

/** The sentence about the field, which comes with the field. */
function words(session) {
  return view(session, ["explanation", "layers", "turn"], () => {
    const hasField = layersDrawn(session).some(({ isHeat }) => isHeat);
    return element("p", { class: "panel words", hidden: !hasField }, WORDS);
  });
}

/** The page that holds the frame may say `{theme: "light"}`: its readers chose that there, whatever their system's is. */
function obeyFrame(viewer) {
  const obey = ({ source, data }) => {
    if (source !== window.parent || !["dark", "light"].includes(data?.theme)) return;
    viewer.followsSystem = false;
    viewer.setTheme(data.theme);
  };
  window.addEventListener("message", obey, { signal: viewer.stop.signal });
}

/** A link to the same moment with all panels, beside the page that holds the frame. */
function wholePage(viewer) {
  const follow = ({ target }) => {
    viewer.session.setPlaying(false);
    viewer.writeAddress();
    target.href = location.href.replace(`&${VIEW}`, "");
  };
  return element("a", { class: "whole-page", href: "#", target: "_blank", onclick: follow }, "Whole page");
}
