"""Games in the live window: two of one map side by side, opened files, refused files."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from bot import changed, preset
from engine.replay import text
from experiments.watch import server
from experiments.watch.games import Games
from tests.support.live_window import LISTED, TURN, Live, arrived, decided, other_game, served
from tests.support.watching import folder_with, game

DIRECTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
SECOND = "live.compared.second.session"

NOTHING_BESIDE = "() => document.querySelectorAll('.games select')[1].value === ''"
"""The list of games says so: it is filled again when the server has told its games."""


def put_beside(live, name):
    """Choose the second game."""
    live.page.locator(".games select").nth(1).select_option(name)


def first_difference(one, other):
    """The first turn on which a square moves differently; the squares that do, and both moves of the first of them."""
    turns = min(one.turns, other.turns)
    differs = (one.moves[:turns] != other.moves[:turns]) & (one.owner[:turns] > 0)
    turn = int(np.flatnonzero(differs.any(axis=(1, 2)))[0])
    squares = np.flatnonzero(differs[turn]).tolist()
    return turn, squares, [DIRECTIONS[replay.moves[turn].ravel()[squares[0]]] for replay in (one, other)]


def choose_file(live, button, path):
    """Press a button that asks for a file, and give it this one."""
    with live.page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(path)


def complaint(live):
    """The page's message, once there is one."""
    live.page.wait_for_selector(".message-bar:not([hidden])")
    return live.message


def verdict(one, other):
    """The page's text about two games."""
    turn, squares, (mine, theirs) = first_difference(one, other)
    place = f"({squares[0] % 16}, {squares[0] // 16})"
    more = f", {len(squares)} squares" if len(squares) > 1 else ""
    return f"first different move: turn {turn}, {place} {mine} | {theirs}{more}"


def test_two_games_of_one_map_show_the_same_moment(live):
    """Moment, square and camera of the second board are the first one's; both are equally large."""
    put_beside(live, "other.hlt")
    live.page.wait_for_function("() => live.second === 'other.hlt'")
    live.js("(viewer.seek(42), viewer.select({x: 3, y: 4}))")
    assert live.js(f"[{SECOND}.turn, {SECOND}.selected]") == [42, {"x": 3, "y": 4}]
    live.js("(viewer.session.setSpeed(60), viewer.play())")
    live.page.wait_for_function("() => viewer.session.time > 42")
    assert live.js(f"viewer.session.time === {SECOND}.time")
    live.js("(viewer.pause(), viewer.session.setSpeed(6))")
    first, second = (live.page.locator(f".stage{kind} canvas").bounding_box() for kind in (":not(.second)", ".second"))
    assert (first["width"], first["height"], first["y"]) == (second["width"], second["height"], second["y"])
    owner = np.array(live.js(f"[...{SECOND}.game.owner]"), np.uint8)
    np.testing.assert_array_equal(owner, other_game().owner.ravel())


