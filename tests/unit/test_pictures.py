"""The picture of a frame."""

import pytest

from engine.replay import read
from experiments.recordings.pictures import PictureError, draw, make
from tests.support.recordings import GOLDEN

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
PNG = b"\x89PNG"


def test_a_frame_becomes_a_picture_the_same_each_time(tmp_path):
    """The folder is made, the file is a PNG, and drawing again gives the same bytes."""
    for name in ("one", "two"):
        assert make(GAME, tmp_path / name / "frame.png", turn=100, player=2, preset_name="v17") == 0
    one, two = ((tmp_path / name / "frame.png").read_bytes() for name in ("one", "two"))
    assert one.startswith(PNG)
    assert one == two


def test_both_boards_are_titled_and_every_player_is_named():
    """The left one says which frame it is and who plays, the right one whose field it shows."""
    board, field, bar = draw(read(GAME), turn=0, player=1, preset_name="v26").axes
    assert board.get_title() == "20 x 20, turn 0 of 143"
    assert [text.get_text().split(":")[0] for text in board.get_legend().get_texts()] == ["v26", "v17", "neutral"]
    assert field.get_title().startswith("player 1's field as v26 sees it")
    assert "turns" in bar.get_ylabel()


@pytest.mark.parametrize(("turn", "player"), [(-1, 1), (144, 1), (0, 0), (0, 3)])
def test_a_frame_that_is_not_there_is_refused(turn, player):
    """The message says which turns and players the game has."""
    with pytest.raises(PictureError, match=r"turns 0 to 143|players 1 to 2"):
        draw(read(GAME), turn, player, "v26")


def test_what_cannot_be_drawn_is_one_line_and_exit_code_2(tmp_path, capsys):
    """A damaged replay, an unknown preset, a place that cannot be written."""
    (tmp_path / "broken.hlt").write_text("{")
    assert make(tmp_path / "broken.hlt", tmp_path / "a.png", 0, 1, "v26") == 2
    assert make(GAME, tmp_path / "a.png", 0, 1, "v99") == 2
    assert make(GAME, tmp_path / "broken.hlt" / "a.png", 0, 1, "v26") == 2
    assert len(capsys.readouterr().out.splitlines()) == 3
