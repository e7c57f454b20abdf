// The viewer as one call: a board with its controls in any element, any number of times on a page.

import { assemble, listen } from "./shell.js";
import { firstContact } from "./story.js";
import { runClock } from "./transport.js";
import { Board } from "../core/board.js";
import { FormatError } from "../core/bounds.js";
import { Camera } from "../core/camera.js";
import { palette } from "../core/colours.js";
import { Session } from "../core/store.js";
import { reasonColours } from "../explain/choices.js";
import { Explanation, thought } from "../explain/explanation.js";
import { contentOf, isReplay, open } from "../files/open.js";

/**
 * Puts a viewer into an element.
 * @param {HTMLElement} place  its height is the viewer's
 * @param {object} data   replay: a file's bytes, or what replay.js reads from it; explanation, flog: bytes; name
 * @param {object} hooks  onTurn(turn), onSelect({x, y}|null), onReplay(game), onLayers(keys), onPlaying(isPlaying),
 *   onError(text)
 * @param {object} [options]  keys: who hears them, the element by default, the document of a page of its own; theme:
 *   "dark" or "light", the system's by default, which it follows; isPage: whether it is as high as the window
 * @returns {Viewer}
 */
export function mount(place, data = {}, hooks = {}, options = {}) {
  return new Viewer(place, data, hooks, options);
}

const LIGHT = window.matchMedia("(prefers-color-scheme: light)");

/** A mounted viewer: what a program may ask of it. */
export class Viewer {
  /** @param {{keys?: EventTarget, theme?: string, isPage?: boolean}} options */
  constructor(place, data, hooks, options) {
    const { keys, theme, isPage = false } = options;
    this.isPage = isPage;
    this.session = new Session();
    this.camera = new Camera();
    this.session.view.smooth = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const { root, canvas, stage, side, layers, help, bindings } = assemble(this);
    this.root = root;
    this.canvas = canvas;
    this.stage = stage;
    this.side = side;
    this.layers = layers;
    this.help = help;
    this.bindings = bindings;
    /** @type {import("../think/ask.js").Ask|null} */
    this.thinking = null; // the panel that asks a bot, and the one that plays games, where the page has them
    /** @type {import("../lab/laboratory.js").Laboratory|null} */
    this.laboratory = null;
    this.drawer = null; // the one of them that is open
    this.writeAddress = () => {}; // puts the link to what is shown into the page's address, where the page keeps it
    place.append(root);
    this.board = new Board(this.canvas, this.session, this.camera);
    runClock(this.session);
    this.stop = new AbortController(); // ends all listeners at once
    this.opening = Promise.resolve(); // the last file that was given is open, or refused
    listen(this, keys ?? this.root);
    this.call(hooks);
    this.followsSystem = !theme;
    this.setTheme(theme ?? preferredTheme());
    LIGHT.addEventListener("change", () => this.followsSystem && this.setTheme(preferredTheme()), { signal: this.stop.signal });
    /** Resolves when everything that was given is on screen, or refused. */
    this.ready = this.openAll(data);
  }

  // What a program may do.

  seek(turn) {
    this.session.seek(turn);
  }

  /** To the first frame on which something is at stake. */
  seekContact() {
    this.seek(firstContact(this.session.game));
  }

  play() {
    this.session.setPlaying(true);
  }

  pause() {
    this.session.setPlaying(false);
  }

  get turn() {
    return this.session.turn;
  }

  /** @param {{x: number, y: number}|null} square */
  select(square) {
    this.session.select(square);
  }

  /** Turns a layer on or off; the keys are those of layers.js. */
  setLayer(key, isOn = true) {
    this.session.setLayer(key, isOn);
  }

  /** Frames squares: [{x, y, color?, move?}, ...], with an arrow for a move. An empty list removes the frames. */
  mark(squares) {
    this.session.mark(squares);
  }

  /**
   * Shows other thoughts on a turn, for example recomputed with changed parameters.
   * @param {object} written  a turn as in docs/pages/explanations.md; its arrays may be typed arrays
   * @param {object} [header]  the file's header, needed when no explanation of that player is open
   */
  setExplanation(turn, written, header) {
    const { session } = this;
    if (header && header.player !== session.explanation?.player) session.explain(new Explanation("live", header));
    const explanation = session.explanation;
    if (!explanation) throw new Error("no explanation is open: give a header with the first turn");
    if (header) explanation.header = header;
    explanation.set(turn, thought(written, explanation.header, turn));
    session.tell("explanation");
  }

