"""Sections of parameters: what a file may say of some games, and what is told when it cannot be."""

import logging
import pickle
from dataclasses import replace

import pytest

from bot import PRESETS, ParameterError, changed, kernels, load, telling
from bot.knobs.arguments import read
from bot.knobs.cascade import WHOLES, in_game, section, section_of, value
from engine import generate
from experiments.arena.arena import Arena
from experiments.arena.families import families, mover
from experiments.arena.players import PlayerError, player
from experiments.arena.space import Axis, Space, SpaceError
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
    ids=["above all sections", "players", "size", "players and size"],
)
def test_the_narrowest_section_wins(file, game, alpha, enemy_roi):
    """Default, players, size, both: each wins over those before it, knob by knob. A size is the longer side."""
    settled = load(file(FILE)).settled(*game)
    assert (settled.alpha, settled.enemy_ROI, settled.dodge) == (alpha, enemy_roi, enemy_roi == -0.5)
    assert not settled.sections


def test_parameters_without_sections_are_settled_and_the_kernels_refuse_what_is_not():
    """Sections that are ignored quietly would measure as worthless."""
    assert V26.settled(4, 30, 30) is V26
    with pytest.raises(ValueError, match="settle its parameters"):
        kernels.knobs(changed(V26, {"players.2.alpha": 0.2}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("players.4", "players.4"), ("players.4-4", "players.4"), ("players.4-6", "players.4-"), ("size.1-25", "size.-25"),
     ("size.36-", "size.36-"), ("SIZE.-25", "size.-25"), ("players.1-6.size.30", "size.30"),
     ("players.2-3.size.26-35", "players.2-3.size.26-35"), ("size.36-10000", "size.36-")],
)  # fmt: skip
def test_the_same_games_have_one_name(text, expected):
    """One name for the same games lets a repeated section be noticed."""
    assert str(section_of(text.split("."))) == expected


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[players.7]\nalpha = 0.2", "[players.7]: 7 is outside 1..6"),
        ("[players.0]", "[players.0]: 0 is outside 1..6"),
        ("[size.25-20]\nalpha = 0.2", "[size.25-20]: 25-20 is empty; the low end of a range comes first"),
        ("[size.big]\nalpha = 0.2", "[size.big]: 'big' is neither a number nor a range; expected [players.N], "),
        ("[size.-]\nalpha = 0.2", "[size.-]: '-' is neither a number nor a range"),
        ("[players]\nalpha = 0.2", "[players] is not a section; expected [players.N], [size.N] or [players.N.size.N]"),
        ("[board.30]\nalpha = 0.2", "[board.30] is not a section; expected"),
        ("[size.30.players.2]\nalpha = 0.2", "the other way round: write [players.2.size.30]"),
        ("[players.1-6]\nalpha = 0.2", "[players.1-6] holds in every game: write its lines above all sections"),
        ("players = 4", "players is not a parameter; it begins a section, as in [players.4] or players.4.alpha"),
        ("[players.4]\nalpha = 9", "[players.4]: alpha = 9 is outside 0.001..0.999 (weight)"),
        ("[players.4]\nalpah = 0.2", "[players.4]: there is no parameter 'alpah'; did you mean alpha?"),
        ("[players.4]\npreset = 'v17'", "[players.4]: preset is the same in every game: write it above all sections"),
        ("[players.4]\nname = 'four'", "[players.4]: name is the same in every game"),
        ("[players.2-3]\nalpha = 0.2\n[players.3-]\ndodge = false", "[players.2-3] and [players.3-] overlap; "),
        ("[size.20]\nalpha = 0.2\n[size.-25]\nalpha = 0.3", "[size.-25] and [size.20] overlap; expected sections that"),
        ("[players.4]\nalpha = 0.2\n[players.4-4]\nalpha = 0.3", "players.4.alpha is given twice"),
        ('"players.4.alpha" = 0.3\n[players.4]\nalpha = 0.2', "players.4.alpha is given twice, in two spellings"),
        ('["players\\n4"]\nalpha = 0.2', "['players\\n4'] is not a section; expected"),
        (f"[{'players.4.' * 30}size]\nalpha = 0.2", "[players.4.players.4.players] is not a section; expected"),
        ("[players.2]\ngeneration = 'v17'", "[players.2]: red_green needs generation = v26, not v17: set it to"),
        ("[players.2]\npact = 'off'\n[size.30]\ngeneration = 'v17'", "[size.30]: red_green needs generation = v26"),
    ],
)  # fmt: skip
def test_a_section_that_cannot_be_is_named(file, text, complaint):
    """In one line: the file, the section, what came and what was expected."""
    with pytest.raises(ParameterError) as error:
        load(file(text))
    assert str(error.value).startswith(f"{file(text)}: ")
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


