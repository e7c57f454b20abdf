// How a player is written: as commands and files have it, in the address, and with the values by which it played a game.

import { element } from "../ui/dom.js";
import { OPTIONS, placeOf } from "../core/planes.js";
import { readLink } from "../files/link.js";
import { isAllowed, valueOf } from "./parameters.js";

/** `v26?alpha=0.4&fixed_hold=on` */
export function notation(preset, changes) {
  const pairs = Object.entries(changes).map(([name, value]) => `${name}=${formatValue(value)}`);
  return pairs.length ? `${preset}?${pairs.join("&")}` : preset;
}

/** A parameter's name in parts between which a line may break: behind its underscores. */
export function breakAtUnderscores(name) {
  return name.split(/(?<=_)/).flatMap((part, i) => (i ? [element("wbr"), part] : [part]));
}

/** A value as people write it. */
export function formatValue(value) {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

const PLAYING = "bot"; // the source of an explanation that was written while the game was played

/** The preset that a player is named after; the default one where it is named after none. */
export function presetOf({ presets, default: usual }, name) {
  return Object.hasOwn(presets, name) ? name : usual;
}

/**
 * What is known of a player that is asked as this preset: its own values, what its search for an opening found, and the
 * file, if that is of the same player.
 */
export function recordOf(table, preset, written) {
  const own = ownValues(table, preset, written);
  const isPlayed = written?.header.source === PLAYING && !written.isOpponent;
  return { own, found: (isPlayed && written.turn(0)?.search?.found) || null, written: isSame(table, preset, own, written) ? written : null };
}

/** Whether a file's thoughts are those of this preset with these values. How many openings it tried is in neither. */
function isSame({ definitions, presets, reasons }, preset, own, written) {
  if (!written || written.isOpponent || written.header.reasons.length !== reasons.length) return false;
  const values = { ...presets[preset], ...own, opening_search: written.header.parameters.opening_search };
  return Object.entries(values).every(([name, value]) => !definitions[name].tunable || written.header.parameters[name] === value);
}

/**
 * The values that differ from the preset's. A clock's are left out, since a page has none; of the openings
 * only those count that were tried: the clock may have ended the search for one, or it was not compiled in time. None of an
 * opponent, of a bot of another generation, which no page can turn the preset into, and where the explanation was computed
 * from the replay.
 */
function ownValues({ definitions, presets }, preset, written) {
  const { source, parameters } = written?.header ?? {};
  if (source !== PLAYING || written.isOpponent) return {};
  const search = written.turn(0)?.search;
  const openings = Math.min(parameters.opening_search, search === null ? 0 : (search?.openings ?? Infinity));
  const isOwn = ([name, value]) => Object.hasOwn(definitions, name) && value !== presets[preset][name];
  const own = Object.entries({ ...parameters, opening_search: openings }).filter(isOwn);
  if (own.some(([name]) => !definitions[name].tunable)) return {};
  return Object.fromEntries(own.filter(([name, value]) => isAllowed(definitions[name], value)));
}

/** The parts of the question that the address keeps; own values too, for a page without the explanation. @returns {[string, string|number][]} */
export function writeQuestion(asking) {
  if (asking.game === null) return [];
  const changes = Object.entries(asking.overrides).map(([name, value]) => [name, formatValue(value)]);
  const orders = asking.orders.map(({ turn, square, move }) => {
    const { x, y } = placeOf(square, asking.session.game);
    return ["move", [turn, x, y, OPTIONS[move].toLowerCase()].join(".")];
  });
  return [["player", asking.player], ["as", asking.preset], ...changes, ...orders];
}

/** A move as the address has it: 98.3.4.north. @returns {{turn: number, square: number, move: number}|null} */
function orderOf(text, { width, height }) {
  const [turn, x, y, name] = text.split(".");
  const move = OPTIONS.indexOf(name?.toUpperCase());
  const isOne = [turn, x, y].every((number) => /^\d+$/.test(number)) && x < width && y < height && move >= 0;
  return isOne ? { turn: Number(turn), square: y * width + Number(x), move } : null;
}

/** The question that an address asks; names that nothing declares are passed over. */
export function readQuestion(hash, { definitions, presets }, game) {
  const { player, more } = readLink(hash);
  const members = Object.fromEntries(more);
  const declared = more.filter(([name]) => Object.hasOwn(definitions, name));
  const values = declared.map(([name, text]) => [name, valueOf(definitions[name], text)]);
  const changes = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const orders = more.filter(([name]) => name === "move").map(([, text]) => orderOf(text, game)).filter(Boolean);
  return { player, preset: Object.hasOwn(presets, members.as ?? "") ? members.as : null, changes, orders };
}
