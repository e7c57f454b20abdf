"""Players, axes, links and schedules: notations and identities, what a page can play, blocks, maps and progress."""

import io
import json
import shutil
import subprocess
from collections import Counter
from contextlib import closing
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import bot
from bot import PRESETS
from bot.parameters.presets import DEFINITIONS
from engine import generate
from experiments.arena import links, players, revisions
from experiments.arena.players import PlayerError, player
from experiments.arena.schedule import CONTEST_SIDES, HELD_OUT_FROM, Block, Map, Seeds, maps
from experiments.arena.space import Axis, tunable
from experiments.commands.watch import question
from experiments.laboratory.progress import Progress
from tests.support.recordings import GOLDEN, recording
from tests.support.results import V12, V17, V26


def test_a_notation_is_a_preset_and_its_changes_or_a_command_as_it_is():
    assert (player("v17").parameters.generation, player("v17").command) == ("v17", None)
    chosen = player("v26?alpha=0.2&dodge=off").parameters
    assert (chosen.alpha, chosen.dodge, chosen.enemy_ROI) == (0.2, False, -0.5)
    assert player("v26?enemy_ROI=-1").notation == "v26?enemy_ROI=-1"
    assert player("v26?alpha=0.2").replace(alpha=0.3, dodge=False) == player("v26?alpha=0.3&dodge=off")
    assert player("v26").replace(alpha=1 / 3) == player("v26?alpha=0.3333333333333333")
    assert player("cmd:java -jar A.jar --x=a?b:c").command == "java -jar A.jar --x=a?b:c"


@pytest.mark.parametrize(("one", "other", "is_one"), [
    ("v26?name=mine&turn_time=5", "v26", True), ("v12?danger_penalty=1", "v12", True), ("v26?alpha=0.10", "v26", True),
    ("v26?danger_penalty=1", "v26", False),
])  # fmt: skip
def test_identity_forgets_what_decides_no_move(file, one, other, is_one):
    assert (player(one).identity == player(other).identity) == is_one
    assert player(str(file('preset = "v17"\nalpha = 0.2\n'))).identity == player("v17?alpha=0.2").identity


@pytest.mark.parametrize("name", bot.PRESETS)
def test_identity_is_play_and_the_parameters_that_have_an_effect(name, monkeypatch):
    assert json.loads(player(name).identity) == {"play": bot.PLAY, "parameters": bot.effective(bot.preset(name))}
    before = player(name).identity
    monkeypatch.setattr(bot, "PLAY", bot.PLAY + 1)
    assert player(name).identity != before


@pytest.mark.parametrize("name", ["v12", "champion", "friendly"])
def test_a_player_has_its_plain_name_whatever_its_play(name):
    older = player(name).identity.replace(f'"play":{bot.PLAY}', '"play":0')
    identities = [player(name).identity, older, player("v17?alpha=0.2").identity, player("cmd:theirs").identity, ""]
    assert [players.plain_name("longer", identity) for identity in identities] == [name, name, *["longer"] * 3]


def test_a_revision_plays_from_a_folder_of_its_own(tmp_path, monkeypatch):
    repository = tmp_path / "repository"
    repository.mkdir()
    (repository / "MyBot.py").write_text("print('as committed')\n")
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=repository, check=True)
    (repository / "MyBot.py").write_text("print('edited')\n")
    monkeypatch.setattr(revisions, "ROOT", repository)
    monkeypatch.setenv("HALITE_REVISIONS", str(tmp_path / "kept"))
    revisions.resolve.cache_clear()
    chosen = player("git:HEAD?preset=v17")
    assert chosen.command.endswith("MyBot.py --preset=v17")
    assert subprocess.run(chosen.command, shell=True, capture_output=True, check=True).stdout == b"as committed\n"
    assert chosen.command == player("git:HEAD?preset=v17").command
    revisions.resolve.cache_clear()


