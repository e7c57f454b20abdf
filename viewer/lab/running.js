// The button of a panel that plays a question: begins it, draws what is known now and then, goes on with what was played.

import { button, element } from "../page/dom.js";
import { addressOf } from "../page/link.js";
import { keep, kept } from "./kept.js";
import { playerOf } from "./players.js";

const REST = 200; // ms between two drawings: games need the processor too

/**
 * What a panel asks; it can be written down, so players are notations.
 * @typedef {{width: number, height: number, first: number, blocks: number, players: string[]}} Asked
 */

/**
 * @param {object} panel  name: among the laboratory's panels; label: of the button; read(): what the fields ask, an
 *   Asked, throws AskedError; fill(asked): writes it into them; link(asked): the pairs of an address that asks it, if
 *   there is one; make(crew, question, asked): the Run; show(run): draws what is known; told(run): is said at the end
 */
export function makeRunner(lab, { name, label, read, fill, link, make, show, told }) {
  const said = element("p", { class: "status", role: "status" });
  const reached = element("p", { class: "reached muted" }); // no status: a screen reader would read every map
  const runner = { run: null, open: null, begin, goOn, root: null, button: null, said, reached };

  /** Plays what the fields ask. */
  async function begin() {
    if (runner.open) {
      runner.run?.stop();
      await runner.open;
    }
    runner.open = lab.attempt(said, play);
    runner.button.textContent = "Stop";
    await runner.open;
    runner.open = null;
    runner.button.textContent = label;
    reached.textContent = "";
  }

  async function play() {
    said.textContent = "";
    const asked = read();
    const { players, ...board } = asked;
    const question = { ...board, lineup: players.map((text) => playerOf(lab.table, text)) };
    const run = (runner.run = make(await lab.crew(), question, asked));
    if (link) history.replaceState(null, "", addressOf((lab.linked = link(asked))));
    const begun = performance.now();
    const progress = () => `${run.blocks} of ${run.question.blocks} maps, ${run.games} games in ${((performance.now() - begun) / 1000).toFixed(0)} s.`;
    const draw = () => {
      show(run);
      reached.textContent = progress();
      keep(name, { asked, scored: run.scored, isStopped: run.isStopped });
    };
    let waiting;
    run.addEventListener("told", () => (waiting ??= setTimeout(() => ((waiting = null), draw()), REST)));
    await run.run(knownOf(name, asked));
    clearTimeout(waiting);
    draw();
    return `${progress()} ${told(run)}`;
  }

  /** Plays what was asked elsewhere: by a link, or by this page before it was loaded again. @param {Asked} asked */
  function goOn(asked) {
    fill(asked);
    return begin();
  }

  runner.button = button(label, () => (runner.open ? runner.run?.stop() : begin()), { class: "primary" });
  return runner;
}

/** What was played of this question before. */
function knownOf(panel, asked) {
  const last = kept(panel);
  return JSON.stringify(last?.asked) === JSON.stringify(asked) ? last.scored : [];
}