def test_sections_that_contradict_each_other_are_named_together(file):
    """Each alone would do: one switches an idea on, the other plays a generation that lacks it."""
    text = 'preset = "v17"\n[players.2]\ngeneration = "v26"\n[players.2.size.30]\nred_green = true\n[size.30]\n'
    assert load(file(text)).settled(2, 30, 30).red_green
    with pytest.raises(ParameterError, match=r"\[size\.30\]: red_green needs generation = v26, not v17"):
        load(file(text + "red_green = true\n"))


def test_what_is_said_later_wins(file, tmp_path):
    """Preset, file, command line; a parameter without a section holds in every game and overrides earlier sections."""
    path = str(file(FILE))
    assert read(["--parameters", path, "--alpha", "0.9"]).parameters.settled(4, 50, 50).alpha == 0.9
    assert read(["--parameters", path, "--alpha", "0.9"]).parameters.settled(4, 50, 50).enemy_ROI == -2
    one = read(["--parameters", path, "--players.4.size.36-.alpha", "0.9", "--size.-25.dodge", "off"]).parameters
    assert [one.settled(4, side, side).alpha for side in (50, 30)] == [0.9, 0.3]
    assert one.settled(2, 20, 20).dodge is False
    assert read(["--players.2.dodge=off"]).parameters.settled(2, 20, 20).dodge is False
    assert read(["--players.2-3.fixed-hold"]).parameters.settled(3, 20, 20).fixed_hold is True


def test_a_preset_declares_its_sections_in_code():
    """They are checked like those of a file, and what is said later wins over them as well."""
    preset = replace(V26, sections=(section("size.36-", alpha="0.4"), section("players.4", alpha=0.3)))
    assert (preset.settled(4, 50, 50).alpha, preset.settled(4, 20, 20).alpha) == (0.4, 0.3)
    assert changed(preset, {"alpha": 0.2}) == changed(V26, {"alpha": 0.2})
    assert changed(preset, {"players.4.alpha": 0.5}).settled(4, 20, 20).alpha == 0.5
    assert pickle.loads(pickle.dumps(preset)) == preset
    with pytest.raises(ParameterError, match=r"\[players\.4\]: alpha = 9 is outside"):
        replace(V26, sections=(section("players.4", alpha=9),))


def test_the_value_of_a_knob_in_a_section_is_what_holds_there(file):
    """What a search starts from: a section's own number, or the one that it would replace."""
    mine = load(file(FILE))
    places = ("", "players.4.", "players.2.", "size.36-.", "players.2.size.40.", "size.30-.")
    assert [value(mine, f"{place}alpha") for place in places] == [0.2, 0.3, 0.2, 0.4, 0.4, 0.2]


def test_a_section_that_changes_nothing_changes_no_player():
    """Nor does one whose knobs nothing reads, or that says what would hold anyway: an identity is what is played."""
    for same in ("players.4.alpha=0.1", "players.2.turn_time=5", "size.-25.war_every=0"):
        assert player(f"v26?{same}").identity == player("v26").identity
    assert player("v26?dodge=off&players.4.danger_penalty=1").identity == player("v26?dodge=off").identity
    assert player("v26?players.-3.alpha=0.2&players.4-.alpha=0.2").identity == player("v26?alpha=0.2").identity
    assert player("v26?players.4.alpha=0.2").identity != player("v26").identity
    assert player("v26?size.-50.alpha=0.2").identity != player("v26?alpha=0.2").identity


