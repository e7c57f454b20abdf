// The state of one board: the game, the turn, the layers. Everything else listens to it.

import { FormatError } from "./bounds.js";
import { wrap } from "./planes.js";
import { LAYERS, layersDrawn, layersIn } from "../explain/layers.js";
import { checkFindings } from "../ui/coach.js";

/** Turns per second of the keys 1 to 5, as in the original visualizer. */
export const KEY_SPEEDS = [1, 3, 6, 10, 15];
export const SPEEDS = [1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 60];

/** State that tells of its changes: those who act on one at once, and views, once a task has made all its changes. */
export class Store {
  constructor() {
    this.listeners = new Map();
    this.stale = new Set(); // views that show what has changed in this task
  }

  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  tell(event) {
    for (const listener of this.listeners.get(event) ?? []) listener();
  }

  /** Renders a view, now and after each task in which any of these happened. @param {string[]} events @param {() => void} view */
  render(events, view) {
    const later = () => {
      if (this.stale.size === 0) queueMicrotask(() => this.renderStale());
      this.stale.add(view);
    };
    for (const event of events) this.on(event, later);
    view();
  }

  renderStale() {
    const views = [...this.stale];
    this.stale.clear();
    for (const view of views) view();
  }
}

/**
 * The state of one mounted board. Change it by its methods only.
 *
 * Events: "replay", "time" (any movement), "turn" (another frame), "playing", "speed", "select", "hover", "layers",
 * "explanation", "flog", "findings", "marks", "theme", "message", "read" (of the
 * files that the page brought), "reached" (the turn of a game that is being played), "events" (and the
 * story are known), "link".
 */
export class Session extends Store {
  constructor() {
    super();
    /** @type {import("./replay.js").Replay|null} */
    this.game = null;
    /** @type {import("./events.js").Events|null} */
    this.events = null; // of the game, once they are counted
    this.time = 0; // in turns; the fraction is the way to the next frame
    this.isPlaying = false;
    this.speed = 6;
    this.selected = null; // {x, y}
    this.hovered = null; // {x, y}, under the mouse
    this.layers = new Set();
    this.explanations = []; // at most one per player
    this.explained = 0; // the player whose thoughts are shown
    this.flog = null;
    this.findings = null; // of the coach
    this.isReading = false; // whether files that the page brought are still being read
    this.awaited = null; // whose explanation is on its way: "bot", "opponent"
    this.reached = null; // the turn of a game that is being played before it is shown
    this.message = null; // what is said to the person at the moment
    this.marks = [];
    this.scales = new Map(); // ends of scales that are held or were set, by the layers' keys
    this.story = []; // happenings of the game, once they are found
    this.isSmooth = true; // whether pieces slide between two frames
  }

  /** The frame that is shown. */
  get turn() {
    return Math.floor(this.time);
  }

  get lastTurn() {
    return this.game ? this.game.frames - 1 : 0;
  }

  /** The explanation of the player that is looked at. @returns {import("../explain/explanation.js").Explanation|null} */
  get explanation() {
    return this.explanations.find(({ player }) => player === this.explained) ?? null;
  }

  /** That player's thought on the shown frame. */
  get thought() {
    try {
      return this.explanation?.turn(this.turn) ?? null;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.say({ kind: "error", text: `${this.explanation.name}: ${error.message}` });
      return null;
    }
  }

  /** Adds an explanation, or replaces the same player's. Throws FormatError when it is about another game. */
  explain(explanation) {
    explanation.checkAgainst(this.game);
    this.explanations = [...this.explanations.filter(({ player }) => player !== explanation.player), explanation];
    this.lookAt(explanation.player);
  }

  lookAt(player) {
    this.explained = player;
    this.tell("explanation");
  }

  setFlog(flog) {
    this.flog = flog;
    this.layers.add("flog");
    this.tell("flog");
    this.tell("layers");
  }

  /** Throws FormatError when they are about another game. */
  setFindings(findings) {
    checkFindings(findings, this.game);
    this.findings = findings;
    if (findings.points.length) this.layers.add("better");
    this.tell("findings");
    this.tell("layers");
  }

