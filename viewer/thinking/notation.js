// Writes a player in the notation of `match` and `sweep`, and names and values for the page.

import { element } from "../page/dom.js";

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

/** A parameter's name in parts between which a line may break: behind its underscores. */
export function breakable(name) {
  return name.split(/(?<=_)/).flatMap((part, i) => (i ? [element("wbr"), part] : [part]));
}

/** A value as people write it. */
export function word(value) {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}
