"""Boards too large for any machine and output files that name folders are refused before anything is written."""

import pytest

from engine import mapgen
from engine.halite1_v0 import parallel_env
from experiments.arena.schedule import Mix, ScheduleError
from tests.support.bots import engine
from tests.support.laboratory import asked, complaint


@pytest.fixture
def refused(tmp_path):
    """A command of the laboratory in an empty folder: what it says on stderr, and that nothing stays there."""

    def ask(*words):
        done = asked(tmp_path, *words)
        assert isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code == 2
        assert list(tmp_path.iterdir()) == []
        return complaint(done)

    return ask


class TestBoardsTooLarge:
    """The story: `match v26 v17 --mix 100000x100000` filed its plan and hung, and so did `-d "1000000 1000000"`."""

    @pytest.mark.parametrize("mix", ["100000x100000", "30x30,101x100", "10001x1"])
    def test_a_match_is_refused_before_its_plan_is_filed(self, refused, mix):
        """Any board of the mix counts; Python does not even read a side of thousands of digits."""
        assert "10,000" in refused("match", "v26", "v17", "--mix", mix)
        assert "30x30" in refused("match", "v26", "v17", "--mix", f"{'9' * 5000}x30")

    def test_the_environment_says_so_at_once(self, tmp_path):
        done = engine("-d", "1000000 1000000", "true", "true", folder=tmp_path)
        assert done.returncode == 1
        assert done.stderr == (
            "No map can be made: a 1000000 x 1000000 board has 1,000,000,000,000 squares, "
            "and a board may have 10,000, as 100 x 100 has.\n"
        )
        assert list(tmp_path.iterdir()) == []

    def test_the_largest_board_is_one_and_the_environment_for_algorithms_knows_it_too(self):
        assert mapgen.size(100, 100, 2, seed=1) == (100, 100)
        with pytest.raises(ScheduleError):
            Mix.parse("101x100").draw(1, 2)
        with pytest.raises(ValueError, match="a board may have 10,000"):
            parallel_env(width=100_000, height=100_000)


@pytest.mark.parametrize("path", [".", "/", "", ".."])
@pytest.mark.parametrize(
    "words",
    [
        ("match", "v26", "v17", "--database"),
        ("ladder", "v26", "v17", "--database"),
        ("sweep", "--vary", "alpha=0.1,0.2", "--database"),
        ("tune", "--space", "space.toml", "--out"),
    ],
)
def test_a_folder_is_no_file(refused, words, path):
    """`--database .` printed a traceback and exit code 1, which means "undecided"."""
    assert "directory" in refused(*words, path)
