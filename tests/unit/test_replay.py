"""Replay files, and the command that checks them."""

import signal
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from engine import Replay, State, mapgen, rules
from engine.replay import as_bytes, parse, read, write
from engine.verify import main
from tests.support.project import ROOT

SMALL = Replay(
    owner=np.array([[[0, 1]], [[1, 1]]], np.uint8),
    strength=np.array([[[7, 20]], [[13, 0]]], np.uint8),
    production=np.array([[3, 2]], np.uint8),
    moves=np.array([[[0, 4]]], np.int32),
    player_names=('says "hi"',),
)
WRITTEN = (
    '{"frames":[[[[0,7],[1,20]]],[[[1,13],[1,0]]]],"height":1,"moves":[[[0,4]]],"num_frames":2,"num_players":1,'
    '"player_names":["says \\"hi\\""],"productions":[[3,2]],"version":11,"width":2}'
)


def test_a_replay_is_compact_json_in_alphabetical_order_also_without_a_turn():
    assert as_bytes(SMALL).decode() == WRITTEN
    square = Replay(SMALL.owner[:1, :, 1:], SMALL.strength[:1, :, 1:], SMALL.production[:, 1:], SMALL.moves[:0], "a")
    again = parse(as_bytes(replace(square, moves=square.moves[..., 1:])))
    assert (again.turns, again.moves.shape) == (0, (0, 1, 1))
    largest = np.full((1, 1, 2), 2**31 - 1, np.int32)
    assert (parse(as_bytes(replace(SMALL, moves=largest))).moves == largest).all()


def test_a_name_that_is_not_utf_8_survives(tmp_path):
    name = b"caf\xe9".decode("utf-8", "surrogateescape")
    write(Replay(SMALL.owner, SMALL.strength, SMALL.production, SMALL.moves, (name,)), tmp_path / "game.hlt")
    assert b"caf\xe9" in (tmp_path / "game.hlt").read_bytes()
    assert read(tmp_path / "game.hlt").player_names == (name,)


TURNS = 4


def replay_of(boards, moves, names):
    layers = (np.stack([getattr(board, layer) for board in boards]) for layer in ("owner", "strength"))
    return Replay(*layers, boards[0].production, np.stack(moves), names)


@pytest.fixture
def game():
    """Two players on a small map, one of them pushing east until it is ejected in the last turn."""
    states, moves = [mapgen.generate(8, 8, 2, seed=3)], []
    for turn in range(TURNS):
        orders = np.where(states[-1].owner == 1, rules.EAST, rules.STILL)
        ejected = [1] if turn == TURNS - 1 else []
        moves.append(rules.effective_orders(states[-1], orders, ejected))
        states.append(rules.step(states[-1], orders, ejected))
    return replay_of(states, moves, ("east", "still"))


def test_a_game_that_follows_the_rules_is_ok_and_the_first_difference_is_named(game, tmp_path, capsys):
    write(game, tmp_path / "game.hlt")
    assert main([str(tmp_path / "game.hlt")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'game.hlt'}: ok, {TURNS} turns\n"
    true = int(game.strength[2, 5, 1])
    game.strength[2, 5, 1] = true ^ 1
    game.strength[3, 0, 0] ^= 1
    write(game, tmp_path / "game.hlt.gz")
    assert main([str(tmp_path / "game.hlt.gz")]) == 1
    assert f"turn 2, square (1, 5): expected strength {true}, got strength {true ^ 1}" in capsys.readouterr().out


def test_players_that_were_ejected_on_one_turn_are_found_together(tmp_path, capsys):
    """A replay does not name them; of three that vanish at once two were ejected, and the third was beaten."""
    board = np.zeros((3, 8), np.uint8)
    board[1] = 1, 2, 0, 0, 3, 0, 4, 0
    before = State(board, np.where(board == 1, 9, 5).astype(np.uint8), np.ones_like(board))
    orders = np.where(board == 1, rules.EAST, rules.STILL)
    after = rules.step(before, orders, [3, 4])
    assert set(np.unique(after.owner)) == {0, 1}
    moves = [rules.effective_orders(before, orders, [3, 4])]
    write(replay_of([before, after], moves, ("one", "two", "three", "four")), tmp_path / "game.hlt")
    assert main([str(tmp_path / "game.hlt")]) == 0
    assert "ok, 1 turns" in capsys.readouterr().out


def test_unreadable_files_are_told_and_the_others_of_files_and_folders_still_checked(game, tmp_path, capsys):
    for name in ("empty", "full/deeper"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "cut.hlt").write_text('{"frames":[[[')
    for name in ("full/b.hlt", "full/a.hlt.gz", "full/deeper/c.hlt"):
        write(game, tmp_path / name)
    (tmp_path / "full" / "notes.txt").write_text("no replay")
    assert main([str(tmp_path / name) for name in ("nowhere.hlt", "empty", "cut.hlt", "full")]) == 2
    missing, empty, cut, *whole = capsys.readouterr().out.splitlines()
    assert "nowhere.hlt: error: cannot be read" in missing
    assert "no .hlt or .hlt.gz file in this folder" in empty
    assert "no whole replay" in cut
    assert whole == [f"{tmp_path / 'full' / name}: ok, 4 turns" for name in ("a.hlt.gz", "b.hlt", "deeper/c.hlt")]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGPIPE"])
def test_ctrl_c_and_a_reader_that_has_seen_enough_end_it_without_a_traceback(game, tmp_path, name):
    write(game, tmp_path / "game.hlt")
    command = [sys.executable, "-m", "engine.verify", *[str(tmp_path / "game.hlt")] * 2000]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().endswith("ok, 4 turns\n")
        if name == "SIGINT":
            process.send_signal(signal.SIGINT)
        else:
            process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == -getattr(signal, name)
