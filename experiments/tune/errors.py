"""Errors of a tuning that the user or the machine can cause."""

from engine.errors import UserError


class TuningError(UserError):
    """The study cannot be made, opened or continued; the message says why and what to do."""
