"""A command of the laboratory, typed in this process, which has the compiled kernels already."""

from contextlib import chdir
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from experiments.__main__ import laboratory


def asked(folder: Path, *words: str) -> Any:
    """What a command answers that is typed in this folder."""
    with chdir(folder):
        return CliRunner().invoke(laboratory, list(words))


def complaint(answer: Any) -> str:
    """What it says on stderr, in one line and without the frame around it."""
    return " ".join(answer.stderr.replace("│", " ").split())
