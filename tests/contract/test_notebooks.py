"""The lessons and their window: each runs, shows the outputs it stores, and is in the index."""

import gzip
import json
import re
from base64 import b64decode
from functools import cache
from io import BytesIO
from itertools import islice

import numpy as np
import pytest
from PIL import Image
from traitlets import TraitError

from bot import override, preset
from engine.replay import as_bytes
from experiments.recordings import explanations
from experiments.recordings.explaining import explain_turns
from experiments.recordings.explanations import ExplanationError, parse
from notebooks import run
from tests.support.explanations import assert_same, write
from tests.support.project import ROOT, tracked
from tests.support.recordings import GOLDEN, recording
from viewer import script, style

NOTEBOOKS = sorted(path for path in tracked() if path.suffix == ".ipynb")
ENTRY = r"\bE-(\d{4})\b"
LONGEST = 15  # lines of a cell
LARGEST = 1_000_000  # bytes of a notebook with its outputs: every clone carries them; draw smaller figures

STAMP = r"""games: .+
seeds: .+
commit: ([0-9a-f]{7,}\+?)
run: 20\d\d-\d\d-\d\d \d\d:\d\d UTC in \d+ s
"""


@cache
def cells(path, kind=None):
    every = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell | {"source": "".join(cell["source"])} for cell in every if kind in (None, cell["cell_type"])]


def outputs(path):
    return [output for cell in cells(path, "code") for output in cell["outputs"]]


# The files beside the lessons that put the project onto Python's path.
FINDERS = ("show", "entries")

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


# The lesson whose cells call the field; tests/proofs runs the others.
ALWAYS = "02"


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if path.name.startswith(ALWAYS)], ids=lambda path: path.stem
)
def test_a_lesson_runs(path, monkeypatch):
    assert_runs(path, monkeypatch)


def files_here():
    """When each file that a lesson could leave or change was written."""
    folders = ROOT, ROOT / "notebooks", ROOT / "experiments", ROOT / "experiments" / "results"
    return {file: file.stat().st_mtime_ns for folder in folders for file in folder.iterdir() if file.is_file()}


def assert_runs(path, monkeypatch):
    before = files_here()
    monkeypatch.setenv("FAST", "1")
    ran = json.loads(run.execute(path))["cells"]
    assert printed(ran[-1]).endswith("FAST\n")
    assert files_here() == before
    for place in after_the_champion(path):
        assert printed(ran[place]) == printed(cells(path)[place])
    assert entry_lines("".join(map(printed, ran))) == entry_lines("".join(map(printed, cells(path, "code"))))


@every_notebook
def test_a_lesson_finds_the_project_through_the_files_beside_it_and_links_lead_to_files(path):
    every = json.loads(path.read_text(encoding="utf-8"))["cells"]
    lines = [line for cell in every if cell["cell_type"] == "code" for line in cell["source"]]
    imported = re.findall(r"^(?:from|import) (\w+)", "\n".join(lines), re.MULTILINE)
    first = next(name for name in imported if (ROOT / name).is_dir() or (ROOT / "notebooks" / f"{name}.py").is_file())
    assert first in FINDERS
    prose = "\n".join(cell["source"] for cell in cells(path, "markdown"))
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if not re.match(r"[a-z]+:|#", target):
            assert (path.parent / target.partition("#")[0]).exists(), target


def after_the_champion(path):
    """The places of the code cells below `## And the champion?`: of its numbers, so the same with small samples."""
    return [place for place, cell in enumerate(cells(path), start=1) if "## And the champion?" in cell["source"]]


def entry_lines(text):
    """The lines about an entry of the ledger: they are the same with small samples."""
    return [line for line in text.splitlines() if re.search(ENTRY, line)]


def printed(cell):
    return "".join(text_of(output) for output in cell.get("outputs", ()) if "text" in output)


def text_of(output):
    return "".join(output["text"])


@every_notebook
def test_a_notebook_asks_claims_and_answers_in_short_cells(path):
    first, *_, answer, last = cells(path)
    assert re.match(rf"# {int(path.name[:2])} · \S.*\n\n\*\*Question\.\*\* \S", first["source"])
    assert answer["cell_type"] == "markdown"
    assert re.search(r"^## The answer\n\n\S", answer["source"], re.MULTILINE)
    assert re.search(r"^stamp\(", last["source"], re.MULTILINE)
    assert sum("assert " in cell["source"] for cell in cells(path, "code")) >= 3
    for cell in cells(path, "code"):
        lines = [line for line in cell["source"].splitlines() if line.strip()]
        assert len(lines) <= LONGEST, cell["source"]


@every_notebook
def test_what_is_kept_is_a_full_run_in_one_small_form(path):
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))
    shown = outputs(path)
    assert any("image/png" in output.get("data", ()) for output in shown)
    assert [output for output in shown if output["output_type"] == "error" or output.get("name") == "stderr"] == []
    assert re.fullmatch(STAMP, "".join(shown[-1]["text"]))
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    assert run.stable_text(json.loads(text)) == text
    assert run.WIDGET not in text
    for output in outputs(path):
        if png := output.get("data", {}).get("image/png"):
            with Image.open(BytesIO(b64decode("".join(png)))) as image:
                assert sum(map(bool, image.convert("L").histogram())) > 2


