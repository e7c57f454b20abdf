"""Which game a bot is asked about, answers that come late or never, and futures that are played from a frame."""

import re
from dataclasses import replace

import numpy as np

from engine.replay import as_bytes, read
from tests.browser.conftest import GAME
from tests.support.asking import REFUSED, TURN, AskPage
from tests.support.pages import BYTES, PLAYED, as_text, expect, opened
from tests.support.watching import SIDE, game

NAME = "asking.explanation.header.name"
OTHER_GAME = GAME.parent / "v17-v12-30x24-4302.hlt.gz"


WEAKLY = "HTMLInputElement.prototype.click = function () { window.made = new WeakRef(this); }"


def test_a_file_that_is_chosen_can_be_asked_about(ask_page, small_games):
    """Nothing kept the input, and once in many runs it was collected before the dialog came."""
    button = ask_page.page.get_by_role("button", name="Open a replay").first
    ask_page.js(f"({WEAKLY}, null)")
    button.click()
    ask_page.js("(delete HTMLInputElement.prototype.click, null)")
    ask_page.page.context.new_cdp_session(ask_page.page).send("HeapProfiler.collectGarbage")
    ask_page.wait_for("made.deref()?.type", "file")
    with ask_page.page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(small_games / "other.hlt")
    ask_page.until("viewer.session.game.name === 'other.hlt' && asking.game")
    ask_page.js("viewer.opening")  # it goes to the first contact at its end
    ask_page.seek(TURN)
    ask_page.type("alpha", 0.3)
    ask_page.answered()
    ask_page.wait_for(f"[asking.service.game === viewer.session.game, {NAME}]", [True, "v26?alpha=0.3"])


def test_a_worker_that_an_error_ended_is_followed_by_another(ask_page):
    question = {"turn": TURN, "player": 1, "preset": "v26", "parameters": {"alpha": 0.4}}
    answers = ask_page.js(
        "(async () => { const open = asking.service.explain(it).catch(({message}) => message);"
        "asking.service.crews.explain.workers[0].worker.onerror({preventDefault() {}, message: 'out of memory'});"
        "return [await open, (await asking.service.explain(it)).thought.turn]; })()",
        question,
    )
    assert answers == ["thinking failed: out of memory", TURN]


def test_what_a_file_has_stands_behind_what_is_computed_here(browser, explained_page, explanation):
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
        tab.expect(".ask").to_have_count(0)
        tab.page.click(".ask-button")
        assert tab.open(OTHER_GAME.read_bytes(), "v17-v12.hlt.gz")
        tab.answered()
        tab.page.click(".ask-button")
        tab.wait_for("viewer.session.explanations", [])
        side.not_to_contain_text("Waiting for the bot's thoughts")  # the panel is closed


def test_a_foreign_replay_says_at_once_what_the_champion_would_do(browser, stranger_page):
    foreign, turn = replace(read(GAME), player_names=("nmalaguti v50", "erdman v28")), 110
    with opened(browser, kind=AskPage) as tab:
        tab.goto(stranger_page)
        dropped = f"viewer.openFiles([new File([{BYTES}], 'game.hlt')]).then(() => null)"
        tab.js(dropped, {"content": as_text(as_bytes(foreign))})  # it opens the panel
        tab.listen()
        tab.seek(turn)
        tab.searched()
        ours, chosen = foreign.owner[turn].ravel() == 1, tab.thought("move")
        others = np.flatnonzero(ours & (chosen != foreign.moves[turn].ravel()))
        assert tab.marked() == others.tolist() != []
        assert sorted(tab.js("viewer.session.marks.map(({move}) => move)")) == sorted(chosen[others])
        headline = f"champion would move {len(others)} of {ours.sum()} squares differently"
        tab.expect(".ask .headline").to_have_text(headline)
        tab.js("(viewer.session.setLayer('reasons'), null)")
        rows = tab.page.locator(".legends dd").all_inner_texts()
        counts = [int(row.split(" ")[0]) for row in rows if " · " in row]
        assert sum(counts) == ours.sum(), "the legend counts all squares of the player, also those without strength"
        none = tab.page.locator(".legends dd", has_text="No decision").locator(".swatch")
        assert "--player-1" in none.get_attribute("style"), "as the board has it; a dark grey could not be seen"
        tab.seek(len(foreign.moves))
        tab.expect(".ask .status").to_have_text("The game is over: these would be its moves.")
        tab.js("viewer.root.focus()")
        tab.page.keyboard.press("q")
        tab.expect(".ask").to_have_count(0)


