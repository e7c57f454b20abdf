"""Which game a bot is asked about: of a file, of another player, of a link; and answers that come late or never."""

from dataclasses import replace

import pytest

from engine.replay import as_bytes, text
from tests.browser.conftest import GAME
from tests.support.asking import REFUSED, TURN, Asked
from tests.support.pages import BYTES, as_text, expect, opened
from tests.support.watching import game

NAME = "asking.explanation.header.name"
OTHER_GAME = GAME.parent / "v17-v12-30x24-4302.hlt.gz"


def choose_file(asked, path):
    with asked.page.expect_file_chooser() as chooser:
        asked.page.get_by_role("button", name="Open a replay").first.click()
    chooser.value.set_files(path)


def test_a_file_from_elsewhere_can_be_asked_about(asked, small_games):
    choose_file(asked, small_games / "other.hlt")
    asked.until("viewer.session.game.name === 'other.hlt' && asking.game")
    asked.js("viewer.opening")  # it goes to the first contact at its end
    asked.js("viewer.seek(it)", TURN)
    asked.type("alpha", 0.3)
    asked.answered()
    asked.wait_for(f"[asking.service.game === viewer.session.game, {NAME}]", [True, "v26?alpha=0.3"])


def test_a_malformed_file_is_refused_with_a_sentence(asked, tmp_path):
    path = tmp_path / "broken.hlt"
    path.write_bytes(text(game()).encode()[:-200])
    choose_file(asked, path)
    expect(asked.page.locator(".message-bar")).to_contain_text("broken.hlt: ")
    asked.wait_for("viewer.session.game.name", "game.hlt")
    asked.answered()


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
    asked.wait_for("made.deref()?.type", "file")
    asked.js("delete document.createElement")
    browser.detach()


ENDED = """(() => {
    const { terminate } = Worker.prototype;
    window.ended = 0;
    Worker.prototype.terminate = function () { window.ended += 1; terminate.call(this); };
    window.countNoMore = () => (Worker.prototype.terminate = terminate);
})()"""
"""In a page: counts the workers that end."""


def test_workers_end_with_their_game(asked, small_games):
    asked.js(ENDED)
    asked.drop(small_games / "other.hlt")
    asked.until("ended > 0")
    asked.js("(countNoMore(), null)")


def test_a_worker_that_an_error_ended_is_followed_by_another(asked):
    """What was asked is refused in words; the next question is answered."""
    question = {"turn": TURN, "player": 1, "preset": "v26", "parameters": {"alpha": 0.4}}
    said = asked.js(
        "(async () => { const open = asking.service.explain(it).catch(({message}) => message);"
        "asking.service.crews.thought.workers[0].worker.onerror({preventDefault() {}, message: 'out of memory'});"
        "return open; })()",
        question,
    )
    assert said == "thinking failed: out of memory"
    assert asked.js("(await asking.service.explain(it)).thought.turn", question) == TURN


def test_the_usual_field_is_asked_once_a_turn(asked):
    asked.type("alpha", 0.4)
    asked.answered()
    asked.hold("(question) => ((window.told ??= []).push(question.parameters), false)")
    for alpha in (0.5, 0.6, 0.7):
        asked.type("alpha", alpha)
        asked.answered()
    asked.answer_all()
    asked.wait_for("told", [{"alpha": alpha} for alpha in (0.5, 0.6, 0.7)])


# Files of explanations, and bots that are not ours.


@pytest.fixture
def written(browser, explained_page):
    """The recorded game with what v26 thought, on a turn of its fight, with the panel open."""
    with opened(browser, kind=Asked) as tab:
        tab.begin(explained_page)
        tab.js("viewer.seek(110), null")
        tab.answered()
        yield tab


def test_what_is_computed_here_and_what_was_written_are_told_apart(written):
    """The panel's thoughts say so; closed again, the page shows what the explanation file holds, and no frames."""
    side = written.page.locator(".side")
    expect(side).to_contain_text("computed on this page")
    written.page.click(".ask-button")
    written.until("viewer.session.explanation === first.explanation")
    expect(side).not_to_contain_text("computed on this page")
    written.wait_for("viewer.session.marks.length", 0)
    expect(written.page.locator(".ask")).to_have_count(0)


