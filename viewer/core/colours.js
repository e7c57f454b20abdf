// Colours that can be told apart with every kind of colour vision, for a dark and for a light page.

/**
 * After Okabe and Ito, "Color Universal Design" (2008); made lighter on dark and darker on light ground where a
 * colour would not stand out. Their yellow has no place on light ground: made darker it is orange to people who do
 * not see red; the wine colour is Paul Tol's. Index 0 is neutral.
 */
const PLAYERS = {
  dark: ["#6b7480", "#56b4e9", "#e69f00", "#2fc99b", "#e08bbd", "#f0e442", "#ec6a2c"],
  light: ["#98a1ac", "#0072b2", "#dd8d00", "#009e73", "#c2589a", "#882255", "#d04a00"],
};
// Of black and white, which numbers have on a player's piece, white has the contrast 4.5 that small text needs on these.
const UNDER_WHITE = ["#0072b2", "#882255"];

const GROUND = { dark: [17, 21, 26], light: [250, 251, 252] };
const RICH = { dark: [62, 70, 80], light: [196, 203, 212] }; // neutral ground of the highest production

/**
 * The colours of a theme: CSS colours by what they are for; `player` and `onPiece` (numbers on pieces) by owner, 0 =
 * neutral; `rgb` are the players' as [r, g, b], as are `ground` (barren land) and `rich` (the best neutral land).
 * @param {"dark"|"light"} theme
 */
export function palette(theme) {
  const isDark = theme === "dark";
  return {
    theme,
    player: PLAYERS[theme],
    rgb: PLAYERS[theme].map(rgb),
    ground: GROUND[theme],
    rich: RICH[theme],
    grid: isDark ? "rgba(255,255,255,.07)" : "rgba(15,25,40,.10)",
    text: isDark ? "#fff" : "#10151b",
    neutralPiece: isDark ? "rgba(140,152,168,.27)" : "rgba(90,104,124,.24)",
    onNeutral: isDark ? "#8d98a6" : "#6a7684",
    rim: isDark ? "rgba(10,13,17,.6)" : "rgba(255,255,255,.7)",
    onPiece: PLAYERS[theme].map((colour) => (UNDER_WHITE.includes(colour) ? "#fff" : "#000")),
    mark: isDark ? "#fff" : "#111",
    hover: isDark ? "rgba(255,255,255,.45)" : "rgba(0,0,0,.4)",
    still: isDark ? "#f0e442" : "#7a5cff",
    differs: isDark ? "#ff8fc8" : "#c2589a",
    green: isDark ? "#35d07f" : "#0a8f4d",
    red: isDark ? "#ff5d5d" : "#cc2430",
  };
}

/** [r, g, b] of "#rrggbb". */
export function rgb(hex) {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

/** A pixel of an ImageData seen as Uint32Array. */
export function pixel(red, green, blue, alpha = 255) {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Between two colours: share 0 gives `from`, 1 gives `to`. */
export function blend(from, to, share) {
  return from.map((channel, i) => Math.round(channel + (to[i] - channel) * share));
}

// Viridis, by Smith and van der Walt (2015), CC0: even to the eye and readable without colour.
export const VIRIDIS = [
  "#440154", "#482878", "#3e4a89", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725",
].map(rgb); // prettier-ignore

/** The colour at a share 0..1 of the scale of heat. */
export function heat(share) {
  const at = Math.min(Math.max(share, 0), 1) * (VIRIDIS.length - 1);
  const below = Math.min(Math.floor(at), VIRIDIS.length - 2);
  return blend(VIRIDIS[below], VIRIDIS[below + 1], at - below);
}

/** A scale of colours for CSS, from 0 at the left to 1; or from the right. */
export function gradientOf(colours, isFromRight = false) {
  return `linear-gradient(${isFromRight ? 270 : 90}deg, ${colours.map((colour) => `rgb(${colour})`).join(", ")})`;
}
