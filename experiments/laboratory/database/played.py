"""How one game ended, as the laboratory remembers it."""

from dataclasses import dataclass

PlayedResult = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game; entry i of every tuple belongs to seat i, which is player i + 1."""

    key: str  # of the schedule.Game: 32 hexadecimal digits
    ranks: tuple[int, ...]  # places, 1 = best
    territory: tuple[int, ...]  # squares at the end
    last_frames_alive: tuple[int, ...]  # turns played when alive at the end, else one less than the turn of its death
    turns: int  # turns played
    faults: tuple[str | None, ...]  # why a player was ejected; None when it was not
    mean_answer: tuple[float | None, ...]  # s; None where the player was asked in this process
    worst_answer: tuple[float | None, ...]  # s; as above
    replay: bytes | None = None  # the .hlt.gz file; None when it was not asked for or not kept
    last_words: tuple[tuple[str, ...], ...] = ()  # what each ejected player printed last; not stored, so empty later

    def __post_init__(self) -> None:
        lengths = {name: len(getattr(self, name)) for name in _OF_SEATS}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"a result has an entry for every seat in every tuple; got {lengths}")

    @property
    def result(self) -> PlayedResult:
        """All that a game without programs must give again whenever it is played."""
        return self.turns, self.ranks, self.territory, self.last_frames_alive


_OF_SEATS = ("ranks", "territory", "last_frames_alive", "faults", "mean_answer", "worst_answer")
