// The question about the shown frame: player, preset, changed values and moves by hand. Asks one question at a time.

import { COMPUTED, Explanation, planValues } from "../explain/explanation.js";
import { onFrame, OPTIONS, squareOf } from "../core/planes.js";
import { Store } from "../core/store.js";
import { nextPaint } from "../files/browser.js";
import { formatValue, notation, presetOf } from "./player.js";
import { latest } from "./service.js";

const LIVE = "the bot"; // the name of the explanation that is asked for
const BY_HAND = { name: "BY_HAND", sentence: "You gave it this move by hand.", parameters: [] }; // behind the bot's reasons

/**
 * What is asked now. It follows the session's turn and shows every answer there, while it has a game.
 *
 * Events: "question" (another game, player, preset or value), "answer" (it came, it was refused, or another frame with
 * another answer is shown), "reached" (a further turn by the search), "select" (of the session), "future" (of rollouts).
 */
export class Asking extends Store {
  /**
   * @param {import("../core/store.js").Session} session
   * @param {import("./service.js").BotService} service
   * @param {(player: number, preset: string) => any} ownOf  how a player played as this preset; see player.js. Another
   *   answer counts from the next change on
   */
  constructor(session, service, ownOf) {
    super();
    this.session = session;
    this.service = service;
    this.table = service.table;
    this.ownOf = ownOf;
    /** @type {import("../core/replay.js").Replay|null} */
    this.game = null; // that is asked about; none while the panel is closed
    this.player = 1;
    this.preset = this.table.default;
    /** @type {Record<string, any>} */
    this.own = {}; // values by which the game was played in place of the preset's
    /** @type {import("../explain/explanation.js").Found|null} */
    this.found = null;
    /** @type {Explanation|null} */
    this.written = null; // what a file has of this player
    this.usual = this.table.presets[this.preset]; // before any is changed: the preset's, and the game's where they are known
    /** @type {Record<string, any>} */
    this.changes = {};
    /** @type {{turn: number, square: number, move: number}[]} */
    this.orders = []; // moves that a person gives in place of the bot's
    this.history = []; // changes that can be taken back: {dragged, text, changes, orders: those before}
    this.version = 0; // grows with every change of the question
    this.redrawing = null; // until the panels are told of a change
    /** @type {Explanation|null} */
    this.explanation = null; // answers of version `answered`
    this.answered = null;
    this.refusals = new Map(); // turn -> why this version was not answered, or not by the search
    this.plans = new Map(); // turn -> what a plan plays with in place of the usual values; see `planValues`
    this.reached = 0; // the turn to which the search has followed the game
    const [receive, refuse] = [this.receive.bind(this), this.refuse.bind(this)];
    const answer = latest(() => this.game, () => this.nextQuestion, (question) => this.answer(question), receive, refuse);
    const search = latest(() => this.version, () => this.nextSearch, (question) => this.search(question), receive, refuse);
    /** Asks what is not known yet; then, once the field is drawn, for the search's moves. */
    this.ask = () => answer().then(nextPaint).then(search);
    session.on("turn", () => ((this.reached = 0), this.ask(), this.tell("answer")));
    session.on("select", () => this.tell("select"));
  }

  /** The values that are not the preset's: with the preset they are who is asked. */
  get overrides() {
    return { ...this.own, ...this.changes };
  }

  /** What plays in place of the usual values on a turn: those that a search found, and whether for the opening or for a fight. */
  planOf(turn) {
    return this.plans.get(turn) ?? planValues(this.written?.turn(turn)?.search);
  }

  /** The value that plays on the shown frame: the change, or the plan's, or the usual one. */
  valueInPlay(name) {
    return this.changes[name] ?? this.planOf(this.session.turn)[name]?.number ?? this.usual[name];
  }

  /** The answer that is known of the shown frame. @returns {import("../explain/explanation.js").Thought|null} */
  get thought() {
    return this.answered === null ? null : (this.explanation.kept.get(this.session.turn) ?? null);
  }

  /** Whether an answer to this question is known of a frame. */
  isKnown(turn) {
    return this.answered === this.version && Boolean(this.explanation.kept.get(turn));
  }

  /** Why the shown frame has no answer, or none of the search; null when nothing was refused. */
  get refusal() {
    return this.refusals.get(this.session.turn) ?? null;
  }

  /** Whether the shown frame's answer is greedy so far: the search is being computed. */
  get isGreedy() {
    return this.isKnown(this.session.turn) && this.thought.isGreedy;
  }

  /** Squares of the shown frame that move differently from without the changes. @returns {number[]} */
  get changedSquares() {
    return this.thought?.changed ?? [];
  }

