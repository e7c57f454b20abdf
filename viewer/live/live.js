// The live window: the viewer of viewer/page with a bot behind it.

import { askedInLink } from "../thinking/asked_link.js";
import { addLayer } from "../page/layers.js";
import { followAddress } from "../page/link.js";
import { makeAskPanel } from "../thinking/ask_panel.js";
import { Asking } from "../thinking/asking.js";
import { LiveViewer } from "./live_viewer.js";
import { Service } from "./service.js";
import { Window } from "./window.js";
import { element } from "../page/dom.js";
import { deltaLayer } from "../page/layers_delta.js";
import { Deltas } from "../thinking/deltas.js";
import { makeFuturePanel } from "../thinking/future_panel.js";
import { makeGamesPanel } from "../thinking/games_panel.js";
import { marginLayer } from "../thinking/margin_layer.js";
import { makeMarginPanel, makeSquareMargins } from "../thinking/margin_panel.js";
import { Margins } from "../thinking/margins.js";

const service = new Service();
const viewer = new LiveViewer(document.getElementById("page"), {}, {}, { keys: document });
viewer.writeAddress = followAddress(viewer.session, { more: () => [...(window.live?.gameInLink ?? []), ...(window.live ? askedInLink(window.asking) : [])] });

viewer.firstLayers = ["potential"];
viewer.session.awaited = "bot"; // every game has its bot's thoughts, as soon as it has answered

/** For the browser's console and for tests; later also `asking` and `live`. */
Object.assign(window, { service, viewer });
viewer.ready = begin().catch(withoutBot);

/** The panels, once the server has said which parameters there are; then the first game. */
async function begin() {
  const asking = new Asking(viewer.session, service, await service.knobs());
  const margins = new Margins(asking);
  const deltas = new Deltas(asking);
  addLayer(deltaLayer({ now: ({ turn }) => deltas.at(turn), usual: () => asking.preset, refusal: () => deltas.refusal }));
  addLayer(marginLayer(margins));
  const redraw = () => ["legends", "marks"].forEach((event) => viewer.session.tell(event));
  margins.addEventListener("margin", redraw);
  deltas.addEventListener("delta", redraw);
  const shown = new Window(viewer, service, asking);
  const games = makeGamesPanel(shown);
  const panels = [makeAskPanel(asking), makeMarginPanel(margins), makeFuturePanel(asking, shown), games.root];
  viewer.side.before(element("div", { class: "live" }, ...panels)); // the keyboard comes to them first
  viewer.root.querySelector(".inspector").append(makeSquareMargins(margins));
  viewer.root.classList.add("with-bot");
  Object.assign(window, { asking, live: shown });
  await shown.begin(games.list);
}

/** No thoughts will come: nothing waits for them, and whoever opens a replay is told why. */
function withoutBot(error) {
  const { session } = viewer;
  const say = async () => session.sayMore({ kind: "error", text: error.message });
  session.awaited = null;
  session.tell("read");
  say();
  viewer.onUpload ??= say;
}
