"""Talks to a bot's process line by line, as the environment does."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Self


class Conversation:
    """A program that waits for nothing to be compiled (`--warm_up 0`), in the folder of its log."""

    def __init__(self, program: Path, log: Path, *words: str, **environment: str):
        self.log = log
        self.process = subprocess.Popen(
            [sys.executable, str(program), "--warm_up", "0", "--log", str(log), *words],
            cwd=log.parent, env=os.environ | environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def answer(self, text: str) -> str:
        """What it answers, without the end of the line."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()
        return self.process.stdout.readline().decode().rstrip("\n")

    def told(self) -> str:
        """Its log so far."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""
