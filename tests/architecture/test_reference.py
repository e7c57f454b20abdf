"""The generated pages are up to date with the code."""

import re
import shutil
from pathlib import Path

import pytest

from bot import View
from bot.program.explanation_file import ExplanationFile
from engine import replay
from experiments.opponents import amortizer
from experiments.recordings import explaining
from tests.support.documents import generated
from tests.support.project import ROOT, blocks, name_of

GAME = ROOT / "tests" / "golden" / "decisions" / "v26-v17-20x20-4100.hlt.gz"
# Their blocks build on one another, and are run in a row by tests of their own.
IN_A_ROW = {"database.md": "test_laboratory_pages.py"}

EXAMPLES = [
    pytest.param(page, example, id=f"{page.name}-{number}")
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for number, example in enumerate(blocks(page.read_text(encoding="utf-8"), "python"))
    if "input()" not in example  # a bot: tests/contract/test_documented_bot.py plays a game with it
    and page.name not in IN_A_ROW
]


@pytest.fixture(scope="session")
def desk(tmp_path_factory):
    """The project's recordings, and the files that examples open, as the commands beside them would have made them."""
    folder: Path = tmp_path_factory.mktemp("desk")
    shutil.copytree(GAME.parent, folder / GAME.parent.relative_to(ROOT))
    explaining.make(GAME, 1, "v26?ties=fixed", folder / "mine.explain.gz")
    explained_opponent(amortizer.OPPONENT, folder / "amortizer.explain.gz", turns=31)
    return folder


def explained_opponent(opponent, path, turns):
    """Write what an opponent thinks in the place of the recording's first player."""
    game, file = replay.read(GAME), ExplanationFile(path)
    mover = opponent.open(opponent.settings(), *game.production.shape)
    for turn in range(turns):
        view = View(game.owner[turn], game.strength[turn], game.production, 1, turn)
        if turn == 0:
            file.begin(opponent.header(opponent.settings(name="amortizer"), view))
        mover.moves(view)
        file.add(turn, mover.explained(view))
    file.close()


def test_what_is_generated_is_up_to_date():
    old = [name_of(path) for path, text in generated().items() if path.read_text(encoding="utf-8") != text]
    assert not old, f"`python -m tests.support.documents` writes {', '.join(old)} again"


@pytest.mark.parametrize("test", IN_A_ROW.values())
def test_pages_that_are_run_elsewhere_are(test):
    """A page that is left out here must not be left out there too."""
    assert 'blocks(PAGE, "python")' in (Path(__file__).parent / test).read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_the_examples_in_the_docs_run(page, example, desk, capsys, monkeypatch):
    """Every Python block of every page runs by itself, and prints what a comment behind a print promises."""
    monkeypatch.chdir(desk)
    monkeypatch.syspath_prepend(ROOT / "notebooks")  # a notebook imports the modules beside it
    exec(example, {})
    printed = capsys.readouterr().out
    for promised in re.findall(r"print\(.*\)  # (.*)…", example):
        assert printed.startswith(promised)
