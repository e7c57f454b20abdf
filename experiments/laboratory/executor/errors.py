"""Why games cannot be played; each message is for the user and says what to do."""

from engine.errors import UserError


class ExecutorError(UserError):
    """Games cannot be played here."""


class PlayingError(ExecutorError):
    """A player cannot take its seat on this machine; no game can be played until that is mended."""


class ForeignCodeError(ExecutorError):
    """A worker runs other code than this program: its games would be another bot's games."""
