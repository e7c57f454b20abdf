// A board as a link, #board=…: one position or a whole game, packed as viewer/planes.py does.

const NAME = "board";

/** The board of an address, as base64; null where it has none. */
function boardOf(hash) {
  const text = new URLSearchParams(hash.replace(/^#/, "")).get(NAME);
  return text === null ? null : text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/**
 * Opens the board that the page's address holds.
 * @returns {{obey: () => Promise<boolean>, pairs: () => [string, string][]}}  whether there is one; what the address keeps
 *   of it while it is shown
 */
export function makeBoardLink(viewer) {
  let shown = null; // {text, game}
  const obey = async () => {
    const text = boardOf(location.hash);
    if (text === null || (text === shown?.text && viewer.session.game === shown.game)) return text !== null;
    if (await viewer.open(text, "the board of this link", { kind: "planes" })) shown = { text, game: viewer.session.game };
    return true;
  };
  const pairs = () => {
    const isShown = shown !== null && shown.game === viewer.session.game;
    return isShown ? [[NAME, shown.text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")]] : [];
  };
  window.addEventListener("hashchange", obey);
  return { obey, pairs };
}
