"""A game as a link: what stands behind the # of a page that plays it; viewer/lab/game_link.js reads it.

#30x30&seed=7&a=v26&b=v17?alpha=0.2,fixed_hold=on
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import bot
from bot.knobs.identity import telling
from bot.knobs.knob import specs

SEATS = "abcdef"
READABLE = ",?="  # in an address, as the page leaves them


def link(width: int, height: int, seed: int, notations: Sequence[str]) -> str:
    """Return the link of a game between presets, `v17?alpha=0.2&fixed_hold=on`, as commands have them."""
    seats = (f"{seat}={written(text)}" for seat, text in zip(SEATS, notations, strict=False))
    return "&".join([f"#{width}x{height}", f"seed={seed}", *seats])


def written(notation: str) -> str:
    """Return a player as a link has it."""
    return quote(notation.replace("&", ","), safe=READABLE)


def stored(width: int, height: int, seed: int, identities: Sequence[str]) -> str | None:
    """Return the link of a game between players of whom the identities are stored; None where no page plays it."""
    notations = [preset_of(identity) for identity in identities]
    return None if None in notations else link(width, height, seed, [each for each in notations if each])


@cache
def preset_of(identity: str) -> str | None:
    """Return the notation of the preset that plays under this identity today, with the values that differ from it.

    None for programs, schools and older revisions, and for a preset with stages whose values differ: comparing its
    play takes seconds.
    """
    from .players import PlayerError, player  # here: a link of notations needs none of what it loads

    stored = json.loads(identity)
    known = stored.get("parameters")
    if not isinstance(known, dict):
        return None
    candidates = [_notation(name, known) for name in bot.PRESETS]
    for notation in filter(None, candidates):
        try:
            found = player(notation)
        except PlayerError:  # a value that today's code does not have
            continue
        if telling(found.parameters) == known and not ("?" in notation and found.parameters.has_stages):
            return notation if found.identity == identity else None
    return next((name for name in bot.PRESETS if _became(name, known, stored["signature"])), None)


def _became(name: str, known: Mapping[str, Any], signature: str) -> bool:
    """Return whether a stored player is this preset from before a knob went: it has its other knobs and its moves."""
    from .players import player  # here, as above

    kept = {knob: value for knob, value in known.items() if knob in specs(bot.PRESETS[name])}
    if kept == known or kept != telling(bot.PRESETS[name]):
        return False
    return bool(json.loads(player(name).identity)["signature"] == signature)


def nearest(values: bot.Parameters) -> tuple[str, dict[str, str]]:
    """Return the preset from which these parameters differ least, and the values that differ, as text."""
    from . import space  # here, as above

    known = telling(values)
    found = [(name, changes) for name in bot.PRESETS if (changes := _changes(bot.PRESETS[name], known)) is not None]
    name, changes = min(found, key=lambda each: len(each[1]))
    return name, {knob: space.text(value) for knob, value in changes.items()}


def _notation(name: str, values: Mapping[str, Any]) -> str | None:
    """Return a preset with the changes after which these knobs tell; None for a player of another kind."""
    from . import space  # here, as above

    changes = _changes(bot.PRESETS[name], values)
    if not changes:
        return None if changes is None else name
    return f"{name}?{'&'.join(f'{knob}={space.text(value)}' for knob, value in changes.items())}"


def _changes(preset: bot.Parameters, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what has to be changed about a preset so that these knobs tell; None where that is not enough."""
    own, known = telling(preset), specs(preset)
    if values == own:
        return {}
    names = {*own, *values}
    if own["generation"] != values.get("generation") or not names <= known.keys():
        return None
    gone = own.keys() - values.keys()
    ended = {name: known[name].metadata["neutral"] for name in gone if known[name].metadata["of"] not in gone}
    differing = {name: value for name, value in values.items() if getattr(preset, name) != value}
    return dict(sorted((ended | differing).items()))


def main(words: Sequence[str]) -> int:
    """Print the link of a replay that `./play` wrote, whose name ends in its seed: FILE NOTATION NOTATION."""
    from engine import replay

    file, *notations = words
    height, width = replay.read(Path(file)).production.shape
    seed = Path(file).name.partition(".")[0].rpartition("-")[2]
    print(link(width, height, int(seed), notations))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
