"""The page of a game, opened from its file, asks any preset with any parameters; no server and no Python answers."""

from dataclasses import replace

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from engine.replay import as_bytes
from experiments.recordings.watched import Watched
from tests.browser.conftest import GAME
from tests.support.explanations import described
from tests.support.pages import BYTES, as_text, opened

ANSWERED = """
new Promise((done) => {
  const look = () => (viewer.thinking.asking?.isKnown(viewer.turn) ? done() : setTimeout(look, 5));
  look();
})
"""
"""Resolves when the shown frame is answered."""

SEARCHED = ANSWERED.replace(
    "asking?.isKnown(viewer.turn)", "asking?.isKnown(viewer.turn) && viewer.session.thought.search"
)
"""The same, with all stages."""

FUTURE = "viewer.thinking.asking.service.future(it, () => {})"

GRIDS = ["potential", "value", "distance", "root", "light", "reason", "move"]

TURN, SEAT = 110, 1


@pytest.fixture
def asked(browser, explained_page):
    """Its page with what v26 thought, on a turn of its fight, with the panel open."""
    with opened(browser) as tab:
        tab.goto(explained_page)
        tab.js(f"viewer.seek({TURN}), null")
        tab.page.click(".ask-button")
        tab.js(ANSWERED)
        yield tab


def thought(replay, turn, **changes):
    """What v26 with these changes decides there, having seen all frames before."""
    parameters, memory = changed(preset("v26"), changes), Memory()
    for before in range(turn):
        memory = decide(Watched(replay).view(before, SEAT), memory, parameters).memory
    return decide(Watched(replay).view(turn, SEAT), memory, parameters, explain=True).explanation


def test_what_is_computed_here_and_what_was_written_are_told_apart(asked):
    """The panel's thoughts say so; closed again, the page shows what the explanation file holds, and no frames."""
    assert "computed on this page" in asked.page.locator(".side").inner_text()
    asked.page.click(".ask-button")
    assert asked.js("viewer.session.explanation === first.explanation")
    assert "computed on this page" not in asked.page.locator(".side").inner_text()
    assert asked.js("viewer.session.marks.length") == 0
    assert asked.page.locator(".ask").count() == 0


@pytest.fixture(scope="module")
def watched(replay):
    """The same game in Python, with the champion's history."""
    return Watched(replay)


def champions(watched, turn, changes):
    """What the champion with these changes writes of a frame, and the squares that it moves differently without."""
    usual, view = preset("champion"), watched.view(turn, SEAT)
    asked = watched.player(turn, SEAT, usual)
    asked.seat(changed(usual, changes))
    moves = asked.moves(view)
    differing = (view.owner == SEAT) & (moves != watched.player(turn, SEAT, usual).moves(view))
    return described(asked.explained(view)), np.flatnonzero(differing).tolist()


def test_the_champion_answers_with_all_its_stages(asked, watched):
    """As in Python: having watched the game from its seat as the preset, it plays by the change."""
    for turn, changes in ((TURN, {"alpha": 0.4}), (40, {"hold_until": 7}), (0, {}), (TURN + 8, {"pact": "off"})):
        answers_as_in_python(asked, watched, turn, changes)


def answers_as_in_python(asked, watched, turn, changes):
    """The page's thought of the champion on this turn, layer by layer and number by number."""
    put = "viewer.thinking.asking.put(1, 'champion', it)"
    asked.js(f"(viewer.seek({turn}), {put}, null)", changes)
    asked.js(SEARCHED)
    written, differing = champions(watched, turn, changes)
    found = asked.js(
        "(({search, ...thought}) => ({"
        " ...Object.fromEntries(it.map((name) => [name, Array.from(thought[name], String)])),"
        " search: {...search, changes: [...search.changes].map(([c, {greedy, chosen}]) => [c, greedy, chosen])}"
        "}))(viewer.session.thought)",
        GRIDS,
    )
    for name in GRIDS:
        there, here = (np.array(grid, np.float64) for grid in (found[name], written[name]))
        np.testing.assert_array_equal(there, here, err_msg=name)
    search, told = found["search"], written["search"]
    for name in ("changes", "gain", "tried", "free", "war", "plans"):
        assert search[name] == told[name], name
    assert search["models"] == told["models"]
    assert search["beliefs"] == [
        {name: each[name] for name in ("player", "watched", "share")} for each in told["beliefs"]
    ]
    for plan in ("opening", "campaign"):
        assert search[plan] == told.get(plan, {}).get("numbers", {}), plan
    assert search["bends"] == told.get("opening", {}).get("bends", 0)
    assert asked.js("viewer.thinking.asking.changedNow") == differing


def test_the_greedy_moves_are_there_at_once_and_the_search_follows(asked):
    """The page plays the game up to the frame first, and says so. A search without its rivals has a model less."""
    status = "document.querySelector('.ask .status').innerText"
    first = f"[viewer.thinking.asking.isGreedy, viewer.session.thought.search, {status}]"
    asked.js("(viewer.thinking.asking.put(1, 'champion', {}), null)")
    is_greedy, search, said = asked.js(f"{ANSWERED}.then(() => {first})")
    assert is_greedy
    assert search is None
    assert "searching" in said
    asked.js(SEARCHED)
    assert asked.js("viewer.session.thought.search.tried") > 0
    assert "searching" not in asked.page.locator(".ask .status").inner_text()
    asked.js("(viewer.thinking.asking.put(1, 'champion', {rival_search: 0}), null)")
    asked.js(SEARCHED)
    tried, models = asked.js("(({tried, models}) => [tried, models.length])(viewer.session.thought.search)")
    assert (tried > 0, models) == (True, 4)


