"""What happened in a recorded game, turn by turn and player by player, in exact strength units. Pure.

    from engine.replay import read
    from experiments.recordings.events import Events

    events = Events.of(read("game.hlt"))
    events.overkill[:, 0].sum()          # strength that player 1 destroyed beyond its own
    events.first_contact[0, 1]           # the turn on which players 1 and 2 first touched

docs/lab/replays.md explains every measure with its arithmetic.
"""

from .ejections import ejections
from .events import MEASURES, Events, EventsError, Measure

__all__ = ["MEASURES", "Events", "EventsError", "Measure", "ejections"]
