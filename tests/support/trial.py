"""A page with nothing but a game, the kernels and the modules of viewer/think: for tests and measurements.

In the page: `ready`, then `game`, `kernels`, `analysis` (see viewer/think/analysis.js) and the classes of service.js
and module.js.
"""

from base64 import b64encode
from gzip import compress

from engine import Replay
from viewer import kernels
from viewer.bundle import script
from viewer.frame import ROOT, alone, inline
from viewer.planes import planes

BEGIN = """
window.ready = (async () => {
  const { value } = await openFile(document.getElementById("planes").textContent, "game", "planes");
  window.game = value;
  window.kernels = await packedKernels();
  window.analysis = new GameAnalysis(kernels, game);
})();
window.ready.catch(() => {}); // heard by those who wait for it
"""

SCRIPTS = {
    "files/open.js": "window.openFile = open;",
    "think/analysis.js": "window.GameAnalysis = GameAnalysis;",
    "think/rollouts.js": "Object.assign(window, { futures, judged });",
    "think/module.js": "Object.assign(window, think_module_js);",
    "think/service.js": "Object.assign(window, { BotWorker, CancelledError });" + BEGIN,
}
"""Modules, and what each puts into the page."""


def page(replay: Replay) -> str:
    """Return the page as text."""
    game = b64encode(compress(planes(replay), mtime=0)).decode()
    files = [
        f'<script type="application/gzip" id="planes">{game}</script>',
        kernels.elements(),
        *(inline(script(name) + then) for name, then in SCRIPTS.items()),
    ]
    return alone("A page that thinks", "", ROOT, "\n".join(files), thinks=True)
