"""Which game a bot is asked about: of a file, of another player, of a link; and answers that come late or never."""

from dataclasses import replace

from engine.replay import as_bytes, read
from tests.browser.conftest import GAME
from tests.support.asking import REFUSED, TURN, AskPage
from tests.support.pages import BYTES, as_text, expect, opened

NAME = "asking.explanation.header.name"
OTHER_GAME = GAME.parent / "v17-v12-30x24-4302.hlt.gz"


def choose_file(ask_page, path):
    with ask_page.page.expect_file_chooser() as chooser:
        ask_page.page.get_by_role("button", name="Open a replay").first.click()
    chooser.value.set_files(path)


def test_a_file_from_elsewhere_can_be_asked_about(ask_page, small_games):
    choose_file(ask_page, small_games / "other.hlt")
    ask_page.until("viewer.session.game.name === 'other.hlt' && asking.game")
    ask_page.js("viewer.opening")  # it goes to the first contact at its end
    ask_page.js("viewer.session.seek(it)", TURN)
    ask_page.type("alpha", 0.3)
    ask_page.answered()
    ask_page.wait_for(f"[asking.service.game === viewer.session.game, {NAME}]", [True, "v26?alpha=0.3"])


WEAKLY = "HTMLInputElement.prototype.click = function () { window.made = new WeakRef(this); }"


def test_the_input_is_kept_while_its_dialog_is_open(ask_page):
    """The story: nothing kept it, and once in many runs it was collected before the dialog came."""
    ask_page.js(f"({WEAKLY}, null)")
    ask_page.page.get_by_role("button", name="Open a replay").first.click()
    ask_page.js("(delete HTMLInputElement.prototype.click, null)")
    ask_page.page.context.new_cdp_session(ask_page.page).send("HeapProfiler.collectGarbage")
    ask_page.wait_for("made.deref()?.type", "file")


def test_workers_end_with_their_game(ask_page, small_games):
    with ask_page.page.workers[0].expect_event("close"):
        ask_page.drop(small_games / "other.hlt")


def test_a_worker_that_an_error_ended_is_followed_by_another(ask_page):
    question = {"turn": TURN, "player": 1, "preset": "v26", "parameters": {"alpha": 0.4}}
    said = ask_page.js(
        "(async () => { const open = asking.service.explain(it).catch(({message}) => message);"
        "asking.service.crews.thought.workers[0].worker.onerror({preventDefault() {}, message: 'out of memory'});"
        "return open; })()",
        question,
    )
    assert said == "thinking failed: out of memory"
    assert ask_page.js("(await asking.service.explain(it)).thought.turn", question) == TURN


# Files of explanations, and bots that are not ours.


def test_what_a_file_has_stands_behind_what_is_computed_here(browser, explained_page, explanation):
    """Closed again, the panel shows what the file of this game holds, and no frames.

    On a second game the first one's thoughts were shown, and a file that was read while the panel was open stood in
    place of its answer.
    """
    source = "viewer.session.explanation.header.source"
    with opened(browser, kind=AskPage) as tab:
        side = expect(tab.begin(explained_page).page.locator(".side"))
        side.to_contain_text("computed on this page")
        assert tab.open(explanation.read_bytes(), "again.explain.gz")
        tab.answered()
        tab.wait_for(source, "page")
        side.to_contain_text("computed on this page")
        tab.page.click(".ask-button")
        tab.wait_for("[viewer.session.explanation.name, viewer.session.marks]", ["again.explain.gz", []])
        side.not_to_contain_text("computed on this page")
        expect(tab.page.locator(".ask")).to_have_count(0)
        tab.page.click(".ask-button")
        assert tab.open(OTHER_GAME.read_bytes(), "v17-v12.hlt.gz")
        tab.answered()
        tab.page.click(".ask-button")
        tab.wait_for("viewer.session.explanations", [])
        side.not_to_contain_text("Waiting for the bot's thoughts")  # the panel is closed


MARKED = """(({session: {game, turn, thought, marks}}) => {
    const area = game.width * game.height, at = turn * area;
    const ours = Array.from({length: area}, (_, c) => c).filter((c) => game.owner[at + c] === 1);
    const others = ours.filter((c) => thought.move[c] !== game.moves[at + c]).map((c) => [c, thought.move[c]]);
    const framed = marks.map(({x, y, move}) => [y * game.width + x, move]).toSorted((a, b) => a[0] - b[0]);
    return [ours.length, others.length, JSON.stringify(others) === JSON.stringify(framed)];
})(viewer)"""


