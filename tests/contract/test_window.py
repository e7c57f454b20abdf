"""The viewer as a widget, without a browser: its calls and traits, and the messages to the page."""

import gzip
import re
from itertools import islice

import numpy as np
import pytest
from traitlets import TraitError

from bot import changed, preset
from engine.replay import text
from experiments.recordings import explanations
from experiments.recordings.explaining import thoughts
from experiments.recordings.explanations import ExplanationError, parse
from tests.support.explanations import assert_same, write
from tests.support.project import ROOT
from tests.support.recordings import GOLDEN, recording
from viewer import script, style

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
PAGE = ROOT / "viewer" / "explain"


def made(*arguments, **options):
    """A window; what it is made of takes long to load, and every test is loaded before one is chosen."""
    from notebooks.window import Window

    return Window(*arguments, **options)


@pytest.fixture
def window():
    return made(GAME)


@pytest.fixture(scope="module")
def thought():
    """What v26 with another alpha thinks of the first two frames."""
    parameters = changed(preset("v26"), {"alpha": 0.3})
    return [turn.explanation for turn in islice(thoughts(recording(GAME), 1, parameters), 2)]


@pytest.fixture
def sent(monkeypatch):
    from ipywidgets import comm

    heard = []

    class Comm:
        """A connection without a browser; keeps the messages."""

        def __init__(self, data, **_):
            self.comm_id = str(len(heard))
            heard.append(data["state"])

        def on_msg(self, _):
            """Ignore the callback: no browser answers."""

        def send(self, data, **_):
            heard.append(data["state"])

    monkeypatch.setattr(comm, "create_comm", Comm)
    return heard


def test_a_window_shows_a_file_and_a_replay_alike_and_a_log_with_its_layer(window, tmp_path):
    """A game that was just played needs no file; its page gets the bytes that a file would have."""
    played = made(recording(GAME))
    assert gzip.decompress(played._replay) == gzip.decompress(window._replay) == text(window.replay).encode()
    assert (window._name, played._name) == (GAME.name, "v26 – v17")
    log = tmp_path / "game.flog"
    log.write_text("3,4,5,captures,red\n", encoding="utf-8")
    assert made(GAME, flog=log).layers == ("flog",)
    assert made(GAME, flog=log, layers=["moves"]).layers == ("moves",)


def test_code_and_layers_are_the_pages_and_the_code_is_sent_once(sent, thought):
    """What is dragged sends what changed; a layer that is refused here and known there would be a trap."""
    window = made(GAME)
    window.turn, window.selected, window.playing = 5, (1, 2), True
    window.mark([(1, 2)]), window.explain(0, thought[0])
    _, first, *others = sent  # the layout of every widget comes before it
    assert first["_esm"].startswith(script("ui/app.js"))
    assert first["_css"].startswith(style())
    assert [set(state) for state in others] == [{"turn"}, {"selected"}, {"playing"}, {"_marks"}, {"_thoughts"}]
    from notebooks.window import LAYERS

    sources = "".join(file.read_text("utf-8") for file in PAGE.glob("*.js"))
    named = re.findall(r'^ *key: "(\w+)"|^export const DELTA = "(\w+)"', sources, re.MULTILINE)
    assert sorted(key for key, delta in named if not delta) == sorted(LAYERS)


def test_actions_on_the_page_set_traits_of_this_window_as_numbers(window):
    told = []
    window.observe(lambda change: told.append(change.new), ["turn", "selected", "layers", "playing"])
    window.set_state({"turn": 7, "selected": [3, 4], "layers": ["moves"], "playing": True})
    assert (window.turn, window.selected, window.layers, window.playing) == (7, (3, 4), ("moves",), True)
    window.set_state({"selected": None})
    assert window.selected is None
    assert len(told) == 5
    window.turn, window.selected = 99, tuple(np.array([3, 4]))
    assert (window.turn, window.selected) == (99, (3, 4))
    assert {type(window.turn), *map(type, window.selected)} == {int}
    other = made(GAME, turn=3, layers=["moves"], theme="light")
    window.turn, window.selected = 9, (1, 2)
    window.mark([(1, 2)], "red")
    assert (other.turn, other.selected, other.layers, other._marks) == (3, None, ("moves",), [])
    assert window._marks == [{"x": 1, "y": 2, "color": "red"}]


def test_an_explanation_made_in_python_is_sent_as_a_file(tmp_path, window):
    """The page gets an explanation file whichever way it was given, with the same thoughts to the last bit."""
    path = tmp_path / "game.player1.explain.gz"
    write(path, [window._seen(1)], preset("v26"))
    explained = explanations.read(path)
    by_path, by_value = made(GAME, path), made(GAME, [explained])
    assert by_path._explanations == [path.read_bytes()]
    file = parse(by_value._explanations[0])
    assert (file.player, file.parameters, file.source) == (1, preset("v26"), "bot")
    assert_same(file.turns[0], explained.turns[0])


def test_a_thought_of_one_turn_is_sent_as_that_turn(window, thought):
    parameters = changed(preset("v26"), {"alpha": 0.3})
    window.explain(0, thought[0], parameters=parameters)
    file = parse(gzip.compress("".join(line + "\n" for line in window._thoughts["1:0"]).encode()))
    assert file.parameters == parameters
    assert_same(file.turns[0], thought[0])
    ours = window.replay.owner[0] == 1
    np.testing.assert_array_equal(file.differs[0], ours & (thought[0].move != window.replay.moves[0]))


def test_thoughts_about_something_else_and_what_is_no_game_are_refused(window, thought, tmp_path):
    """Before anything is sent: the page could only say that it does not fit."""
    with pytest.raises(ValueError, match="not player 2's"):
        window.explain(0, thought[0], player=2)
    with pytest.raises(ValueError, match="no player 3"):
        window.explain(0, thought[0], player=3)
    with pytest.raises(TraitError, match="frames 0 to 143"):
        window.explain(144, thought[0])
    with pytest.raises(ValueError, match=r"\(30, 24\)"):
        made(GOLDEN / "decisions" / "v26-v17-v12-v26-30x30-4403.hlt.gz").explain(0, thought[0])
    with pytest.raises(ExplanationError, match="gzip"):
        made(GAME, __file__)
    with pytest.raises(TypeError, match="not int"):
        made(GAME, [5])
    with pytest.raises(ValueError, match="no whole replay"):
        made(__file__)
    with pytest.raises(TypeError, match="not int"):
        made(5)