  /** Whether an answer is compared with the moves of another player: there are none on the last frame. */
  get isForeign() {
    return this.session.turn < this.session.lastTurn && !this.written && this.session.game.players[this.player - 1] !== this.preset;
  }

  /** Squares of the shown frame on which the game has another move than the answer. @returns {number[]} */
  get foreignMoves() {
    const differs = this.thought?.differs ?? [];
    return [...differs.keys()].filter((square) => differs[square]);
  }

  /** The selected square where it is the asked player's and can be given a move; null else. */
  get ownSquare() {
    const { game, selected, turn, lastTurn } = this.session;
    if (!game || !selected || turn === lastTurn) return null;
    const square = squareOf(selected, game);
    return onFrame(game, "owner", turn)[square] === this.player ? square : null;
  }

  /** The move that the selected square was given by hand, where it was. */
  get handMove() {
    const { ownSquare: square, session: { turn } } = this;
    return this.orders.find((each) => each.turn === turn && each.square === square);
  }

  /** Gives the selected square a move by hand; the same one again takes it back. */
  order(move) {
    const { handMove, ownSquare: square, session: { turn, selected } } = this;
    if (square === null) return;
    const isBack = handMove?.move === move;
    const others = this.orders.filter((each) => each !== handMove);
    this.note(null, `(${selected.x}, ${selected.y}) ${isBack ? "as the bot" : OPTIONS[move]}`);
    this.change(this.changes, isBack ? others : [...others, { turn, square, move }]);
  }

  /** The question about a frame, as service.js answers it. */
  question(turn) {
    const { player, preset, own, found, changes, orders } = this;
    return { turn, player, preset, own, found, parameters: changes, orders };
  }

  /** The same about the rest of the game, with the own values and openings of the other players. */
  futureQuestion(turn) {
    const others = this.session.game.players.map((name, i) => {
      const { own, found } = this.ownOf(i + 1, presetOf(this.table, name));
      return [i + 1, { own, found }];
    });
    return { ...this.question(turn), others: Object.fromEntries(others) };
  }

  /** What was answered belongs to the game before. @param {import("../core/replay.js").Replay|null} game */
  setGame(game) {
    Object.assign(this, { game, version: this.version + 1, answered: null, refusals: new Map(), plans: new Map() });
    this.tell("answer");
    this.tell("question");
  }

  /** Asks another player, as the preset that it is named after. The moves that were given by hand are another's. */
  setPlayer(player) {
    if (player !== this.player) this.orders = [];
    this.put(player, presetOf(this.table, this.session.game.players[player - 1]), this.changes);
  }

  /** Asks all of it anew at once. */
  put(player, preset, changes, orders = this.orders) {
    if (player !== this.player || preset !== this.preset) this.history = [];
    Object.assign(this, { player, preset, reached: 0 });
    this.plans.clear();
    this.change(changes, orders);
  }

  /** @param {boolean} [isDragged]  all values of one drag are one change */
  setValue(name, value, isDragged = false) {
    this.note(isDragged ? name : null, `${name} ${formatValue(value)}`);
    this.change({ ...this.changes, [name]: value });
  }

  /** Back to the usual value; without a name all of them, and the bot's own moves. */
  reset(name) {
    const { [name]: _, ...others } = this.changes;
    this.note(null, `${name ?? "all"} reset`);
    if (name) this.change(others);
    else this.change({}, []);
  }

  /** Remembers what a change takes the place of. @param {string|null} dragged  the value that is being dragged */
  note(dragged, text) {
    const last = this.history.at(-1);
    if (dragged && last?.dragged === dragged) last.text = text;
    else this.history.push({ dragged, text, changes: this.changes, orders: this.orders });
  }

  /** A drag or a run of keys begins: it is another change than the one before. */
  beginDrag() {
    const last = this.history.at(-1);
    if (last) last.dragged = null;
  }

  /** Takes back so many changes. */
  undo(steps = 1) {
    const before = this.history.splice(-steps)[0];
    if (before) this.change(before.changes, before.orders);
  }

  /** Values that play already are no changes. */
  change(changes, orders = this.orders) {
    this.orders = orders;
    Object.assign(this, this.ownOf(this.player, this.preset));
    this.usual = { ...this.table.presets[this.preset], ...this.own };
    this.changes = {};
    this.changes = Object.fromEntries(Object.entries(changes).filter(([name, value]) => value !== this.valueInPlay(name)));
    this.version += 1;
    this.refusals.clear();
    this.ask();
    // The field first: rows of panels take the page longer than the answer takes the worker.
    this.redrawing ??= nextPaint().then(() => {
      this.redrawing = null;
      this.tell("question");
    });
  }

