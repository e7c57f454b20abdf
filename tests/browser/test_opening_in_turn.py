"""Files that are dropped one soon after another are opened in that order."""

from pathlib import Path

from engine.replay import as_bytes, read
from tests.browser.conftest import GAME
from tests.support.pages import as_text

SLOW = """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const file = (name, text, wait) => ({
  name, arrayBuffer: () => new Promise((done) => setTimeout(() => done(bytes(text).buffer), wait)),
});
"""


class TestTheEarlierReplayWon:
    """Of two replays that were dropped quickly the large one, dropped first, was ready last and was shown."""

    def test_the_replay_that_was_dropped_last_is_shown(self, tab):
        """The first takes longer to be read."""
        large, small = as_text(as_bytes(read(GAME))), as_text(Path(GAME).read_bytes())
        files = (
            "[['one.hlt', it.large, 400], ['two.hlt.gz', it.small, 0]].map((each) => viewer.openFiles([file(...each)]))"
        )
        tab.js(f"(async () => {{ {SLOW} await Promise.all({files}); }})()", {"large": large, "small": small})
        tab.wait_for("viewer.session.game.name", "two.hlt.gz")

    def test_a_file_that_is_refused_holds_nothing_up(self, tab):
        """The next one is opened, and the message about the first one goes."""
        game = as_text(Path(GAME).read_bytes())
        tab.js(
            f"(async () => {{ {SLOW} await Promise.all([['bad.hlt', btoa('{{'), 100], ['good.hlt.gz', it.game, 0]]"
            ".map((each) => viewer.openFiles([file(...each)]))); })()",
            {"game": game},
        )
        tab.wait_for("viewer.session.game.name", "good.hlt.gz")
        assert tab.message == ""
