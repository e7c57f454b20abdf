"""What a stranger met: a page shows nothing that is not yet true, or says that it is provisional."""

import gzip
import json
import re
import sys
from dataclasses import replace

import pytest

from bot.program.explanation_file import line
from engine.__main__ import main as play
from engine.replay import as_bytes
from tests.support.asking import Asked
from tests.support.node import node
from tests.support.pages import BYTES, as_text, opened, written
from tests.support.recordings import GOLDEN

OPENING = 20  # a turn on which the opening plan plays, of the game that MyBot.py recorded

KNOWN = "() => asking.isKnown(viewer.turn) && !asking.isAsking"
SEARCHED = "() => asking.isKnown(viewer.turn) && !asking.isAsking && !asking.isGreedy"

HELD = """(() => {
    const explain = asking.service.explain.bind(asking.service);
    const held = new Promise((resolve) => (window.release = resolve));
    asking.service.explain = async (question, told) => {
        if (question.search !== false) await held;
        return explain(question, told);
    };
})()"""
"""In a page: no search is answered until `release` is called."""


@pytest.fixture(scope="module")
def recorded(files):
    """A game of MyBot.py as `./play` plays it, what it wrote meanwhile, and the page of both."""
    why, folder = files / "mybot.explain.gz", files / "mybot"
    folder.mkdir()
    ours = f"{sys.executable} MyBot.py --opening_clocked 1 --opening_search 60 --explain {why}"
    bots = ours, f"{sys.executable} MyBot.py --preset v12"
    assert play(["-d", "20 20", "-s", "5", "-q", "-t", "-i", str(folder), *bots]) == 0
    (game,) = folder.glob("*.hlt")
    return game, why, written(files / "mybot.html", game, "--explanation", why)


@pytest.fixture
def mybot(browser, recorded):
    """That page, with the panel open on a turn of its opening."""
    with opened(browser, kind=Asked) as tab:
        tab.begin(recorded[2])
        tab.js(f"(viewer.seek({OPENING}), null)")
        tab.page.wait_for_function(SEARCHED)
        yield tab


def numbers(tab, thought="viewer.session.thought"):
    """A thought's potential."""
    return [float(value) for value in tab.js(f"[...{thought}.potential].map(String)")]


WRITTEN = "viewer.thinking.written.get(1).turn(viewer.turn)"


def test_the_recorded_thought_stands_until_the_page_has_computed_the_same_player(mybot):
    """The field of a bot without its opening stood there for seconds. Greedy answers to a change say what they are."""
    side, status = mybot.page.locator(".side"), mybot.page.locator(".ask .status")
    mybot.js(f"({HELD}, viewer.seek({OPENING + 1}), null)")
    mybot.page.wait_for_function(KNOWN)
    assert numbers(mybot) == numbers(mybot, WRITTEN)
    assert "as recorded)" in side.inner_text()
    assert "as recorded, searching" in status.inner_text()
    mybot.js("(asking.setValue('alpha', 0.3), null)")
    mybot.page.wait_for_function(KNOWN)
    assert "provisional: without its search" in side.inner_text()
    assert "provisional" in status.inner_text()
    mybot.js("(release(), null)")
    mybot.page.wait_for_function(SEARCHED)
    assert "computed on this page" in side.inner_text()
    mybot.js("(asking.reset(), null)")
    mybot.page.wait_for_function(SEARCHED)
    assert numbers(mybot) == pytest.approx(numbers(mybot, WRITTEN), rel=1e-3, abs=0.05)  # a file may be rounded
    assert "computed on this page" in side.inner_text()


def test_a_provisional_field_is_already_that_of_the_plan_that_plays(mybot):
    """While a slider is dragged the other numbers, and the bent prices, are those of the opening."""
    mybot.js("(asking.setValue('alpha', 0.3), null)")
    mybot.page.wait_for_function(SEARCHED)
    searched = numbers(mybot)
    mybot.js("(asking.setValue('alpha', 0.2), null)")
    mybot.page.wait_for_function(SEARCHED)
    mybot.js(f"({HELD}, asking.setValue('alpha', 0.3), null)")
    mybot.page.wait_for_function(KNOWN)
    assert mybot.js("asking.isGreedy")
    greedy = numbers(mybot)
    # What a page knows of the plan's numbers is rounded to four digits.
    assert greedy == pytest.approx(searched, rel=1e-2)


