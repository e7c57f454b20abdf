"""Films: some turns of a game as a GIF or WebP."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bot import Memory, changed, decide, preset
from engine.replay import read
from experiments.recordings import frames
from experiments.recordings.film import DRAG_SECONDS, DRAG_SPEED, FilmError, Wishes, make, script, stretch
from experiments.recordings.film_frame import CAPTION, CHANGED, Frame, drawn
from experiments.recordings.filming import scenes
from tests.support.recordings import GOLDEN

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


@pytest.fixture(scope="module")
def replay():
    """A game of v26 against v17, with turns 0 to 143."""
    return read(GAME)


@pytest.mark.parametrize(("suffix", "form"), [(".gif", "GIF"), (".webp", "WEBP")])
def test_a_stretch_of_turns_becomes_a_film_the_same_each_time(tmp_path, suffix, form):
    """As many pictures as turns, of the board's shape below a caption; drawing again gives the same bytes."""
    files = [tmp_path / f"{name}{suffix}" for name in ("one", "two")]
    for file in files:
        assert make(GAME, file, Wishes(turns="40:47", layer="potential")) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    with Image.open(files[0]) as film:
        assert (film.format, film.n_frames, film.size) == (form, 8, (480, 480 + CAPTION))
        film.seek(1)
        film.load()
        assert film.info["duration"] == pytest.approx(1000 / 6, abs=10)


def test_the_layer_is_what_the_player_thought_on_each_frame(replay):
    """With the memory of the whole game before, also when the film begins later."""
    for frame in scenes(script(replay, Wishes(turns="100:102", layer="potential", player=2))):
        turn = frame.view.turn
        memory = frames.memory(replay, turn, 2)
        thought = decide(frames.view(replay, turn, 2), memory, preset("v17"), explain=True).explanation
        np.testing.assert_array_equal(frame.field, thought.potential)
        assert frame.caption.startswith(f"turn {turn} of 143   v26 ")


def test_a_dragged_parameter_goes_up_and_down_again(replay):
    """By even factors over decades; the squares that move differently from the preset are framed and counted."""
    film = scenes(script(replay, Wishes(turns="84", drag="alpha=0.02:0.6")))
    assert len(film) == DRAG_SPEED * DRAG_SECONDS
    view, memory = frames.view(replay, 84, 1), frames.memory(replay, 84, 1)
    usual = decide(view, memory, preset("v26")).moves
    for number, alpha in ((0, 0.02), (59, 0.6), (60, 0.6), (119, 0.02)):
        moves = decide(view, memory, changed(preset("v26"), {"alpha": alpha})).moves
        differs = (view.owner == 1) & (moves != usual)
        np.testing.assert_array_equal(film[number].changed, differs)
        assert film[number].caption == f"alpha {alpha}   {differs.sum()} moves differ from v26"


def test_a_picture_shows_owners_and_the_framed_squares(replay):
    """Owners have their colours, and the chosen squares have frames."""
    view = frames.view(replay, 84, 1)
    frame = np.zeros(view.owner.shape, bool)
    frame[3, 5] = True
    picture = np.array(drawn(Frame(view, "a caption", changed=frame), 20, None))[CAPTION:]
    assert tuple(picture[3 * 20 + 2, 5 * 20 + 10]) == CHANGED
    y, x = np.argwhere((view.owner == 1) & (view.strength > 200))[0].tolist()
    assert tuple(picture[y * 20 + 10, x * 20 + 10]) == (0x00, 0x72, 0xB2)


def test_players_of_one_name_are_told_apart_in_the_caption(replay):
    """The caption numbers them, as the viewer's page does."""
    mirror = replace(replay, player_names=("v26", "v26"))
    assert "#1 v26 1, #2 v26 1 squares" in scenes(script(mirror, Wishes(turns="0")))[0].caption


@pytest.mark.parametrize("words", ["90:40", "0:144", "x", "1:2:3", "-1:3", ""])
def test_turns_that_are_not_there_are_refused(words):
    """The message names the turns of the game."""
    with pytest.raises(FilmError, match="within 0:143"):
        stretch(words, 143)


@pytest.mark.parametrize(
    ("wishes", "complaint"),
    [
        (Wishes(layer="trees"), "--layer should be one of none, potential, distance"),
        (Wishes(speed=0), "--speed should be 0.1 to 50"),
        (Wishes(player=3), "there is no player 3"),
        (Wishes(turns="1:9", drag="alpha=0.1:0.2"), "--drag films one frame"),
        (Wishes(turns="9", drag="alpha"), "--drag should be NAME=LOW:HIGH"),
        (Wishes(turns="9", drag="alpha=0.5:0.1"), "--drag should be NAME=LOW:HIGH"),
        (Wishes(turns="9", drag="pact=0:1"), "--drag takes a parameter that is a number"),
        (Wishes(turns="9", drag="alhpa=0.1:0.2"), "did you mean alpha"),
        (Wishes(turns="9", drag="alpha=0.1:9"), "alpha = "),
        (Wishes(preset="v99"), "v99"),
    ],
)
def test_what_cannot_be_filmed_is_one_line_and_exit_code_2(tmp_path, capsys, wishes, complaint):
    """It says what was expected."""
    assert make(GAME, tmp_path / "film.gif", wishes) == 2
    said = capsys.readouterr().out
    assert said.startswith("No film: ")
    assert complaint in said
    assert said.count("\n") == 1


def test_a_file_of_another_kind_is_refused_before_anything_is_drawn(tmp_path, capsys):
    """GIF and WebP are written."""
    assert make(GAME, tmp_path / "film.mp4", Wishes()) == 2
    assert "film.mp4 should end with .gif or .webp" in capsys.readouterr().out


@pytest.mark.parametrize("folder", [".", ""])
def test_a_folder_cannot_be_filmed(folder, tmp_path, monkeypatch, capsys):
    """`film .` was a traceback: beside a folder without a name there is no name for a film."""
    monkeypatch.chdir(tmp_path)
    assert make(Path(folder), None, Wishes()) == 2
    assert capsys.readouterr().out == "No film: .: a folder, expected a replay such as game.hlt\n"


def test_the_memory_of_a_film_begins_empty(replay):
    """The first frame of the game is everybody's first."""
    (frame,) = scenes(script(replay, Wishes(turns="0", layer="distance")))
    thought = decide(frames.view(replay, 0, 1), Memory(), preset("v26"), explain=True).explanation
    reached = np.isfinite(thought.potential)
    np.testing.assert_array_equal(frame.field[reached], thought.distance[reached])
