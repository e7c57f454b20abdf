// The panel of proposals: asks a filter, and steps through its answers.

import { element } from "../page/dom.js";
import { nameOf } from "../page/labels.js";
import { panel } from "../page/panels.js";

const FIRST = "v26, champion?combat_search=0&war_every=0&opening_search=0";

/** @param {import("./tagger.js").Tagger} tagger @returns {HTMLElement} */
export function makeProposalPanel(tagger) {
  const filters = Object.entries(tagger.known.filters);
  const filter = element(
    "select",
    { "aria-label": "Filter" },
    ...filters.map(([name, title]) => element("option", { value: name, title }, name)),
  );
  const meaning = element("p", { class: "muted" }, filters[0][1]);
  filter.addEventListener("change", () => (meaning.textContent = tagger.known.filters[filter.value]));
  const players = element("textarea", { rows: 2, spellcheck: "false", "aria-label": "Players, with commas or one a line" }, FIRST);
  const button = element("button", { type: "button", id: "propose" }, "Propose");
  button.addEventListener("click", async () => {
    button.disabled = true;
    await tagger.propose(filter.value, listed(players.value));
    button.disabled = false;
  });
  return panel(
    "proposals",
    "Worth a look",
    element("div", { class: "choices" }, filter, button),
    meaning,
    element("label", { class: "field" }, "Players that are asked", players),
    list(tagger),
  );
}

/** The players of a text, between commas and line breaks. */
function listed(text) {
  return text.split(/[,\n]/).map((name) => name.trim()).filter(Boolean);
}

/** The proposals; the one that is looked at is marked. */
function list(tagger) {
  const root = element("div", { "aria-live": "polite" });
  tagger.addEventListener("proposals", () => {
    const { proposals, found, place } = tagger;
    const shown = proposals.length < found ? `the first ${proposals.length} of ${found}` : `${found}`;
    const count = place < 0 ? "Nothing proposed." : `${place + 1} of ${shown}`;
    const rows = proposals.map((proposal, number) => row(tagger, proposal, number, number === place));
    root.replaceChildren(element("p", { class: "status" }, count), element("ol", { class: "rows" }, ...rows));
    root.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  });
  return root;
}

function row(tagger, proposal, number, isCurrent) {
  const { x, y } = tagger.squareOf(proposal);
  const title = `turn ${proposal.turn}, ${nameOf(tagger.viewer.session.game, proposal.player)} (${x}, ${y})`;
  const open = element("button", { type: "button", class: "row-open", "aria-current": `${isCurrent}`, onclick: () => tagger.look(number) },
    element("strong", {}, title), element("span", { class: "muted" }, proposal.why));
  return element("li", {}, open);
}