def test_a_program_here_is_not_taken_for_the_projects_own(tmp_path, monkeypatch):
    """With a greedy.py in the current folder, the project's greedy.py played without a warning."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greedy.py").touch()
    with pytest.raises(PlayerError, match="plays as cmd:python3 greedy"):
        player("greedy.py")


def test_a_range_gives_so_many_values_evenly_apart():
    assert Axis.parse("alpha=0.1:0.5:5").values() == (0.1, 0.2, 0.3, 0.4, 0.5)
    assert Axis.parse("wall_factor=1:10000:5:log").values() == (1, 10, 100, 1000, 10000)
    assert Axis.parse("wall_factor=100:100.002:3:log").values() == (100, 100.001, 100.002)
    assert Axis.parse("enemy_ROI=-0.3:0.3:7").values()[3] == 0
    assert list(map(repr, Axis.parse("stilling_empties=1:4:8").values())) == ["1", "2", "3", "4"]


@st.composite
def axes(draw):
    name = draw(st.sampled_from([name for name in tunable() if type(DEFINITIONS[name].default) in (int, float)]))
    spec = DEFINITIONS[name]
    low, high = spec.metadata["low"], min(spec.metadata["high"], 10**9)
    kind = st.integers(int(low), int(high)) if type(spec.default) is int else st.floats(low, high)
    ends = sorted(draw(st.lists(kind.map(lambda end: round(end, 3)), min_size=2, max_size=2, unique=True)))
    return Axis(name, *ends, count=draw(st.integers(2, 9)), log=ends[0] > 0 and draw(st.booleans()))


@given(axes(), st.floats(0, 1))
def test_the_values_of_a_grid_rise_from_end_to_end_and_any_share_of_the_way_is_one_of_the_range(axis, share):
    values, value = axis.values(), axis.at(share)
    assert list(values) == sorted(set(values))
    assert (values[0], values[-1]) == (axis.low, axis.high)
    assert axis.low <= value <= axis.high
    assert type(value) is (int if axis.whole else float)
    assert axis.whole or abs(axis.share(value) - share) < 1e-3
    assert 0 <= axis.share(value) <= 1


CHANGED = "v26?alpha=0.2", "v17?enemy_ROI=-1&fixed_hold=on", "v12?seed=5", "v26?pact=off", "v17?wall_penalty=1e+12"


GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


def test_a_link_names_size_seed_and_players_and_nothing_that_changes_nothing(tmp_path, capsys):
    """As docs/pages/laboratory.md has it; a plus in an address would be read as a blank; a replay names its map."""
    game = links.link(30, 24, 7, ["v26", "v17?alpha=0.2&wall_penalty=1e+12"])
    assert game == "#30x24&seed=7&a=v26&b=v17?alpha=0.2,wall_penalty=1e%2B12"
    links.main([str(shutil.copy(GAME, tmp_path / "123-4100.hlt.gz")), "champion", "v26"])
    assert capsys.readouterr().out == "#20x20&seed=4100&a=champion&b=v26\n"


@pytest.mark.parametrize("notation", [*PRESETS, *CHANGED])
def test_a_page_plays_presets_of_today_and_changes_of_them(notation):
    identity = player(notation).identity
    older = identity.replace(f'"play":{bot.PLAY}', '"play":0')
    assert [links.is_playable(notation, known) for known in (identity, older)] == [True, False]


@pytest.mark.parametrize(
    "notation", ["amortizer", "opponents/tiny.py", "v26?players.4.alpha=0.2", "v26?never=1", "v99", "tuned.toml"]
)
def test_a_page_plays_no_others(notation):
    assert not links.is_playable(notation, player(notation).identity if notation in ("amortizer",) else "{}")


ASKED = {
    (None, 1, None): "player=1&as=v26",
    (60, 2, None): "turn=60&player=2&as=v17",
    (0, 1, "v12?alpha=0.15&dodge=off"): "turn=0&player=1&as=v12&alpha=0.15&dodge=off",
    (None, 2, "v17?wall_penalty=1e+12"): "player=2&as=v17&wall_penalty=1e%2B12",
}


@pytest.mark.parametrize(("options", "address"), ASKED.items())
def test_options_are_a_question_of_the_page(options, address):
    assert question(recording(GAME), *options) == address


def test_maps_are_the_official_generator_s_and_the_halves_of_the_seeds_have_nothing_in_common():
    mix = "contest"
    whole = list(islice(maps(mix, None, Seeds.HELD_OUT), 12))
    assert list(islice(maps(mix, None, Seeds.HELD_OUT, first=5), 7)) == whole[5:]
    two, four = (list(islice(maps(mix, players, Seeds.DEVELOPMENT), 20)) for players in (2, 4))
    assert [board.width for board in two] == [board.width for board in four]
    assert np.array_equal(Map(20, 24, 7, 2).state().production, generate(20, 24, 2, 7).production)
    mix = "10x10"
    last = next(maps(mix, 2, Seeds.DEVELOPMENT, first=HELD_OUT_FROM - 1))
    first = next(maps(mix, 2, Seeds.HELD_OUT))
    assert last.seed < first.seed
    assert [Seeds.of(last.seed), Seeds.of(first.seed)] == [Seeds.DEVELOPMENT, Seeds.HELD_OUT]


@pytest.mark.parametrize("first", range(16))
def test_sizes_that_are_dealt_have_their_part_in_any_ten_maps_and_sixteen_are_the_contest_s(first):
    """The first ten held-out maps of the contest's mix have five of 35 x 35 and none of 40 x 40 or 45 x 45."""
    dealt = [each.width for each in islice(maps("evenly", 4, Seeds.HELD_OUT, first), len(CONTEST_SIDES))]
    sides = Counter(dealt[:10])
    assert max(sides.values()) <= 3
    assert {25, 30, 35, 40, 45} <= sides.keys()
    assert sorted(dealt) == sorted(CONTEST_SIDES)


def test_a_key_changes_with_everything_that_decides_a_game():
    boards = Map(20, 20, 1, 2), Map(20, 20, 2, 2), Map(20, 24, 1, 2), Map(24, 20, 1, 2)
    games = [game for board in boards for other in (V17, V12) for game in Block(board, (V26, other)).games]
    assert len({game.key for game in games}) == len(games) == 16
    assert games[0].is_deterministic
    assert not Block(boards[0], (V26, player("cmd:theirs"))).games[0].is_deterministic


@pytest.fixture
def clock(monkeypatch):
    stands = SimpleNamespace(now=100.0)
    monkeypatch.setattr("experiments.laboratory.progress.monotonic", lambda: stands.now)
    return stands


def progress():
    shown = Console(file=io.StringIO(), width=160, force_terminal=False)
    return Progress(100, "v26 against v17", shown), shown.file


def test_a_log_has_a_line_every_ten_seconds_and_one_at_the_end(clock):
    watch, out = progress()
    with closing(watch):
        watch.advance()
        for _ in range(9):
            clock.now += 2.5
            watch.advance(games=5)
    assert [line.partition("/100")[0].split()[-1] for line in out.getvalue().splitlines()] == ["20", "40", "45"]


def test_games_from_the_database_are_done_but_say_nothing_about_the_pace(clock):
    watch, _ = progress()
    watch.advance(stored=50)
    watch.advance(games=2)
    assert watch.line == "52/100 games, 50 of them stored before"
    clock.now += 4
    watch.advance(games=8)
    assert watch.line == "60/100 games, 50 of them stored before, 2.0 games/s, 0:20 left"
