"""Encryption: the certificate files of a connection to a scheduler."""

from pathlib import Path
from typing import NamedTuple, Self

from .errors import ExecutorError


class Tls(NamedTuple):
    """The files of an encrypted connection, PEM."""

    authority: Path  # whose signature counts
    certificate: Path  # ours
    key: Path  # the certificate's, private

    @classmethod
    def of(cls, *files: Path | None) -> Self | None:
        """Return the three files in this order, None when there are none; ExecutorError when some are missing."""
        match files:
            case (None, None, None):
                return None
            case (Path() as authority, Path() as certificate, Path() as key):
                return cls(authority, certificate, key)
        raise ExecutorError("an encrypted connection needs all of --tls-ca, --tls-cert and --tls-key")
