// The viewer: a board with its controls in any element, any number of times on a page.

import { assemble, listen } from "./shell.js";
import { firstContact } from "./story.js";
import { runClock } from "./transport.js";
import { Board } from "../core/board.js";
import { Camera } from "../core/camera.js";
import { palette } from "../core/colours.js";
import { Session } from "../core/store.js";
import { REASON_COLOURS } from "../explain/choices.js";
import { Explanation, readThought, withShownTexts } from "../explain/explanation.js";
import { chooseFile, download } from "../files/browser.js";
import { contentOf, isReplay, open } from "../files/open.js";

const LIGHT = window.matchMedia("(prefers-color-scheme: light)");

/** A viewer in an element; `session` is its state, which a program may change and listen to. */
export class Viewer {
  /**
   * @param {HTMLElement} place  its height is the viewer's
   * @param {{keys?: EventTarget, theme?: string, isPage?: boolean}} [options]  keys: who hears them, the element by
   *   default, the document of a page of its own; theme: "dark" or "light", the system's by default, which it follows;
   *   isPage: whether it is as high as the window
   */
  constructor(place, { keys, theme, isPage = false } = {}) {
    this.isPage = isPage;
    this.session = new Session();
    this.camera = new Camera();
    this.session.isSmooth = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
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
    this.followsSystem = !theme;
    this.setTheme(theme ?? preferredTheme());
    LIGHT.addEventListener("change", () => this.followsSystem && this.setTheme(preferredTheme()), { signal: this.stop.signal });
    this.ready = this.opening; // what a page brings is on screen, or refused
  }

  /** To the first frame on which something is at stake. */
  seekContact() {
    this.session.seek(firstContact(this.session.game));
  }

  /**
   * Shows other thoughts on a turn, for example recomputed with changed parameters.
   * @param {object} written  a turn as in docs/pages/explanations.md
   * @param {object} [header]  the file's header, needed when no explanation of that player is open
   */
  setExplanation(turn, written, header) {
    const { session } = this;
    header &&= withShownTexts(header);
    const about = (head) => JSON.stringify([head?.player, head?.layers]); // another header of the same may stand over its turns
    if (header && about(header) !== about(session.explanation?.header)) session.explain(new Explanation("live", header));
    const explanation = session.explanation;
    if (!explanation) throw new Error("no explanation is open: give a header with the first turn");
    if (header) explanation.header = header;
    explanation.set(turn, readThought(written, explanation.header, turn));
    session.tell("explanation");
  }

  /**
   * Opens files, replays first: the others are about them. What is wrong with each of them is said together. The bytes of one
   * are base64 where they are a text, null where they could not be read; `kind` is the only one that it may be.
   * @param {{name: string, bytes: Uint8Array|string|null, kind?: any}[]} files
   * @returns {Promise<boolean>}  whether none was refused
   */
  openEach(files) {
    return this.inTurn(() => this.openAllOf(files));
  }

  async openAllOf(files) {
    const problems = [];
    this.session.say(null);
    for (const { bytes, name, kind } of [...files].sort((a, b) => Number(isReplay(b)) - Number(isReplay(a)))) {
      try {
        const opened = await open(bytes, name, kind);
        this.show(opened.kind, opened.value);
      } catch (error) {
        problems.push(`${name}: ${error.message}`);
      }
    }
    if (problems.length) this.session.say({ kind: "error", text: problems.join("\n") });
    return problems.length === 0;
  }

  setTheme(theme) {
    this.root.dataset.theme = this.theme = theme;
    const named = { player: palette(theme).player, reason: REASON_COLOURS[theme] };
    for (const [name, colours] of Object.entries(named)) {
      colours.forEach((colour, number) => this.root.style.setProperty(`--${name}-${number}`, colour));
    }
    this.board.setTheme(theme);
    this.session.tell("theme");
  }

  destroy() {
    this.session.load(null); // nothing plays any more
    this.stop.abort();
    this.root.remove();
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

  /** Saves the board as it is seen, as a PNG, and says so. */
  savePicture() {
    const { session, canvas, camera } = this;
    if (!session.game) return;
    const density = canvas.width / camera.screen.width;
    const [left, top, width, height] = ["left", "top", "width", "height"].map((side) => Math.round(camera.area[side] * density));
    const cut = Object.assign(document.createElement("canvas"), { width, height });
    cut.getContext("2d").drawImage(canvas, -left, -top);
    const name = `${session.game.name.replace(/(\.hlt)?(\.gz)?$/i, "").replace(/[^\w.-]+/g, "_") || "game"}-turn-${session.turn}.png`;
    cut.toBlob((blob) => download(blob, name));
    session.say({ kind: "note", text: `${name} is saved.` });
  }

  chooseFiles() {
    chooseFile((files) => this.openFiles(files));
  }

  toggleTheme() {
    this.setTheme(this.theme === "dark" ? "light" : "dark");
  }

  toggleHelp() {
    if (this.help.open) this.help.close();
    else this.help.show();
  }
}

function preferredTheme() {
  return LIGHT.matches ? "light" : "dark";
}