def test_the_index_and_its_pictures_are_those_of_the_notebooks():
    """Run `make generated` after a change; pictures are small: the index shows all. No number is missing."""
    lessons = [run.lesson(path) for path in NOTEBOOKS]
    assert (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8") == run.index(lessons)
    assert [lesson.path.name for lesson in lessons if not run.is_of(lesson.picture, lesson.figure)] == []
    pictures = sorted((ROOT / "notebooks" / "pictures").iterdir())
    assert [picture.name for picture in pictures] == [lesson.picture.name for lesson in lessons]
    for picture in pictures:
        assert picture.stat().st_size < 40_000
        with Image.open(picture) as image:
            assert max(image.size) <= run.WIDTH
    assert [path.name[:2] for path in NOTEBOOKS] == [f"{number + 1:02}" for number in range(len(NOTEBOOKS))]
    assert len(NOTEBOOKS) >= 16


# The viewer as a widget, without a browser: its calls and traits, and the messages to the page.


GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
PAGE = ROOT / "viewer" / "explain"


def made(*arguments, **options):
    from notebooks.window import Window  # here, because it takes long to load

    return Window(*arguments, **options)


@pytest.fixture
def window():
    return made(GAME)


@pytest.fixture(scope="module")
def two_turns():
    parameters = override(preset("v26"), {"alpha": 0.3})
    return [turn.explanation for turn in islice(explain_turns(recording(GAME), 1, parameters), 2)]


@pytest.fixture
def sent(monkeypatch):
    heard = []
    publish = lambda _, kind, data, **rest: heard.append(data["state"])  # noqa: E731 - named as what it replaces
    monkeypatch.setattr("comm.DummyComm.publish_msg", publish)
    return heard


def test_a_window_shows_a_file_and_a_replay_alike(window):
    played = made(recording(GAME))
    assert gzip.decompress(played._replay) == gzip.decompress(window._replay) == as_bytes(window.replay)
    assert (window._name, played._name) == (GAME.name, "v26 – v17")


def test_code_and_layers_are_the_pages_and_the_code_is_sent_once(sent, two_turns):
    """What is dragged sends what changed; a layer that is refused here and known there would be a trap."""
    window, other = made(GAME), made(GAME, turn=3, layers=["moves"])
    first, _ = (state for state in sent if "_esm" in state)
    assert first["_esm"].startswith(script("ui/app.js"))
    assert first["_css"].startswith(style())
    sent.clear()
    window.turn, window.selected, window.playing = 99, tuple(np.array([1, 2])), True
    window.mark([(1, 2)], "red"), window.explain(0, two_turns[0])
    *changes, thoughts = sent
    marks = [{"x": 1, "y": 2, "color": "red"}]
    assert json.loads(json.dumps(changes)) == [{"turn": 99}, {"selected": [1, 2]}, {"playing": True}, {"_marks": marks}]
    assert set(thoughts) == {"_thoughts"}
    assert (other.turn, other.selected, other.layers, other._marks) == (3, None, ("moves",), [])
    from notebooks.window import LAYERS

    sources = "".join(file.read_text("utf-8") for file in PAGE.glob("*.js"))
    named = re.findall(r'^ *key: "(\w+)"', sources, re.MULTILINE)
    assert set(named) - {"flog", "delta"} == set(LAYERS)  # a window opens no f-log, and compares no parameters


def test_an_explanation_made_in_python_is_sent_as_a_file(tmp_path, window):
    path = tmp_path / "game.player1.explain.gz"
    write(path, [window._view(1)], preset("v26"))
    explained = explanations.read(path)
    by_path, by_value = made(GAME, path), made(GAME, explained)
    assert by_path._explanations == [path.read_bytes()]
    file = parse(by_value._explanations[0])
    assert (file.player, file.parameters, file.source) == (1, preset("v26"), "bot")
    assert_same(file.turns[0], explained.turns[0])


def test_a_thought_of_one_turn_is_sent_as_that_turn(window, two_turns):
    parameters = override(preset("v26"), {"alpha": 0.3})
    window.explain(0, two_turns[0], parameters=parameters)
    file = parse(gzip.compress("".join(line + "\n" for line in window._thoughts["1:0"]).encode()))
    assert file.parameters == parameters
    assert_same(file.turns[0], two_turns[0])
    ours = window.replay.owner[0] == 1
    np.testing.assert_array_equal(file.differs[0], ours & (two_turns[0].move != window.replay.moves[0]))


def test_thoughts_about_something_else_and_what_is_no_game_are_refused(window, two_turns, tmp_path):
    with pytest.raises(ValueError, match="not player 2's"):
        window.explain(0, two_turns[0], player=2)
    with pytest.raises(TraitError, match="frames 0 to 143"):
        window.explain(144, two_turns[0])
    with pytest.raises(ValueError, match=r"\(30, 24\)"):
        made(GOLDEN / "decisions" / "v26-v17-v12-v26-30x30-4403.hlt.gz").explain(0, two_turns[0])
    with pytest.raises(ExplanationError, match="gzip"):
        made(GAME, __file__)
    with pytest.raises(ValueError, match="no whole replay"):
        made(__file__)
