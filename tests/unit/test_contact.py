"""Tests of experiments.match.contact and its command: the frames, the points, the table, the refusals."""

import re
from itertools import islice

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from bot.stages.opening import is_near
from experiments.arena.arena import Arena
from experiments.arena.players import PlayerError, player
from experiments.arena.schedule import Mix, Seeds, maps
from experiments.commands.contact import contact as command
from experiments.match import contact, words

V26, V17, V12 = player("v26"), player("v17"), player("v12")
BOARDS = tuple(islice(maps(Mix.parse("10x10"), 2, Seeds.DEVELOPMENT), 3))


def test_a_contact_is_the_first_frame_on_which_they_stand_close():
    """The frame comes from their own game, and on no earlier frame is an enemy three steps away."""
    for board, met in zip(BOARDS, contact.contacts(BOARDS, (V26, V17)), strict=True):
        state = board.state()
        game = Arena(*state.owner.shape).play([V26.parameters, V17.parameters], state, record=True).replay
        assert np.array_equal(game.owner[met.turn], met.state.owner)
        assert np.array_equal(game.strength[met.turn], met.state.strength)
        assert [is_near(1, owner) for owner in game.owner[: met.turn + 1]] == [False] * met.turn + [True]


def test_an_arena_breaks_off_after_the_most_turns():
    """The shorter game is the beginning of the whole one."""
    arena, state = Arena(10, 10), BOARDS[0].state()
    players = [V26.parameters, V17.parameters]
    whole, part = (arena.play(players, state, record=True, most=most).replay for most in (None, 7))
    assert len(part.owner) == 8
    assert np.array_equal(part.owner, whole.owner[:8])
    assert np.array_equal(part.strength, whole.strength[:8])


def test_two_sides_share_one_point_evenly_against_oneself():
    """The points of two players against each other add up to 1."""
    met = next(contact.contacts(BOARDS, (V26, V12)))
    assert contact.points(V26, V12, met, 20) + contact.points(V12, V26, met, 20) == pytest.approx(1)
    for met in contact.contacts(BOARDS, (V26, V17)):
        assert contact.points(V26, V26, met, 20) == pytest.approx(0.5)


def test_a_lead_counts_little_and_a_rout_counts_one():
    """A lead of a tenth counts 0.81, as the docstring says."""
    assert contact.point(0) == 0.5
    assert contact.point(np.log(1.1)) == pytest.approx(0.81, abs=0.005)
    assert contact.point(3) == pytest.approx(1)


def test_the_command_compares_players_on_the_same_frames(capsys):
    """The table has a row for each player; all but the first have a gain over the first."""
    command(["v26", "v12"], against="v17", maps=3, turns=20, mix="10x10", first=0)
    head, _, _, one, two = capsys.readouterr().out.rstrip("\n").split("\n")
    assert head == "3 contacts, both seats, 20 turns, against v17; 95 % intervals"
    assert one.split()[0] == "v26"
    assert one.rstrip().endswith(")")  # its points alone, with both ends: it gains nothing over itself
    assert two.split()[0] == "v12"
    assert re.search(r"% \([\d.]+ to [\d.]+\) +[+-][\d.]+ (± [\d.]+|\(.*\))$", two)


def test_a_program_cannot_begin_in_the_middle():
    """A program that did not see the earlier turns is refused, by name."""
    with pytest.raises(PlayerError, match=r"opponents/tiny\.py is a program, which cannot begin in the middle"):
        words.check_in_process([V26, player("opponents/tiny.py")])


def test_one_contact_is_too_few(capsys, monkeypatch):
    """One contact is refused with the number that an interval needs."""
    usual = contact.contacts
    monkeypatch.setattr(contact, "contacts", lambda *asked: islice(usual(*asked), 1))
    with pytest.raises(typer.Exit):
        command(["v26"], against="v17", maps=2, turns=20, mix="10x10", first=0)
    assert "v17 was met on 1 of the maps; expected 2 or more" in capsys.readouterr().err


def test_one_map_is_refused_before_its_games():
    """It has one contact at most. It was accepted, and refused after the games."""
    laboratory = typer.Typer()
    laboratory.command()(command)
    refused = CliRunner().invoke(laboratory, ["v26", "--maps", "1"])
    assert refused.exit_code == 2
    assert "greater than or equal to 2" in refused.output


def test_what_must_be_compiled_is_compiled_and_told_before_the_first_map(capsys, monkeypatch):
    """On a new machine `contact v26` compiled for minutes without a word."""

    def prepare(games):
        raise PlayerError(f"{len([*games])} players prepared")

    monkeypatch.setattr("experiments.arena.ready.prepare", prepare)
    with pytest.raises(typer.Exit):
        command(["v26"], against="v17")
    assert capsys.readouterr().err == "2 players prepared\n"