def test_the_address_keeps_the_question(browser, explained_page):
    link = "#turn=70&layers=moves&player=2&as=v17&alpha=0.3&dodge=off&as=v17&nonsense=3&hold_until=x&move=70.3.4.north"
    orders = "asking.orders.map(({turn, square, move}) => [turn, square, move])"
    with opened(browser, kind=AskPage) as tab:
        tab.begin(explained_page, f"{link}&move=3.99.0.north&move=up")
        tab.wait_for(
            f"[viewer.session.turn, asking.player, asking.preset, asking.changes, {orders}]",
            [70, 2, "v17", {"alpha": 0.3, "dodge": False}, [[70, 83, 1]]],
        )
        tab.wait_for(NAME, "v17?alpha=0.3&dodge=off")
        tab.js("(asking.setValue('alpha', 0.2), session.setLayer('delta'), session.seek(71), viewer.writeAddress())")
        question = "&player=2&as=v17&alpha=0.2&dodge=off&move=70.3.4.north"
        tab.wait_for("location.hash", f"#turn=71&layers=moves,delta{question}")
        tab.page.click(".ask-button")
        tab.expect(".ask").to_have_count(0)
        tab.js("viewer.writeAddress()")
        tab.wait_for("location.hash", "#turn=71&layers=moves")  # as before the question


def test_a_browser_without_webassembly_says_so_and_shows_the_game(blank, game_page):
    blank.page.add_init_script("delete window.WebAssembly")
    blank.goto(game_page)
    blank.page.click(".ask-button")
    blank.expect(".message-bar").to_contain_text("no WebAssembly")
    blank.seek(5)
    blank.wait_for("viewer.session.turn", 5)


def test_an_answer_about_the_game_before_is_dropped(ask_page, small_games):
    ask_page.js(
        "(window.seen = [], viewer.session.on('explanation', () => seen.push(viewer.session.explanation)), null)"
    )
    ask_page.hold("() => held === 0")
    ask_page.js("(asking.setValue('alpha', 0.4), null)")
    ask_page.until("window.held")
    with ask_page.page.workers[0].expect_event("close"):  # workers end with their game
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
    ask_page.refuse("({ turn, parameters }) => turn === 61 && !parameters.alpha")
    for turn in (60, 61, 60, 62, 61):  # it is not asked again: without the sentence nothing would say why
        ask_page.seek(turn)
        if turn == 61:
            expect(ask_page.status).to_have_text(REFUSED)
        else:
            ask_page.answered()
            expect(ask_page.status).to_contain_text("0 moves differ from v26")
    ask_page.js("(asking.change({alpha: 0.3}), null)")
    ask_page.answered()
    ask_page.wait_for("asking.refusal", None)


# Play on from here. tests/contract/test_page_thinking.py: both futures are the laboratory's.


ALPHA = 0.6
SEEDS = 4


# Squares that move differently on the turn from which the games are played on.
PARTED = f"""(({{ unchanged, changed }}, area, start = {TURN} * area) => [...Array(area).keys()].filter(
    (square) => unchanged.moves[start + square] !== changed.moves[start + square]))(games.futures, {SIDE} ** 2)"""


def press(ask_page, seeds):
    ask_page.page.locator(".panel.future select").select_option(str(seeds))
    ask_page.page.locator(".panel.future .primary").click()


def play_on(ask_page, seeds=SEEDS):
    press(ask_page, seeds)
    result = ask_page.page.locator(".future-result")
    result.locator("> .gain").wait_for(timeout=1000 * PLAYED)
    return result


def test_a_change_that_comes_with_the_press_is_played_and_the_result_says_what_was_found(ask_page):
    play = "document.querySelector('.panel.future .primary').click()"
    ask_page.page.locator(".panel.future select").select_option(str(SEEDS))
    ask_page.js(f"(asking.setValue('alpha', {ALPHA}), {play})")
    result = ask_page.page.locator(".future-result")
    result.locator("> .gain").wait_for(timeout=1000 * PLAYED)
    found = ask_page.js("(({ kept, ...future }) => future)(games.rollout.future)")
    before, after = found["wins"]["unchanged"], found["wins"]["changed"]
    words = f"Wins {after} of {SEEDS} games"
    expected = f"{words} with the change, {before} without." if before != after else f"{words}, with"
    expect(result.locator("> .gain")).to_contain_text(expected)


