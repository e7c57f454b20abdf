"""Records: the best of all games, by number of players and size of the board."""

from typing import Any

from experiments.laboratory.database.counting import PER_MILLE

from .season import Season

KINDS = {  # title, unit, what it means
    "conquest": ("Fastest conquest", "turns", "The first player took all land of the others."),
    "comeback": (
        "Greatest comeback",
        "per cent",
        "The winner's share of all owned squares after half of the turns, where it was below an even one. The link "
        "opens that turn.",
    ),
    "damage": (
        "Most damage in a turn",
        "strength destroyed",
        "By one player in one turn of a studied game: one with a recording, or played again. The link opens that turn.",
    ),
    "closest": ("Closest finish", "squares apart", "Between the first two, both alive at the end."),
    "longest": ("Longest game", "turns", "Up to the turn limit of its board."),
    "territory": ("Most territory", "squares", "Of one player, at the end."),
}

COUNTED = """
SELECT kind, players, width, height, value, game FROM records
ORDER BY kind, players, width * height, width
"""
DAMAGE = """
SELECT 'damage', games.players, width, height, max(most_damage), game, most_turn
FROM studies JOIN games ON games.id = game WHERE most_turn > 0
GROUP BY games.players, width, height ORDER BY games.players, width * height, width
"""
GAME = "SELECT lower(hex(key)), turns, map_seed FROM games WHERE id = ?"
SEATS = "SELECT player FROM seats WHERE game = ? ORDER BY rank"


def records(season: Season) -> dict[str, Any]:
    """Return a list for each kind: the record of every board."""
    rows_of: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for kind, *row in season.database.query(COUNTED):
        rows_of[kind].append(_row(season, kind, *row))
    for kind, *row in season.database.query(DAMAGE):
        rows_of[kind].append(_row(season, kind, *row))
    told = ({"name": kind, "title": title, "unit": unit, "note": note} for kind, (title, unit, note) in KINDS.items())
    return {"kinds": [{**kind, "rows": rows_of[kind["name"]]} for kind in told]}


def _row(
    season: Season, kind: str, players: int, width: int, height: int, value: float, game: int, turn: int | None = None
) -> dict[str, Any]:
    """Return a record, and the turn at which its game is opened."""
    key, turns, seed = season.database.query(GAME, game)[0]
    opened = turns // 2 if kind == "comeback" else turn if turn is not None else turns
    return {
        "players": players, "width": width, "height": height, "key": key, "turn": opened, "seed": seed,
        "value": 100 * value / PER_MILLE if kind == "comeback" else round(value),
        "order": [season.contestants[player].name for (player,) in season.database.query(SEATS, game)],
    }  # fmt: skip
