// Deep links: #turn=120&x=7&y=3

const FARTHEST = 1e9; // what lies beyond every game; numbers of any length are typed into addresses

/** What a link asks for; parts that are missing or no numbers are left out. */
export function readLink(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name) => (/^\d+$/.test(asked.get(name) ?? "") ? Math.min(Number(asked.get(name)), FARTHEST) : null);
  const [turn, x, y] = ["turn", "x", "y"].map(number);
  return { turn, square: x === null || y === null ? null : { x, y } };
}

/** The link to a turn and a square. */
export function writeLink(turn, square) {
  return square ? `#turn=${turn}&x=${square.x}&y=${square.y}` : `#turn=${turn}`;
}

/**
 * Keeps the page's address and the session together: the address is read with the first game and when it is changed
 * by hand, and written whenever the board comes to rest.
 */
export function followAddress(session) {
  const obey = () => {
    const { turn, square } = readLink(location.hash);
    if (turn !== null) session.seek(turn);
    if (square) session.select(square);
  };
  let waiting;
  const write = () => {
    clearTimeout(waiting);
    // Browsers refuse to have the address written hundreds of times a minute.
    waiting = setTimeout(
      () =>
        session.game && !session.isPlaying && history.replaceState(null, "", writeLink(session.turn, session.selected)),
      250,
    );
  };
  let isFirst = true; // what the address says of one game is nothing to the next
  session.on("replay", () => {
    if (isFirst) queueMicrotask(obey);
    isFirst = false;
  });
  window.addEventListener("hashchange", obey);
  for (const event of ["turn", "select", "playing"]) session.on(event, write);
}