def test_the_opening_that_the_explanation_holds_is_played_without_a_search(mybot, recorded):
    """A search would find another one than this, which was put in its place."""
    with gzip.open(recorded[1], "rt") as file:
        header, first, *turns = map(json.loads, file.readlines()[:4])
    first["search"]["opening"]["found"]["numbers"]["alpha"] = 0.4321
    edited = gzip.compress("".join(line(each) + "\n" for each in (header, first, *turns)).encode())
    mybot.js("viewer.seek(3), null")
    assert mybot.open(edited, "edited.gz")
    mybot.page.wait_for_function(SEARCHED)
    assert mybot.js("viewer.session.thought.search.opening.alpha") == 0.4321


def test_the_handle_stands_at_the_value_that_plays_and_the_base_is_marked(mybot):
    """It stood at the preset's 0.1 while the opening played 0.06: a nudge by a thousandth was counted as 0.041."""
    plays = mybot.js("viewer.session.thought.search.opening.alpha")
    row = mybot.page.locator(".parameter[data-parameter=alpha]")
    slider, field = row.locator("input[type=range]"), row.locator("input[type=number]")
    assert (field.input_value(), mybot.js("asking.usual.alpha")) == (str(plays), 0.1)
    base = float(slider.evaluate("(one) => one.style.getPropertyValue('--base')"))
    handle = int(slider.input_value()) / 1000
    assert (handle < base) == (plays < 0.1)
    assert "base 0.1" in row.inner_text()
    height = row.bounding_box()["height"]
    mybot.type("alpha", 0.1)
    mybot.page.wait_for_function(SEARCHED)
    assert mybot.js("[asking.changes, viewer.session.thought.search.opening.alpha]") == [{"alpha": 0.1}, 0.1]
    assert int(slider.input_value()) / 1000 == pytest.approx(base, abs=1e-3), (
        "the mark is where the base's handle stands"
    )
    assert row.bounding_box()["height"] == height
    mybot.js("(asking.reset(), viewer.seek(viewer.session.lastTurn - 1), null)")
    mybot.page.wait_for_function(SEARCHED)
    assert "opening" not in row.inner_text()
    assert row.bounding_box()["height"] == height


FOREIGN = ("nmalaguti v50", "erdman v28")
DROPPED = f"viewer.openFiles([new File([{BYTES}], 'game.hlt')]).then(() => null)"


@pytest.fixture
def foreign(browser, replay, stranger_page):
    """A replay of two other bots, dropped on the page without a game."""
    with opened(browser, kind=Asked) as tab:
        tab.goto(stranger_page)
        tab.js(DROPPED, {"content": as_text(as_bytes(replace(replay, player_names=FOREIGN)))})
        tab.page.wait_for_function("() => viewer.thinking.asking?.game")
        tab.js("(({asking, shown}) => Object.assign(window, {asking, shown}))(viewer.thinking), null")
        tab.page.wait_for_function(SEARCHED)
        yield tab


OTHERS = """(({session: {game, turn, thought}}) => {
    const area = game.width * game.height, at = turn * area;
    const ours = Array.from({length: area}, (_, c) => c).filter((c) => game.owner[at + c] === 1);
    return [ours.filter((c) => thought.move[c] !== game.moves[at + c]), ours.length];
})(viewer)"""


def test_a_foreign_replay_says_at_once_what_the_champion_would_do(foreign, replay):
    """It said "0 moves differ from champion": the champion was compared with itself."""
    foreign.js("(viewer.seek(110), null)")
    foreign.page.wait_for_function(SEARCHED)
    squares, ours = foreign.js(OTHERS)
    assert 0 < len(squares) <= ours
    headline = foreign.page.locator(".ask .headline").inner_text()
    assert headline == f"champion would move {len(squares)} of your {ours} squares differently"
    assert foreign.marked() == squares
    arrows = "viewer.session.marks.every(({x, y, move}) => move === viewer.session.thought.move[y * it + x])"
    assert foreign.js(arrows, replay.owner.shape[2])


def test_the_colour_scale_stays_while_a_slider_is_dragged(foreign):
    """Half of what changed under the hand was the palette. Afterwards the keys are the board's again."""
    foreign.js("(viewer.seek(110), null)")
    foreign.page.wait_for_function(SEARCHED)
    scale = foreign.page.locator(".scale").first
    before = scale.inner_text()
    left, length, height = foreign.grasp("alpha")
    foreign.page.mouse.down()
    for share in (0.7, 0.95):
        foreign.page.mouse.move(left + share * length, height)
        foreign.page.wait_for_function(SEARCHED)
        assert scale.inner_text() == before
    foreign.page.mouse.up()
    assert scale.inner_text() != before
    assert foreign.js("viewer.session.scales.size") == 0
    foreign.page.keyboard.press("ArrowRight")
    assert foreign.js("viewer.turn") == 111


