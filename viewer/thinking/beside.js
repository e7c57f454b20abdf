// Two games of one map side by side: the second board, the bar above both, the first different move.

import { button, element, iconButton } from "../page/dom.js";
import { OPTIONS } from "../page/directions.js";
import { open } from "../page/files.js";
import { placeOf } from "../page/frames.js";
import { askAlike } from "./alike.js";
import { Deltas } from "./deltas.js";
import { caption, SecondBoard } from "./second_board.js";
import { firstDifference, unlike } from "./versus.js";

/** The second game beside the viewer's; none at first. */
export class Beside {
  /**
   * @param {import("./asking.js").Asking} asking  what it is asked, the second game is asked as well
   * @param {() => void} closed  told when a person closes the second game
   */
  constructor(viewer, asking, marks, closed) {
    Object.assign(this, { viewer, asking, marks, closed, second: null, deltas: null });
    this.bar = element("div", { class: "versus", hidden: true });
    viewer.root.append(this.bar);
    viewer.session.on("replay", () => this.close());
    viewer.session.on("turn", () => this.fillBar());
  }

  /**
   * Reads another game of the same map, or says why it cannot be shown beside the viewer's.
   * @param {Uint8Array|string} bytes  a text is base64
   * @param {"planes"} [wanted]  the only kind it may be; see files.js
   * @returns {Promise<import("../page/replay.js").Replay|null>}
   */
  async read(bytes, name, wanted) {
    const { session } = this.viewer;
    try {
      if (!session.game) throw new Error("open a game first, then another one beside it");
      const { kind, value } = await open(bytes, name, wanted);
      if (kind !== "replay") throw new Error(`this is not a replay but an ${kind}`);
      const complaint = unlike(session.game, value);
      return complaint ? this.refuse(complaint) : value;
    } catch (error) {
      return this.refuse(`${name}: ${error.message}`);
    }
  }

  /** Shows a game that is known to be of this map. */
  put(game) {
    this.close();
    const { viewer, marks } = this;
    this.second = new SecondBoard(viewer, game);
    viewer.stage.after(this.second.root);
    viewer.root.classList.add("compared");
    this.parting = firstDifference(viewer.session.game, game);
    this.think(this.second);
    marks.setParting(this.parting);
    this.bar.hidden = false;
    this.fillBar();
  }

  /** The second board shows what the same question brings there. */
  think({ session, stop }) {
    const alike = askAlike(this.asking, session, stop.signal);
    this.deltas = new Deltas(alike);
    this.deltas.addEventListener("delta", () => session.tell("legends"));
    alike.addEventListener("answer", () => this.marks.draw());
    this.marks.others = [alike];
  }

  refuse(text) {
    this.viewer.session.say({ kind: "error", text });
    return null;
  }

  close() {
    if (!this.second) return;
    this.second.close();
    Object.assign(this, { second: null, deltas: null });
    this.marks.others = [];
    this.marks.setParting(null);
    this.bar.hidden = true;
    this.viewer.root.classList.remove("compared");
  }

  fillBar() {
    if (!this.second) return;
    const close = iconButton("close", "Close the second game", "", () => this.closed());
    this.bar.replaceChildren(caption(this.viewer.session), caption(this.second.session, close), this.verdict());
  }

  /** To a square on which two games part. */
  goTo(turn, square, squares) {
    const { session } = this.viewer;
    session.goTo(turn, placeOf(square, session.game));
    this.marks.setParting({ turn, squares });
  }

  /** A square as people write it. */
  nameOf(square) {
    const { x, y } = placeOf(square, this.viewer.session.game);
    return `(${x}, ${y})`;
  }

  /** Where the games part, as a button that leads there. */
  verdict() {
    const { parting } = this;
    if (!parting) return element("span", { class: "verdict" }, "the same moves throughout");
    const [square, [mine, theirs]] = [parting.squares[0], parting.moves[0]];
    const words = `first different move: turn ${parting.turn}, ${this.nameOf(square)} ${OPTIONS[mine]} | ${OPTIONS[theirs]}`;
    const more = parting.squares.length > 1 ? `, ${parting.squares.length} squares` : "";
    const act = () => this.goTo(parting.turn, square, parting.squares);
    return button(words + more, act, { class: "verdict", title: "Go there" });
  }
}
