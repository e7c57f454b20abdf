// Deep links: a moment, #turn=120&x=7&y=3&layers=potential,moves, or a whole board, #board=….

const NAME = "board";

/**
 * Opens the board that the page's address holds, as base64: obey() says whether there is one; pairs() is what the address
 * keeps of it while it is shown.
 */
export function makeBoardLink(viewer) {
  let shown = null; // {text, game}
  const obey = async () => {
    const asked = new URLSearchParams(location.hash.slice(1)).get(NAME);
    if (asked === null || (asked === shown?.text && viewer.session.game === shown.game)) return asked !== null;
    const text = asked.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(asked.length / 4) * 4, "=");
    if (await viewer.openEach([{ bytes: text, name: "the board of this link", kind: "planes" }])) shown = { text: asked, game: viewer.session.game };
    return true;
  };
  const pairs = () => (shown !== null && shown.game === viewer.session.game ? [[NAME, shown.text]] : []);
  window.addEventListener("hashchange", obey);
  return { obey, pairs };
}

const FARTHEST = 1e9; // what lies beyond every game; numbers of any length are typed into addresses
const OWN = ["turn", "x", "y", "layers", "player"];

/** Whether an address names a game, as lab/games.js reads it: its `seed` is the map's. */
export function isGameLink(hash) {
  return /^#?\d+x\d+(&|$)/.test(hash);
}

/** The parts of a link, null for those that are missing or invalid, and `more`: what the page's panels ask. */
export function readLink(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const pairs = [...asked].filter(([name]) => !OWN.includes(name));
  const ofMap = isGameLink(hash) ? pairs.findIndex(([name]) => name === "seed") : -1; // a second one is a bot's
  const number = (name) => (/^\d+$/.test(asked.get(name) ?? "") ? Math.min(Number(asked.get(name)), FARTHEST) : null);
  const [turn, x, y, player] = ["turn", "x", "y", "player"].map(number);
  return {
    turn,
    square: x === null || y === null ? null : { x, y },
    layers: asked.get("layers")?.split(",") ?? null,
    player,
    more: pairs.filter((_, i) => i !== ofMap),
  };
}

function writeLink(session, game, more) {
  const { turn, selected, layers } = session;
  const parts = [...game, ["turn", turn]];
  if (selected) parts.push(["x", selected.x], ["y", selected.y]);
  if (layers.size > 0) parts.push(["layers", [...layers].join(",")]);
  return addressOf(parts.concat(more));
}

/** What stands behind the page's address, `#` included; what can be read is left readable. @param {any[][]} pairs */
export function addressOf(pairs) {
  const encode = (value) => `=${encodeURIComponent(value).replaceAll(/%(2C|3D|3F)/g, decodeURIComponent)}`;
  return `#${pairs.map(([name, value]) => `${name}${value === null ? "" : encode(value)}`).join("&")}`;
}

/**
 * Keeps the page's address and the session together: the address is read with the first game and when it is changed
 * by hand, and written whenever the board comes to rest. What is returned writes it now.
 * @param {() => any[][]} game  pairs that stand in front: what the game is played from
 * @param {() => any[][]} more  pairs behind: what panels ask
 */
export function followAddress(session, game, more) {
  const obey = () => {
    const { turn, square, layers } = readLink(location.hash);
    if (turn !== null) session.seek(turn);
    if (square) session.select(square);
    if (layers) session.setLayers(layers);
  };
  let waiting;
  const writeNow = () => {
    clearTimeout(waiting);
    if (session.game && !session.isPlaying) history.replaceState(null, "", writeLink(session, game(), more()));
  };
  const write = () => {
    clearTimeout(waiting);
    waiting = setTimeout(writeNow, 250); // browsers refuse to have the address written hundreds of times a minute
  };
  let isFirst = true; // what the address says of one game is nothing to the next
  session.on("replay", () => {
    if (isFirst) queueMicrotask(obey);
    isFirst = false;
  });
  window.addEventListener("hashchange", obey);
  for (const event of ["turn", "select", "playing", "layers", "explanation", "link"]) session.on(event, write);
  return writeNow;
}