LISTENING = """new MutationObserver(() => {
    const text = document.querySelector(".playing")?.innerText;
    if (text) (window.heard ??= []).push(text);
}).observe(document.querySelector(".future-result"), {childList: true, subtree: true, characterData: true})"""


def test_playing_on_counts_pairs_and_judges_them_from_the_second_on(foreign):
    """It said "16 times" where 8 was chosen, the time left rose, and the verdict came below the fold."""
    foreign.js(f"(asking.setValue('alpha', 0.4), viewer.seek(viewer.session.lastTurn - 30), {LISTENING}, null)")
    foreign.page.locator(".panel.future select").select_option("4")
    foreign.page.get_by_role("button", name="Play on").click()
    foreign.page.wait_for_selector(".future-result > .gain")
    heard = foreign.js("heard")
    assert "without the change and with it" in heard[0]
    pairs = [int(found[1]) for text in heard if (found := re.search(r"Pair (\d) of 4", text))]
    assert pairs == sorted(pairs)
    assert pairs[-1] == 4
    left = [int(found[1]) for text in heard if (found := re.search(r"about (\d+) s left", text))]
    assert left == sorted(left, reverse=True) != []
    judged = [int(found[1]) for text in heard if (found := re.search(r"So far, after (\d) pairs", text))]
    assert sorted(set(judged)) == [2, 3]
    gain, panel = (f"document.querySelector('{one}').getBoundingClientRect().bottom" for one in (".gain", ".live"))
    assert foreign.js(f"{gain} - {panel}") < 1, "pages scroll by whole pixels"


FIRST = "#20x20&seed=3&a=v26&b=v17&turn=64&layers=potential&player=1&as=v26&view=brief"
SEEN = """new MutationObserver(() => {
    const words = document.querySelector(".words");
    if (words && !words.hidden) (window.seen ??= []).push(viewer.session.thought !== null && viewer.board.drawTime > 0);
}).observe(document.documentElement, {childList: true, subtree: true, attributes: true})"""


@pytest.mark.parametrize("width", [820, 390])
def test_the_first_screen_says_where_yellow_is_when_the_field_is_there(browser, stranger_page, width):
    """The sentence stood there before any yellow but a player's. Both players are named, on a phone too."""
    with opened(browser, width, 700, kind=Asked) as tab:
        tab.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {SEEN} }})")
        tab.page.goto(f"{stranger_page.as_uri()}{FIRST}")
        tab.page.wait_for_selector(".words:visible")
        assert set(tab.js("seen")) == {True}
        assert tab.page.locator(".players .name:visible").all_inner_texts() == ["v26", "v17"]


READ = """(async () => readPlanes(new TextEncoder().encode(it), "link"))()
    .then(({ width, height }) => [width, height], ({ message }) => [message])"""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"width": 0}, "width must be a whole number"),
        ({"height": 1.5}, "height must be a whole number"),
        ({"width": 0, "frames": 3e9}, "width must be a whole number"),
        ({"frames": 0}, "frames must be a whole number"),
        ({"players": "ab"}, "players must be"),
        ({"players": []}, "player 1 owns a square"),
    ],
)
def test_a_board_link_with_impossible_numbers_is_refused(change, said):
    """The page compared only a count of bytes, and never returned from 3,000,000,000 frames of no squares."""
    right = {"width": 1, "height": 1, "frames": 1, "players": ["a"]}
    read = {"core/replay.js": "readPlanes"}
    assert node(read, READ, json.dumps(right) + "\n\x01\x05\x01") == [1, 1]
    assert said in node(read, READ, json.dumps(right | change) + "\n\x01\x05\x01")[0]


