// Margins: how much a parameter must change before squares move differently, requested when they are shown.

import { onFrame, squareOf } from "../page/frames.js";
import { Answered } from "./answered.js";

const REST = 150; // ms without a change before it is asked: it takes longer than a field

/** The margins of the shown frame. Event: "margin" (they came, they are outdated, another parameter was chosen). */
export class Margins extends Answered {
  constructor(asking) {
    super(asking, "margin");
    Object.assign(this, { answer: null, knob: Object.keys(asking.known.scanned)[0] });
    const { session } = asking;
    asking.addEventListener("question", () => this.refresh());
    for (const event of ["turn", "select", "layers", "playing"]) session.on(event, () => this.refresh());
  }

  /** The question that the numbers answer; other numbers are outdated. */
  get key() {
    const { game, version, session } = this.asking;
    return `${game} ${version} ${session.turn}`;
  }

  /** @returns {object|null}  the answer about the shown frame, as flips.js gives it */
  get now() {
    return this.answer?.key === this.key ? this.answer : null;
  }

  /** Which parameter the layer is about. */
  choose(knob) {
    this.knob = knob;
    this.tell();
  }

  /** @returns {{down: [number, number]|null, up: [number, number]|null}|null}  null for another player's square */
  of(square, knob = this.knob) {
    const place = this.now?.places.get(square);
    if (place === undefined) return null;
    const { down, up } = this.now.knobs[knob];
    return { down: down[place], up: up[place] };
  }

  /** The smallest change that flips the square's move, with its sign; NaN where none does. */
  nearest(square) {
    const margin = this.of(square);
    const { value } = this.now.knobs[this.knob];
    const changes = [margin?.up, margin?.down].filter(Boolean).map(([there]) => there - value);
    return changes.length ? changes.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one)) : NaN;
  }

  /** Whether it is looked at: the layer is on, or a square of the asked player is selected. */
  get isWanted() {
    const { session, game, player } = this.asking;
    if (game === null || session.isPlaying) return false;
    if (session.layers.has(MARGIN)) return true;
    const { selected, turn } = session;
    return selected !== null && onFrame(session.game, "owner", turn)[squareOf(selected, session.game)] === player;
  }

  refresh() {
    clearTimeout(this.waiting);
    if (this.isWanted && !this.now) this.waiting = setTimeout(() => this.ask(), REST);
    this.tell();
  }

  fetch() {
    const { asking } = this;
    return asking.service.margin(asking.question(asking.session.turn));
  }

  keep(key, answer) {
    this.answer = { ...answer, key, places: new Map(answer.squares.map((square, place) => [square, place])) };
  }
}

export const MARGIN = "margin";
