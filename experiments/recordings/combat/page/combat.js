
// combat.js: the places, the choices above them, and the board. page.py puts viewer/page/app.js before this text.

const { button, choice, element, heads } = dom_js; // of the viewer, whose modules stand before this text; see page.py
const answer = JSON.parse(document.getElementById("answer").textContent);
const DIRECTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"];

const KINDS = { 0: ["own", ""], 1: ["enemy", ""], 2: ["empty", ""], 3: ["neutral", ""], 5: ["own", "+"], 6: ["enemy", "+"], 8: ["neutral", "+"] };
const TOLD = { own: "ours", enemy: "an enemy's", empty: "empty", neutral: "neutral" };
const SIDES = { 1: 20, 2: 18, 3: 13 }; // pixels of a square: places of radius 2 and 3 leave the table the same room
const LEGEND = [["own centre", "", "the square that moves"], ...Object.entries(TOLD).map(([kind, said]) => [kind, "", said])];

function asked(name, title, options) {
  const select = choice(options, fill, { id: name });
  document.getElementById("choices").append(element("label", {}, title, select));
  return select;
}

const percent = (share) => (100 * share).toFixed(0);
const count = (number, things) => `${number} ${things}${number === 1 ? "" : "s"}`;
/** Its spaces do not break, but the one before the interval. */
const range = ([low, value, high]) => `${percent(value)}\u00a0% (${percent(low)}\u00a0to\u00a0${percent(high)})`;

/** The squares of a place as they lie; a plus: at least as strong as the square in the centre, which has a frame. */
function drawing({ squares, radius }, kinds) {
  const side = SIDES[radius];
  const style = `--side: ${side}px; grid-template-columns: repeat(${2 * radius + 1}, ${side}px)`;
  const grid = element("div", { class: "place", style, role: "img" });
  squares.forEach(([y, x], number) => {
    const [kind, sign] = KINDS[kinds[number]];
    const square = element("i", { class: y || x ? kind : `${kind} centre`, style: `grid-area: ${y + radius + 1} / ${x + radius + 1}` }, sign);
    square.title = `${TOLD[kind]}${sign ? `, at least as strong` : ""}`;
    grid.append(square);
  });
  grid.setAttribute("aria-label", kinds.map((kind) => TOLD[KINDS[kind][0]] + KINDS[kind][1]).join(", "));
  return grid;
}

function row({ directions, squares, games, chosen, after, examples }) {
  const buttons = examples.map(([game, turn, x, y], number) => {
    const title = `${answer.names[game]}, turn ${turn}, square (${x}, ${y})`;
    return button(String(number + 1), () => open(game, turn, x, y), { title });
  });
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, directions.map((each) => DIRECTIONS[each]).join(" or ")),
    element("td", {}, range(chosen)),
    element("td", {}, range(after)),
    element("td", {}, `${squares} in ${games}`),
    element("td", { class: "examples" }, ...(buttons.length ? buttons : ["–"])),
  );
}

function card(look, { kinds, games, squares, said }) {
  const head = heads("Went", "Chosen", `Ahead ${answer.within} turns later`, "Squares in games", "Examples");
  const rows = (said[player.value] ?? []).toSorted((one, other) => other.chosen[1] - one.chosen[1]).map(row);
  const table = element("table", {}, head, element("tbody", {}, ...rows));
  return element("article", {}, drawing(look, kinds), element("div", {}, element("p", { class: "note" }, `${count(squares, "square")} in ${count(games, "game")} of all players`), table));
}

function fill() {
  const look = answer.looks.find((each) => each.radius === Number(radius.value) && each.strengths === (strengths.value === "yes"));
  const places = look.places.filter(({ said }) => player.value in said);
  document.getElementById("places").replaceChildren(...places.map((place) => card(look, place)));
  legend();
}

function legend() {
  const plus = strengths.value === "yes" ? [["enemy", "+", "at least as strong as the square that moves"]] : [];
  const parts = [...LEGEND, ...plus].map(([kind, sign, said]) => element("span", {}, element("i", { class: kind }, sign), said));
  document.getElementById("legend").replaceChildren(...parts);
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const theme = () => (dark.matches ? "dark" : "light");
let viewer = null; // mounted with the first example
let shown = null;

async function open(game, turn, x, y) {
  viewer ??= mount(document.getElementById("board"), {}, {}, { theme: theme() });
  window.viewer = viewer; // for the browser's console and for tests
  if (shown !== game) await viewer.openPacked(document.getElementById(`game-${game}`), answer.names[game], { kind: "replay" });
  shown = game;
  viewer.seek(turn);
  viewer.setLayer("moves");
  viewer.select({ x, y });
  document.getElementById("shows").textContent = `${answer.names[game]}, turn ${turn}, square (${x}, ${y}).`;
  history.replaceState(null, "", `#game=${game}&turn=${turn}&x=${x}&y=${y}`);
  document.getElementById("board-title").scrollIntoView({ block: "start" });
}

dark.addEventListener("change", () => viewer?.setTheme(theme()));
document.getElementById("counted").textContent = `${answer.squares.toLocaleString("en")} squares in contact, of ${count(answer.games, "game")}. Examples lead to the first ${answer.names.length}.`;
const player = asked("player", "Player", [["", "all players"], ...answer.players.map((name) => [name, name])]);
const radius = asked("radius", "Squares around, steps", [["2", "2"], ["1", "1"], ["3", "3"]]);
const strengths = asked("strengths", "Strengths", [["no", "not told apart"], ["yes", "told apart"]]);
fill();

/** The square of an address: #game=0&turn=40&x=7&y=3. */
const address = new URLSearchParams(location.hash.slice(1));
const [game, turn, x, y] = ["game", "turn", "x", "y"].map((name) => Number.parseInt(address.get(name) ?? "", 10));
window.ready = answer.names[game] === undefined ? null : open(game, turn || 0, x || 0, y || 0);