def test_what_a_file_has_is_shown_again_after_another_game(written):
    """The panel was closed on a second game, and showed the first one's thoughts on it."""
    assert written.open(OTHER_GAME.read_bytes(), "v17-v12.hlt.gz")
    written.answered()
    written.page.click(".ask-button")
    written.wait_for("viewer.session.explanations.length", 0)


def test_a_file_that_is_read_while_the_panel_is_open_waits_behind_it(written, explanation):
    """It was shown in place of the answer, under the panel that says that the page computes it."""
    assert written.open(explanation.read_bytes(), "again.explain.gz")
    written.answered()
    written.wait_for("viewer.session.explanation.header.source", "page")
    written.page.click(".ask-button")
    written.wait_for("viewer.session.explanation.name", "again.explain.gz")


OTHERS = """(({session: {game, turn, thought}}) => {
    const area = game.width * game.height, at = turn * area;
    const ours = Array.from({length: area}, (_, c) => c).filter((c) => game.owner[at + c] === 1);
    return [ours.filter((c) => thought.move[c] !== game.moves[at + c]), ours.length];
})(viewer)"""


def test_a_foreign_replay_says_at_once_what_the_champion_would_do(browser, replay, stranger_page):
    """It said "0 moves differ from champion": the champion was compared with itself. Dropped, it opens the panel."""
    foreign = as_bytes(replace(replay, player_names=("nmalaguti v50", "erdman v28")))
    with opened(browser, kind=Asked) as tab:
        tab.goto(stranger_page)
        dropped = f"viewer.openFiles([new File([{BYTES}], 'game.hlt')]).then(() => null)"
        tab.js(dropped, {"content": as_text(foreign)})
        tab.listen()
        tab.js("(viewer.seek(110), null)")
        tab.searched()
        squares, ours = tab.js(OTHERS)
        assert 0 < len(squares) <= ours
        expect(tab.page.locator(".ask .headline")).to_have_text(
            f"champion would move {len(squares)} of your {ours} squares differently"
        )
        assert tab.marked() == squares
        arrows = "viewer.session.marks.every(({x, y, move}) => move === viewer.session.thought.move[y * it + x])"
        assert tab.js(arrows, replay.owner.shape[2])
        tab.js("(viewer.setLayer('reasons'), null)")
        rows = tab.page.locator(".legends dd").all_inner_texts()
        counts = [int(row.split(" ")[0]) for row in rows if " · " in row]
        assert sum(counts) == ours, "squares without strength were left out"
        none = tab.page.locator(".legends dd", has_text="No decision").locator(".swatch")
        assert "--player-1" in none.get_attribute("style"), "as the board has it; a dark grey could not be seen"
        tab.js("viewer.root.focus()")
        tab.page.keyboard.press("q")
        expect(tab.page.locator(".ask")).to_have_count(0)


# Addresses, and browsers that cannot think.


def test_the_address_keeps_the_question(browser, explained_page):
    """A link opened again opens the panel and asks the same; words that make no question are passed over."""
    link = "#turn=70&player=2&as=v17&alpha=0.3&dodge=off&as=v17&nonsense=3&hold_until=x"
    with opened(browser, kind=Asked) as tab:
        tab.begin(explained_page, link)
        tab.wait_for(
            "[viewer.turn, asking.player, asking.preset, asking.changes]",
            [70, 2, "v17", {"alpha": 0.3, "dodge": False}],
        )
        tab.wait_for("viewer.session.explanation.header.name", "v17?alpha=0.3&dodge=off")
        tab.js("(asking.setValue('alpha', 0.2), viewer.seek(71), viewer.writeAddress())")
        tab.wait_for("location.hash", "#turn=71&layers=potential&player=2&as=v17&alpha=0.2&dodge=off")
        tab.page.click(".ask-button")
        expect(tab.page.locator(".ask")).to_have_count(0)
        tab.js("viewer.writeAddress()")
        assert "as=" not in tab.js("location.hash")


def test_a_browser_without_webassembly_says_so_and_shows_the_game(blank, game_page):
    blank.page.add_init_script("delete window.WebAssembly")
    blank.goto(game_page)
    blank.page.click(".ask-button")
    expect(blank.page.locator(".message-bar")).to_contain_text("no WebAssembly")
    blank.js("viewer.seek(5), null")
    blank.wait_for("viewer.turn", 5)