def test_a_game_is_played_on_with_a_move_by_hand(ask_page):
    north, moves = 1, ask_page.thought("move")
    ours = (game().owner[TURN].ravel() == 1) & (game().strength[TURN].ravel() > 0)
    square = int(np.flatnonzero(ours & (moves != north))[0])
    ask_page.select(square % SIDE, square // SIDE)
    ask_page.js("(asking.order(1), null)")
    ask_page.answered()
    result = play_on(ask_page, seeds=1)
    ask_page.wait_for(PARTED, [square])
    expect(result).to_contain_text("with 1 of its moves chosen by hand in place of v26.")
    ask_page.wait_for("games.futures.changed.title", f"v26 and your moves from turn {TURN}")
    expect(result.locator(".gain")).to_contain_text("One game says nothing about luck")
    ask_page.js("(asking.reset(), viewer.session.seek(viewer.session.lastTurn), null)")
    button = ask_page.page.locator(".panel.future .primary")
    expect(button).to_be_disabled()
    expect(button).to_have_text("This is the last frame")


def test_one_key_flips_between_the_game_with_the_change_and_without(ask_page):
    ask_page.js("(games.futures = null, viewer.root.focus())")
    ask_page.page.keyboard.press("f")
    ask_page.expect(".message-bar").to_contain_text("Press Play on first")
    ask_page.type("alpha", ALPHA)
    result = play_on(ask_page)
    ask_page.js("(viewer.camera.zoomBy(2), viewer.root.focus())")
    ask_page.js("(session.setLayer('potential'), session.select({x: 3, y: 4}))")
    look = "[session.turn, session.selected, viewer.camera.zoom, viewer.camera.x, [...session.layers]]"
    before, same = ask_page.js(look), f"[...first.game.owner.subarray(0, {TURN * SIDE * SIDE})]"
    for name, chip, side in (
        (f"v26?alpha={ALPHA} from turn {TURN}", "with the change", "changed"),
        (f"v26 from turn {TURN}", "without", "unchanged"),
    ):
        ask_page.page.keyboard.press("f")
        ask_page.answered()
        ask_page.expect(".top .file").to_have_text(name)
        ask_page.expect(".watching [aria-pressed=true]").to_have_text(chip)
        ask_page.until(f"viewer.session.game === games.futures.{side}")
        ask_page.until(f"{same}.every((owner, i) => owner === viewer.session.game.owner[i])")
        ask_page.wait_for(look, before)
        ask_page.wait_for("[asking.player, asking.preset, asking.changes]", [1, "v26", {"alpha": ALPHA}])
        expect(result.locator(".gain")).to_have_count(1)
    ask_page.page.get_by_role("button", name="as recorded").click()
    ask_page.until("viewer.session.game === first.game")


# Plays 64 futures, and does this while they are played: they may be over before a test could ask for it.
MEANWHILE = """new Promise((done) => {{
    const result = document.querySelector(".future-result");
    const watch = new MutationObserver(() => {{
        if (!/Pair \\d+ of 32, about \\d+ s left/.test(result.innerText)) return;
        watch.disconnect();
        done({});
    }});
    watch.observe(result, {{ childList: true, subtree: true, characterData: true }});
    document.querySelector(".panel.future .primary").click();
}})"""


def test_futures_under_way_can_be_cancelled_and_a_changed_question_ends_them(ask_page):
    result, button = ask_page.page.locator(".future-result"), ask_page.page.locator(".panel.future .primary")
    ask_page.page.locator(".panel.future select").select_option("32")
    cancel = "[result.querySelector('progress').value, result.querySelector('button').click()][0]"
    assert ask_page.js(MEANWHILE.format(cancel)) > 0
    expect(result).to_have_text("Cancelled.")
    expect(button).to_be_enabled()
    ask_page.js(MEANWHILE.format("asking.setValue('alpha', 0.3)"))
    expect(result).to_contain_text("The question has changed")
    expect(button).to_be_enabled()


def test_another_replay_that_is_dropped_while_futures_are_played_is_asked_about(ask_page, small_games):
    press(ask_page, 32)
    ask_page.seek(90)
    ask_page.drop(small_games / "other.hlt")
    ask_page.expect(".future-result").to_have_text("")
    ask_page.expect(".panel.future .primary").to_be_enabled()
    assert ask_page.js("viewer.openEach([it])", {"bytes": None, "name": "gone.hlt"}) is False


LISTENING = """new MutationObserver(() => {
    const text = document.querySelector(".playing")?.innerText;
    if (text) (window.heard ??= []).push(text);
}).observe(document.querySelector(".future-result"), {childList: true, subtree: true, characterData: true})"""


def test_pairs_are_counted_and_judged_from_the_second_on(ask_page):
    ask_page.js(f"(asking.put(1, 'champion', {{alpha: 0.4}}), session.seek(session.lastTurn - 30), {LISTENING}, null)")
    ask_page.answered()
    play_on(ask_page)
    heard = ask_page.js("heard")
    assert "without the change and with it" in heard[0]
    pairs = [int(found[1]) for text in heard if (found := re.search(r"Pair (\d) of 4", text))]
    assert pairs == sorted(pairs)
    assert pairs[-1] == 4
    left = [int(found[1]) for text in heard if (found := re.search(r"about (\d+) s left", text))]
    assert left == sorted(left, reverse=True) != []
    judged = [int(found[1]) for text in heard if (found := re.search(r"So far, after (\d) pairs", text))]
    assert sorted(set(judged)) == [2, 3]
    gain, panel = (f"document.querySelector('{one}').getBoundingClientRect().bottom" for one in (".gain", ".live"))
    ask_page.until(f"{gain} - {panel} < 1")  # pages scroll by whole pixels