  /** @param {{x: number, y: number, color?: string, move?: number}[]} squares  framed; a move is an arrow */
  mark(squares) {
    this.marks = squares;
    this.tell("marks");
  }

  /** Another game, or none; what belonged to the one before goes with it. */
  load(game) {
    const files = { explanations: [], flog: null, findings: null };
    const choices = { time: 0, selected: null, hovered: null, reached: null, marks: [] };
    Object.assign(this, { game, events: null, story: [], ...files, ...choices });
    for (const chosen of [this.layers, this.scales]) chosen.clear();
    this.setPlaying(false);
    for (const event of ["replay", "explanation", "flog", "findings", "layers", "select", "hover", "time", "turn", "events"]) this.tell(event);
  }

  /** The turn of a game that is being played, before there is a board to show it on. */
  setReached(turn) {
    this.reached = turn;
    this.tell("reached");
  }

  /** To a moment of the game; beyond its ends means its ends. */
  seek(time) {
    const before = this.turn;
    this.time = Math.min(Math.max(Number.isFinite(time) ? time : 0, 0), this.lastTurn);
    if (this.time === this.lastTurn) this.setPlaying(false);
    this.tell("time");
    if (this.turn !== before) this.tell("turn");
  }

  /** To a frame, and to a square of it where one is given; the playing ends. */
  goTo(turn, square = null) {
    this.setPlaying(false);
    this.seek(turn);
    if (square) this.select(square);
  }

  /** Whole turns forward or, when negative, back; a step ends the playing. */
  step(turns) {
    this.setPlaying(false);
    const isBetween = this.time !== this.turn;
    this.seek(turns < 0 && isBetween ? this.turn + turns + 1 : this.turn + turns);
  }

  setPlaying(isPlaying) {
    const wanted = isPlaying && this.game !== null;
    if (wanted === this.isPlaying) return;
    if (wanted && this.time >= this.lastTurn) this.seek(0);
    this.isPlaying = wanted && this.lastTurn > 0;
    if (!wanted) this.seek(Math.round(this.time));
    this.tell("playing");
  }

  setSpeed(speed) {
    this.speed = speed;
    this.tell("speed");
  }

  /** @param {{x: number, y: number}|null} square */
  select(square) {
    const { game } = this;
    this.selected = square && game ? { x: wrap(square.x, game.width), y: wrap(square.y, game.height) } : null;
    this.tell("select");
  }

  /** Of the layers under the pieces only one can be on. */
  setLayer(name, isOn = true) {
    const grounds = [...LAYERS, ...this.explanations.flatMap(layersIn)].filter(({ ground }) => ground); // also of those that are not shown
    if (isOn && grounds.some(({ key }) => key === name)) for (const { key } of grounds) this.layers.delete(key);
    if (isOn) this.layers.add(name);
    else this.layers.delete(name);
    this.tell("layers");
  }

  /** Exactly these layers, also of an explanation that is not open yet. @param {string[]} keys */
  setLayers(keys) {
    for (const key of this.layers) if (!keys.includes(key)) this.setLayer(key, false);
    const isKnown = (key) => key.startsWith("layer-") || LAYERS.some((layer) => layer.key === key);
    for (const key of keys) if (isKnown(key) && !this.layers.has(key)) this.setLayer(key, true);
  }

  /** Keeps the scales of the layers that are on; what is returned lets go of them. */
  holdScales() {
    const held = layersDrawn(this).filter(({ key, ends }) => ends && !this.scales.has(key));
    for (const layer of held) {
      const { low, high } = layer.ends(this);
      if (high > low) this.scales.set(layer.key, { low, high });
    }
    return () => {
      for (const { key } of held) this.scales.delete(key);
      this.tell("layers");
    };
  }

  /** Another square, or null, is under the mouse. */
  hover(square) {
    this.hovered = this.game && square;
    this.tell("hover");
  }

  /** @param {{kind: "error"|"note", text: string}|null} message */
  say(message) {
    this.message = message;
    this.tell("message");
  }
}
