// The coach's findings: chances under the time line, turning points to step through, better moves on the board.

import { button, colourOf, controls, element, folded, iconButton, panel, swatch, table, view } from "./dom.js";
import { Plot } from "./plot.js";
import { beside } from "./story.js";
import { nameOf, percents } from "./words.js";
import { demand, parse } from "../core/bounds.js";
import { box, longArrow, strokeOnHeat } from "../core/drawing.js";
import { STEPS } from "../core/planes.js";

const FRESH = 4000; // ms after which a page that is still being written is read again
const AT_REST = 15000; // ms without a touch, so that it does not change under the reader's hands
const VERSION = 1;

/**
 * The findings in these bytes, as experiments/coach/sentences.py writes them: points are turning points, `first` is the frame
 * before one; chance says of some frames how often each player won from there. Throws FormatError.
 */
export function readFindings(bytes) {
  const found = parse(new TextDecoder().decode(bytes), "it", "was the file cut short");
  demand(found.version === VERSION, "findings of another version; run the coach of this version again");
  return found;
}

/** Throws FormatError when they are about another game. */
export function checkFindings({ turns, seat, chance }, game) {
  demand(turns === game.frames - 1, `the coach looked at a game of ${turns} turns, this one has ${game.frames - 1}; is it another game's?`);
  demand(seat <= game.players.length, `the coach looked at player ${seat}, the game has ${game.players.length}`);
  demand(chance.every(({ each }) => each.length === game.players.length), "the coach saw another number of players");
}

/** The other moves of the turning point that is shown, as arrows. @type {import("../explain/layers.js").Layer} */
export const BETTER = {
  key: "better",
  label: "Better move",
  tip: "At a turning point: another move that is better by more than luck explains",
  draw(scene) {
    const { ctx, session, colours, scale, game } = scene;
    const moves = new Map(pointNow(session)?.moves.map(({ x, y, move }) => [y * game.width + x, move]));
    if (!moves.size) return;
    ctx.beginPath();
    scene.each((square, left, top) => {
      const move = moves.get(square);
      if (move === undefined) return;
      box(scene, left, top, 0.05);
      if (move) longArrow(scene, left, top, ...STEPS[move]);
    }, 1);
    strokeOnHeat(scene, Math.max(2, scale * 0.1), colours.still);
  },
  legend(session, { still }) {
    const none = "none that is sure on this turn; see the turning points";
    return [{ line: still, text: pointNow(session)?.moves.length ? "the better move of the framed squares; a frame alone: stands still" : none }];
  },
};

/** The turning point that begins on the frame that is shown. */
function pointNow({ findings, turn }) {
  return findings?.points.find(({ first }) => first === turn);
}

/** To the next turning point (direction 1), or the one before (-1). */
export function jumpToPoint(session, direction) {
  const next = pointBeside(session, direction);
  if (next) goToPoint(session, next);
}

function pointBeside({ findings, turn }, direction) {
  return beside(findings?.points ?? [], ({ first }) => first - turn, direction);
}

function goToPoint(session, { first, square }) {
  session.goTo(first, square);
  session.setLayer(BETTER.key, true);
}

/** The chance of each player under the time line, with the turning points; a click goes to that turn. */
export function makeChances(session) {
  const plot = new Plot("Chance of each player over the game, in per cent; the panel Coach has it in words", (turn) => session.goTo(turn));
  const badges = view(session, ["findings", "turn"], () =>
    element("div", { class: "badges" }, (session.findings?.points ?? []).map((one, i) => badge(session, one, i))),
  );
  const root = element("div", { class: "coached" }, plot.root, badges);
  session.render(["findings"], () => {
    const { findings, game, lastTurn } = session;
    root.hidden = !findings;
    if (!findings) return;
    const at = findings.chance.map(({ frame }) => frame);
    const curve = (seat) => ({ colour: colourOf(seat + 1), at, values: findings.chance.map(({ each }) => 100 * each[seat]) });
    plot.draw(at.length ? game.players.map((_, seat) => curve(seat)) : [], { to: lastTurn, high: 100 });
  });
  session.render(["findings", "time"], () => plot.point(session.time));
  return root;
}

function badge(session, point, i) {
  const label = `Turning point ${i + 1}: ${point.title}`;
  return button(`${i + 1}`, () => goToPoint(session, point), {
    class: "turning",
    style: `--at: ${point.first / (session.lastTurn || 1)}`,
    title: label,
    "aria-label": label,
    "aria-current": String(point.first === session.turn),
  });
}

/** The answer in words, and the turning points one by one. */
export function makeCoach(session) {
  return view(session, ["findings", "turn"], () => {
    const root = panel("coach", "Coach", session.findings && parts(session));
    root.hidden = !session.findings;
    return root;
  });
}

function parts(session) {
  const { title, lead, method, unsure } = session.findings;
  const looked = table(["", "before", "after", "fall, points", "rollouts"], unsure);
  const texts = pointNow(session)?.texts ?? [];
  return [
    element("div", { class: "answer" }, element("p", {}, element("strong", {}, title)), ...paragraphs(lead)),
    element("p", { class: "hint chance-now" }, ...chanceNow(session)),
    steps(session),
    element("dl", { class: "point" }, texts.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)])),
    element("div", {}, unsure.length > 0 && folded("Looked at, and not sure", {}, looked), folded("How sure is this?", {}, ...paragraphs(method))),
  ];
}

function steps(session) {
  const { points } = session.findings;
  const here = pointNow(session);
  const count = `${points.length} turning point${points.length === 1 ? "" : "s"}`;
  const place = here ? `${points.indexOf(here) + 1} of ${count}: ${here.title}` : count;
  const step = (icon, label, key, direction) =>
    iconButton(icon, label, key, () => jumpToPoint(session, direction), { disabled: !pointBeside(session, direction) });
  const [before, next] = [step("back", "Turning point before", "[", -1), step("forward", "Next turning point", "]", 1)];
  const row = controls(before, element("span", { "aria-live": "polite" }, place), next);
  row.hidden = !points.length;
  return row;
}

/** What the rollouts that were played from the nearest turn say of every player. */
function chanceNow({ findings: { chance, aim, seat: ours }, game, turn }) {
  if (!chance.length) return [];
  const far = ({ frame }) => Math.abs(frame - turn);
  const nearest = chance.reduce((best, one) => (far(one) < far(best) ? one : best));
  const where = nearest.frame === turn ? "" : `, the nearest to turn ${turn} from which rollouts were played`;
  const [low, value, high] = nearest.won;
  const share = (seat) => (seat === ours ? percents({ low, value, high }, 0) : `${Math.round(100 * nearest.each[seat - 1])}\u00a0%`);
  const each = game.players.map((_, i) => element("span", {}, swatch(colourOf(i + 1)), `${nameOf(game, i + 1)}\u00a0${share(i + 1)} `));
  return [`Chance of ${aim} on turn ${nearest.frame}${where}: `, ...each];
}

function paragraphs(texts) {
  return texts.map((text) => element("p", {}, text));
}

/** Reads a page again while its findings grow; the reader's last touch puts that off. */
export function followFindings(session) {
  let touched = -Infinity;
  for (const kind of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(kind, () => (touched = performance.now()), { capture: true, passive: true });
  }
  setInterval(() => session.findings?.growing && performance.now() - touched > AT_REST && location.reload(), FRESH);
}