def test_a_foreign_replay_says_at_once_what_the_champion_would_do(browser, stranger_page):
    """It said "0 moves differ from champion": the champion was compared with itself. Dropped, it opens the panel."""
    foreign = as_bytes(replace(read(GAME), player_names=("nmalaguti v50", "erdman v28")))
    with opened(browser, kind=AskPage) as tab:
        tab.goto(stranger_page)
        dropped = f"viewer.openFiles([new File([{BYTES}], 'game.hlt')]).then(() => null)"
        tab.js(dropped, {"content": as_text(foreign)})
        tab.listen()
        tab.js("(viewer.session.seek(110), null)")
        tab.searched()
        ours, others, are_framed = tab.js(MARKED)
        assert 0 < others <= ours
        assert are_framed
        headline = f"champion would move {others} of your {ours} squares differently"
        expect(tab.page.locator(".ask .headline")).to_have_text(headline)
        tab.js("(viewer.session.setLayer('reasons'), null)")
        rows = tab.page.locator(".legends dd").all_inner_texts()
        assert sum(int(row.split(" ")[0]) for row in rows if " · " in row) == ours, "squares without strength count"
        none = tab.page.locator(".legends dd", has_text="No decision").locator(".swatch")
        assert "--player-1" in none.get_attribute("style"), "as the board has it; a dark grey could not be seen"
        tab.js("viewer.root.focus()")
        tab.page.keyboard.press("q")
        expect(tab.page.locator(".ask")).to_have_count(0)


# Addresses, and browsers that cannot think.


def test_the_address_keeps_the_question(browser, explained_page):
    """A link opened again opens the panel and asks the same; words that make no question are passed over."""
    link = "#turn=70&player=2&as=v17&alpha=0.3&dodge=off&as=v17&nonsense=3&hold_until=x&move=70.3.4.north"
    orders = "asking.orders.map(({turn, square, move}) => [turn, square, move])"
    with opened(browser, kind=AskPage) as tab:
        tab.begin(explained_page, f"{link}&move=3.99.0.north&move=up")
        tab.wait_for(
            f"[viewer.session.turn, asking.player, asking.preset, asking.changes, {orders}]",
            [70, 2, "v17", {"alpha": 0.3, "dodge": False}, [[70, 83, 1]]],
        )
        tab.wait_for(NAME, "v17?alpha=0.3&dodge=off")
        tab.js("(asking.setValue('alpha', 0.2), viewer.session.seek(71), viewer.writeAddress())")
        question = "&player=2&as=v17&alpha=0.2&dodge=off&move=70.3.4.north"
        tab.wait_for("location.hash", f"#turn=71&layers=potential{question}")
        tab.page.click(".ask-button")
        expect(tab.page.locator(".ask")).to_have_count(0)
        tab.js("viewer.writeAddress()")
        tab.until("!location.hash.includes('as=')")


def test_a_browser_without_webassembly_says_so_and_shows_the_game(blank, game_page):
    blank.page.add_init_script("delete window.WebAssembly")
    blank.goto(game_page)
    blank.page.click(".ask-button")
    expect(blank.page.locator(".message-bar")).to_contain_text("no WebAssembly")
    blank.js("viewer.session.seek(5), null")
    blank.wait_for("viewer.session.turn", 5)


# Answers that come late, and refused ones.


def test_an_answer_about_the_game_before_is_dropped(ask_page, small_games):
    """It was on its way when another game was opened; it was shown there until that game's own answer came."""
    ask_page.js(
        "(window.seen = [], viewer.session.on('explanation', () => seen.push(viewer.session.explanation)), null)"
    )
    ask_page.hold("() => held === 0")
    ask_page.js("(asking.setValue('alpha', 0.4), null)")
    ask_page.until("window.held")
    assert ask_page.open((small_games / "elsewhere.hlt").read_bytes(), "elsewhere.hlt")
    ask_page.release()
    ask_page.answered()
    assert ask_page.js("seen.filter(Boolean).map(({ header }) => header.name)") == ["v17?alpha=0.4"]


def test_what_a_search_found_for_the_question_before_is_dropped_and_makes_no_other_greedy(ask_page):
    """The champion's answer is greedy until it has searched; v26, who was asked meanwhile, has nothing to search."""
    ask_page.hold("({ preset, search }) => search !== false && (window.searches ??= []).push(preset)")
    ask_page.js("(asking.put(1, 'champion', {}), null)")
    ask_page.until("window.held")
    ask_page.js("(asking.put(1, 'v26', {}), null)")
    ask_page.answered()
    ask_page.release()
    ask_page.js("asking.ask().then(() => asking.ask())")  # a search follows when the field is drawn
    ask_page.wait_for(
        f"[asking.isKnown(viewer.session.turn), {NAME}, viewer.session.thought.search]", [True, "v26", None]
    )
    ask_page.wait_for("window.searches", ["champion"])


def test_a_refusal_is_said_of_its_own_turn_and_question_alone(ask_page):
    """A refused turn 61 was complained about on turn 60, which was known; an answer on 62 silenced it on 61."""
    ask_page.refuse("({ turn, parameters }) => turn === 61 && !parameters.alpha")
    for turn in (60, 61, 60, 62, 61):  # it is not asked again: without the sentence nothing would say why
        ask_page.js("viewer.session.seek(it)", turn)
        if turn == 61:
            expect(ask_page.status).to_have_text(REFUSED)
        else:
            ask_page.answered()
            expect(ask_page.status).to_contain_text("0 moves differ from v26")
    ask_page.js("(asking.change({alpha: 0.3}), null)")
    ask_page.answered()
    ask_page.wait_for("asking.refusal", None)
