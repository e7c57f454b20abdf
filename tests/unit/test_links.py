"""A game as a link, a question as an address, and which stored players have one."""

import pytest
import typer

from bot import PRESETS
from engine.replay import read
from experiments.arena import links
from experiments.arena.players import player
from experiments.commands.watch import question
from tests.support.recordings import GOLDEN

CHANGED = "v26?alpha=0.2", "v17?enemy_ROI=-1&fixed_hold=on", "v12?seed=5", "v26?pact=off", "v17?wall_penalty=1e+12"


def test_a_link_names_size_seed_and_players_and_nothing_that_changes_nothing():
    """As docs/pages/laboratory.md has it; a plus in an address would be read as a blank."""
    game = links.link(30, 24, 7, ["v26", "v17?alpha=0.2&wall_penalty=1e+12"])
    assert game == "#30x24&seed=7&a=v26&b=v17?alpha=0.2,wall_penalty=1e%2B12"


@pytest.mark.parametrize("notation", [*PRESETS, *CHANGED])
def test_a_page_plays_presets_of_today_and_changes_of_them(notation):
    identity = player(notation).identity
    assert links.is_playable(notation, identity)
    assert not links.is_playable(notation, identity.replace('"play":1', '"play":0'))


@pytest.mark.parametrize(
    "notation", ["amortizer", "opponents/tiny.py", "v26?players.4.alpha=0.2", "v26?never=1", "v99", "tuned.toml"]
)
def test_a_page_plays_no_others(notation):
    assert not links.is_playable(notation, player(notation).identity if notation in ("amortizer",) else "{}")


def test_a_replay_of_play_names_its_map(tmp_path, capsys):
    file = tmp_path / "123-4100.hlt.gz"
    file.write_bytes((GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz").read_bytes())
    assert links.main([str(file), "champion", "v26"]) == 0
    assert capsys.readouterr().out == "#20x20&seed=4100&a=champion&b=v26\n"


GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"

ASKED = {
    (None, 1, None): "player=1&as=v26",
    (60, 2, None): "turn=60&player=2&as=v17",
    (0, 1, "v12?alpha=0.15&dodge=off"): "turn=0&player=1&as=v12&alpha=0.15&dodge=off",
    (None, 2, "v17?wall_penalty=1e+12"): "player=2&as=v17&wall_penalty=1e%2B12",
}


@pytest.mark.parametrize(("options", "address"), ASKED.items())
def test_options_are_a_question_of_the_page(options, address):
    """As docs/pages/laboratory.md has it. Regression: the plus of 1e+12 was read as a blank."""
    assert question(read(GAME), *options) == address


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ((9999, 1, None), "turn 9999"),
        ((None, 3, None), "player 3"),
        ((None, 1, "friendly"), "--as friendly"),
        ((None, 1, "v26?players.4.alpha=0.2"), "sections"),
    ],
)
def test_what_the_page_cannot_be_asked_is_refused(options, word):
    """Regression: values of a section stood in the address, and the page passed over them."""
    with pytest.raises(typer.BadParameter, match=word):
        question(read(GAME), *options)
