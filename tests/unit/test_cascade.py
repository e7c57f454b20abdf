"""Sections of parameters: values that hold in some games only."""

import pickle
from dataclasses import replace

import pytest

from bot import PRESETS, changed, effective, kernels, load
from bot.parameters.arguments import read
from bot.parameters.declaration import value
from engine import generate
from experiments.arena.arena import Arena
from experiments.arena.families import mover
from experiments.arena.players import player
from experiments.arena.space import Space
from tests.support.project import ROOT, blocks
from tests.support.views import view_of

V26 = PRESETS["v26"]

FILE = """
preset = "v26"
alpha = 0.2

[size.36-]
alpha = 0.4

[players.4]
alpha = 0.3
enemy-roi = -2
dodge = false

[players.4.size.36-]
alpha = 0.5
"""


@pytest.mark.parametrize(
    ("game", "alpha", "enemy_roi"),
    [((2, 30, 30), 0.2, -0.5), ((4, 30, 30), 0.3, -2), ((2, 36, 20), 0.4, -0.5), ((4, 20, 50), 0.5, -2)],
    ids=["above all tables", "players", "size", "players and size"],
)
def test_the_narrowest_section_wins(file, game, alpha, enemy_roi):
    resolved = load(file(FILE)).resolved(*game)
    assert (resolved.alpha, resolved.enemy_ROI, resolved.dodge) == (alpha, enemy_roi, enemy_roi == -0.5)
    assert not resolved.tables


@pytest.mark.parametrize(
    ("numbers", "sides"),
    [("30", [30]), ("26-35", [26, 30, 35]), ("36-", [36, 50]), ("-25", [20, 25])],
)
def test_a_range_holds_its_ends_and_nothing_beyond(numbers, sides):
    here = changed(V26, {f"size.{numbers}.alpha": 0.2})
    held = [side for side in (20, 25, 26, 29, 30, 31, 35, 36, 50) if here.resolved(2, side, 10).alpha == 0.2]
    assert held[0] == sides[0]
    assert held[-1] == sides[-1]
    assert set(sides) <= set(held)


def test_parameters_without_tables_are_resolved_and_the_kernels_refuse_what_is_not():
    """Tables that are ignored quietly would measure as worthless."""
    assert V26.resolved(4, 30, 30) is V26
    with pytest.raises(ValueError, match="resolve its parameters"):
        kernels.values(changed(V26, {"players.2.alpha": 0.2}))


def test_what_is_said_later_wins(file):
    path = str(file(FILE))
    assert read(["--parameters", path, "--alpha", "0.9"]).parameters.resolved(4, 50, 50).alpha == 0.9
    assert read(["--parameters", path, "--alpha", "0.9"]).parameters.resolved(4, 50, 50).enemy_ROI == -2


def test_a_preset_may_have_tables_whose_order_does_not_matter():
    lines = (("size.36-.alpha", "0.4"), ("players.4.alpha", 0.3))
    preset = replace(V26, tables=lines)
    assert preset == replace(V26, tables=lines[::-1])
    assert (preset.resolved(4, 50, 50).alpha, preset.resolved(4, 20, 20).alpha) == (0.4, 0.3)
    assert changed(preset, {"alpha": 0.2}) == changed(V26, {"alpha": 0.2})
    assert changed(preset, {"players.4.alpha": 0.5}).resolved(4, 20, 20).alpha == 0.5
    assert pickle.loads(pickle.dumps(preset)) == preset


def test_a_search_begins_with_the_value_of_the_section_or_the_one_it_replaces(file):
    mine = load(file(FILE))
    assert [value(mine, f"{place}alpha") for place in ("", "players.4.", "players.2.")] == [0.2, 0.3, 0.2]


def test_players_are_told_apart_by_what_holds_in_some_games_only():
    names = [
        "v26", "v26?players.4.alpha=0.2", "v26?players.3.alpha=0.2", "v26?alpha=0.2",
        "v26?dodge=off&players.4.dodge=on", "v26?dodge=off&players.4.dodge=on&danger_penalty=1",
    ]  # fmt: skip
    assert len({player(name).identity for name in names}) == len(names)
    assert "players.4.alpha" in effective(player("v26?players.4.alpha=0.2").parameters)


def test_players_and_opponents_take_sections_in_every_notation(file):
    path = file(FILE)
    assert player(f"{path}").parameters.resolved(4, 50, 50).alpha == 0.5
    assert player(f"{path}?alpha=0.7").parameters.resolved(4, 50, 50).alpha == 0.7
    assert player("v26?players.4.enemy-roi=-2").notation == "v26?players.4.enemy_ROI=-2"
    path = file('preset = "friendly"\n[players.3-]\nreach = 3\n')
    assert player(str(path)).identity == player("friendly?players.3-.reach=3").identity
    assert player(str(path)).parameters.resolved(3, 20, 20).reach == 3


@pytest.mark.parametrize(
    ("name", "here", "elsewhere"), [("champion", "alpha=0.4", "alpha=0.9"), ("friendly", "reach=2", "reach=9")]
)
def test_a_game_is_played_with_its_numbers(name, here, elsewhere):
    state = generate(12, 14, 2, 3)
    split = player(f"{name}?players.2.{here}&players.3-.{elsewhere}").parameters
    everywhere, other = player(f"{name}?{here}").parameters, PRESETS["v12"]
    games = [Arena(14, 12).play([first, other], state, record=True).replay for first in (split, everywhere)]
    assert (games[0].owner == games[1].owner).all()
    assert (mover(split, 14, 12).moves(view_of(state, 1)) == mover(everywhere, 14, 12).moves(view_of(state, 1))).all()


def documented(page):
    """The example with tables on a page of the docs."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (example,) = (block for block in blocks(text, "toml") if "[size.36-]" in block)
    return example


def test_the_examples_on_the_pages_are_files(file):
    example = load(file(documented("docs/parameters.md")))
    games = [(2, 30, 30), (4, 30, 30), (2, 36, 30), (4, 50, 50)]
    assert [example.resolved(*game).alpha for game in games] == [0.1, 0.12, 0.08, 0.09]
    assert Space.load(file(documented("docs/lab/tune.md"))).names == ("alpha", "size.36-.alpha")
