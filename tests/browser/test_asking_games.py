"""Games in a page that asks: two of one map side by side, opened files, refused files."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from bot import changed, preset
from engine.replay import text
from tests.support.asking import TURN, Asked, decided, other_game
from tests.support.pages import resize
from tests.support.watching import game
from viewer.written import write

DIRECTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
SECOND = "shown.compared.second.session"

NOTHING_BESIDE = "() => document.querySelectorAll('.games select')[1].value === ''"
"""The list of games says so."""


def put_beside(asked, path):
    """Choose the file of the second game."""
    choose_file(asked, asked.page.get_by_role("button", name="A file …"), path)


def first_difference(one, other):
    """The first turn on which a square moves differently; the squares that do, and both moves of the first of them."""
    turns = min(one.turns, other.turns)
    differs = (one.moves[:turns] != other.moves[:turns]) & (one.owner[:turns] > 0)
    turn = int(np.flatnonzero(differs.any(axis=(1, 2)))[0])
    squares = np.flatnonzero(differs[turn]).tolist()
    return turn, squares, [DIRECTIONS[replay.moves[turn].ravel()[squares[0]]] for replay in (one, other)]


def choose_file(asked, button, path):
    """Press a button that asks for a file, and give it this one."""
    with asked.page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(path)


def complaint(asked):
    """The page's message, once there is one."""
    asked.page.wait_for_selector(".message-bar:not([hidden])")
    return asked.message


def verdict(one, other):
    """The page's text about two games."""
    turn, squares, (mine, theirs) = first_difference(one, other)
    place = f"({squares[0] % 16}, {squares[0] // 16})"
    more = f", {len(squares)} squares" if len(squares) > 1 else ""
    return f"first different move: turn {turn}, {place} {mine} | {theirs}{more}"


def winner(replay):
    """The page's words about who holds most land at the end."""
    held = np.bincount(replay.owner[-1].ravel(), minlength=len(replay.player_names) + 1)[1:]
    return f"won by {replay.player_names[int(held.argmax())]}"


def test_two_games_of_one_map_show_the_same_moment(asked, small_games):
    """Moment, square and camera of the second board are the first one's; both are equally large.

    The page's banner spoke of the first game alone: who won stands above each board instead.
    """
    assert asked.page.locator(".result").is_visible()
    put_beside(asked, small_games / "other.hlt")
    asked.page.wait_for_function("() => shown.second")
    assert not asked.page.locator(".result").is_visible()
    assert asked.page.locator(".versus .outcome").all_inner_texts() == [winner(game()), winner(other_game())]
    asked.js("(viewer.seek(42), viewer.select({x: 3, y: 4}))")
    assert asked.js(f"[{SECOND}.turn, {SECOND}.selected]") == [42, {"x": 3, "y": 4}]
    first, _ = asked.page.locator(".versus .caption").all_inner_texts()
    held = np.bincount(game().owner[42].ravel(), minlength=3)[1:].tolist()
    assert first.split()[-3:] == ["now", *map(str, held)], "won by one who is still behind, without a word between"
    asked.js("(viewer.session.setSpeed(60), viewer.play())")
    asked.page.wait_for_function("() => viewer.session.time > 42")
    assert asked.js(f"viewer.session.time === {SECOND}.time")
    asked.js("(viewer.pause(), viewer.session.setSpeed(6))")
    first, second = (asked.page.locator(f".stage{kind} canvas").bounding_box() for kind in (":not(.second)", ".second"))
    assert (first["width"], first["height"], first["y"]) == (second["width"], second["height"], second["y"])
    owner = np.array(asked.js(f"[...{SECOND}.game.owner]"), np.uint8)
    np.testing.assert_array_equal(owner, other_game().owner.ravel())


