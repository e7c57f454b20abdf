"""A dask scheduler and workers as processes of their own, as if started by hand on several machines."""

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tests.support.bots import ROOT
from tests.support.processes import PATIENCE


class Machines:
    """Everything that was started here ends with the context.

    folder   for the files of the scheduler and the workers
    tls      words of the command line that name certificates
    """

    def __init__(self, folder: Path, tls: tuple[str, ...] = ()) -> None:
        self._folder = folder
        self._tls = tls
        self._ends = ExitStack()

    def __enter__(self) -> "Machines":
        protocol = "tls" if self._tls else "tcp"
        file = self._folder / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--protocol", protocol, "--scheduler-file", str(file))
        self.scheduler = self._start("scheduler", *words)
        self.address = _address(file, self.scheduler)
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    def worker(self, code: Path = ROOT) -> "subprocess.Popen[bytes]":
        """A worker that runs the code in this folder."""
        return self._start("worker", self.address, "--nthreads", "1", "--no-nanny", code=code)

    def _start(self, *words: str, code: Path = ROOT) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, "DASK_TEMPORARY_DIRECTORY": str(self._folder)}
        environment.pop("PYTHONPATH", None)  # the folder in which it is started must do
        log = self._ends.enter_context((self._folder / f"{words[0]}.log").open("ab"))
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--no-dashboard", "--dashboard-address", ":0", *self._tls],
            cwd=code, env=environment, stdout=log, stderr=log,
        )  # fmt: skip
        self._ends.callback(process.wait)
        self._ends.callback(process.kill)
        return process


def _address(file: Path, scheduler: "subprocess.Popen[bytes]") -> str:
    """Where the scheduler is, once it has written that down."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and scheduler.poll() is None:
        try:
            return json.loads(file.read_text(encoding="utf-8"))["address"]
        except (FileNotFoundError, json.JSONDecodeError):  # not yet, or not yet all of it
            time.sleep(0.05)
    raise TimeoutError(f"the scheduler did not start: {file.with_name('scheduler.log').read_text()}")


def certificates(folder: Path) -> tuple[Path, Path, Path]:
    """An authority, a certificate of it and the key, made by the openssl program."""
    authority, certificate, key = (folder / f"{name}.pem" for name in ("ca", "cert", "key"))
    # One that signed itself is an authority for itself.
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=halite",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    authority.write_bytes(certificate.read_bytes())
    return authority, certificate, key