  /**
   * Opens a file of any kind: a replay, an explanation, an f-log. A message says why one cannot be.
   * @param {Uint8Array|string|null} bytes  a text is base64; null when they could not be read
   * @param {{kind?: string, isFurther?: boolean}} [options]  the only kind it may be; whether it is opened together
   *   with others, whose messages stay
   * @returns {Promise<boolean>}  whether it was opened
   */
  open(bytes, name, options = {}) {
    const { kind, isFurther } = options;
    return this.inTurn(() => this.openAllOf([{ bytes, name, kind }], isFurther));
  }

  /**
   * Opens several files, replays first: the others are about them. What is wrong with each of them is said together.
   * @param {{bytes: Uint8Array|null, name: string, kind?: string}[]} files
   */
  openEach(files) {
    return this.inTurn(() => this.openAllOf(files));
  }

  /** @returns {Promise<boolean>}  whether none was refused */
  async openAllOf(files, isFurther = false) {
    const { session } = this;
    if (!isFurther) session.say(null);
    let areOpen = true;
    for (const { bytes, name, kind } of [...files].sort((a, b) => Number(isReplay(b)) - Number(isReplay(a)))) {
      try {
        const opened = await open(bytes, name, kind);
        this.show(opened.kind, opened.value);
      } catch (error) {
        areOpen = false;
        session.sayMore({ kind: "error", text: `${name}: ${inWords(error)}` });
      }
    }
    return areOpen;
  }

  setTheme(theme) {
    this.root.dataset.theme = this.theme = theme;
    const named = { player: palette(theme).player, reason: reasonColours(theme) };
    for (const [name, colours] of Object.entries(named)) {
      colours.forEach((colour, number) => this.root.style.setProperty(`--${name}-${number}`, colour));
    }
    this.board.setTheme(theme);
    this.session.tell("theme");
  }

  /** Removes the viewer from the page. */
  destroy() {
    this.session.load(null); // nothing plays or counts any more
    this.stop.abort();
    this.root.remove();
  }

  // How it is made.

  call({ onTurn, onSelect, onReplay, onLayers, onPlaying, onError }) {
    const { session } = this;
    session.on("turn", () => onTurn?.(session.turn));
    session.on("select", () => onSelect?.(session.selected));
    session.on("replay", () => onReplay?.(session.game));
    session.on("layers", () => onLayers?.([...session.layers]));
    session.on("playing", () => onPlaying?.(session.isPlaying));
    session.on("message", () => session.message?.kind === "error" && onError?.(session.message.text));
  }

  /** The options passed to mount. */
  openAll(data) {
    if (data.replay && !(data.replay instanceof Uint8Array)) this.show("replay", data.replay);
    const { replay, explanation, flog, name = "replay" } = data;
    const files = Object.entries({ replay, explanation, flog }).map(([kind, bytes]) => ({ kind, bytes, name: kind === "replay" ? name : kind }));
    return this.openEach(files.filter(({ bytes }) => bytes instanceof Uint8Array));
  }

  /** @param {Iterable<File>} files  chosen or dropped by a person */
  openFiles(files) {
    const reading = Promise.all([...files].map(contentOf)); // now: after the event the browser takes the list away
    return this.inTurn(async () => {
      const read = await reading;
      const before = this.session.game;
      if (!read.length) return this.session.say({ kind: "error", text: "What you dropped is not a file. Save it first, then drop the file." });
      await this.openAllOf(read);
      if (!this.isPage || this.session.game === before) return;
      this.seekContact();
      if (!this.session.explanations.length) this.thinking?.offer();
    });
  }

  /** Does one opening after the other, as they were asked for: of two files dropped quickly the second is shown. @returns {Promise<any>} */
  inTurn(work) {
    const done = this.opening.then(work);
    this.opening = done.catch(() => {});
    return done;
  }

  show(kind, value) {
    const { session } = this;
    if (kind === "replay") return session.load(value);
    if (!session.game) throw new Error(`this ${kind} is about a game: open its replay first`);
    if (kind === "findings") return session.setFindings(value);
    return kind === "explanation" ? session.explain(value) : session.setFlog(value);
  }

  look(change) {
    change();
    this.board.redraw();
  }

  toggleTheme() {
    this.setTheme(this.theme === "dark" ? "light" : "dark");
  }

  toggleHelp() {
    if (this.help.open) this.help.close();
    else this.help.show();
  }

  zoom(factor) {
    this.look(() => this.camera.zoomBy(factor));
  }

  home() {
    this.look(() => this.camera.home());
  }
}

function preferredTheme() {
  return LIGHT.matches ? "light" : "dark";
}

/** Why a file cannot be opened. JavaScript's own errors have classes of their own, and help no reader. */
function inWords(error) {
  if (error instanceof FormatError || error.constructor === Error) return error.message;
  console.error(error);
  return "it cannot be shown: something in it is not as the page expects";
}
