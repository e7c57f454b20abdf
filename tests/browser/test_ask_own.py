"""A game whose explanation was written while it was played: Ask begins with the values by which it was played."""

import gzip
import json
from contextlib import closing
from functools import cache

import numpy as np
import pytest

from bot import override, preset
from bot.program.bot import with_clock
from bot.program.explanation_file import ExplanationFile
from engine.replay import read
from experiments.recordings.watched import Watched
from tests.support.asking import MYBOT, AskPage, played_by_mybot
from tests.support.node import BYTES, READ, node
from tests.support.pages import as_text, expect, new_tab, written
from tests.support.watching import played_on
from viewer.pack import BUILT, TABLE

CHAMPION = preset("champion")
MANY = round(CHAMPION.opening_search * MYBOT.opening_clocked)
NAME = f"champion?opening_search={MANY}"
ALPHA = {"alpha": 0.4}
OPENING = 20  # a turn before both players meet, on which the preset's own opening moves other squares

OTHER_MOVES = "[...viewer.session.thought.differs].reduce((sum, differs) => sum + differs, 0)"
PLAYS_AS = "[asking.preset, asking.own, asking.changes]"
LAST = "({ frames, owner, width, height }) => [frames, [...owner.slice(-width * height)]]"
# Both games of a pair: how long they are, and whose squares are whose at the end.
FUTURES = f"""(async () => {{
    const question = {{...asking.futureQuestion(viewer.session.turn), seeds: 1}};
    const {{ kept }} = await asking.service.future(question, () => {{}});
    return [kept.unchanged, kept.changed].map({LAST});
}})()"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    game, why = played_by_mybot(tmp_path_factory.mktemp("mybot"))
    written(game.with_name("explained.html"), game, "--explanation", why)
    return game, why


@pytest.fixture(scope="module")
def kept(browser, recorded):
    return new_tab(browser, AskPage).begin(recorded[0].with_name("explained.html"))


@pytest.fixture
def ask_page(kept):
    kept.js("(viewer.session.load(first.game), viewer.session.explain(first.explanation), null)")
    yield from begun(kept)


@pytest.fixture
def alone(kept, recorded):
    assert kept.open(recorded[0].read_bytes(), "mybot.hlt")
    yield from begun(kept)


def begun(tab):
    tab.answer_all()
    tab.js(f"(viewer.session.seek({OPENING}), asking.put(1, 'champion', {{}}), null)")
    tab.searched()
    yield tab
    tab.check()


@cache
def moved(replay, turn):
    watched = Watched(replay)
    return watched.player(turn, 1, CHAMPION).moves(watched.view(turn, 1))


def test_no_recorded_move_is_another_and_the_panel_names_the_played_values(ask_page, recorded):
    """The preset tries fewer openings: three squares had *Other move*."""
    replay = read(recorded[0])
    assert (moved(replay, OPENING) != replay.moves[OPENING])[replay.owner[OPENING] == 1].sum() == 3
    for turn in (0, OPENING - 1, OPENING):
        ask_page.seek(turn)
        ask_page.searched()
        ask_page.wait_for(f"[{OTHER_MOVES}, asking.changedSquares.length]", [0, 0])
    ask_page.wait_for(PLAYS_AS, ["champion", {"opening_search": MANY}, {}])
    expect(ask_page.status).to_contain_text(f"0 moves differ from {NAME} ")
    ask_page.unfold()
    ask_page.expect("#parameter-opening_search").to_have_value(str(MANY))
    meaning = f"; this game was played with {MANY}; champion has {CHAMPION.opening_search}."
    ask_page.expect("#why-opening_search").to_contain_text(meaning)
    ask_page.wait_for("asking.explanation.header.name", NAME)
    ask_page.js("(viewer.session.setLayer('delta'), null)")
    ask_page.expect(".legends").to_contain_text(f"with {NAME}")


def test_reset_and_the_own_preset_bring_the_played_values_back(ask_page):
    field = ask_page.expect("#parameter-opening_search")
    ask_page.type("opening_search", CHAMPION.opening_search)
    ask_page.wait_for("asking.changes", {"opening_search": CHAMPION.opening_search})
    ask_page.page.locator(".parameter[data-parameter=opening_search] button.icon").click()
    ask_page.wait_for("asking.changes", {})
    field.to_have_value(str(MANY))
    presets = ask_page.page.locator(".ask label:has-text('as') select").last
    for preset_name, own, value in (("v26", {}, 0), ("champion", {"opening_search": MANY}, MANY)):
        presets.select_option(preset_name)
        field.to_have_value(str(value))
        ask_page.wait_for(PLAYS_AS, [preset_name, own, {}])
    ask_page.js("(asking.setPlayer(2), null)")
    ask_page.wait_for(PLAYS_AS, ["v17", {}, {}])


def test_a_change_is_compared_with_the_player_as_it_played(ask_page, recorded):
    watched = Watched(read(recorded[0]))
    played = with_clock(MYBOT)
    here = watched.player(OPENING, 1, played)
    here.change_parameters(override(played, ALPHA))
    differs = here.moves(watched.view(OPENING, 1)) != watched.replay.moves[OPENING]
    squares = np.flatnonzero(differs & (watched.replay.owner[OPENING] == 1)).tolist()
    assert squares
    ask_page.type("alpha", ALPHA["alpha"])
    ask_page.searched()
    ask_page.wait_for("[asking.changedSquares, asking.explanation.header.name]", [squares, f"{NAME}&alpha=0.4"])
    ask_page.js("(viewer.writeAddress(), null)")
    ask_page.until("location.hash.endsWith(it)", f"&player=1&as=champion&opening_search={MANY}&alpha=0.4")


def test_a_game_is_played_on_by_the_played_values(ask_page, recorded):
    replay, v17 = read(recorded[0]), preset("v17")
    played = override(CHAMPION, {"opening_search": MANY})

    def end(usual, players):
        rest = played_on(replay, 10, usual, [override(each, {"seed": 0}) for each in players]).replay
        return [10 + len(rest.owner), rest.owner[-1].ravel().tolist()]

    ask_page.js("(asking.setValue('alpha', 0.4), viewer.session.seek(10), null)")
    assert ask_page.js(FUTURES) == [end([played, v17], [each, v17]) for each in (played, override(played, ALPHA))]
    ask_page.js("(asking.put(2, 'v17', {alpha: 0.4}), viewer.session.seek(10), null)")
    assert ask_page.js(FUTURES)[1] == end([played, v17], [played, override(v17, ALPHA)])


def test_an_explanation_that_comes_later_counts_and_changes_stay(alone, recorded):
    """What a person had set to the played value is no change any more; set so, it came after the opening was chosen."""
    alone.js(f"(asking.put(1, 'champion', {{opening_search: {MANY}, alpha: 0.3}}), null)")
    alone.wait_for(PLAYS_AS, ["champion", {}, {"opening_search": MANY, "alpha": 0.3}])
    alone.js("(asking.reset('alpha'), null)")
    alone.searched()
    alone.wait_for(OTHER_MOVES, 3)
    alone.js("(asking.setValue('alpha', 0.3), null)")
    assert alone.open(recorded[1].read_bytes(), recorded[1].name)
    alone.wait_for(PLAYS_AS, ["champion", {"opening_search": MANY}, {"alpha": 0.3}])
    alone.js("(asking.reset(), null)")
    alone.searched()
    alone.wait_for(OTHER_MOVES, 0)


def test_what_comes_with_an_explanation_takes_the_place_of_what_was_thought_before(alone, recorded):
    """A field of the preset alone is no base of the change; the opening of the file is played without a search."""
    legends = alone.expect(".legends")
    alone.js("(viewer.session.setLayer('delta'), null)")
    legends.to_contain_text("the same as with champion")
    turn = line(recorded, 1)
    turn["search"]["opening"]["found"]["numbers"]["alpha"] = 0.4321  # a search would find another
    assert alone.open(headed(recorded, [turn], parameters=line(recorded, 0)["parameters"] | ALPHA), "edited.gz")
    legends.to_contain_text(f"the same as with champion?alpha=0.4&opening_search={MANY}")
    alone.expect(".legends .gradient").to_have_count(0)
    alone.wait_for("asking.changedSquares", [])
    alone.seek(3)
    alone.searched()
    alone.wait_for("viewer.session.thought.search.opening.alpha", 0.4321)


def headed(recorded, turns=(), **members):
    why = recorded[1].with_name("headed.gz")
    with closing(ExplanationFile(why)) as file:
        file.write_header(line(recorded, 0) | members)
        for turn in turns:
            file.write_turn(turn["turn"], turn)
    return why.read_bytes()


def line(recorded, number):
    with gzip.open(recorded[1], "rt") as file:
        return json.loads(file.readlines()[number])


TRIED = f"""await (async () => {{
    const {{ value: game }} = await open({BYTES}(it.game), "game.hlt");
    return Promise.all(it.files.map(async (content) => {{
        const {{ value }} = await open({BYTES}(content), "a.explain.gz");
        value.checkAgainst(game);
        return recordOf(it.table, "champion", value).own.opening_search ?? null;
    }}));
}})()"""


def test_the_openings_that_a_clock_left_count(recorded):
    """A slow machine tries fewer, or none; an opening of which nothing is known was that of the header's number.

    A game that began before the search was compiled has none: the page looked for one that was never played.
    """
    turn = line(recorded, 1)
    search = turn.pop("search")
    unknown = {"search": {name: value for name, value in search.items() if name != "opening"}}
    tried = [{"search": search | {"opening": {"tried": number}}} for number in (41, 0, CHAMPION.opening_search)]
    files = [as_text(headed(recorded, [turn | members])) for members in [*tried, unknown, {}]]
    table = json.loads((BUILT / TABLE).read_text(encoding="utf-8"))
    question = {"game": as_text(recorded[0].read_bytes()), "files": files, "table": table}
    assert node({**READ, "think/player.js": "recordOf"}, TRIED, question) == [41, 0, None, MANY, 0]


WRITTEN = "games.written.get(1).turn(viewer.session.turn)"
SEARCHES = "({ search }) => search !== false"


def numbers(tab, thought="viewer.session.thought"):
    return [float(value) for value in tab.js(f"[...{thought}.potential].map(String)")]


def test_the_recorded_thought_stands_until_the_page_has_computed_the_same_player(ask_page):
    side = ask_page.expect(".side")
    ask_page.hold(SEARCHES)
    ask_page.js(f"(viewer.session.seek({OPENING + 1}), null)")
    ask_page.answered()
    assert numbers(ask_page) == numbers(ask_page, WRITTEN)
    side.to_contain_text("as recorded)")
    expect(ask_page.status).to_contain_text("as recorded, searching")
    ask_page.js("(asking.setValue('alpha', 0.3), null)")
    side.to_contain_text("provisional: without its search")
    expect(ask_page.status).to_contain_text("provisional")
    ask_page.release()
    ask_page.searched()
    side.to_contain_text("computed on this page")
    ask_page.js("(asking.reset(), null)")
    ask_page.searched()
    assert numbers(ask_page) == pytest.approx(numbers(ask_page, WRITTEN), rel=1e-3, abs=0.05)  # a file may be rounded
    side.to_contain_text("computed on this page")


def test_a_provisional_field_is_already_that_of_the_plan_that_plays(ask_page):
    fields = []
    for alpha in (0.3, 0.2):
        ask_page.js("(asking.setValue('alpha', it), null)", alpha)
        ask_page.searched()
        fields.append(numbers(ask_page))
    ask_page.hold(SEARCHES)
    ask_page.js("(asking.setValue('alpha', 0.3), null)")
    ask_page.answered()
    ask_page.until("asking.isGreedy")
    assert numbers(ask_page) == pytest.approx(fields[0], rel=1e-2)  # a page knows the plan's numbers by four digits
    ask_page.release()


def test_the_handle_stands_at_the_value_that_plays_and_the_base_is_marked(ask_page):
    plays = ask_page.js("viewer.session.thought.search.opening.alpha")
    row = ask_page.page.locator(".parameter[data-parameter=alpha]")
    slider = row.locator("input[type=range]")
    expect(row.locator("input[type=number]")).to_have_value(str(plays))
    ask_page.wait_for("asking.usual.alpha", 0.1)
    base = float(row.locator(".base").evaluate("(one) => one.style.getPropertyValue('--base')"))
    assert (int(slider.input_value()) / 1000 < base) == (plays < 0.1)
    back_to = row.locator("button").get_attribute("title").removeprefix("alpha: back to ")
    expect(row).to_contain_text(f"{back_to} · base 0.1")  # a reset leads to what plays, and not to the base
    height = row.bounding_box()["height"]
    ask_page.type("alpha", 0.1)
    ask_page.searched()
    ask_page.wait_for("[asking.changes, viewer.session.thought.search.opening.alpha]", [{"alpha": 0.1}, 0.1])
    assert int(slider.input_value()) / 1000 == pytest.approx(base, abs=1e-3), "where the base's handle stands"
    assert row.bounding_box()["height"] == height
    ask_page.js("(asking.reset(), viewer.session.seek(viewer.session.lastTurn - 1), null)")
    ask_page.searched()
    expect(row).not_to_contain_text("opening")
    assert row.bounding_box()["height"] == height
