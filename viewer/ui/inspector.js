// The panels of one square: its values, its options, the reason of its move; and the button that saves it as a position.

import { button, colourOf, element, folded, panel, swatch, view } from "./dom.js";
import { formatCompact, formatNumber, numbers, playerTag, thinkerOf, withMeaning } from "./words.js";
import { neighbours, onFrame, OPTIONS, squareOf } from "../core/planes.js";
import { reasonColour, REASONS } from "../explain/choices.js";
import { layersIn, logEntries, silenceOf } from "../explain/layers.js";
import { planValues } from "../explain/explanation.js";
import { download } from "../files/browser.js";

const WEIGHED = "Score of each option in turns, lower is better; millions: practically forbidden; –: not weighed";
const HINT = "Click a square to see its numbers and why it moves.";
const MOVES = [...OPTIONS, "no direction: stays and gains nothing"];

export function makeInspector(session) {
  return view(session, ["select", "turn", "explanation", "flog", "playing"], () => {
    const content = session.selected ? square(session) : element("p", { class: "muted hint" }, HINT);
    // Numbers that change many times a second are not to be read aloud.
    return panel("inspector", "Square", element("div", { "aria-live": session.isPlaying ? "off" : "polite" }, content));
  });
}

function square(session) {
  const { game, selected, turn } = session;
  const c = squareOf(selected, game);
  const owner = onFrame(game, "owner", turn)[c];
  const values = facts(game, c, turn);
  const place = element("strong", {}, `(${selected.x}, ${selected.y})`);
  const heading = element("p", { class: "square" }, place, playerTag(game, owner));
  return [heading, ...thoughts(session, c, owner, values), ...messages(session, c)];
}

/** The square's values and the explained player's thoughts about it; the reason of its move comes first. */
function thoughts(session, c, owner, values) {
  const { explanation, thought, turn } = session;
  if (!explanation) return [values];
  if (!thought) return [values, whose(session, `: ${explanation.silence(turn)}.`)];
  if (owner !== session.explained) return [values, whose(session, ", whose square this is not:"), believed(session, c)];
  return [whose(session, ":"), ...choice(session, c, values)];
}

/** The line that names the explained player, and a remark. */
function whose(session, more) {
  const colour = swatch(colourOf(session.explained));
  return element("p", { class: "muted whose" }, "Thoughts of ", colour, `${thinkerOf(session)}${more}`);
}

function facts(game, c, turn) {
  const [owner, strength, move] = ["owner", "strength", "moves"].map((layer) => onFrame(game, layer, turn)[c]);
  const rows = [["strength", strength], ["production", game.production[c]]];
  if (owner > 0 && turn < game.frames - 1) rows.push(["recorded move", MOVES[move]]);
  return numbers(rows);
}

/** Why a square of the explained player moves, and what it weighed. */
function choice(session, c, values) {
  const { thought, explanation } = session;
  const number = thought.reason[c];
  const reason = explanation.header.reasons[number];
  const mark = swatch(reasonColour(number, session.explained));
  /** @type {HTMLElement[]} */
  const parts = [element("p", { class: "reason" }, mark, element("span", {}, reason.sentence))];
  const warning = `These parameters choose ${OPTIONS[thought.move[c]]}; the recorded move is another one.`;
  if (thought.differs[c] && reason.name !== "BY_HAND") parts.push(element("p", { class: "warning" }, warning));
  if (!explanation.isOpponent) parts.push(options(thought, c));
  parts.push(values, believed(session, c));
  if (reason.parameters?.length) parts.push(parameters(session, reason.parameters));
  return parts;
}

/** The five options with their scores side by side; the chosen one is marked. */
function options(thought, c) {
  const scores = Array.from(thought.score.subarray(5 * c, 5 * c + 5));
  const look = (option) => (option === thought.move[c] ? "chosen" : "");
  const heads = OPTIONS.map((name, option) => element("th", { scope: "col", class: look(option) }, name));
  const cells = scores.map((score, option) => {
    const [exact, title] = Number.isNaN(score) ? ["", "was not weighed"] : [score, Number.isFinite(score) ? String(score) : formatNumber(score)];
    const attributes = { class: look(option), "data-option": OPTIONS[option], "data-score": exact, title };
    return element("td", attributes, formatCompact(score));
  });
  const caption = element("caption", {}, WEIGHED);
  return element("table", { class: "options" }, caption, element("tr", {}, ...heads), element("tr", {}, ...cells));
}

/** The numbers of a square in every layer that has some, and those that no layer of the bot shows. */
function believed(session, c) {
  const { explanation, thought, game, turn, explained } = session;
  const layers = layersIn(explanation).filter((layer) => layer.describe && layer !== REASONS && silenceOf(session, layer) === null);
  const rows = layers.map((layer) => [layer.name ?? layer.key, layer.describe(session, c), layer.tip]);
  const isTheirs = onFrame(game, "owner", turn)[c] === explained;
  const ofOpponent = isTheirs ? [["chosen move", OPTIONS[thought.move[c]]]] : [];
  return numbers([...rows.filter(([, text]) => text !== "–"), ...(explanation.isOpponent ? ofOpponent : ofBot(thought, c))]);
}