def test_changes_are_taken_back(foreign):
    """One by one with Ctrl+Z, or several by the list; all values of one drag are one change."""
    for name, value in (("alpha", 0.2), ("alpha", 0.0129), ("enemy_ROI", -1)):
        foreign.type(name, value)
    assert foreign.page.locator(".history .chip").all_inner_texts() == ["enemy_ROI -1", "alpha 0.0129"]
    field = foreign.page.locator("#parameter-alpha")
    assert field.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "it was cut to 0.012"
    foreign.page.locator(".halite").first.evaluate("(one) => one.focus()")
    foreign.page.keyboard.press("Control+z")
    assert foreign.js("asking.changes") == {"alpha": 0.0129}
    foreign.page.keyboard.press("Control+z")
    assert foreign.js("asking.changes") == {}
    foreign.page.keyboard.press("q")
    assert not foreign.page.locator(".ask").count()


def test_the_legend_of_reasons_counts_every_square(foreign):
    """It left out those without strength."""
    foreign.js("(viewer.seek(110), viewer.setLayer('reasons'), null)")
    foreign.page.wait_for_function(SEARCHED)
    counts = [int(row.split(" ")[0]) for row in foreign.page.locator(".legends dd").all_inner_texts() if " · " in row]
    assert sum(counts) == foreign.js(OTHERS)[1]
    none = foreign.page.locator(".legends dd", has_text="No decision").locator(".swatch")
    assert "--player-1" in none.get_attribute("style"), "as the board has it; a dark grey could not be seen"


def test_players_have_one_notation(browser, replay, stranger_page):
    """One list had "1 · garbage" and "#2 ok"."""
    with opened(browser, kind=Asked) as tab:
        tab.goto(stranger_page)
        tab.js(DROPPED, {"content": as_text(as_bytes(replace(replay, player_names=("ok", "ok"))))})
        tab.page.wait_for_function("() => viewer.thinking.asking?.game")
        assert tab.page.locator(".ask select").first.locator("option").all_inner_texts() == ["1 · ok", "2 · ok"]


def test_an_ejection_decides_and_is_called_so(blank, files):
    """The story said "decided at turn 0" twelve turns before, and "eliminated" of the same player in its last line."""
    blank.goto(written(files / "ejected.html", GOLDEN / "faults" / "ok-hang-14x14-9063.hlt.gz"))
    blank.page.wait_for_function("() => viewer.session.story.length > 0")
    told = {one["kind"]: one for one in blank.js("viewer.session.story")}
    assert told["decided"]["turn"] == told["fault"]["turn"]
    assert "is ejected" in told["decided"]["text"]
    assert "is ejected" in told["end"]["text"]
    assert "is ejected" in blank.page.locator(".result").inner_text()
    assert "eliminated" not in " ".join(one["text"] for one in told.values())


COUNTED = """(() => {
    const called = new Map(), { session } = viewer, { game } = session;
    for (const [event, listeners] of session.listeners) {
        session.listeners.set(event, listeners.map((listener) => {
            const names = called.get(listener) ?? {calls: 0};
            called.set(listener, names);
            names.counting ??= (value) => (names.calls++, listener(value));
            return names.counting;
        }));
    }
    session.load(game);
    return Math.max(...[...called.values()].map(({calls}) => calls));
})()"""


def test_a_view_is_filled_once_when_a_replay_opens(tab):
    """The inspector was filled five times: for the game, the moment, the square and both files."""
    assert tab.js(COUNTED) == 1


def test_a_complaint_of_the_laboratory_goes_while_it_is_corrected(foreign):
    """The red line stayed; it names the parameter that was meant, and no page of the documents."""
    foreign.page.keyboard.press("v")
    player = foreign.page.get_by_label("player 1")
    player.fill("v26?alfa=0.3")
    foreign.page.locator(".new-game").get_by_role("button", name="Play", exact=True).click()
    complaint = foreign.page.locator(".new-game .warning")
    assert complaint.inner_text() == 'there is no parameter "alfa"; alpha?'
    player.fill("v26?alpha=0.3")
    assert not complaint.inner_text()


def test_a_game_that_is_a_link_says_how_far_it_is(browser, stranger_page):
    """A pasted link showed an empty box for seconds."""
    seen = """new MutationObserver(() => {
        const text = document.querySelector(".welcome p")?.textContent;
        if (text) (window.seen ??= []).push(text);
    }).observe(document.documentElement, {childList: true, subtree: true, characterData: true})"""
    with opened(browser, kind=Asked) as tab:
        tab.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {seen} }})")
        tab.page.goto(f"{stranger_page.as_uri()}#40x40&seed=3&a=champion&b=v17")
        tab.page.wait_for_function("() => window.viewer?.session.game")
        turns = [int(text.split()[6]) for text in tab.js("seen") if "is being played: turn" in text]
        assert turns == sorted(turns) != []
