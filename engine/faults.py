"""Why a player was ejected: what went wrong, on which turn, and the last thing its bot said."""

from dataclasses import asdict, dataclass
from enum import StrEnum

from .names import shown

WORDS_KEPT = 12  # lines of a bot's last output that a fault carries: a short traceback with its message


class Kind(StrEnum):
    """The ways to be ejected; all have the same consequence."""

    LATE = "late"
    EXITED = "exited"
    CLOSED = "closed"
    BABBLED = "babbled"
    FLOODED = "flooded"
    UNSTARTED = "unstarted"


LIKELY_CAUSE = {
    Kind.LATE: "an endless loop, too much work for one turn, a busy machine, or output that was never flushed",
    Kind.EXITED: "an exception, a return from the main loop, or a command that does not exist",
    Kind.CLOSED: "a print to a closed stream, or a wrapper script that ended",
    Kind.BABBLED: "a debugging print, or a warning on stderr, which the environment reads as the answer",
    Kind.FLOODED: "print in a loop, or a missing newline",
    Kind.UNSTARTED: "too many processes or open files, or no memory left",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One ejection, as data."""

    kind: Kind
    detail: str  # one sentence part: what was expected and what came, e.g. "no answer within 1.5 s"
    turn: int = 0  # 0 = before the first turn, while the bot was to send its name
    last_words: tuple[str, ...] = ()  # the last lines it printed, offending line included, oldest first

    @property
    def when(self) -> str:
        """The turn, in words that follow "ejected"."""
        return f"on turn {self.turn}" if self.turn else "before turn 1"

    @property
    def likely_cause(self) -> str:
        """The most likely cause of a fault of this kind."""
        return LIKELY_CAUSE[self.kind]

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {**asdict(self), "likely_cause": self.likely_cause}


class FaultError(Exception):
    """Raised by a seat whose player has to leave the game; carries the Fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.kind} {fault.when}: {fault.detail}")
        self.fault = fault


def last_words(heard: bytes) -> tuple[str, ...]:
    """Return the end of what a bot printed as short lines without control characters, which could reach the terminal.

    heard   raw output, oldest first
    """
    lines = heard.decode("utf-8", errors="surrogateescape").splitlines()
    spoken = [line.rstrip() for line in lines if line.strip()]
    return tuple(map(shown, spoken[-WORDS_KEPT:]))
