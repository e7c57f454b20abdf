"""A game as a link: what stands behind the # of a page that plays it; viewer/lab/games.js reads it.

#30x30&seed=7&a=v26&b=v17?alpha=0.2,fixed_hold=on
"""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import bot
from bot.parameters.declaration import specs

from . import space
from .players import PlayerError, player

SEATS = "abcdef"
READABLE = ",?="  # in an address, as the page leaves them


def link(width: int, height: int, seed: int, notations: Sequence[str]) -> str:
    """Return the link of a game between presets, `v17?alpha=0.2&fixed_hold=on`, as commands have them."""
    seats = (f"{seat}={escape(text)}" for seat, text in zip(SEATS, notations, strict=False))
    return "&".join([f"#{width}x{height}", f"seed={seed}", *seats])


def escape(notation: str) -> str:
    """Return a player as a link has it."""
    return quote(notation.replace("&", ","), safe=READABLE)


@cache
def is_playable(notation: str, identity: str) -> bool:
    """Return whether a page plays this stored player as it played then: a preset of today, perhaps with changes."""
    if notation.partition("?")[0] not in bot.PRESETS:
        return False
    try:
        found = player(notation)
    except PlayerError:  # a value that today's code does not have
        return False
    return found.identity == identity and not found.parameters.tables


def nearest(values: bot.Parameters) -> tuple[str, dict[str, str]]:
    """Return the preset from which these parameters differ least, and the values that differ, as text."""
    effective = bot.effective(values)
    found = [(name, changes) for name in bot.PRESETS if (changes := _changes(bot.PRESETS[name], effective)) is not None]
    name, changes = min(found, key=lambda each: len(each[1]))
    return name, {parameter: space.text(value) for parameter, value in changes.items()}


def _changes(preset: bot.Parameters, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what has to be changed about a preset so that these parameters tell; None where that is not enough."""
    own, definitions = bot.effective(preset), specs(preset)
    if values == own:
        return {}
    names = {*own, *values}
    if own["generation"] != values.get("generation") or not names <= definitions.keys():
        return None
    gone = own.keys() - values.keys()
    ended = {name: definitions[name].metadata["off"] for name in gone if definitions[name].metadata["of"] not in gone}
    differing = {name: value for name, value in values.items() if getattr(preset, name) != value}
    return dict(sorted((ended | differing).items()))


def main(words: Sequence[str]) -> None:
    """Print the link of a replay that `./play` wrote, whose name ends in its seed: FILE NOTATION NOTATION."""
    from engine import replay

    file, *notations = words
    height, width = replay.read(Path(file)).production.shape
    seed = Path(file).name.partition(".")[0].rpartition("-")[2]
    print(link(width, height, int(seed), notations))


if __name__ == "__main__":
    main(sys.argv[1:])