def test_an_identity_says_what_differs_in_which_games():
    """The usual numbers are those of most sizes, not of most sections: three short ones are fewer games."""
    told = telling(changed(V26, {"size.36-.alpha": 0.2, "players.4.size.36-.alpha": 0.1, "players.2.dodge": "off"}))
    assert {name: known for name, known in told.items() if "." in name} == {
        **{f"players.{number}.size.36-.alpha": 0.2 for number in (1, 3, 5, 6)},
        "players.2.size.-35.dodge": False, "players.2.size.36-.dodge": False, "players.2.size.36-.alpha": 0.2,
    }  # fmt: skip
    assert {name: known for name, known in told.items() if "." not in name} == telling(V26)
    sections = {"size.36-40.alpha": 0.2, "size.41-45.alpha": 0.2, "size.46-50.alpha": 0.2}
    assert telling(changed(V26, sections))["alpha"] == V26.alpha


def test_players_and_schools_take_sections_in_every_notation(file):
    """As file, behind a question mark, and a file with changes, which win over it."""
    path = file(FILE)
    assert player(f"{path}").parameters.settled(4, 50, 50).alpha == 0.5
    assert player(f"{path}?alpha=0.7").parameters.settled(4, 50, 50).alpha == 0.7
    assert player("v26?players.4-4.enemy-roi=-2").notation == "v26?players.4.enemy_ROI=-2"
    with pytest.raises(PlayerError, match=r"\[players\.9\]: 9 is outside 1\.\.6"):
        player("v26?players.9.alpha=0.2")
    path = file('preset = "friendly"\n[players.3-]\nreach = 3\n')
    assert player(str(path)).identity == player("friendly?players.3-.reach=3").identity
    assert player(str(path)).parameters.settled(3, 20, 20).reach == 3
    assert player("friendly?players.3.reach=6").identity == player("friendly").identity


def test_no_knob_is_called_like_a_section():
    """A file could not say which is meant."""
    for family in families():
        assert not family.knobs.keys() & WHOLES.keys()


@pytest.mark.parametrize(
    ("name", "here", "elsewhere"), [("champion", "alpha=0.4", "alpha=0.9"), ("friendly", "reach=2", "reach=9")]
)
def test_a_game_is_played_with_its_numbers(name, here, elsewhere):
    """In the laboratory: the same game, square by square, as with the settled numbers everywhere."""
    state = generate(12, 14, 2, 3)
    split = player(f"{name}?players.2.{here}&players.3-.{elsewhere}").parameters
    everywhere, other = player(f"{name}?{here}").parameters, PRESETS["v12"]
    games = [Arena(14, 12).play([first, other], state, record=True).replay for first in (split, everywhere)]
    assert (games[0].owner == games[1].owner).all()
    assert (mover(split, 14, 12).moves(view_of(state, 1)) == mover(everywhere, 14, 12).moves(view_of(state, 1))).all()


def documented(page):
    """The example with sections on a page of the docs."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (example,) = (block for block in blocks(text, "toml") if "[size.36-]" in block)
    return example


def test_the_examples_on_the_pages_are_files(file):
    """Each line wins where the comment beside it says."""
    example = load(file(documented("docs/parameters.md")))
    games = [(2, 30, 30), (4, 30, 30), (2, 36, 30), (4, 50, 50)]
    assert [example.settled(*game).alpha for game in games] == [0.1, 0.12, 0.08, 0.09]
    space = Space.load(file(documented("docs/lab/tune.md")))
    assert space.names == ("alpha", "size.36-.alpha")
    assert Axis.parse("size.36-.alpha=0.05:0.4:8:log").spec is space.axes[1].spec
    with pytest.raises(SpaceError, match=r"\[size\.0\]: 0 is outside 1\.\.10000"):
        Axis.parse("size.0.alpha=0.1,0.2")


def test_the_log_says_what_a_game_is_played_with(caplog):
    """Nothing where sections change nothing."""
    view = view_of(generate(12, 14, 2, 3), 1)
    with caplog.at_level(logging.INFO, logger="bot"):
        in_game(changed(V26, {"players.4.alpha": 0.2}), view)
        assert not caplog.messages
        in_game(changed(V26, {"players.2.alpha": 0.2, "size.-25.dodge": "off"}), view)
        in_game(changed(V26, {"players.2.seed": 12_345_678_901}), view)
    assert caplog.messages == [
        "2 players on 12 x 14: plays with alpha = 0.2, dodge = off",
        "2 players on 12 x 14: plays with seed = 12345678901",  # it was 1.23456789e+10, another seed
    ]
