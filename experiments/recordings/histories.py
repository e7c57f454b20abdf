"""What the champion has learnt by a frame of a recorded game, so that it can be asked at that frame."""

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters
from bot.program.thinking import Plain, Searching, Thinker
from bot.stages.champion import Champion
from engine import Replay

from . import frames
from .snapshots import Snapshots


class History:
    """One player over the frames of a game. For several threads at once.

    parameters   who watched the game from this seat: its beliefs about the others, and whom it fights, are its own
    """

    def __init__(self, replay: Replay, seat: int, parameters: Parameters):
        self.replay, self.seat, self.parameters = replay, seat, parameters
        champion = Champion(parameters, *replay.production.shape) if parameters.has_stages else None
        self._snapshots = Snapshots(replay, seat, champion) if champion else None

    def is_known(self, turn: int) -> bool:
        """Return whether asking on this frame takes no more than a few frames' thought."""
        return self._snapshots is None or self._snapshots.is_known(turn)

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

    def playing(self, turn: int, parameters: Parameters) -> tuple[Parameters, npt.NDArray[np.float64] | None]:
        """Return these parameters with the values that a plan or a campaign plays with on frame `turn`.

        With them comes what the plan multiplies the prices by.
        """
        if self._snapshots is None or not parameters.has_stages:
            return parameters, None
        champion = self.champion(turn)
        champion.seat(parameters)
        return champion.settle(frames.view(self.replay, turn, self.seat)), champion.bent


def searching(usual: Parameters, parameters: Parameters) -> Parameters:
    """Return the parameters whose history a question needs: the usual ones, if they search at all."""
    return usual if usual.has_stages else parameters
