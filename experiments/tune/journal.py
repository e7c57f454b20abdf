"""The journal: Optuna's log of everything that happened to a study, one line of JSON per event.

A killed process leaves half a line at the end, which is cut off: Optuna would append to it and fail to read it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock

from engine.errors import UserError
from experiments.laboratory import lock

OPERATION = "op_code"  # what every event of Optuna's has


@contextmanager
def journal(path: Path) -> Iterator[JournalStorage]:
    """Open the storage in this file, made if missing, for this process alone; others may read it.

    Raises   UserError when it cannot be read or written, or another process tunes with it
    """
    optuna.logging.set_verbosity(optuna.logging.ERROR)  # the verb reports itself, in terms of games
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = path.with_name(f"{path.name}.lock").open("ab")
    except OSError as error:
        raise UserError(f"the journal {path} cannot be written: {error.strerror}") from None
    with held:
        try:
            lock.take(held)
        except OSError:
            raise UserError(
                f"another process is tuning with the journal {path}; wait for it, or name another"
            ) from None
        yield _storage(path)


def _storage(path: Path) -> JournalStorage:
    try:
        _mend(path)
        return JournalStorage(_Backend(str(path), lock_obj=_Held(str(path))))
    except OSError as error:
        raise UserError(f"the journal {path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"{path} is not a journal of Optuna's ({error}); was it edited, or is it another file?"
        ) from None


class _Backend(JournalFileBackend):
    """A file whose failures are told to the user."""

    def append_logs(self, logs: list[dict[str, Any]]) -> None:
        """Write events; UserError when the disk is full, for example."""
        try:
            super().append_logs(logs)
        except OSError as error:
            raise UserError(
                f"the journal cannot be written: {error.strerror}; the same command goes on from the last event"
            ) from None


class _Held(JournalFileOpenLock):
    """No lock per event: `journal` holds one for the whole run.

    A killed process leaves Optuna's lock file behind, and the next one waits half a minute for it.
    """

    def acquire(self) -> bool:
        """Do nothing: the lock is held."""
        return True

    def release(self) -> None:
        """Do nothing: the lock is kept until the end."""


def _mend(path: Path) -> None:
    """Cut off what follows the last whole line; ValueError, and nothing touched, when this is no journal."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        text = file.read()
        first, newline, _ = text.partition(b"\n")
        if text and not (OPERATION in json.loads(first) if newline else text.startswith(b"{")):
            raise ValueError(f"its first line has no {OPERATION}")
        file.truncate(text.rfind(b"\n") + 1)
