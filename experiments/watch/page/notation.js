// A player written so that `match`, `sweep` and the others understand it.

/** `v26?alpha=0.4&fixed_hold=on` */
export function notation(preset, changes) {
  const pairs = Object.entries(changes).map(([name, value]) => `${name}=${word(value)}`);
  return pairs.length ? `${preset}?${pairs.join("&")}` : preset;
}

/** The same as a file of parameters. */
export function toml(preset, changes) {
  const lines = Object.entries({ preset, ...changes }).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  return lines.join("");
}

/** A value as people write it. */
export function word(value) {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}
