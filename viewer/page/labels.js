// Text on the board and in the panels.

/** Sets up a scene's canvas for centred labels, `share` of a square high. */
export function labelStyle({ ctx, scale }, share) {
  ctx.font = `600 ${Math.round(Math.min(Math.max(scale * share, 8), 22))}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
}

/** A number as people read it: at most three digits behind the point, thousands apart, "∞" and "–". */
export function shown(number) {
  if (number === undefined || number === null || Number.isNaN(number)) return "–";
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "−∞";
  const size = Math.abs(number);
  const digits = Number.isInteger(number) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(number).replace("-", "−");
}
