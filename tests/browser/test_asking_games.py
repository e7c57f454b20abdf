"""Games in a page that asks: opened files, refused files."""

import numpy as np
import pytest

from bot import changed, preset
from engine.replay import text
from tests.support.asking import TURN, decided, other_game
from tests.support.watching import game


def choose_file(asked, button, path):
    """Press a button that asks for a file, and give it this one."""
    with asked.page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(path)


def complaint(asked):
    """The page's message, once there is one."""
    asked.page.wait_for_selector(".message-bar:not([hidden])")
    return asked.message


def test_a_file_from_elsewhere_can_be_asked_about(asked, small_games):
    """Its players, its field."""
    path = small_games / "other.hlt"
    choose_file(asked, asked.page.get_by_role("button", name="Open a replay").first, path)
    asked.page.wait_for_function("() => viewer.session.game.name === 'other.hlt' && asking.game")
    asked.js("viewer.opening")  # it goes to the first contact at its end
    asked.js("viewer.seek(it)", TURN)
    asked.type("alpha", 0.3)
    asked.answered()
    wanted = decided(other_game(), changed(preset("v26"), {"alpha": 0.3}))
    np.testing.assert_array_equal(asked.thought("potential"), wanted.explanation.potential.ravel())


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
    asked.page.get_by_role("button", name="Open a replay").first.click()
    browser.send("HeapProfiler.collectGarbage")
    assert asked.js("made.deref()?.type") == "file"
    asked.js("delete document.createElement")
    browser.detach()


def test_workers_end_with_their_game(asked, small_games):
    """Each keeps the game and the kernels."""
    asked.js(ENDED)
    asked.drop(small_games / "other.hlt")
    assert asked.js("(countNoMore(), ended)") > 0


ENDED = """(() => {
    const { terminate } = Worker.prototype;
    window.ended = 0;
    Worker.prototype.terminate = function () { window.ended += 1; terminate.call(this); };
    window.countNoMore = () => (Worker.prototype.terminate = terminate);
})()"""
"""In a page: counts the workers that end."""


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
    """The game that was open stays, and can still be asked about."""
    path = tmp_path / "broken.hlt"
    path.write_bytes(content())
    choose_file(asked, asked.page.get_by_role("button", name="Open a replay").first, path)
    assert complaint(asked).startswith("broken.hlt: ")
    assert len(asked.message) > len("broken.hlt: ")
    assert asked.js("viewer.session.game.name") == "game.hlt"
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
