"""How a game ends: why a player was ejected, a standing for each, and the recording."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from .names import printable
from .replay import Replay

WORDS_KEPT = 12  # lines of a bot's last output that a fault carries: a short traceback with its message


class Kind(StrEnum):
    """The ways to be ejected, each with its most likely cause; all have the same consequence."""

    LATE = "late", "an endless loop, too much work for one turn, a busy machine, or output that was never flushed"
    EXITED = "exited", "an exception, a return from the main loop, or a command that does not exist"
    CLOSED = "closed", "a print to a closed stream, or a wrapper script that ended"
    BABBLED = "babbled", "a debugging print, or a warning on stderr, which the environment reads as the answer"
    FLOODED = "flooded", "print in a loop, or a missing newline"
    UNSTARTED = "unstarted", "too many processes or open files, or no memory left"

    likely_cause: str

    def __new__(cls, word: str, likely_cause: str = "") -> "Kind":
        """Make a member that is its word."""
        kind = str.__new__(cls, word)
        kind._value_, kind.likely_cause = word, likely_cause
        return kind


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


class FaultError(Exception):
    """Raised by a seat whose player has to leave the game; carries the Fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.kind} {fault.when}: {fault.detail}")
        self.fault = fault


def last_words(heard: bytes) -> tuple[str, ...]:
    """Return the end of what a bot printed as short lines without control characters, which could reach a terminal."""
    lines = heard.decode("utf-8", errors="surrogateescape").splitlines()
    spoken = [line.rstrip() for line in lines if line.strip()]
    return tuple(map(printable, spoken[-WORDS_KEPT:]))


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one player."""

    player: int  # 1..6, its number on the board
    name: str
    rank: int  # 1 = best
    last_frame_alive: int  # turns played when alive at the end, else one less than the turn of its death
    territory: int  # squares owned at the end
    strength: int  # their strength
    production: int  # their production
    mean_answer: float  # s, over the turns it answered
    worst_answer: float  # s
    fault: Fault | None  # why it was ejected

    @property
    def has_moved(self) -> bool:
        """Whether its bot ever answered a frame."""
        return self.fault is None or self.fault.turn > 1


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game."""

    standings: tuple[Standing, ...]  # by player number
    turns: int  # turns played
    replay: Replay

    @property
    def best_first(self) -> list[Standing]:
        """The standings by rank."""
        return sorted(self.standings, key=lambda standing: standing.rank)

    @property
    def timed_out(self) -> tuple[Standing, ...]:
        """The ejected players, for any reason, by number: what the official program calls timed out."""
        return tuple(standing for standing in self.standings if standing.fault)

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON; the frames stay in the replay file."""
        height, width = self.replay.production.shape
        standings: list[dict[str, Any]] = [asdict(standing) for standing in self.standings]
        for each, standing in zip(standings, self.standings, strict=True):
            # A name cut in half within a letter is kept as it came; strict readers of JSON refuse such halves.
            each["name"] = printable(standing.name)
            if standing.fault:
                each["fault"]["likely_cause"] = standing.fault.kind.likely_cause
        ejected = [standing.player for standing in self.timed_out]
        return {"width": width, "height": height, "turns": self.turns, "standings": standings, "timed_out": ejected}
