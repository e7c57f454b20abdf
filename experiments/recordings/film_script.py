"""The script of a film: what film.py makes of the words of the command, and filming.py draws."""

from dataclasses import dataclass

from bot import Parameters
from engine.replay import Replay


@dataclass(frozen=True, slots=True)
class Script:
    """A film that can be made: which frames of which game, as whom, and what is dragged meanwhile."""

    replay: Replay
    first: int
    last: int
    player: int
    parameters: Parameters  # who looks at the board
    layer: str
    drag: str | None = None  # the parameter that is dragged, over one frame
    settings: tuple[Parameters, ...] = ()  # with its values from low to high and back
