"""What the champion has learnt by a frame of a recorded game, so that it can be asked at that frame."""

from bot import Memory, Parameters
from bot.program.player import Thinker
from bot.program.thinking import Plain, Searching
from bot.stages.champion import Champion
from engine import Replay

from .snapshots import Snapshots


class History:
    """One player over a game's frames, for several threads; its beliefs and wars are those of `parameters`."""

    def __init__(self, replay: Replay, seat: int, parameters: Parameters):
        self.replay, self.seat, self.parameters = replay, seat, parameters
        champion = Champion(parameters, *replay.production.shape) if parameters.has_stages else None
        self._snapshots = Snapshots(replay, seat, champion) if champion else None

    def champion(self, turn: int) -> Champion:
        """Return the champion as it receives frame `turn`: a copy, which may be asked once."""
        assert self._snapshots is not None
        champion: Champion = self._snapshots.at(turn)
        return champion

    def thinker(self, turn: int, memory: Memory, parameters: Parameters) -> Thinker:
        """Return a thinker that decides frame `turn` with these parameters, after the history of the preset."""
        if self._snapshots is None or not parameters.has_stages:
            return Plain(parameters, memory)
        champion = self.champion(turn)
        champion.seat(parameters)
        return Searching(champion, is_timed=False)
