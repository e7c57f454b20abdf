"""Parameters: accepted values, presets, files, sections that hold in some games only, and MyBot.py's command line."""

import pickle
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from bot import DEFAULT, PRESETS, Parameters, effective, load, override
from bot.parameters.declaration import check_value, format_range, value
from bot.parameters.families import read_arguments
from bot.parameters.greedy import RULESETS
from bot.parameters.presets import DEFINITIONS, OURS
from engine import generate
from experiments.arena.arena import Arena
from experiments.arena.families import mover
from experiments.arena.players import player
from experiments.arena.space import Space
from tests.support.boards import assert_same_squares, view_of
from tests.support.project import ROOT, blocks

V12, V17, V26 = (PRESETS[name] for name in ("v12", "v17", "v26"))


@pytest.mark.parametrize("name", DEFINITIONS)
def test_every_parameter_has_a_range_that_holds_its_presets_a_unit_and_a_reason(name):
    known = DEFINITIONS[name].metadata
    assert known["unit"]
    assert known["group"]
    assert len(known["why"]) > 20
    assert set(known["rulesets"]) <= RULESETS.keys()
    assert known["off"] is None or check_value(DEFINITIONS[name], known["off"]) == known["off"]
    assert not known["of"] or DEFINITIONS[known["of"]].metadata["off"] is not None
    if type(DEFINITIONS[name].default) in (int, float):
        assert known["low"] < known["high"]
        assert all(known["low"] <= getattr(one, name) <= known["high"] for one in PRESETS.values())


@pytest.mark.parametrize(("base", "changes"), [
    (V26, {"name": "other", "turn_time": 2}), (V12, {"loss_penalty": 1, "weak_penalty": 1}),
    (replace(V26, strategic_stilling=False), {"stilling_ratio": 9, "stilling_empties": 1}),
    (replace(V26, ties="fixed"), {"seed": 1}),
])  # fmt: skip
def test_only_what_does_something_tells_players_apart(base, changes):
    assert effective(replace(base, **changes)) == effective(base)
    assert "stilling_ratio" in effective(V26)
    assert "strategic_stilling" not in effective(replace(V26, strategic_stilling=False))
    assert len({str(effective(parameters)) for parameters in PRESETS.values()}) == len(PRESETS)


def test_values_take_the_type_of_their_parameter_and_ranges_show_every_digit():
    """Equal parameters are equal, from text, files and code; a bound rounded to 9.22337e+18 cannot be typed."""
    read = override(Parameters(), {"alpha": "0.2", "crowd_side": "30", "hold_until": 6, "seed": 5.0})
    assert read == Parameters(alpha=0.2, crowd_side=30, hold_until=6.0, seed=5)
    for spec in DEFINITIONS.values():
        assert type(getattr(read, spec.name)) is type(spec.default)
    ranges = [format_range(DEFINITIONS[name]) for name in ("seed", "wall_factor", "alpha")]
    assert ranges == [f"0..{2**63 - 1}", "1..1000000", "0.001..0.999"]
    assert Parameters(seed=str(2**63 - 1)).seed == 2**63 - 1, "compared after a detour through float it was outside"


def test_a_file_changes_what_it_names_of_the_preset_that_it_names(file):
    path = file('alpha = 0.2\nenemy_ROI = -1\npact = "off"\nred_green = "off"\nname = "mine"\n')
    expected = replace(V26, alpha=0.2, enemy_ROI=-1.0, pact="off", red_green=False, name="mine")
    assert load(path, V26) == expected
    assert load(path, Parameters(seed=3)) == replace(expected, seed=3)
    for mark in ("", "\ufeff"):  # with which an editor on Windows begins it
        assert load(file(f"{mark}alpha = 0.2\n")) == replace(PRESETS[DEFAULT], alpha=0.2)
    assert load(file('alpha = 0.3\npreset = "v12"\n'), V17) == replace(V12, alpha=0.3)


FILE = """
preset = "v26"
alpha = 0.2

[size.36-]
alpha = 0.4

[players.4]
alpha = 0.3
enemy_ROI = -2
dodge = false

[players.4.size.36-]
alpha = 0.5
"""


