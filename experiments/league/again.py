"""Games played again to be studied: some of those who played most, where no recordings were kept."""

from collections.abc import Callable

from . import replays, studies
from .season import Season

PLAYERS = 12  # who played most
TRIED = 3  # games that are looked at for each one that is wanted: some cannot be played again

MOST = "SELECT player FROM seats GROUP BY player ORDER BY count(*) DESC, player LIMIT ?"
STUDIED = "SELECT count(DISTINCT game) FROM studies WHERE player = ?"
OTHERS = "SELECT DISTINCT game FROM seats WHERE player = ? AND game NOT IN (SELECT game FROM studies) ORDER BY game"
KEY = "SELECT lower(hex(key)) FROM games WHERE id = ?"


def study(season: Season, number: int, say: Callable[[str], None]) -> int:
    """Study games until each of those who played most has this many, spread over all that it played.

    say       is told of every player
    Returns   how many were played again
    """
    return sum(_of_player(season, player, number, say) for (player,) in season.database.query(MOST, PLAYERS))


def _of_player(season: Season, player: int, number: int, say: Callable[[str], None]) -> int:
    ((known,),) = season.database.query(STUDIED, player)
    wanted = number - known
    if wanted <= 0:
        return 0
    say(f"Playing {wanted} games of {season.contestants[player].name} again …")
    games = [game for (game,) in season.database.query(OTHERS, player)]
    done = 0
    for game in games[:: max(1, len(games) // (TRIED * wanted))]:
        if done == wanted:
            break
        done += _is_studied(season, season.database.query(KEY, game)[0][0])
    return done


def _is_studied(season: Season, key: str) -> bool:
    """Whether the game could be had, and is studied now."""
    try:
        recording = replays.kept(season, key)
        content = replays.played_again(recording) if isinstance(recording, replays.Order) else recording
    except replays.NoReplayError:
        return False
    studies.taken(season.database.path, key, content)
    return True
