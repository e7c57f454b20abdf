"""The laboratory's database: every game that was played, in one SQLite file, under what determined it.

    from experiments.laboratory.database import Database

    with Database.open("laboratory.db") as database:
        known = database.find(game.key for game in games)     # {key: Played}
        database.store([(game, played)])                      # on the disk when this returns
        frame = database.games()                              # a row for each game and seat

The tables are described in schema.py and looked.py; docs/7-database.md shows how to ask them.
"""

from .database import OURS, Database
from .failures import DatabaseError
from .played import Ending, Played

__all__ = ["OURS", "Database", "DatabaseError", "Ending", "Played"]