# Answers that come late, and refused ones.


def test_the_greedy_moves_are_there_at_once_and_the_search_follows(asked):
    asked.hold("({ search }) => search !== false")
    asked.js("(asking.put(1, 'champion', {}), null)")
    asked.until("window.held")
    expect(asked.status).to_contain_text("provisional: greedy moves, searching, turn")
    asked.wait_for("[asking.isGreedy, viewer.session.thought.search]", [True, None])
    asked.release()
    asked.searched()
    assert asked.js("viewer.session.thought.search.tried") > 0
    expect(asked.status).not_to_contain_text("searching")


def test_an_answer_about_the_game_before_is_dropped(asked, small_games):
    """It was on its way when another game was opened; it was shown there until that game's own answer came."""
    asked.js("(window.seen = [], viewer.session.on('explanation', () => seen.push(viewer.session.explanation)), null)")
    asked.hold("() => held === 0")
    asked.js("(asking.setValue('alpha', 0.4), null)")
    asked.until("window.held")
    assert asked.open((small_games / "elsewhere.hlt").read_bytes(), "elsewhere.hlt")
    asked.release()
    asked.answered()
    assert asked.js("seen.filter(Boolean).map(({ header }) => header.name)") == ["v17?alpha=0.4"]


def test_a_late_answer_makes_no_other_question_greedy(asked):
    """The champion's is greedy until it has searched; v26, who was asked meanwhile, has nothing to search."""
    asked.hold("({ preset, search }) => (search !== false && (window.searches ??= []).push(preset), true)")
    asked.js("(asking.put(1, 'champion', {}), null)")
    asked.until("window.held")
    asked.js("(asking.put(1, 'v26', {}), null)")
    asked.release()
    asked.answered()
    asked.js("asking.ask().then(() => asking.ask())")  # a search follows when the field is drawn
    assert asked.js("window.searches ?? []") == []


def test_what_a_search_found_for_the_question_before_is_dropped(asked):
    """It would stand for the answer to the question that is asked now."""
    asked.hold("({ search }) => search !== false")
    asked.js("(asking.put(1, 'champion', {}), null)")
    asked.until("window.held")
    asked.js("(asking.put(1, 'v26', {}), null)")
    asked.answered()
    asked.release()
    asked.wait_for(f"[asking.isKnown(viewer.turn), {NAME}, viewer.session.thought.search]", [True, "v26", None])


def test_a_question_that_was_refused_is_asked_again_when_it_is_changed(asked):
    asked.refuse("({ parameters }) => 'alpha' in parameters")
    asked.js("(asking.put(1, 'v26', {alpha: 0.3}), null)")
    asked.wait_for("asking.refusal", REFUSED)
    asked.js("(asking.change({}), null)")
    asked.answered()
    asked.wait_for("asking.refusal", None)


def test_a_refused_first_answer_ends_the_waiting(asked, small_games):
    """The page went on saying that thoughts were being read, and its switches stayed grey."""
    asked.refuse("() => true")
    assert asked.open((small_games / "other.hlt").read_bytes(), "other.hlt")
    asked.wait_for("asking.refusal", REFUSED)
    expect(asked.page.locator(".explained")).to_have_text("")
    expect(asked.page.locator(".layers .chip:disabled")).to_have_count(0)
    asked.answer_all()
    asked.js("viewer.seek(3)")
    asked.answered()
    expect(asked.page.locator(".explained")).to_contain_text("Thoughts of")


def test_a_refusal_is_said_of_its_own_turn_alone(asked):
    """A refused turn 61 was complained about on turn 60, which was known; an answer on 62 silenced it on 61."""
    line = asked.page.locator(".reason-line")
    asked.refuse("({ turn }) => turn === 61")
    for turn in (60, 61, 60, 62, 61):  # it is not asked again: without the sentence nothing would say why
        asked.js("viewer.seek(it)", turn)
        if turn == 61:
            expect(asked.status).to_have_text(REFUSED)
            expect(line).to_contain_text(REFUSED)
        else:
            asked.answered()
            expect(asked.status).to_contain_text("0 moves differ from v26")
            expect(line).not_to_contain_text(REFUSED)