REFUSING = """(() => {
    const { asking } = viewer.thinking, explain = asking.service.explain.bind(asking.service);
    asking.service.explain = async (question) => {
        if ("alpha" in question.parameters) throw new Error("no answer");
        return explain(question);
    };
    asking.put(1, "v26", { alpha: 0.3 });
})()"""
"""In a page: a question about alpha ends in an error."""


def test_a_question_that_was_refused_is_asked_again_when_it_is_changed(asked):
    """The frame was refused for that question, not for the next one."""
    asked.js(REFUSING)
    asked.js(ANSWERED.replace("isKnown(viewer.turn)", "refusal"))
    assert asked.js("viewer.thinking.asking.refusal") == "no answer"
    asked.js("(viewer.thinking.asking.change({}), null)")
    asked.page.wait_for_function("() => viewer.thinking.asking.isKnown(viewer.turn)")
    assert asked.js("viewer.thinking.asking.refusal") is None


LATE = """(() => {
    const { asking } = viewer.thinking, explain = asking.service.explain.bind(asking.service);
    window.searched = [];
    asking.service.explain = async (question) => {
        if (question.search !== false) window.searched.push(question.preset);
        const answer = await explain(question);
        if (%s) await new Promise((resolve) => (window.arrive = resolve));
        return answer;
    };
    asking.put(1, "champion", {});
})()"""
"""In a page: the champion is asked, and an answer of which this is true is under way until `arrive` is called;
`searched` lists who is to search.
"""


def test_a_late_answer_makes_no_other_question_greedy(asked):
    """The champion's is greedy until it has searched; v26, who was asked meanwhile, has nothing to search."""
    asked.js(LATE % "question.preset === 'champion'")
    asked.page.wait_for_function("() => window.arrive")
    asked.js("(viewer.thinking.asking.put(1, 'v26', {}), arrive(), null)")
    asked.js(ANSWERED)
    asked.js("new Promise((done) => setTimeout(done, 0))")
    assert asked.js("searched") == []


def test_what_a_search_found_for_the_question_before_is_dropped(asked):
    """It would stand for the answer to the question that is asked now."""
    asked.js(LATE % "question.search !== false")
    asked.page.wait_for_function("() => window.arrive")
    asked.js("(viewer.thinking.asking.put(1, 'v26', {}), null)")
    asked.js(ANSWERED)
    asked.js("(arrive(), new Promise((done) => setTimeout(done, 0)))")
    assert asked.js("viewer.thinking.asking.isKnown(viewer.turn)")


def test_a_bot_named_as_a_member_of_every_object_is_asked_about_too(asked, replay):
    """`toString` was taken for a preset: `in` finds what every object of JavaScript has. So was its opponent."""
    named = replace(replay, player_names=("toString", "constructor"))
    asked.js(f"viewer.open({BYTES}, 'named.hlt')", {"content": as_text(as_bytes(named))})
    asked.js(ANSWERED)
    for player in (1, 2):
        asked.js(f"(viewer.thinking.asking.setPlayer({player}), null)")
        asked.js(ANSWERED)
        assert asked.js("viewer.thinking.asking.preset === viewer.thinking.asking.known.default")
    asking = {"turn": replay.turns - 1, "player": 1, "preset": "v26", "parameters": {}, "seeds": 1}
    assert asked.js(f"({FUTURE}).then((future) => future.turn)", asking) == replay.turns - 1


def test_what_a_file_has_is_shown_again_after_another_game(asked):
    """The panel was closed on a second game, and showed the first one's thoughts on it."""
    assert asked.open((GAME.parent / "v17-v12-30x24-4302.hlt.gz").read_bytes(), "v17-v12.hlt.gz")
    asked.js(ANSWERED)
    asked.page.click(".ask-button")
    assert asked.js("viewer.session.explanations.length") == 0


def test_a_file_that_is_read_while_the_panel_is_open_waits_behind_it(asked, explanation):
    """It was shown in place of the answer, under the panel that says that the page computes it."""
    assert asked.open(explanation.read_bytes(), "again.explain.gz")
    asked.js(ANSWERED)
    assert asked.js("viewer.session.explanation.header.source") == "page"
    asked.page.click(".ask-button")
    assert asked.js("viewer.session.explanation.name") == "again.explain.gz"


def test_the_address_keeps_the_question(blank, explained_page):
    """A link opened again opens the panel and asks the same; words that make no question are passed over."""
    tab = blank.goto(explained_page, "#turn=70&player=2&as=v17&alpha=0.3&dodge=off&as=v17&nonsense=3&hold_until=x")
    tab.js(ANSWERED)
    asked = (
        "[viewer.turn, viewer.thinking.asking.player, viewer.thinking.asking.preset, viewer.thinking.asking.changes]"
    )
    assert tab.js(asked) == [70, 2, "v17", {"alpha": 0.3, "dodge": False}]
    assert tab.js("viewer.session.explanation.header.name") == "v17?alpha=0.3&dodge=off"
    tab.js("(viewer.thinking.asking.setValue('alpha', 0.2), viewer.seek(71), viewer.writeAddress())")
    assert tab.js("location.hash") == "#turn=71&layers=potential&player=2&as=v17&alpha=0.2&dodge=off"
    tab.page.click(".ask-button")
    tab.js("viewer.writeAddress()")
    assert "as=" not in tab.js("location.hash")


def test_a_browser_without_webassembly_says_so_and_shows_the_game(blank, game_page):
    """Nothing is promised that cannot be kept; the game can be watched."""
    blank.page.add_init_script("delete window.WebAssembly")
    blank.goto(game_page)
    blank.page.click(".ask-button")
    blank.page.wait_for_selector(".message-bar:not([hidden])")
    assert "no WebAssembly" in blank.message
    blank.js("viewer.seek(5), null")
    assert blank.js("viewer.turn") == 5
