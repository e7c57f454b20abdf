"""Records: the best of all games, by number of players and size of the board."""

from typing import Any

from .season import Season

KINDS = {
    "conquest": "Fastest conquest",
    "longest": "Longest game",
    "closest": "Closest finish",
    "territory": "Most territory",
}
UNITS = {"conquest": "turns", "longest": "turns", "closest": "squares apart", "territory": "squares"}

ROWS = """
SELECT kind, records.players, records.width, records.height, value, records.game, lower(hex(key)), turns, map_seed
FROM records JOIN games ON games.id = records.game
ORDER BY kind, records.players, records.width * records.height, records.width
"""
SEATS = "SELECT player, rank FROM seats WHERE game = ? ORDER BY rank"


def records(season: Season) -> dict[str, Any]:
    """A list for each kind: the record of every board."""
    rows_of: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for kind, players, width, height, value, game, key, turns, seed in season.database.query(ROWS):
        order = [season.contestants[player].name for player, _ in season.database.query(SEATS, game)]
        rows_of[kind].append({
            "players": players, "width": width, "height": height, "value": value, "key": key, "turn": turns,
            "seed": seed, "order": order,
        })  # fmt: skip
    return {"kinds": [{"title": KINDS[kind], "unit": UNITS[kind], "rows": rows} for kind, rows in rows_of.items()]}
