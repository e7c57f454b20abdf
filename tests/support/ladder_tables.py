"""The tables of the published ladders as docs/25-archive.md has them: python -m tests.support.ladder_tables"""

from collections.abc import Iterator

from experiments.laboratory.database import Database
from experiments.ladder import Standings
from experiments.match import plan as plans
from tests.support.recounting import PLANS, again


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