function ofBot({ value, distance, order, booked, hold, hurdle }, c) {
  const way = [["value of its border", `${formatNumber(value[c])} turns`], ["distance", `${distance[c]} own ${distance[c] === 1 ? "step" : "steps"}`]];
  const chosen = [["order of choosing", order[c] + 1], ["booked onto it", booked[c]]];
  return [
    ...(Number.isFinite(value[c]) ? way : []),
    ...(order[c] < 0 ? [] : chosen),
    ["hold, this turn", `${formatNumber(hold)} turns of production`],
    ["hurdle, this turn", `${formatNumber(hurdle)} strength`],
  ];
}

function parameters({ explanation: { header }, thought }, names) {
  const { definitions = {} } = header;
  const planned = planValues(thought.search);
  const rows = names.map((name) => {
    const { unit = "", why = "" } = definitions[name] ?? {};
    const value = planned[name]?.number ?? header.parameters[name];
    const number = [`${String(value).replace(/^-/, "−")} `, element("span", { class: "muted" }, unit)];
    const text = typeof value === "boolean" ? [value ? "on" : "off"] : number;
    return element("div", {}, element("dt", {}, why ? withMeaning(name, `${why}.`) : name), element("dd", {}, ...text));
  });
  return folded("Parameters of this reason", { open: true, class: "mattered" }, element("dl", { class: "numbers" }, ...rows));
}

function messages(session, c) {
  const entries = session.flog ? logEntries(session) : [];
  return entries.filter(({ square, msg }) => square === c && msg).map(({ msg }) => element("p", { class: "message" }, String(msg)));
}

// The frame as a tagged position: a text in TOML, which has place for the right and wrong moves of the selected square.

const LETTERS = ".abcdef"; // owners: neutral, then the players

/** Saves the selected square's frame, while a player has a piece on it; a person writes into the file which moves are right. */
export function makePositionForm(session) {
  return view(session, ["replay", "select", "turn"], () => {
    const { game, turn, lastTurn, selected } = session;
    const hasPiece = (layer) => onFrame(game, layer, turn)[squareOf(selected, game)] > 0;
    const hidden = !game || !selected || turn === lastTurn || !hasPiece("owner") || !hasPiece("strength");
    return element("section", { class: "panel position", hidden }, button("Save as position", () => savePosition(session)));
  });
}

function savePosition(session) {
  const { game, turn, selected } = session;
  const name = `position-${turn}-${selected.x}-${selected.y}.toml`;
  download(new Blob([position(game, turn, selected)]), name);
  session.say({ kind: "note", text: `${name} is saved. Write into it which moves are right and which are wrong.` });
}

/** The file of a position, as docs/extras/positions.md describes it. */
function position(game, turn, { x, y }) {
  const [owner, strength] = ["owner", "strength"].map((layer) => onFrame(game, layer, turn));
  const hexadecimal = (value) => value.toString(16).padStart(2, "0");
  const value = (name, content) => `${name} = ${JSON.stringify(content)}`;
  const layer = (name, numbers, written) => `${name} = [\n${rows(numbers, game.width, written).join("")}]`;
  return [
    value("theme", "untitled"),
    value("note", ""),
    value("player", LETTERS[owner[squareOf({ x, y }, game)]]),
    `turn = ${turn}`,
    `\n[[square]]\nx = ${x}\ny = ${y}\nright = [] # "STILL", "NORTH", "EAST", "SOUTH", "WEST"\nwrong = []`,
    `\n[source]\n${value("game", game.name)}`,
    value("players", game.players),
    `\n[memory]\nstarted = ${new Set(onFrame(game, "owner", 0).filter(Boolean)).size}`,
    value("met", met(game, turn)),
    `\n[board]\n${layer("owner", owner, (player) => LETTERS[player])}`,
    layer("strength", strength, hexadecimal),
    layer("production", game.production, (number) => number.toString(36)),
    "",
  ].join("\n");
}

function rows(numbers, width, written) {
  const starts = Array.from({ length: numbers.length / width }, (_, row) => row * width);
  return starts.map((start) => `  "${Array.from(numbers.subarray(start, start + width), written).join("")}",\n`);
}

/** For every player the letters of those who touched an empty square that it touched too, on the frames before this one. */
function met(game, turn) {
  const around = neighbours(game);
  const touched = game.players.map(() => new Set());
  for (let frame = 0; frame < turn; frame++) {
    const owner = onFrame(game, "owner", frame);
    for (let c = 0; c < owner.length; c++) {
      if (owner[c]) continue;
      const [, north, east, south, west] = around.subarray(5 * c, 5 * c + 5);
      const there = [owner[north], owner[east], owner[south], owner[west]].filter(Boolean);
      for (const player of there) for (const other of there) if (other !== player) touched[player - 1].add(LETTERS[other]);
    }
  }
  return touched.map((others) => [...others].sort().join(""));
}
