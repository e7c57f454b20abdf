"""Hostile and huge files and names: every reader is quick and says what is wrong, and no terminal is steered."""

import contextlib
import csv
import subprocess
import sys
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parameters.families import lines
from engine import ReplayError, documents, names, verify
from engine.documents import toml
from engine.replay import as_bytes, parse, write
from experiments.arena.space import Space
from experiments.laboratory import exports
from experiments.match import experiment
from experiments.positions import position
from experiments.recordings.analysis.report import analyse
from tests.support import hostile
from tests.support.hostile import BOMBS, LONE, NAMES, edited, game, packed

# Of processor time, on the slowest machine. Each takes well under one; the two of the story took 44 and 25.
SECONDS = 10

ANY = st.text(st.characters(exclude_categories=[]))


@pytest.mark.parametrize(("name", "shown"), [
    ("plain", "plain"), ("Ünïcode 漢字 🤖", "Ünïcode 漢字 🤖"), (NAMES["half a letter"], "x" + 14 * "ü" + r"\xc3"),
    ("\x1b[31mred\x07", r"\x1b[31mred\x07"), ("\u202eabc", r"\u202eabc"), ("a\tb\nc\u3000d", "a b c d"),
    ("\ud800", r"\ud800"), ("\U000e0001", r"\U000e0001"), ("x" * 201, "x" * 199 + "…"), ("x" * 200, "x" * 200),
    ("\x1b" * 200, r"\x1b" * 49 + r"\x1" + "…"),
])  # fmt: skip
def test_what_is_shown_of_a_text_from_outside(name, shown):
    assert names.printable(name) == shown


@given(ANY, st.integers(1, 300))
def test_what_is_shown_is_printable_and_short(name, most):
    said = names.printable(name, most)
    assert said.isprintable()
    assert len(said) <= most
    assert said.encode().decode() == said
    assert names.printable(said, most) == said, "what is fit to be shown stays as it is"


@given(st.binary(max_size=60))
def test_a_name_that_was_heard_is_written_as_its_bytes(line):
    assert names.encode(names.bot_name(line)) == line[:30]


@given(ANY)
def test_a_settled_name_reads_back(name):
    settled = names.normalize(name)
    assert names.normalize(settled) == settled
    replay = parse(as_bytes(game(name)))
    assert replay.player_names == (settled, "rest")
    assert parse(as_bytes(replay)).player_names == replay.player_names


def test_half_a_pair_in_a_file_is_no_name_that_was_heard():
    """`"\\ud800"` in a replay ended `analyse` and the page of a game played on from it in a UnicodeEncodeError."""
    replay = parse(edited(player_names=f'[{LONE},"two"]'))
    assert replay.player_names == ("\ufffd", "two")
    assert parse(as_bytes(replay)).player_names == replay.player_names


def harmless(text):
    """Nothing in it steers a terminal, changes the direction, or cannot be printed."""
    strange = {letter for letter in text if not letter.isprintable() and letter != "\n"}
    return not strange and text.encode("utf-8").decode() == text


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_no_cell_begins_as_a_formula_does(tmp_path, suffix):
    """`=cmd|'/c calc'!A1` went into CSV as it was, and a spreadsheet ran it."""
    import pandas as pd

    table = pd.DataFrame({"player": pd.Series(NAMES.values(), dtype=object), "games": -1, "note": None})
    path = tmp_path / f"table.{suffix}"
    exports.save_table(table, path)
    if suffix == "parquet":
        assert list(pd.read_parquet(path)["player"]) == list(map(exports.in_table, NAMES.values()))
        return
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    assert not [cell for cell, *_ in rows if cell.startswith(("=", "+", "-", "@"))]
    assert [cell.removeprefix("'") for cell, *_ in rows] == list(map(exports.in_table, NAMES.values()))
    assert {games for _, games, _ in rows} == {"-1"}, "numbers stay numbers"


@pytest.mark.parametrize("name", BOMBS)
def test_small_files_are_refused_in_linear_time(name):
    """200 KB of brackets took 44 s, 400 KB of digits 25 s; posted to a server, all its pages waited."""
    content, begun = BOMBS[name](), time.process_time()
    with contextlib.suppress(ReplayError):
        parse(content)
    assert time.process_time() - begun < SECONDS


@contextlib.contextmanager
def memory_below(most):
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most()
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("repeated", [b" " * 65_536, b"[" * 65_536, b"[[0,0]]," * 8192, b'"x",' * 16_384])
def test_a_text_that_never_ends_is_left_after_its_limit(tmp_path, capsys, monkeypatch, repeated):
    """10 MB that unpack to 10 GB ended in a MemoryError and exit code 1, which for verify means "differs"."""
    monkeypatch.setattr(documents, "LARGEST", 8 << 20)
    path = tmp_path / "bomb.hlt"
    path.write_bytes(packed(b'{"frames":[', repeated, 300))
    with memory_below(lambda: 20 << 20):
        assert verify.main([str(path)]) == 2
    assert "more than 8 MiB of text" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_game_may_come_through_a_pipe(tmp_path):
    """`verify <(zcat game.hlt.gz)` worked, though a pipe can be read only once."""
    write(game("one", "two"), tmp_path / "game.hlt")
    command = f'{sys.executable} -m engine.verify <(cat "{tmp_path / "game.hlt"}")'
    said = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert said.stdout.endswith("ok, 3 turns\n"), said.stderr


DEEP = "[" * 20_000 + "]" * 20_000, "{a = " * 20_000 + "1" + "}" * 20_000, "9" * 6_000


@pytest.mark.parametrize("read", [experiment.read, lines, Space.load, position.read])
@pytest.mark.parametrize("value", DEEP, ids=["lists", "tables", "digits"])
def test_a_hostile_table_is_refused_in_a_line(tmp_path, read, value):
    path = tmp_path / "mine.toml"
    path.write_text(f"a = {value}", encoding="utf-8")
    with pytest.raises(ValueError) as refused:
        read(path)
    said = str(refused.value)
    assert str(path) in said
    assert said.isprintable()
    assert len(said) < 500


def test_a_table_may_begin_with_the_mark_of_windows_editors(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("\N{BYTE ORDER MARK}alpha = 0.2\n", encoding="utf-8")
    assert lines(path) == toml(path.read_bytes()) == {"alpha": 0.2}


def test_analyse_reads_a_folder_of_hostile_names(tmp_path, capsys):
    import pandas as pd

    (tmp_path / "games").mkdir()
    for number, replay in enumerate(hostile.games()):
        write(replay, tmp_path / "games" / f"{number}.hlt")
    assert analyse([tmp_path / "games"], ["seat"], tmp_path / "out", tmp_path / "out" / "combat.csv") == 0
    printed = capsys.readouterr()
    assert harmless(printed.out + printed.err)
    table = pd.read_csv(tmp_path / "out" / "fifths.csv", keep_default_na=False)
    assert {name.removeprefix("'") for name in table["player"]} == set(map(exports.in_table, NAMES.values()))
    assert (tmp_path / "out" / "by-fifth.png").stat().st_size > 1000