def test_the_first_different_move_of_two_games_is_marked_on_both(live):
    """The bar says where it is, and leads there."""
    put_beside(live, "other.hlt")
    button = live.page.locator("button.verdict")
    button.wait_for()
    assert button.inner_text() == verdict(game(), other_game())
    turn, squares, _ = first_difference(game(), other_game())
    button.click()
    live.answered()
    assert live.js("viewer.turn") == turn
    assert live.js("viewer.session.selected") == {"x": squares[0] % 16, "y": squares[0] // 16}
    assert live.marked(SECOND) == squares
    assert set(squares) <= set(live.marked())
    live.js("viewer.seek(it)", turn + 1)
    assert live.marked(SECOND) == [], "only the first difference is marked"


def test_a_game_beside_itself_differs_nowhere(live):
    """Then there is nothing to go to; the second game goes with its button."""
    put_beside(live, "game.hlt")
    live.page.wait_for_selector("span.verdict")
    assert live.page.locator("span.verdict").inner_text() == "the same moves throughout"
    live.page.get_by_role("button", name="Close the second game").click()
    live.page.wait_for_function(NOTHING_BESIDE)
    assert live.js("live.second") is None
    assert live.page.locator(".stage").count() == 1


def test_games_of_two_maps_are_not_compared(live):
    """The page says what differs, and keeps what it showed."""
    put_beside(live, "elsewhere.hlt")
    assert complaint(live) == "elsewhere.hlt was played on another map: production differs on the first frame."
    assert live.page.locator(".stage").count() == 1
    live.page.wait_for_function(NOTHING_BESIDE)


def test_two_games_of_the_command_line_open_side_by_side(browser, tmp_path):
    """The command `watch one.hlt other.hlt` opens both."""
    one, other = folder_with(game(), tmp_path, "one.hlt"), folder_with(other_game(), tmp_path, "other.hlt")
    with served(Games(tmp_path, one, other)) as address:
        live = Live(browser.new_page(), address=address)
        live.page.goto(address)
        live.page.locator("button.verdict").wait_for()
        assert live.page.locator("button.verdict").inner_text() == verdict(game(), other_game())
        assert live.page.locator(".versus .name").all_inner_texts() == ["one.hlt", "other.hlt"]
        live.page.close()
        live.check()


def test_a_file_from_elsewhere_can_be_asked_about(live, tmp_path):
    """It is sent to the window's server alone, and listed under its own name."""
    path = folder_with(other_game(), tmp_path, "mine.hlt")
    choose_file(live, live.page.get_by_role("button", name="Open a replay").first, path)
    live.page.wait_for_function("() => asking.game?.startsWith('upload-')")
    live.js("viewer.seek(it)", TURN)
    live.type("alpha", 0.3)
    live.answered()
    asked = decided(other_game(), changed(preset("v26"), {"alpha": 0.3}))
    np.testing.assert_array_equal(live.thought("potential"), asked.explanation.potential.ravel())
    live.page.wait_for_function(LISTED, arg="mine.hlt")
    choose_file(live, live.page.get_by_role("button", name="A file …"), path)
    live.page.wait_for_selector("span.verdict")
    assert live.page.locator("span.verdict").inner_text() == "the same moves throughout"


@pytest.mark.parametrize(
    "content",
    [lambda: b"{", lambda: b"", lambda: text(game()).encode()[:-200]],
    ids=["nothing in it", "empty", "cut short"],
)
def test_a_malformed_file_is_refused_with_a_sentence(live, tmp_path, content):
    """On the board and beside it; the game that was open stays, and can still be asked about."""
    path = tmp_path / "broken.hlt"
    path.write_bytes(content())
    for name in ("Open a replay", "A file …"):
        live.js("viewer.session.say(null)")
        choose_file(live, live.page.get_by_role("button", name=name).first, path)
        assert complaint(live).startswith("broken.hlt: ")
        assert len(live.message) > len("broken.hlt: ")
    assert live.js("[asking.game, viewer.session.game.name, live.second]") == ["game.hlt", "game.hlt", None]


def test_a_file_that_is_too_large_is_refused_with_a_sentence(live, tmp_path, monkeypatch):
    """The page shows it, the server does not take it: nothing of it can be asked, nothing of the other stays."""
    live.type("alpha", 0.4)
    live.answered()
    assert live.marked()
    monkeypatch.setattr(server, "LARGEST_UPLOAD", 1000)
    path = folder_with(other_game(), tmp_path, "large.hlt")
    choose_file(live, live.page.get_by_role("button", name="Open a replay").first, path)
    assert complaint(live) == "large.hlt: more than 1000 bytes were sent; is it a Halite replay?"
    live.js("viewer.seek(it)", TURN)
    assert live.js("asking.game") is None
    assert live.page.locator(".panel.future .primary").is_disabled()
    assert live.marked() == []
    assert live.status() == ""
    assert live.page.get_by_text("Open an explanation file").is_visible(), "no bot's thoughts will come"


def test_the_switches_stay_while_a_file_is_sent(live, tmp_path):
    """Until the server knew the file the bot's switches were gone, and the page asked for an explanation file."""
    held = []
    live.page.route("**/api/open", lambda route: held.append(route))
    path = folder_with(other_game(), tmp_path, "mine.hlt")
    switches = live.page.locator(".layers .chip").all_inner_texts()
    choose_file(live, live.page.get_by_role("button", name="Open a replay").first, path)
    live.page.wait_for_function("() => viewer.session.game.name === 'mine.hlt'")
    assert live.page.locator(".layers .chip").all_inner_texts() == switches
    assert live.page.get_by_text("Open an explanation file").is_hidden()
    live.page.get_by_text("Waiting for the bot's thoughts …").wait_for()
    arrived(live, held, 1).pop().continue_()
    live.page.wait_for_function("() => asking.game?.startsWith('upload-')")
    live.answered()
    live.page.unroute("**/api/open")


@pytest.mark.parametrize("name", ["../secret.hlt", "..%2Fsecret.hlt", "nothing.hlt", "game.txt"])
def test_what_lies_outside_the_folder_is_refused_with_a_sentence(live, name):
    """The page says it as the server does, and keeps its game."""
    live.js("live.openGame(it)", name)
    assert complaint(live)
    assert name.rpartition("/")[2] in live.message
    assert live.js("asking.game") == "game.hlt"


def test_a_server_that_is_gone_is_said_to_be_gone(live):
    """The page says so instead of keeping an old field."""
    live.page.route("**/api/explain", lambda route: route.abort())
    live.type("alpha", 0.4)
    live.page.wait_for_function("() => asking.refusal")
    assert live.status().startswith("The window's server no longer answers")
    live.page.unroute("**/api/explain")


def test_a_refused_first_answer_ends_the_waiting(live):
    """The page went on saying that thoughts were being read, and its switches stayed grey."""
    held = []
    live.page.route("**/api/explain", lambda route: held.append(route))
    live.js("live.openGame('other.hlt')")
    why, grey = live.page.locator(".explained"), live.page.locator(".layers .chip:disabled")
    why.get_by_text("Waiting for the bot's thoughts …").wait_for()
    assert grey.count() > 0
    arrived(live, held, 1).pop().abort()
    live.page.wait_for_function("() => asking.refusal")
    assert why.inner_text() == ""
    assert grey.count() == 0
    live.page.unroute("**/api/explain")
    live.js("viewer.seek(3)")
    live.answered()
    assert why.inner_text().startswith("Thoughts of")


class TestOneRefusalWasSaidOfAllTurns:
    """A refused turn 61 was complained about on turn 60, which was known; an answer on 62 silenced it on 61."""

    REFUSED = "turn 61 is not answered"

    @pytest.fixture
    def refusing(self, live):
        """The window on turn 61, about which the server refuses to say anything, after an answer on turn 60."""

        def answer(route):
            is_refused = route.request.post_data_json["turn"] == 61
            route.fulfill(status=400, json={"error": self.REFUSED}) if is_refused else route.continue_()

        live.page.route("**/api/explain", answer)
        live.js("viewer.seek(60)")
        live.answered()
        live.js("viewer.seek(61)")
        live.page.locator(".ask .status").get_by_text(self.REFUSED).wait_for()
        yield live
        live.page.unroute("**/api/explain")

    def test_a_turn_that_is_known_has_no_complaint(self, refusing):
        """Neither in the line of the answer nor below the sliders."""
        assert self.REFUSED in refusing.page.locator(".reason-line").inner_text()
        refusing.js("viewer.seek(60)")
        assert refusing.status().startswith("0 moves differ from v26")
        assert self.REFUSED not in refusing.page.locator(".reason-line").inner_text()

    def test_the_refused_turn_is_complained_about_again(self, refusing):
        """It is not asked again: without the sentence nothing would say why it has no answer."""
        refusing.js("viewer.seek(62)")
        refusing.answered()
        assert refusing.status().startswith("0 moves differ from v26")
        refusing.js("viewer.seek(61)")
        assert refusing.status() == self.REFUSED
        assert self.REFUSED in refusing.page.locator(".reason-line").inner_text()

    @pytest.mark.parametrize(("layer", "address"), [("delta", "explain"), ("margin", "margin")])
    def test_a_layer_is_asked_for_again_on_the_next_turn(self, live, layer, address):
        """The change of the field was not, when the refusal came last; margins had the old complaint meanwhile."""
        held = []

        def answer(route):
            is_of_the_board = "header" in route.request.post_data_json  # asked for without any layer
            route.continue_() if is_of_the_board else held.append(route)

        live.js("(asking.put(1, 'v12', {}), viewer.seek(31))")  # no other test asks so: what is known is not asked for
        live.answered()
        live.page.route(f"**/api/{address}", answer)
        live.js("viewer.session.setLayer(it, true)", layer)
        arrived(live, held, 1)
        live.js("viewer.seek(32)")
        live.answered()
        with live.page.expect_request(f"**/api/{address}"):
            held.pop().abort()
        legends = live.page.locator(".legends")
        assert "no longer answers" not in legends.inner_text()
        arrived(live, held, 1).pop().continue_()
        live.page.wait_for_function("() => !document.querySelector('.legends').textContent.includes('being computed')")
        assert "no longer answers" not in legends.inner_text()
        live.page.unroute(f"**/api/{address}")


def test_two_boards_on_a_phone_are_two(live):
    """They touched, and looked like one board that is twice as wide."""
    live.page.set_viewport_size({"width": 390, "height": 844})
    try:
        put_beside(live, "other.hlt")
        live.page.wait_for_function("() => live.second === 'other.hlt'")
        first, second = (board.bounding_box() for board in live.page.locator(".stage").all())
        assert second["x"] - (first["x"] + first["width"]) >= 4
        assert (first["y"], first["width"]) == (second["y"], second["width"])
        assert live.js("document.documentElement.scrollWidth") <= 390
        live.js("document.documentElement.scrollTo(0, 500)")
        first, second = (board.bounding_box() for board in live.page.locator(".stage").all())
        left = first["x"] + first["width"]
        gap = {"x": left, "y": 0, "width": second["x"] - left, "height": first["height"]}
        with Image.open(BytesIO(live.page.screenshot(clip=gap))) as strip:
            assert len(strip.getcolors()) == 1, "what is scrolled under the boards is not seen between them"
    finally:
        live.page.set_viewport_size({"width": 1280, "height": 800})
