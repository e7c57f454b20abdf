// The tagger: the viewer with a form in which a person says which moves of a frame are right and which are wrong.

import { Asking } from "../thinking/asking.js";
import { packedKernels } from "../thinking/kernels.js";
import { PageService } from "../thinking/page_service.js";
import { Viewer } from "../page/app.js";
import { element } from "../page/dom.js";
import { followAddress } from "../page/link.js";
import { Service } from "../league/service.js";
import { Draft } from "./draft.js";
import { makeDraftPanel } from "./draft_panel.js";
import { makeGamePanel } from "./game_panel.js";
import { tagKeys } from "./tag_keys.js";
import { makeProposalPanel } from "./proposal_panel.js";
import { makeStoredPanel } from "./stored_panel.js";
import { Tagger } from "./tagger.js";

const service = new Service("tagger", "python -m experiments tag");
const viewer = new Viewer(document.getElementById("page"), {}, {}, { keys: document });
viewer.writeAddress = followAddress(viewer.session);

/** For the browser's console and for tests; later also `tagger`. */
Object.assign(window, { viewer });
viewer.ready = begin().catch((error) => viewer.session.say({ kind: "error", text: error.message }));

/** The panels, once the kernels are ready and the server has said which themes there are; then the first game. */
async function begin() {
  const bot = new PageService(await packedKernels(document));
  const asking = new Asking(viewer.session, bot, bot.known);
  const known = await service.json("api/themes");
  const tagger = new Tagger(viewer, service, asking, new Draft(), known);
  const panels = [makeDraftPanel(tagger), makeProposalPanel(tagger), makeStoredPanel(tagger), makeGamePanel(tagger)];
  viewer.side.before(element("div", { class: "live" }, ...panels)); // the keyboard comes to them first
  viewer.root.classList.add("with-bot");
  document.addEventListener("keydown", tagKeys(tagger), { capture: true });
  Object.assign(window, { tagger });
  await tagger.begin();
}
