"""The cascade: sections as files and options write them, and the values of one game.

A value above all sections gives way to one in [players.4], that one to [size.36-], and that to [players.4.size.36-].
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..ground.memory import Memory
from ..ground.view import View
from .knob import Knobs, ParameterError, plain, spoken
from .sections import PLAYERS, SIDES, Section, Span

Values = TypeVar("Values", bound=Knobs)

WHOLES = {"players": PLAYERS, "size": SIDES}
LONGEST_NAME = 2 * len(WHOLES)  # words of a section's name
FORM = "[players.N], [size.N] or [players.N.size.N], where N is a number or a range such as 3-6, 36- or -25"

logger = logging.getLogger("bot")


def section(games: str, **values: Any) -> Section:
    """Return values for some games, as a preset declares them: section("players.4.size.36-", alpha=0.2)."""
    return replace(section_of(games.split(".")), values=tuple(values.items()))


def section_of(words: Sequence[str]) -> Section:
    """Return the games of a section's name, without values. Raises ParameterError, which says what was expected."""
    title = _title(words)
    kinds = [word.lower() for word in words[::2]]
    if len(words) % 2 or not set(kinds) <= WHOLES.keys() or len(set(kinds)) < len(kinds):
        raise ParameterError(f"{title} is not a section; expected {FORM}")
    if kinds == ["size", "players"]:
        raise ParameterError(f"{title} has its parts the other way round: write [players.{words[3]}.size.{words[1]}]")
    spans = {kind: _span(title, text, WHOLES[kind]) for kind, text in zip(kinds, words[1::2], strict=True)}
    if all(span == WHOLES[kind] for kind, span in spans.items()):
        raise ParameterError(f"{title} holds in every game: write its lines above all sections")
    return Section(spans.get("players", PLAYERS), spans.get("size", SIDES))


def _title(words: Sequence[str]) -> str:
    """Return a section's name as a file writes it, always one printable line."""
    name = ".".join(words)
    return f"[{name}]" if name.isprintable() else f"[{name!r}]"


def _span(title: str, text: str, whole: Span) -> Span:
    """Return the numbers that `text` means, such as 4, 3-6, 36- or -25."""
    match = re.fullmatch(r"(\d{1,9})|(\d{0,9})-(\d{0,9})", text, re.ASCII)
    if not match or text == "-":
        raise ParameterError(f"{title}: {text!r} is neither a number nor a range; expected {FORM}")
    low, high = (match[1], match[1]) if match[1] else (match[2] or whole.low, match[3] or whole.high)
    span = Span(int(low), int(high))
    if span.low > span.high:
        raise ParameterError(f"{title}: {text} is empty; the low end of a range comes first")
    if not whole.holds(span):
        raise ParameterError(f"{title}: {text} is outside {whole.low}..{whole.high}")
    return span


def flat(table: Mapping[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield the lines of a TOML file, those of sections as `players.4.alpha`. ParameterError names a wrong section."""
    if len(place) > LONGEST_NAME or (place and not table):
        section_of(place)
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, (*place, name))
        else:
            yield ".".join((*place, name)), value


def joined(sections: Iterable[Section], changes: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return `sections` after `changes`, whose names are knobs, or knobs of sections as players.4.alpha.

    A knob that is set above all sections is taken out of those that were there: what is said later wins.
    """
    values: dict[Section, dict[str, Any]] = {}
    for each in sections:
        values[replace(each, values=())] = {name: value for name, value in each.values if name not in changes}
    for name, value in changes.items():
        *place, knob = name.split(".")
        if place:
            values.setdefault(section_of(place), {})[knob] = value
    return tuple(replace(games, values=tuple(known.items())) for games, known in values.items())


def value(values: Knobs, name: str) -> Any:
    """Return the value of a knob; for players.4.alpha, of alpha in these games, without narrower sections."""
    *place, knob = name.split(".")
    return getattr(values.in_games(section_of(place)) if place else values, knob)


def written(values: Knobs) -> dict[str, Any]:
    """Return every knob's value by name, and those of sections as players.4.alpha; `joined` reads it back."""
    return plain(values) | {f"{each}.{name}": known for each in values.sections for name, known in each.values}


def on_frame(values: Values, view: View, memory: Memory) -> Values:
    """Return the player's values in a game with this frame; `memory` knows how many players started it."""
    return values.settled(memory.starting_players or view.players, view.height, view.width)


def in_game(values: Values, view: View) -> Values:
    """Return the player's values in the game that begins with `view`; logs those that its sections change."""
    settled = on_frame(values, view, Memory())
    everywhere = plain(values)
    changed = {name: known for name, known in plain(settled).items() if known != everywhere[name]}
    if changed:
        listed = ", ".join(f"{name} = {spoken(known)}" for name, known in changed.items())
        logger.info("%d players on %d x %d: plays with %s", view.players, view.width, view.height, listed)
    return settled
