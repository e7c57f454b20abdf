"""Plays stored games again to study them: some games of the players with the most, if no replay was kept."""

from collections.abc import Callable, Sequence

import numpy as np

from experiments.laboratory.database import Database, DatabaseError

from . import replays, studies
from .season import Season

PLAYERS = 12  # who played most
TRIED = 3  # games that are looked at for each one that is wanted: some cannot be played again

MOST_GAMES = "SELECT player FROM seats GROUP BY player ORDER BY count(*) DESC, player LIMIT ?"
STUDIED = "SELECT count(DISTINCT game) FROM studies WHERE player = ?"
OTHERS = "SELECT DISTINCT game FROM seats WHERE player = ? AND game NOT IN (SELECT game FROM studies) ORDER BY game"
KEY = "SELECT lower(hex(key)) FROM games WHERE id = ?"


def study(season: Season, number: int, say: Callable[[str], None]) -> int:
    """Study games until each of those who played most has `number`, spread over all that it played.

    say       is told of every player, and why no game is played if the database cannot keep studies
    Returns   how many were played again
    """
    if number and (complaint := _refusal(season)):
        say(f"No games are played again, because their studies could not be kept: {complaint}")
        return 0
    return sum(_of_player(season, player, number, say) for (player,) in season.database.query(MOST_GAMES, PLAYERS))


def _refusal(season: Season) -> str | None:
    """Return why the season's database, which this process only reads, cannot be written to; None when it can."""
    try:
        with Database.open(season.database.path, create=False) as database:
            database.keep_studies([])
    except DatabaseError as error:
        return str(error)
    return None


def _of_player(season: Season, player: int, number: int, say: Callable[[str], None]) -> int:
    ((known,),) = season.database.query(STUDIED, player)
    wanted = number - known
    if wanted <= 0:
        return 0
    say(f"Playing {wanted} games of {season.contestants[player].name} again …")
    done = 0
    for game in spread([game for (game,) in season.database.query(OTHERS, player)], wanted):
        if done == wanted:
            break
        done += _is_studied(season, season.database.query(KEY, game)[0][0])
    return done


def spread(games: Sequence[int], wanted: int) -> list[int]:
    """TRIED times as many games as are wanted, from the first to the last; so are every `wanted` of them in turn."""
    ends = np.linspace(0, len(games) - 1, min(len(games), TRIED * wanted)).round().astype(int)
    return [games[place] for start in range(TRIED) for place in ends[start::TRIED]]


def _is_studied(season: Season, key: str) -> bool:
    """Return whether the game could be had, and was studied."""
    try:
        studies.study_recording(season.database.path, key, replays.recording(season, key))
    except (replays.NoReplayError, *studies.DAMAGED):
        return False
    return True
