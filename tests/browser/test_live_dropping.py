"""Replays that are dropped on the live window before the server answers, while it answers, and when it does not."""

import pytest

from engine.replay import text
from experiments.watch.games import Games
from tests.support.live_window import LISTED, TURN, Live, arrived, other_game, served
from tests.support.pages import BYTES, as_text
from tests.support.watching import folder_with, game

DROP = f"(viewer.openFiles([new File([{BYTES}], it.name)]), null)"  # as a drop does; the upload goes on
WAITING = "Waiting for the bot's thoughts …"


def drop(live, replay, name):
    """Drop a replay on the page, and wait until it is on the board."""
    live.js(DROP, {"content": as_text(text(replay).encode()), "name": name})
    live.page.wait_for_function("(name) => viewer.session.game?.name === name", arg=name)


@pytest.fixture
def held(live):
    """The window, and its uploads, none of which arrives before it is let through."""
    requests = []
    live.page.route("**/api/open", lambda route: requests.append(route))
    yield live, requests
    live.page.unroute("**/api/open")


class TestTheServerHadNotSaidWhatCanBeAsked:
    """A replay that was dropped before was never sent: the first game covered it, or it waited for thoughts forever."""

    @pytest.fixture
    def early(self, browser, tmp_path):
        """The window of a folder with one game, whose question for the parameters is not answered yet."""
        with served(Games(tmp_path, folder_with(game(), tmp_path))) as address:
            live = Live(browser.new_context(viewport={"width": 1280, "height": 800}).new_page(), address=address)
            asked = []
            live.page.route("**/api/knobs", lambda route: asked.append(route))
            live.page.goto(address)
            live.page.wait_for_function("() => window.viewer")
            drop(live, other_game(), "mine.hlt")
            live.page.get_by_text(WAITING).wait_for()
            yield live, arrived(live, asked, 1)[0]
            live.page.context.close()
            live.check()

    def test_it_is_sent_when_the_server_has(self, early):
        """It stays on the board, the bot is asked about it, and the potential is on as in every opened window."""
        live, knobs = early
        knobs.continue_()
        live.page.wait_for_function("() => window.asking?.game?.startsWith('upload-')")
        live.js("viewer.ready")
        live.answered()
        assert live.js("[viewer.session.game.name, [...viewer.session.layers]]") == ["mine.hlt", ["potential"]]
        live.page.wait_for_function(LISTED, arg="mine.hlt")
        assert live.page.locator(".ask select").first.locator("option:checked").inner_text() == "1 · v26"

    def test_nothing_waits_when_the_server_refuses(self, early):
        """The page waited for thoughts that could not come, and the sentence went with the next drop."""
        live, knobs = early
        knobs.fulfill(status=401, json={"error": "the token is missing"})
        live.js("viewer.ready")
        assert live.page.get_by_text(WAITING).count() == 0
        assert live.page.locator(".layers .chip:disabled").count() == 0
        assert live.message == "the token is missing"
        drop(live, game(), "yours.hlt")
        assert live.page.get_by_text(WAITING).count() == 0
        assert live.message == "the token is missing"


class TestASecondReplayWasDroppedDuringAnUpload:
    """The answer to the first upload named the board's game, which was the second one by then."""

    def test_the_first_answer_names_nothing(self, held):
        """Both are listed; what is asked is about the game that is shown, whichever answer comes last.

        No other test drops files of these names: their games would stand in the list already.
        """
        live, requests = held
        drop(live, other_game(), "first.hlt")
        arrived(live, requests, 1)
        drop(live, game(("v17", "v12"), 4), "second.hlt")
        first, second = arrived(live, requests, 2)
        second.continue_()
        live.page.wait_for_function("() => asking.game?.startsWith('upload-')")
        shown = live.js("asking.game")
        first.continue_()
        one = live.page.locator(".games select").first.locator("option", has_text="first.hlt")
        one.wait_for(state="attached")
        assert live.js("asking.game") == shown != one.get_attribute("value")
        live.page.wait_for_function(LISTED, arg="second.hlt")

    def test_a_refusal_of_the_first_is_not_the_seconds(self, held):
        """The second one is still waited for."""
        live, requests = held
        drop(live, other_game(), "mine.hlt")
        arrived(live, requests, 1)
        drop(live, game(("v17", "v12"), 4), "yours.hlt")
        first, second = arrived(live, requests, 2)
        first.fulfill(status=400, json={"error": "this is no replay"})
        live.page.wait_for_function("() => viewer.session.message?.text === 'mine.hlt: this is no replay'")
        live.page.get_by_text(WAITING).wait_for()
        second.continue_()
        live.page.wait_for_function("() => asking.game?.startsWith('upload-')")


def test_a_dropped_game_keeps_the_layers_that_are_on(live):
    """As one from the folder does: what is looked for is looked for in the next game too."""
    live.js("(viewer.setLayer('potential'), viewer.setLayer('moves'))")
    drop(live, other_game(), "mine.hlt")
    live.page.wait_for_function("() => asking.game?.startsWith('upload-')")
    live.js("viewer.seek(it)", TURN)
    live.answered()
    assert live.js("[...viewer.session.layers]") == ["potential", "moves"]


class TestTheLastChoiceWasCoveredByAnEarlierOne:
    """Arrow keys in the list choose one game after the other; the one whose file came last was shown."""

    @pytest.fixture
    def slow(self, live):
        """The window, and the requests for files of games, none of which arrives before it is let through."""
        requests = {}
        live.page.route("**/api/games/*", lambda route: requests.update({route.request.url.rpartition("/")[2]: route}))
        yield live, requests
        live.page.unroute("**/api/games/*")

    @pytest.mark.parametrize(
        ("choose", "last", "chosen", "shown"),
        [
            ("openGame", "elsewhere.hlt", "asking.game", "viewer.session.game.name"),
            ("beside", "game.hlt", "live.second", "live.compared.second.session.game.name"),
        ],
    )
    def test_the_game_chosen_last_is_shown(self, slow, choose, last, chosen, shown):
        """Whichever file comes first, on the board and beside it."""
        live, requests = slow
        live.js(f"(window.earlier = live.{choose}('other.hlt'), live.{choose}('{last}'), null)")
        arrived(live, requests, 2)[last].continue_()
        live.page.wait_for_function(f"() => {chosen} === '{last}'")
        requests["other.hlt"].continue_()
        live.js("earlier")
        assert live.js(f"[{chosen}, {shown}]") == [last, last]

    def test_a_dropped_file_is_shown(self, slow):
        """It is later than the choice whose file is still on its way."""
        live, requests = slow
        live.js("(window.earlier = live.openGame('other.hlt'), null)")
        arrived(live, requests, 1)
        drop(live, other_game(), "mine.hlt")
        live.page.wait_for_function("() => asking.game?.startsWith('upload-')")
        requests["other.hlt"].continue_()
        live.js("earlier")
        assert live.js("viewer.session.game.name") == "mine.hlt"

    def test_no_second_game_comes_after_none_was_chosen(self, slow):
        """The board that was closed opened by itself when the file of an earlier choice came."""
        live, requests = slow
        live.js("(window.earlier = live.beside('other.hlt'), live.closeBeside())")
        arrived(live, requests, 1)["other.hlt"].continue_()
        live.js("earlier")
        assert live.js("live.second") is None
        assert live.page.locator(".stage").count() == 1
