"""The command `tags`: the table of players, their differences, a position in the viewer, refusals."""

import gzip
import json
import re
import subprocess
import sys
from base64 import b64decode

import pytest

from bot import Memory
from experiments.__main__ import laboratory
from experiments.positions import report
from experiments.positions.asked import PositionAnswer, players
from experiments.positions.folder import keep
from experiments.positions.position import Choice, PositionError, Verdict
from experiments.positions.shown import future, named, write_page
from tests.support.project import ROOT
from tests.support.tagged import made, of_game


def stored(folder):
    """Three positions of one small game: two themes, one of them with a tag."""
    for number, (theme, right) in enumerate((("dodge", (0,)), ("dodge", (1, 2, 3, 4)), ("retreat", (0,)))):
        base = of_game(turn=50 + 5 * number)
        (choice,) = base.choices
        tags = ("hard",) if number == 2 else ()
        position = of_game(
            turn=50 + 5 * number, theme=theme, tags=tags, choices=(Choice(choice.x, choice.y, right),)
        ).called(f"p{number}")
        keep(position, folder)
    return folder


def asked(verb, *words):
    """The exit code of a command."""
    with pytest.raises(SystemExit) as ended:
        laboratory([verb, *map(str, words)], prog_name="python -m experiments")
    return ended.value.code


def test_the_table_counts_by_theme_and_tag(tmp_path, capsys):
    """A line for each, one for all; the first player's misses below."""
    assert asked("tags", stored(tmp_path), "v26") == 0
    said = capsys.readouterr().out
    lines = [line.split() for line in said.splitlines() if line]
    assert lines[0] == ["positions", "v26"]
    assert [line[0] for line in lines[1:5]] == ["dodge", "retreat", "hard", "all"]
    assert [line[1] for line in lines[1:5]] == ["2", "1", "1", "3"]
    assert "not found:" in said


def test_two_players_are_compared(tmp_path, capsys):
    """Every position that they answer differently is a line with both moves."""
    folder = stored(tmp_path)
    assert asked("tags", folder, "v26", "v12") == 0
    assert "answered differently by v26 and v12: " in capsys.readouterr().out
    one, other = (
        [PositionAnswer(made(), name, chosen, verdict)]
        for name, chosen, verdict in (("a", "EAST", Verdict.WRONG), ("b", "STILL", Verdict.RIGHT))
    )
    assert list(report.differences(one, other)) == ["made (1, 0)  a EAST (wrong); b STILL (right)"]
    assert list(report.differences(one, one)) == []
    assert list(report.missed(one)) == ["made (1, 0)  wrong: EAST"]


def test_a_position_is_opened_in_the_viewer_with_thoughts_on_every_turn(tmp_path, capsys, monkeypatch):
    """The frame, what the player thinks, what follows; the viewer asked whether the bot had been killed."""
    folder = stored(tmp_path / "positions")
    monkeypatch.chdir(tmp_path)
    for who in ("v26", "friendly"):
        assert asked("tags", folder, who, "--show", "p2", "--no-open") == 0
        assert "p2.html#turn=0&x=" in capsys.readouterr().out
        page = (tmp_path / "p2.html").read_text(encoding="utf-8")
        assert ('id="explanation"' in page) == (who == "v26")
    position, (who,) = of_game(), players(["v26"])
    assert len(thoughts(position, who, tmp_path)) == future(position, who).turns


def thoughts(position, who, folder):
    """The turns of the explanation in the page of a position."""
    write_page(position, who, folder)
    page = (folder / f"{position.name}.html").read_text(encoding="utf-8")
    (packed,) = re.findall(r'id="explanation"[^>]*>([^<]+)<', page)
    return [json.loads(line) for line in gzip.decompress(b64decode(packed)).splitlines()[1:]]


@pytest.mark.parametrize("notation", ["champion", "v26?crowd_adapts=on&crowd_players=6"])
def test_a_player_is_shown_as_it_plays_on(tmp_path, notation):
    """With its search, of which the page said that it was not compiled; and with its memory, here of six who began."""
    position = of_game(memories=(Memory(6),) * 6)
    turns = thoughts(position, *players([notation]), tmp_path)
    assert all(("search" in turn) == (notation == "champion") for turn in turns)
    tagged = {choice.y * position.state.width + choice.x for choice in position.choices}
    assert set(turns[0]["differs"]) <= tagged
    assert not any(turn["differs"] for turn in turns[1:])


def test_a_name_must_mean_one_position():
    """Enough letters of it are enough; several are listed."""
    stored = [made(name="dodge-1"), made(name="dodge-12"), made(name="retreat-1")]
    assert named(stored, "retreat").name == "retreat-1"
    assert named(stored, "dodge-1.toml").name == "dodge-1"
    with pytest.raises(
        PositionError, match="2 positions have 'dodge' in their names; expected one, such as dodge-1, dodge-12"
    ):
        named(stored, "dodge")
    with pytest.raises(
        PositionError, match="no position has 'x' in its name; expected one, such as dodge-1, dodge-12, ret"
    ):
        named(stored, "x")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("none\x1b[2J",), "none\\x1b[2J: no such folder"),
        (("positions", "v99"), "there is no player 'v99'"),
        (
            ("positions", "opponents/greedy.py"),
            "is a program: it cannot be asked about a frame in the middle of a game",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(tmp_path, capsys, monkeypatch, words, message):
    """Exit code 2 and one line."""
    stored(tmp_path / "positions")
    monkeypatch.chdir(tmp_path)
    assert asked("tags", *words) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said
    assert "\x1b" not in said


MISTYPED = """
import sys
from experiments.__main__ import laboratory
for words in ("none",), ("tests/positions/suite", "v99"):
    try:
        laboratory(["tags", *words])
    except SystemExit as ended:
        assert ended.code == 2
print(*sys.modules)
"""


@pytest.mark.slow  # it starts a process
def test_a_mistyped_word_does_not_wait_for_libraries():
    """Scipy, numba and the arena take a second to load."""
    done = subprocess.run([sys.executable, "-c", MISTYPED], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr.count("\n") == 2
    assert not {"scipy", "numba", "experiments.arena.arena"} & set(done.stdout.split())
