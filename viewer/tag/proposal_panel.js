// The panel of proposals: asks a filter, and steps through its answers.

import { button, choice, controls, element } from "../page/dom.js";
import { nameOf } from "../page/labels.js";
import { panel } from "../page/panels.js";

const FIRST = "v26, champion?combat_search=0&war_every=0&opening_search=0";

export function makeProposalPanel(tagger) {
  const { filters } = tagger.known;
  const tell = (name) => (meaning.textContent = filters[name]);
  const filter = choice(Object.keys(filters), tell, { "aria-label": "Filter" });
  for (const option of filter.options) option.title = filters[option.value];
  const meaning = element("p", { class: "muted" }, filters[filter.value]);
  const players = element("textarea", { rows: 2, spellcheck: "false", "aria-label": "Players, with commas or one a line" }, FIRST);
  const propose = async () => {
    asking.disabled = true;
    const listed = players.value.split(/[,\n]/).map((name) => name.trim()).filter(Boolean);
    await tagger.propose(filter.value, listed);
    asking.disabled = false;
  };
  const asking = button("Propose", propose, { id: "propose" });
  return panel(
    "proposals",
    "Worth a look",
    controls(filter, asking),
    meaning,
    element("label", { class: "field" }, "Players that are asked", players),
    list(tagger),
  );
}

/** The proposals; the one that is looked at is marked. */
function list(tagger) {
  const root = element("div", { "aria-live": "polite" });
  tagger.addEventListener("proposals", () => {
    const { proposals, found, place } = tagger;
    const shown = proposals.length < found ? `the first ${proposals.length} of ${found}` : `${found}`;
    const none = tagger.isAsked ? "Nothing proposed." : "";
    const count = place < 0 ? none : `${place + 1} of ${shown}`;
    const rows = proposals.map((proposal, number) => row(tagger, proposal, number, number === place));
    root.replaceChildren(element("p", { class: "status" }, count), element("ol", { class: "rows" }, ...rows));
    root.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  });
  return root;
}

function row(tagger, proposal, number, isCurrent) {
  const { x, y } = tagger.squareOf(proposal);
  const title = `turn ${proposal.turn}, ${nameOf(tagger.viewer.session.game, proposal.player)} (${x}, ${y})`;
  const words = [element("strong", {}, title), element("span", { class: "muted" }, proposal.why)];
  const look = { class: "row-open", "aria-current": `${isCurrent}` };
  return element("li", {}, button(words, () => tagger.look(number), look));
}
