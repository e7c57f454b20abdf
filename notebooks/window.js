// The viewer as a widget's view. window.py puts viewer/ui/app.js and all it imports before this text.

/** Draws a view of a Window (notebooks/window.py); anywidget calls it for every cell that shows one. */
async function render({ model, el }) {
  const place = document.createElement("div");
  place.className = "halite-window";
  el.append(place);
  const stop = new AbortController(); // ends all listeners at once
  keepKeys(place, stop.signal);
  const link = new Link(model, place, stop.signal);
  await link.open();
  return () => {
    stop.abort();
    link.viewer.destroy();
    place.remove();
  };
}

/** A viewer that stays with the game that its notebook gave it: Python knows no other. */
class NotebookViewer extends Viewer {
  show(kind, value) {
    if (kind === "replay" && this.session.game) {
      throw new Error("this window belongs to its notebook's game; make another Window for this one");
    }
    super.show(kind, value);
  }

  /** Puts another board in the place of the shown frame: H * W numbers each. */
  setBoard(owner, strength, production) {
    const { session, board } = this;
    const start = session.turn * owner.length;
    session.game.owner.set(owner, start);
    session.game.strength.set(strength, start);
    session.game.production.set(production);
    board.setTheme(this.theme); // draws the ground anew
    session.tell("select");
  }

  /** Locks the scales of layers: [low, high] by the layers' keys. */
  setScales(scales) {
    const { session } = this;
    session.scales.clear();
    for (const [key, [low, high]] of Object.entries(scales)) session.scales.set(key, { low, high });
    session.tell("layers");
  }
}

/** How a trait is read off a session and what tells of it, and how a session is brought to it. */
const TRAITS = {
  turn: { event: "turn", read: ({ turn }) => turn, write: (session, turn) => session.seek(turn) },
  selected: {
    event: "select",
    read: ({ selected }) => selected && [selected.x, selected.y],
    write: (session, square) => session.select(square && { x: square[0], y: square[1] }),
  },
  layers: {
    event: "layers",
    read: ({ layers }) => [...layers].sort(),
    write: (session, layers) => session.setLayers(layers),
  },
  playing: {
    event: "playing",
    read: ({ isPlaying }) => isPlaying,
    write: (session, isPlaying) => session.setPlaying(isPlaying),
  },
};

/** Keeps one viewer and the traits of its Window together. */
class Link {
  constructor(model, place, signal) {
    Object.assign(this, { model, place, signal, isSilent: true, known: new Map() });
    this.viewer = new NotebookViewer(place, { theme: this.theme });
    this.session = this.viewer.session;
    for (const [trait, { event }] of Object.entries(TRAITS)) this.session.on(event, () => this.tell(trait));
  }

  /** Shows everything that the model holds, then listens to both sides. */
  async open() {
    const { model, viewer } = this;
    await viewer.openEach(files(model));
    this.isSilent = false;
    for (const [trait, act] of this.changes()) {
      act();
      model.on(`change:${trait}`, act);
      this.signal.addEventListener("abort", () => model.off(`change:${trait}`, act));
    }
    this.session.on("theme", () => viewer.theme !== this.theme && this.set("theme", viewer.theme));
    // In JupyterLab the choice of light and dark stands on the body.
    const surroundings = new MutationObserver(() => this.dress());
    surroundings.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
    this.signal.addEventListener("abort", () => surroundings.disconnect());
  }

  /** What to do when a trait has changed. */
  changes() {
    const { model, viewer, place } = this;
    return [
      ["height", () => place.style.setProperty("--height", `${model.get("height")}px`)],
      ["theme", () => this.dress()],
      ["_thoughts", () => this.think()],
      ["_marks", () => viewer.session.mark(model.get("_marks"))],
      ["_board", () => this.lay()],
      ["scales", () => viewer.setScales(model.get("scales"))],
      ...Object.keys(TRAITS).map((trait) => [trait, () => this.obey(trait)]),
    ];
  }

  /** Python, or another view, has changed a trait. */
  obey(trait) {
    const { model, session } = this;
    const wanted = model.get(trait);
    if (this.isEqual(trait)) return;
    // Views that play have clocks of their own: one that is a frame behind is not called back.
    if (trait === "turn" && session.isPlaying && Math.abs(wanted - session.turn) <= 1) return;
    this.isSilent = true; // on its way to the wanted state a session passes others
    TRAITS[trait].write(session, wanted);
    this.isSilent = false;
    this.tell(trait);
    if (trait === "playing") wanted ? this.tell("turn") : this.obey("turn");
  }

  /** The viewer was changed by hand. */
  tell(trait) {
    if (!this.isSilent && !this.isEqual(trait)) this.set(trait, TRAITS[trait].read(this.session));
  }

  isEqual(trait) {
    const [seen, wanted] = [TRAITS[trait].read(this.session), this.model.get(trait)];
    return JSON.stringify(seen) === JSON.stringify(trait === "layers" ? wanted.toSorted() : wanted);
  }

  set(trait, value) {
    this.model.set(trait, value);
    this.model.save_changes();
  }

  /** Shows the thoughts that are new since the last time, those of the latest last. */
  think() {
    const { viewer, known } = this;
    for (const [key, [header, turn]] of Object.entries(this.model.get("_thoughts"))) {
      if (known.get(key) === turn) continue;
      known.set(key, turn);
      const [head, found] = [JSON.parse(header), JSON.parse(turn)];
      if (viewer.session.explanations.some(({ player }) => player === head.player)) viewer.session.lookAt(head.player);
      viewer.setExplanation(found.turn, found, head);
    }
  }

  /** Puts the board that Python gave in the place of the shown frame; none is given at first. */
  lay() {
    const [owner, strength, production] = this.model.get("_board").map(bytes);
    if (owner) this.viewer.setBoard(owner, strength, production);
  }

  dress() {
    if (this.viewer.theme !== this.theme) this.viewer.setTheme(this.theme);
  }

  /** The theme that was asked for; "auto" is that of the notebook, where it has none that of the system. */
  get theme() {
    const asked = this.model.get("theme");
    if (asked !== "auto") return asked;
    const isLight = document.body.dataset.jpThemeLight ?? String(matchMedia("(prefers-color-scheme: light)").matches);
    return isLight === "true" ? "light" : "dark";
  }
}

/** What the model holds, as a viewer opens it. The first explanation is opened last: that is the one to be seen. */
function files(model) {
  const explanations = model.get("_explanations").toReversed();
  return [
    { kind: "replay", name: model.get("_name"), bytes: bytes(model.get("_replay")) },
    ...explanations.map((file) => ({ kind: "explanation", name: "explanation", bytes: bytes(file) })),
  ];
}

/** Bytes from Python arrive as a DataView. */
function bytes({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Leaves the keys pressed on the board to the board: JupyterLab would cut the cell at X. It asks this attribute
 * before any other listener gets the key. Keys with Ctrl or Command stay with the notebook.
 */
function keepKeys(place, signal) {
  const decide = (event) => place.toggleAttribute("data-lm-suppress-shortcuts", !(event.ctrlKey || event.metaKey));
  window.addEventListener("keydown", decide, { capture: true, signal });
}

export default { render };
