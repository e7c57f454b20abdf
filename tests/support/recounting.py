"""Plays the plans of the ledger again from published games; `python -m tests.support.recounting` prints tables."""

from collections.abc import Iterator
from unittest.mock import patch

from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.laboratory.database import Database
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
    """The result of a match, or a ladder's standings, from stored games alone, of the players that the plan names."""
    plan = plans.read(PLANS[number])
    play = play_ladder if plan.ladder else match.play
    lineup = tuple(Player(notation, program=plan.identities[notation]) for notation in plan.lineup)
    with (
        Progress(None, "from the published games") as progress,
        patch.object(schedule, "referee", return_value=plan.referee),
    ):
        return play(plan, lineup, Laboratory(database, NoPlayers()), progress)


def ratings(standings: Standings) -> Iterator[str]:
    """The rows of a ladder's table."""
    table = standings.table()
    unresolved = _unresolved(standings, {name: place for place, name in enumerate(table.player, start=1)})
    for place, row in enumerate(table.to_dict("records"), start=1):
        elo = f"{row['elo']:+.0f} ({row['elo_low']:+.0f} to {row['elo_high']:+.0f})" if row["elo"] else "0"
        alike = ", ".join(map(str, unresolved[row["player"]])) or "–"
        yield f"| {place} | `{row['player']}` | {elo} | {100 * row['score']:.1f} % | {row['games']} | {alike} |"


def _unresolved(standings: Standings, places: dict[str, int]) -> dict[str, list[int]]:
    """For each player the places of those from whom its rating differs by no more than luck can explain, 95 %."""
    found: dict[str, list[int]] = {name: [] for name in places}
    for row in standings.differences().to_dict("records"):
        if row["elo_low"] <= 0 <= row["elo_high"]:
            found[row["player"]].append(places[row["opponent"]])
    return {name: sorted(others) for name, others in found.items()}


if __name__ == "__main__":
    with Database.published() as published:
        for number, path in PLANS.items():
            if plans.read(path).ladder:
                print(f"E-{number:04d}", *ratings(again(number, published)), sep="\n")