  /** The answer that is wanted: of the shown frame or, while the game plays, of the next. */
  get nextQuestion() {
    const { turn: shown, lastTurn, isPlaying } = this.session;
    if (this.game === null) return undefined;
    const frames = isPlaying ? [shown, Math.min(shown + 1, lastTurn)] : [shown];
    const turn = frames.find((frame) => !this.refusals.has(frame) && !this.isKnown(frame));
    return turn === undefined ? undefined : { ...this.question(turn), version: this.version };
  }

  /** The search's answer that is wanted: of the shown frame while its answer is greedy. */
  get nextSearch() {
    const isWanted = this.game !== null && this.isGreedy && this.refusal === null;
    return isWanted ? { ...this.question(this.session.turn), version: this.version } : undefined;
  }

  /**
   * What the file has of the frame, where the page's own answer takes longer; or greedy moves, by what a plan plays with, so
   * that the field is the player's own.
   */
  async answer(question) {
    const isWritten = this.written && !Object.keys(question.parameters).length && this.service.hasSearch(question);
    const recorded = isWritten && this.written.turn(question.turn);
    if (recorded) {
      const delta = recorded.potential.map((value) => value - value);
      return { thought: { ...recorded, delta, isGreedy: true, isRecorded: true }, usual: recorded.move };
    }
    const plan = Object.entries(this.planOf(question.turn));
    const numbers = Object.fromEntries(plan.map(([name, { number }]) => [name, number]));
    const isBent = plan.some(([, { plan: by }]) => by === "opening");
    return this.service.explain({ ...question, plan: numbers, isBent, search: false });
  }

  /**
   * Asks for the search's moves. The bot has to watch the game up to there first, which takes a while the first time;
   * meanwhile sliders are answered with greedy moves.
   */
  search(question) {
    return this.service.explain(question, (reached) => {
      const isShown = question.turn === this.session.turn && question.player === this.player && question.preset === this.preset;
      if (isShown) this.reached = reached; // else a search that was asked before still runs
      this.tell("reached");
    });
  }

  refuse({ turn, version }, { message }) {
    if (version === this.version) this.refusals.set(turn, message);
    this.tell("answer");
  }

  /** Shows an answer, also of an earlier version: a field follows the hand although no answer keeps up with it. */
  receive(question, answer) {
    const { session } = this;
    const { turn, version, player } = question;
    if (answer.thought.search && version === this.version) this.notePlan(turn, planValues(answer.thought.search));
    const thought = this.compare(question, answer);
    const isNew = this.answered !== version;
    if (isNew) this.explanation = new Explanation(LIVE, this.header(question));
    else thought.delta ??= this.explanation.kept.get(turn)?.delta; // a search leaves the field
    this.explanation.set(turn, thought);
    this.answered = version;
    // The player who was asked before is asked no more.
    session.explanations = session.explanations.filter((each) => each.name !== LIVE || each.player === player);
    if (isNew) session.explain(this.explanation);
    else session.tell("explanation");
    this.tell("answer");
  }

  /** An answer with the moves by hand, and with the squares that move differently from without the change, and from the game. */
  compare({ turn, player, orders }, { thought, usual }) {
    const { game } = this;
    const owner = onFrame(game, "owner", turn);
    const recorded = turn < game.frames - 1 ? onFrame(game, "moves", turn) : thought.move;
    // Of the bot's own moves: a person's are not what its parameters choose.
    const differs = owner.map((who, c) => Number(who === player && thought.move[c] !== recorded[c]));
    const [move, reason] = [thought.move.slice(), thought.reason.slice()];
    for (const each of orders) {
      if (each.turn !== turn || owner[each.square] !== player) continue;
      move[each.square] = each.move;
      reason[each.square] = this.table.reasons.length;
    }
    const changed = [...owner.keys()].filter((c) => owner[c] === player && move[c] !== usual[c]);
    return { ...thought, differs, move, reason, changed };
  }

  header({ player, preset, own, parameters: changes }) {
    const { width, height } = this.game;
    const { definitions, presets, reasons } = this.table;
    const values = { ...own, ...changes };
    const names = { name: notation(preset, values), usual: notation(preset, own) };
    const parameters = { ...presets[preset], ...values };
    return { source: COMPUTED, player, width, height, ...names, parameters, definitions, reasons: [...reasons, BY_HAND] };
  }

  /** An answer has a change in the place of the plan's number, which stays what it was without. */
  notePlan(turn, plan) {
    const found = Object.entries(plan).filter(([name]) => !(name in this.changes));
    const kept = Object.entries(this.planOf(turn)).filter(([name]) => name in this.changes);
    this.plans.set(turn, Object.fromEntries([...found, ...kept]));
  }
}
