// Two games of one map side by side: the second board, the bar above both, the first different move.

import { element, iconButton } from "../page/dom.js";
import { OPTIONS } from "../page/directions.js";
import { open } from "../page/files.js";
import { caption, SecondBoard } from "./second_board.js";
import { firstDifference, unlike } from "./versus.js";

/** The second game beside the viewer's; none at first. */
export class Beside {
  /**
   * @param {import("../page/app.js").Viewer} viewer
   * @param {import("./marks.js").Marks} marks
   * @param {() => void} closed  told when a person closes the second game
   */
  constructor(viewer, marks, closed) {
    Object.assign(this, { viewer, marks, closed, second: null });
    this.bar = element("div", { class: "versus", hidden: true });
    viewer.root.append(this.bar);
    viewer.session.on("replay", () => this.close());
    viewer.session.on("turn", () => this.fillBar());
  }

  /**
   * Shows another game of the same map beside the viewer's, or says why it cannot.
   *
   * @param {Uint8Array} bytes
   * @param {string} name
   * @returns {Promise<boolean>}  whether it is shown
   */
  async show(bytes, name) {
    const { session } = this.viewer;
    try {
      if (!session.game) throw new Error("open a game first, then another one beside it");
      const { kind, value } = await open(bytes, name);
      if (kind !== "replay") throw new Error(`this is not a replay but an ${kind}`);
      const complaint = unlike(session.game, value);
      if (complaint) return this.refuse(complaint);
      this.put(value);
      return true;
    } catch (error) {
      return this.refuse(`${name}: ${error.message}`);
    }
  }

  /** The same with a game that is known to be of this map. */
  put(game) {
    this.close();
    const { viewer, marks } = this;
    this.second = new SecondBoard(viewer, game);
    viewer.stage.after(this.second.root);
    viewer.root.classList.add("compared");
    this.parting = firstDifference(viewer.session.game, game);
    marks.others = [this.second.session];
    marks.setParting(this.parting);
    this.bar.hidden = false;
    this.fillBar();
  }

  refuse(text) {
    this.viewer.session.say({ kind: "error", text });
    return false;
  }

  close() {
    if (!this.second) return;
    this.second.close();
    this.second = null;
    this.marks.others = [];
    this.marks.setParting(null);
    this.bar.hidden = true;
    this.viewer.root.classList.remove("compared");
  }

  fillBar() {
    if (!this.second) return;
    this.bar.replaceChildren(
      caption(this.viewer.session),
      caption(
        this.second.session,
        iconButton("close", "Close the second game", "", () => this.closed()),
      ),
      this.verdict(),
    );
  }

  /** To a square on which two games part. */
  goTo(turn, square, squares) {
    const { viewer } = this;
    const { width } = viewer.session.game;
    viewer.pause();
    viewer.seek(turn);
    viewer.select({ x: square % width, y: Math.floor(square / width) });
    this.marks.setParting({ turn, squares });
  }

  /** A square as people write it. */
  nameOf(square) {
    const { width } = this.viewer.session.game;
    return `(${square % width}, ${Math.floor(square / width)})`;
  }

  /** Where the games part, as a button that leads there. */
  verdict() {
    const { parting } = this;
    if (!parting) return element("span", { class: "verdict" }, "the same moves throughout");
    const [square, [mine, theirs]] = [parting.squares[0], parting.moves[0]];
    const words = `first different move: turn ${parting.turn}, ${this.nameOf(square)} ${OPTIONS[mine]} | ${OPTIONS[theirs]}`;
    const more = parting.squares.length > 1 ? `, ${parting.squares.length} squares` : "";
    const act = () => this.goTo(parting.turn, square, parting.squares);
    return element("button", { type: "button", class: "verdict", title: "Go there", onclick: act }, words + more);
  }
}
