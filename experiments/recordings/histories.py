"""What the champion has learnt by some frame of a recorded game, so that it can be asked there and nowhere else."""

from copy import deepcopy
from threading import Lock

from bot import Memory, Parameters
from bot.champion import Champion
from bot.opening import is_near
from bot.thinking import Plain, Searching, Thinker
from engine import Replay

from . import frames

STRIDE = 8
"""Frames from one kept champion to the next: one has up to two megabytes, and a frame takes some milliseconds."""


class History:
    """One player over the frames of a game. For several threads at once.

    parameters   who watched the game from this seat: its beliefs about the others, and whom it fights, are its own
    """

    def __init__(self, replay: Replay, seat: int, parameters: Parameters):
        self.replay, self.seat, self.parameters = replay, seat, parameters
        self._kept = {0: Champion(parameters, *replay.production.shape)} if parameters.has_stages else {}
        self._asked = 0  # this frame is kept as well: while a slider is dragged it is asked again and again
        self._lock = Lock()

    def is_known(self, turn: int) -> bool:
        """Whether asking on this frame takes no more than a few frames' thought."""
        return not self._kept or turn < max(self._kept) + STRIDE

    def champion(self, turn: int) -> Champion:
        """The champion as it receives frame `turn`: a copy, which may be asked once."""
        with self._lock:
            start = max(frame for frame in self._kept if frame <= turn)
            player = deepcopy(self._kept[start])
            for frame in range(start, turn):
                player.moves(frames.view(self.replay, frame, self.seat))
                if (frame + 1) % STRIDE == 0:
                    self._kept.setdefault(frame + 1, deepcopy(player))
            self._keep(turn, player)
        return player

    def thinker(self, turn: int, memory: Memory, parameters: Parameters) -> Thinker:
        """Who decides frame `turn` with these parameters, after the history of the usual ones."""
        if not (self._kept and parameters.has_stages):
            return Plain(parameters, memory)
        champion = self.champion(turn)
        champion.seat(parameters)
        return Searching(parameters, champion, memory, is_timed=False)

    def playing(self, turn: int, parameters: Parameters) -> Parameters:
        """These parameters with the numbers that the opening plan plays with on frame `turn`, if it still plays."""
        view = frames.view(self.replay, turn, self.seat)
        if not (self._kept and parameters.opening_search) or is_near(view.me, view.owner):
            return parameters
        champion = self.champion(turn)
        if not champion.has_begun:
            champion.begin(view)
        champion.seat(parameters)
        return champion.playing

    def _keep(self, turn: int, champion: Champion) -> None:
        """Keep this frame in the place of the one that was asked before."""
        if turn == self._asked:
            return
        if self._asked % STRIDE:
            del self._kept[self._asked]
        self._asked = turn
        self._kept.setdefault(turn, deepcopy(champion))


def searching(usual: Parameters, parameters: Parameters) -> Parameters:
    """Whose history a question with these parameters needs: the usual ones', where they search at all."""
    return usual if usual.has_stages else parameters