@pytest.mark.parametrize(
    ("numbers", "sides"),
    [("30", [30]), ("26-35", [26, 30, 35]), ("36-", [36, 50]), ("-25", [20, 25])],
)
def test_a_range_holds_its_ends_and_nothing_beyond(numbers, sides):
    here = override(V26, {f"size.{numbers}.alpha": 0.2})
    held = [side for side in (20, 25, 26, 29, 30, 31, 35, 36, 50) if here.resolve(2, side, 10).alpha == 0.2]
    assert held[0] == sides[0]
    assert held[-1] == sides[-1]
    assert set(sides) <= set(held)


def test_what_is_said_later_wins_and_a_search_begins_with_the_value_of_the_section_or_the_one_it_replaces(file):
    said = read(["--parameters", str(file(FILE)), "--alpha", "0.9"]).parameters.resolve(4, 50, 50)
    assert (said.alpha, said.enemy_ROI) == (0.9, -2)
    assert [value(load(file(FILE)), f"{at}alpha") for at in ("", "players.4.", "players.2.")] == [0.2, 0.3, 0.2]


def test_a_preset_may_have_tables_whose_order_does_not_matter():
    assert V26.resolve(4, 30, 30) is V26
    lines = (("size.36-.alpha", "0.4"), ("players.4.alpha", 0.3))
    preset = replace(V26, tables=lines)
    assert preset == replace(V26, tables=lines[::-1]) == pickle.loads(pickle.dumps(preset))
    assert [preset.resolve(4, side, side).alpha for side in (50, 20)] == [0.4, 0.3]
    assert override(preset, {"alpha": 0.2}) == override(V26, {"alpha": 0.2})
    assert override(preset, {"players.4.alpha": 0.5}).resolve(4, 20, 20).alpha == 0.5


@pytest.mark.parametrize(
    ("name", "here", "elsewhere"), [("champion", "alpha=0.4", "alpha=0.9"), ("friendly", "reach=2", "reach=9")]
)
def test_a_game_is_played_with_its_numbers(name, here, elsewhere):
    state = generate(12, 14, 2, 3)
    both = [player(f"{name}?{words}").parameters for words in (f"players.2.{here}&players.3-.{elsewhere}", here)]
    games = [Arena(14, 12).play([first, V12], state, record=True).replay.owner for first in both]
    assert_same_squares(*games)
    assert_same_squares(*(mover(first, 14, 12).moves(view_of(state, 1)) for first in both))


def test_the_examples_on_the_pages_are_files(file):
    def documented(page):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        return file(next(block for block in blocks(text, "toml") if "[size.36-]" in block))

    games = [(2, 30, 30), (4, 30, 30), (2, 36, 30), (4, 50, 50)]
    example = load(documented("parameters.md"))
    assert [example.resolve(*game).alpha for game in games] == [0.1, 0.12, 0.08, 0.09]
    assert Space.load(documented("lab/tune.md")).names == ("alpha", "size.36-.alpha")


CHAMPION = PRESETS["champion"]


def read(words):
    return read_arguments(words, OURS)


@pytest.mark.parametrize(("words", "parameters"), [
    ("", CHAMPION),
    ("--preset v12 --alpha 0.3 --enemy_ROI -10 --hold_until=8 --seed 7 --name 'a b'",
     replace(V12, alpha=0.3, enemy_ROI=-10.0, hold_until=8.0, seed=7, name="a b")),
    # A switch alone is on, as in the original, where it was a flag; with a word it is switched off.
    ("--fixed_hold", replace(CHAMPION, fixed_hold=True)),
    ("--fixed_hold --alpha 0.2", replace(CHAMPION, fixed_hold=True, alpha=0.2)),
    ("--red_green off", replace(CHAMPION, red_green=False)),
    ("--preset=v26 --strategic_stilling=off", replace(V26, strategic_stilling=False)),
    ("--log elsewhere.txt", CHAMPION), ("--explain why.gz --preset v17", V17),
])  # fmt: skip
def test_parameters_change_the_preset_and_paths_change_none(words, parameters):
    assert read(shlex.split(words)).parameters == parameters


def test_log_and_explanation_have_paths():
    paths = [(read(words).log, read(words).explain) for words in ([], ["--log", "a.txt", "--explain", "why.gz"])]
    assert paths == [(Path("MyBot.log"), None), (Path("a.txt"), Path("why.gz"))]