def test_the_first_different_move_of_two_games_is_marked_on_both(asked, small_games):
    """The bar says where it is, and leads there."""
    put_beside(asked, small_games / "other.hlt")
    button = asked.page.locator("button.verdict")
    button.wait_for()
    assert button.inner_text() == verdict(game(), other_game())
    turn, squares, _ = first_difference(game(), other_game())
    button.click()
    asked.answered()
    assert asked.js("viewer.turn") == turn
    assert asked.js("viewer.session.selected") == {"x": squares[0] % 16, "y": squares[0] // 16}
    assert asked.marked(SECOND) == squares
    assert set(squares) <= set(asked.marked())
    asked.js("viewer.seek(it)", turn + 1)
    assert asked.marked(SECOND) == [], "only the first difference is marked"


def test_the_field_is_drawn_on_both_boards(asked, small_games):
    """The second game is asked the same question: its field, framed squares and change, on one scale for both."""
    put_beside(asked, small_games / "other.hlt")
    asked.page.wait_for_function("() => shown.second")
    asked.js("viewer.session.setLayer('delta', true)")
    asked.type("alpha", 0.4)
    parameters = changed(preset("v26"), {"alpha": 0.4})
    asked.page.wait_for_function(
        f"() => shown.compared.deltas.now && {SECOND}.explanation.header.parameters.alpha === 0.4"
    )
    wanted = decided(other_game(), parameters)
    field = [float(value) for value in asked.js(f"[...{SECOND}.thought.potential].map(String)")]
    np.testing.assert_array_equal(field, wanted.explanation.potential.ravel())
    plain = decided(other_game(), preset("v26"))
    assert asked.marked(SECOND) == np.flatnonzero((wanted.moves != plain.moves).ravel()).tolist() != []
    change = [float(value) for value in asked.js("[...shown.compared.deltas.now].map(String)")]
    with np.errstate(invalid="ignore"):  # where neither field comes
        difference = wanted.explanation.potential - plain.explanation.potential
    np.testing.assert_array_equal(change, difference.ravel())
    asked.js("viewer.session.setLayer('potential', true)")
    assert asked.js(f"[...{SECOND}.layers]") == ["potential"]
    scale = asked.js(f"{SECOND}.scales.get('potential')")
    asked.js("viewer.session.toggleScale('potential')")
    assert scale == asked.js("viewer.session.scales.get('potential')")


def test_of_the_fields_without_the_change_the_latest_are_kept_and_workers_end_with_their_game(asked, small_games):
    """Each is as large as the board, of hundreds of turns; a worker keeps the game and the kernels."""
    put_beside(asked, small_games / "other.hlt")
    asked.page.wait_for_function("() => shown.second")
    asked.js("viewer.session.setLayer('delta', true)")
    asked.page.wait_for_function("() => shown.compared.deltas?.now")
    asked.js(
        "(() => { const { usual } = shown.compared.deltas; while (usual.size < 40) usual.set(usual.size, null); })()"
    )
    asked.js("viewer.seek(it)", TURN + 1)
    asked.page.wait_for_function("() => shown.compared.deltas.now")
    assert asked.js("shown.compared.deltas.usual.size") == 40
    asked.page.wait_for_function(f"() => shown.second && {SECOND}.explanation")
    asked.js(ENDED)
    asked.page.get_by_role("button", name="Close the second game").click()
    asked.page.wait_for_function(NOTHING_BESIDE)
    assert asked.js("(countNoMore(), ended)") > 0


ENDED = """(() => {
    const { terminate } = Worker.prototype;
    window.ended = 0;
    Worker.prototype.terminate = function () { window.ended += 1; terminate.call(this); };
    window.countNoMore = () => (Worker.prototype.terminate = terminate);
})()"""
"""In a page: counts the workers that end."""


def test_a_game_beside_itself_differs_nowhere(asked, small_games):
    """Then there is nothing to go to; the second game goes with its button."""
    put_beside(asked, small_games / "game.hlt")
    asked.page.wait_for_selector("span.verdict")
    assert asked.page.locator("span.verdict").inner_text() == "the same moves throughout"
    asked.page.get_by_role("button", name="Close the second game").click()
    asked.page.wait_for_function(NOTHING_BESIDE)
    assert asked.js("shown.second") is None
    assert asked.page.locator(".stage").count() == 1


def test_games_of_two_maps_are_not_compared(asked, small_games):
    """The page says what differs, and keeps what it showed."""
    put_beside(asked, small_games / "elsewhere.hlt")
    assert complaint(asked) == "elsewhere.hlt was played on another map: production differs on the first frame."
    assert asked.page.locator(".stage").count() == 1
    asked.page.wait_for_function(NOTHING_BESIDE)


def test_two_games_of_the_command_line_open_side_by_side(blank, small_games, tmp_path):
    """The command `watch one.hlt other.hlt` packs both into the page."""
    one, other = small_games / "game.hlt", small_games / "other.hlt"
    write(one, tmp_path / "both.html", beside=other, asked="turn=60&player=1&as=v26&alpha=0.2")
    tab = Asked(blank.page).begin(tmp_path / "both.html")
    assert tab.page.locator("button.verdict").inner_text() == verdict(game(), other_game())
    assert tab.page.locator(".versus .name").all_inner_texts() == ["game.hlt", "other.hlt"]
    assert tab.js("[asking.player, asking.preset, asking.changes]") == [1, "v26", {"alpha": 0.2}]


def test_a_file_from_elsewhere_can_be_asked_about(asked, small_games):
    """It is asked about under its own name; another copy stands beside it."""
    path = small_games / "other.hlt"
    choose_file(asked, asked.page.get_by_role("button", name="Open a replay").first, path)
    asked.page.wait_for_function("() => viewer.session.game.name === 'other.hlt' && asking.game")
    asked.js("viewer.opening")  # it goes to the first contact at its end
    asked.js("viewer.seek(it)", TURN)
    asked.type("alpha", 0.3)
    asked.answered()
    wanted = decided(other_game(), changed(preset("v26"), {"alpha": 0.3}))
    np.testing.assert_array_equal(asked.thought("potential"), wanted.explanation.potential.ravel())
    assert asked.page.locator(".games select").first.locator("option:checked").inner_text() == "other.hlt"
    put_beside(asked, path)
    asked.page.wait_for_selector("span.verdict")
    assert asked.page.locator("span.verdict").inner_text() == "the same moves throughout"


MADE = """(() => {
    const { createElement } = document;
    document.createElement = function (...name) {
        const made = createElement.apply(this, name);
        if (name[0] === "input") window.made = new WeakRef(made);
        return made;
    };
})()"""
"""In a page: `made` refers weakly to the last input, so it does not keep it."""


def test_the_input_is_kept_while_its_dialog_is_open(asked):
    """The story: nothing kept it, and once in many runs it was collected before the dialog came."""
    browser = asked.page.context.new_cdp_session(asked.page)
    browser.send("Page.setInterceptFileChooserDialog", {"enabled": True})
    asked.js(MADE)
    asked.page.get_by_role("button", name="A file …").click()
    browser.send("HeapProfiler.collectGarbage")
    assert asked.js("made.deref()?.type") == "file"
    asked.js("delete document.createElement")
    browser.detach()


LATE = """(() => {
    const { service } = asking;
    const { explain } = Object.getPrototypeOf(service);
    const names = (window.explained = []);
    viewer.session.on("explanation", () => names.push(viewer.session.explanation?.header.name ?? null));
    service.explain = async (question) => {
        delete service.explain;
        const answer = await explain.call(service, question);
        return new Promise((done) => (window.arrive = () => done(answer)));
    };
    asking.setValue("alpha", 0.4);
})()"""
"""In a page: the answer to another alpha is under way until `arrive` is called."""


def test_an_answer_about_the_game_before_is_dropped(asked, small_games):
    """It was on its way when another game was opened; it was shown there until that game's own answer came."""
    asked.js(LATE)
    asked.page.wait_for_function("() => window.arrive")
    assert asked.open((small_games / "elsewhere.hlt").read_bytes(), "elsewhere.hlt")
    asked.js("arrive(), null")
    asked.answered()
    assert [name for name in asked.js("explained") if name] == ["v17?alpha=0.4"]


@pytest.mark.parametrize(
    "content",
    [lambda: b"{", lambda: b"", lambda: text(game()).encode()[:-200]],
    ids=["nothing in it", "empty", "cut short"],
)
def test_a_malformed_file_is_refused_with_a_sentence(asked, tmp_path, content):
    """On the board and beside it; the game that was open stays, and can still be asked about."""
    path = tmp_path / "broken.hlt"
    path.write_bytes(content())
    for name in ("Open a replay", "A file …"):
        asked.js("viewer.session.say(null)")
        choose_file(asked, asked.page.get_by_role("button", name=name).first, path)
        assert complaint(asked).startswith("broken.hlt: ")
        assert len(asked.message) > len("broken.hlt: ")
    assert asked.js("[viewer.session.game.name, shown.second]") == ["game.hlt", None]
    asked.answered()


REFUSING = """(() => {
    const { service } = asking, usual = Object.getPrototypeOf(service).explain;
    service.explain = (question) =>
        isRefused(question) ? Promise.reject(new Error("turn 61 is not answered")) : usual.call(service, question);
})()"""


def refuse(asked, which):
    """Let every question that this function of JavaScript names be refused; none without one."""
    asked.js(f"(window.isRefused = {which}, {REFUSING}, null)" if which else "(delete asking.service.explain, null)")


def test_a_refused_first_answer_ends_the_waiting(asked, small_games):
    """The page went on saying that thoughts were being read, and its switches stayed grey."""
    refuse(asked, "() => true")
    assert asked.open((small_games / "other.hlt").read_bytes(), "other.hlt")
    asked.page.wait_for_function("() => asking.refusal")
    assert asked.page.locator(".explained").inner_text() == ""
    assert asked.page.locator(".layers .chip:disabled").count() == 0
    refuse(asked, None)
    asked.js("viewer.seek(3)")
    asked.answered()
    assert asked.page.locator(".explained").inner_text().startswith("Thoughts of")


class TestOneRefusalWasSaidOfAllTurns:
    """A refused turn 61 was complained about on turn 60, which was known; an answer on 62 silenced it on 61."""

    REFUSED = "turn 61 is not answered"

    @pytest.fixture
    def refusing(self, asked):
        """The page on turn 61, about which nothing is answered, after an answer on turn 60."""
        refuse(asked, "({ turn }) => turn === 61")
        asked.js("viewer.seek(60)")
        asked.answered()
        asked.js("viewer.seek(61)")
        asked.page.locator(".ask .status").get_by_text(self.REFUSED).wait_for()
        yield asked
        refuse(asked, None)

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


def test_a_layer_is_asked_for_again_on_the_next_turn(asked):
    """The change of the field was not, when the refusal came last."""
    layer, kind = "delta", "explain"
    asked.js("(asking.put(1, 'v12', {}), viewer.seek(31))")  # no other test asks so: what is known is not asked for
    asked.answered()
    asked.js(
        "(window.held = [], asking.service[it] = function (question) {"
        " const answer = () => Object.getPrototypeOf(this)[it].call(this, question);"
        " return 'header' in question ? answer() : new Promise((done, failed) => held.push({"
        " refuse: () => failed(new Error('no longer answers')), go: () => answer().then(done, failed)})); }, null)",
        kind,
    )
    asked.js("viewer.session.setLayer(it, true)", layer)
    asked.page.wait_for_function("() => held.length === 1")
    asked.js("viewer.seek(32)")
    asked.answered()
    asked.js("(held[0].refuse(), null)")
    asked.page.wait_for_function("() => held.length === 2")
    assert "no longer answers" not in asked.page.locator(".legends").inner_text()
    asked.js("(held[1].go(), delete asking.service[it], null)", kind)
    asked.page.wait_for_function("() => !document.querySelector('.legends').textContent.includes('being computed')")
    assert "no longer answers" not in asked.page.locator(".legends").inner_text()


def test_two_boards_on_a_phone_are_two(asked, small_games):
    """They touched, and looked like one board that is twice as wide."""
    resize(asked.page, 390, 844)
    try:
        put_beside(asked, small_games / "other.hlt")
        asked.page.wait_for_function("() => shown.second")
        first, second = (board.bounding_box() for board in asked.page.locator(".stage").all())
        assert second["x"] - (first["x"] + first["width"]) >= 4
        assert (first["y"], first["width"]) == (second["y"], second["width"])
        assert asked.js("document.documentElement.scrollWidth") <= 390
        asked.js("document.documentElement.scrollTo(0, 500)")
        first, second = (board.bounding_box() for board in asked.page.locator(".stage").all())
        left = first["x"] + first["width"]
        gap = {"x": left, "y": 0, "width": second["x"] - left, "height": first["height"]}
        with Image.open(BytesIO(asked.page.screenshot(clip=gap))) as strip:
            assert len(strip.getcolors()) == 1, "what is scrolled under the boards is not seen between them"
    finally:
        resize(asked.page, 1280, 800)
