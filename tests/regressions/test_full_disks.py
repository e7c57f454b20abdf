"""Files on a full disk: the old file stays, or there is none."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine import writing
from experiments.recordings import explaining
from tests.support.project import ROOT
from tests.support.recordings import GOLDEN

resource = pytest.importorskip("resource", reason="Windows has no limit on the size of files")

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"

HALF = 1024
"""Bytes of a file for which there is room."""


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Let the system refuse every byte of a file behind the first `size`, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    caches = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # Python cuts the files in __pycache__, too, and then cannot read them
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        sys.dont_write_bytecode = caches
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_file_that_does_not_fit_leaves_what_was_there(tmp_path, is_there):
    """The former file, or none; architecture/test_writing holds all that write files to this one way."""
    path = tmp_path / "tuned.toml"
    if is_there:
        path.write_text("former\n")
    with full_after(HALF), pytest.raises(OSError, match=r"File too large: '.*tuned\.toml'$"):
        writing.write(path, "alpha = 0.1\n" * HALF)
    assert [each.name for each in tmp_path.iterdir()] == ["tuned.toml"] * is_there
    assert not is_there or path.read_text() == "former\n"


def test_an_explanation_that_does_not_fit_leaves_the_former_one(tmp_path):
    """The story: `explain` left the first 70 kB of a file in the place of a whole one."""
    path = tmp_path / "game.player1.explain.gz"
    explaining.make(GAME, 1, "v12", path)
    before = path.read_bytes()
    with full_after(HALF), pytest.raises(OSError, match="File too large"):
        explaining.make(GAME, 1, "v12", path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == before


class TestWhatIsReplaced:
    """Renaming is not writing: a link and a device must stay what they are."""

    def test_a_link_stays_a_link_and_a_long_name_has_room_for_the_one_beside_it(self, tmp_path):
        """Its target gets the content; 255 bytes are the most that a name may have."""
        (tmp_path / "link").symlink_to(tmp_path / "target")
        for content in ("first", "second"):
            writing.write(tmp_path / "link", content)
            assert (tmp_path / "link").is_symlink()
            assert (tmp_path / "target").read_text() == content
        path = tmp_path / ("é" * 125 + ".html")
        writing.write(path, "whole")
        assert path.read_text() == "whole"

    def test_a_device_is_written_directly(self, tmp_path):
        """`-o /dev/stdout` prints; renamed over it, the file would replace the device for all programs."""
        done = subprocess.run(
            [sys.executable, "-c", "from pathlib import Path; from engine import writing;"
             "writing.write(Path('/dev/stdout'), 'said')"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout == "said"
