"""Hostile names in every reader and every export: nothing fails, and no control character reaches the terminal."""

import csv
import os
import random

import pytest

from engine import Function, Game, generate
from engine.names import shown
from engine.replay import as_bytes, parse, write
from engine.report import Files, as_json
from experiments.arena.players import PlayerError, player
from experiments.laboratory import exports
from experiments.recordings.analysis import Wishes, analyse
from tests.support import hostile
from tests.support.examples import seeds
from viewer.__main__ import main as view

NAMES = hostile.NAMES


def harmless(text):
    """Nothing in it steers a terminal, changes the direction, or cannot be printed."""
    strange = {letter for letter in text if not letter.isprintable() and letter != "\n"}
    return not strange and text.encode("utf-8").decode() == text


def legend(names):
    from matplotlib.figure import Figure

    figure = Figure()
    axes = figure.add_subplot()
    for name in names:
        axes.plot([], [], label=exports.in_figure(name))
    axes.legend()
    return figure


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "games").mkdir()
    for number, replay in enumerate(hostile.games()):
        write(replay, tmp_path / "games" / f"{number}.hlt")
    return tmp_path / "games"


class TestALegalNameEndedReadersInTracebacks:
    """`x` and 20 times `ü` are cut after 30 bytes, in the middle of a letter; dollars ended figures."""

    def test_analyse_reads_the_folder(self, folder, tmp_path, capsys):
        import pandas as pd

        wishes = Wishes(by=("seat",), out=tmp_path / "out", combat=tmp_path / "out" / "combat.csv")
        assert analyse([folder], wishes) == 0
        printed = capsys.readouterr()
        assert harmless(printed.out + printed.err)
        table = pd.read_csv(tmp_path / "out" / "fifths.csv", keep_default_na=False)
        assert {name.removeprefix("'") for name in table["player"]} == set(map(exports.in_table, NAMES.values()))
        assert (tmp_path / "out" / "by-fifth.png").stat().st_size > 1000

    def test_the_environment_reports_them(self):
        for name in NAMES.values():
            result = Game([Function(_rest, name), Function(_rest)], generate(2, 2, 2, 1)).play()
            assert result.replay.player_names[0] == name[:30]
            standings = as_json(result, Files(), 1)["standings"]
            assert harmless(str(standings[0]["name"]))
            assert parse(as_bytes(result.replay)).turns == result.turns

    def test_a_page_holds_them_as_data(self, folder, capsys):
        """Packed, so that no name ends the script around it."""
        for path in sorted(folder.glob("*.hlt")):
            assert view([str(path), "--no-open"]) == 0
            assert "alert(1)" not in path.with_suffix(".html").read_text(encoding="utf-8")
        assert harmless(capsys.readouterr().out)


class TestANameWasRunByASpreadsheet:
    """`=cmd|'/c calc'!A1` went into CSV as it was."""

    @pytest.mark.parametrize("suffix", ["csv", "parquet"])
    def test_no_cell_begins_as_a_formula_does(self, tmp_path, suffix):
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


def test_a_player_has_a_name_that_can_be_stored():
    """Half a letter on the command line ended in a traceback of pandas, after all games were played."""
    with pytest.raises(
        PlayerError, match=r"cmd:caf\\xe9: a player's notation is UTF-8 text, but this holds other bytes"
    ):
        player(os.fsdecode(b"cmd:caf\xe9"))


def test_random_names_are_shown_drawn_and_written(tmp_path):
    for seed in seeds(30):
        chance = random.Random(seed)
        names = [hostile.random_name(chance) for _ in range(6)]
        replay = hostile.game(*names)
        again = parse(as_bytes(replay))
        assert parse(as_bytes(again)).player_names == again.player_names, seed
        for name in (*names, *again.player_names):
            assert harmless(shown(name)), seed
            assert not exports.guard(name).startswith(("=", "+", "-", "@")), seed
            assert exports.guard(name).removeprefix("'") == exports.in_table(name), seed
        if seed % 10 == 0:
            exports.save_figure(legend(again.player_names), tmp_path / "legend.png")


def _rest(state, player, turn):
    return state.owner * 0
