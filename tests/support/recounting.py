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


def tables(standings: Standings) -> Iterator[str]:
    """The rows of the ratings, then those of who finished ahead of whom."""
    table = standings.table()
    places = {name: place for place, name in enumerate(table.player, start=1)}
    yield from _ratings(table.to_dict("records"), _unresolved(standings, places))
    yield from _met(standings, places)


def _ratings(rows: list[dict], unresolved: dict[str, list[int]]) -> Iterator[str]:
    for place, row in enumerate(rows, start=1):
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


def _met(standings: Standings, places: dict[str, int]) -> Iterator[str]:
    """A row for each player: how often it finished ahead, %; in bold beyond the 95 % interval of that pair's blocks."""
    met = {(row["player"], row["opponent"]): row for row in standings.head_to_head().to_dict("records")}
    for one, place in places.items():
        yield f"| {place} `{one}` | {' | '.join(_cell(met.get((one, other))) for other in places)} |"


def _cell(row: dict | None) -> str:
    if row is None:
        return ""
    text = f"{100 * row['score']:.0f}"
    return text if row["score_low"] <= 0.5 <= row["score_high"] else f"**{text}**"


if __name__ == "__main__":
    with Database.published() as published:
        for number, path in PLANS.items():
            if plans.read(path).ladder:
                print(f"E-{number:04d}", *tables(again(number, published)), sep="\n")
