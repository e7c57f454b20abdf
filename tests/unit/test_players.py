"""Players: notations, the identity under which results are stored, and errors."""

import json
import subprocess

import pytest

import bot
from experiments.arena import players, revisions
from experiments.arena.players import PlayerError, player
from experiments.opponents.opponent import NAMES, opponent


def test_a_notation_is_a_preset_and_its_changes_in_the_parameters_own_spelling():
    chosen = player("v17")
    assert chosen.parameters is not None
    assert chosen.parameters.generation == "v17"
    assert chosen.command is None
    chosen = player("v26?alpha=0.2&dodge=off").parameters
    assert (chosen.alpha, chosen.dodge, chosen.enemy_ROI) == (0.2, False, -0.5)
    assert player("v26?enemy-roi=-1").notation == "v26?enemy_ROI=-1"
    chosen = player("v26?alpha=0.2").replace(alpha=0.3, dodge=False)
    assert chosen.notation == "v26?alpha=0.3&dodge=off"
    assert chosen == player(chosen.notation)
    assert player("v26").replace(alpha=1 / 3) == player("v26?alpha=0.3333333333333333")


def test_identity_forgets_what_decides_no_move(file):
    assert player(str(file('preset = "v17"\nalpha = 0.2\n'))).identity == player("v17?alpha=0.2").identity
    assert player("v26?name=mine&turn_time=5").identity == player("v26").identity
    assert player("v12?danger_penalty=1").identity == player("v12").identity
    assert player("v26?danger_penalty=1").identity != player("v26").identity
    assert player("v26?alpha=0.10").identity == player("v26").identity


@pytest.mark.parametrize("name", bot.PRESETS)
def test_identity_is_play_and_the_parameters_that_have_an_effect(name, monkeypatch):
    assert json.loads(player(name).identity) == {"play": bot.PLAY, "parameters": bot.effective(bot.preset(name))}
    before = player(name).identity
    monkeypatch.setattr(bot, "PLAY", bot.PLAY + 1)
    players._identity_of.cache_clear()
    assert player(name).identity != before
    monkeypatch.undo()
    players._identity_of.cache_clear()


@pytest.mark.parametrize("name", NAMES)
def test_the_identity_of_an_opponent_has_its_own_play(name):
    known = json.loads(player(name).identity)
    assert (known["school"], known["play"]) == (name, opponent(name).play)


@pytest.mark.parametrize("name", ["v12", "champion", "friendly"])
def test_a_player_has_its_plain_name_whatever_its_play(name):
    older = player(name).identity.replace('"play":1', '"play":0')
    identities = [player(name).identity, older, player("v17?alpha=0.2").identity, player("cmd:theirs").identity, ""]
    assert [players.plain_name("longer", identity) for identity in identities] == [name, name, *["longer"] * 3]


def test_a_command_is_taken_as_it_is_and_has_no_parameters():
    chosen = player("cmd:java -jar A.jar --x=a?b:c")
    assert chosen.command == "java -jar A.jar --x=a?b:c"
    with pytest.raises(PlayerError, match="is a program"):
        player("cmd:./theirs").replace(alpha=0.2)


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
    """Regression: with a greedy.py in the current folder, the project's greedy.py played without a warning."""
    monkeypatch.chdir(tmp_path)
    assert player("greedy.py").notation == "opponents/greedy.py"
    (tmp_path / "greedy.py").touch()
    with pytest.raises(PlayerError, match="which is cmd:python3 greedy"):
        player("greedy.py")
