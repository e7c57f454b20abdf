"""Plays the plans of the project's ledger again from the published games alone."""

from unittest.mock import patch

from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.ladder import Standings
from experiments.ladder.run import play as play_ladder
from experiments.match import plan as plans
from experiments.match import run as match
from experiments.match.ledger import PUBLISHED
from experiments.match.result import MatchResult

PLANS = {int(path.name[:4]): path for path in sorted((PUBLISHED / "plans").glob("[0-9]*.toml"))}


class NoPlayers:
    """An executor without players: every game has to be there."""

    is_hungry = False

    def submit(self, games, replays=False):
        """Refuse every game."""
        assert not games, f"{len(games)} games are not published"

    def cancel(self):
        """Return nothing: no game was begun."""
        return ()


def again(number, database) -> MatchResult | Standings:
    """The result of a match, or the standings of a ladder, from stored games alone.

    Of the players and by the rules that the plan names: those of today may be others by now.
    """
    plan = plans.read(PLANS[number])
    play = play_ladder if plan.ladder else match.play
    lineup = tuple(Player(notation, program=plan.identities[notation]) for notation in plan.lineup)
    with (
        Progress(None, "from the published games") as progress,
        patch.object(schedule, "referee", return_value=plan.referee),
    ):
        return play(plan, lineup, Laboratory(database, NoPlayers()), progress)
