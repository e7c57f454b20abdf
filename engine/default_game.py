"""The default game: what ./play plays where flags are given and no bot, in words for a shell.

    python -m engine.default_game SEED FLAG...

prints, quoted: how many bots play, the folder of the replay, the seed (* for one that the engine draws), `shows` if a
page can show the game or an empty word, and the flags with the default ones before them. Exit code 1, and nothing
printed, where a bot is named or no game is asked for.
"""

import shlex
import sys
from collections.abc import Sequence

from . import flags

SIZE = "30 30"


def arguments(seed: str, given: Sequence[str]) -> list[str] | None:
    """Return the words that are printed for these flags; None where they ask for no new game.

    seed   of the map, where the flags name none
    """
    words = list(given)
    try:
        settings = flags.parse(words)
    except (flags.FlagError, flags.Wanted):
        return None
    if settings.words or settings.override:
        return None
    for default in (["-s", seed], ["-d", SIZE]):
        try:
            settings = flags.parse(default + words)
        except flags.FlagError:  # it was given
            continue
        words = default + words
    bots = 2 if settings.map_players == 1 else 1
    can_be_shown = not (settings.quiet or settings.as_json or settings.no_replay)
    return [str(bots), settings.replay_directory, str(settings.seed or "*"), "shows" if can_be_shown else "", *words]


if __name__ == "__main__":
    printed = arguments(sys.argv[1], sys.argv[2:])
    if printed is None:
        sys.exit(1)
    print(shlex.join(printed))
