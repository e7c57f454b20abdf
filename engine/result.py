"""How a game ended: a standing per player, and the recording."""

from dataclasses import dataclass

from .faults import Fault
from .names import shown
from .replay import Replay


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

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        # A name cut in half within a letter is kept as it came; strict readers of JSON refuse such halves.
        return {**fields, "name": shown(self.name), "fault": self.fault and self.fault.as_dict()}


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
        return {
            "width": width,
            "height": height,
            "turns": self.turns,
            "standings": [standing.as_dict() for standing in self.standings],
            "timed_out": [standing.player for standing in self.timed_out],
        }
