
// coach.js: the chart, the cards and the board, brought together. page.py puts viewer/page/app.js before this text.

/** Shows recorded and better games on the one board of the page. */
class CoachBoard {
  constructor(place, answer) {
    this.answer = answer;
    this.viewer = mount(place, {});
    this.shown = null; // the element whose game is on the board
  }

  async open(id) {
    if (this.shown === id) return;
    this.shown = id;
    await this.viewer.openPacked(document.getElementById(id), this.answer.game, { kind: "replay" });
  }

  /** A frame of the recorded game. */
  async frame(frame) {
    await this.open("recorded");
    this.say("");
    this.viewer.seek(frame);
  }

  /** A turning point: the recorded move with its reason, or a future with the better move. */
  async point(number, isBetter) {
    const { first, squares, thought } = this.answer.points[number - 1];
    await this.open(isBetter ? `better-${number}` : "recorded");
    this.viewer.seek(first);
    this.viewer.setLayer("moves");
    if (!isBetter) this.viewer.setExplanation(first, JSON.parse(thought.turn), JSON.parse(thought.header));
    this.viewer.mark(squares.map(({ x, y, better }) => ({ x, y, move: better })));
    if (thought.square) this.viewer.select({ x: thought.square.x, y: thought.square.y });
    const frames = squares.length === 1 ? "The arrow is the other move of the framed square" : "Arrows are the other moves of the framed squares";
    this.say(
      isBetter
        ? `Turning point ${number} with the other move: one of the futures that went well. ${frames}.`
        : `Turning point ${number} as it was played.${squares.length ? ` ${frames}.` : ""}`,
    );
  }

  say(text) {
    document.getElementById("shows").textContent = text;
  }
}

const FRESH = 4000; // ms after which a page that is still being written is read again
const AT_REST = 15000; // ms without a touch, so that it does not change under the reader's hands

/** Reads the page again until it is whole; the reader's last touch puts that off. */
function follow() {
  let touched = -Infinity;
  for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, () => (touched = performance.now()), true);
  setInterval(() => performance.now() - touched > AT_REST && location.reload(), FRESH);
}

/** Everything on the page. */
async function begin() {
  const answer = JSON.parse(document.getElementById("answer").textContent);
  if (answer.isGrowing) follow();
  const place = document.getElementById("board");
  const board = new CoachBoard(place, answer);
  const scroll = () => document.getElementById("board-title").scrollIntoView({ block: "start" });
  new Chart(document.getElementById("chart"), answer, async (frame) => {
    await board.frame(frame);
    scroll();
  });
  for (const button of document.querySelectorAll("button[data-point]")) {
    button.addEventListener("click", async () => {
      await board.point(Number(button.dataset.point), button.dataset.better !== undefined);
      scroll();
    });
  }
  const opened = answer.points.length ? board.point(1, false) : board.frame(0);
  window.viewer = board.viewer; // for the browser's console and for tests
  window.coach = board;
  board.ready = opened;
  await opened;
}

begin();
