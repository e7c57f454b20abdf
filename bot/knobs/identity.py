"""The identity of a player: the knobs that change its play, and those of its sections."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, replace
from itertools import groupby
from typing import Any, TypeVar

from .knob import Changes, Knobs, is_neutral, specs
from .sections import Section, Span, cells

Values = TypeVar("Values", bound=Knobs)


def telling(values: Knobs) -> dict[str, Any]:
    """The knobs that do something for this player: two players with the same list make the same moves.

    Leaves out knobs that are silent or neutral, that belong to a neutral knob, or that the player does not read. So a
    knob that is added later with a neutral default changes no player's list.

    Sections add the values they change, as `players.4.size.36-.alpha`, cut so that players who play alike in every game
    have the same list, however their sections are written.
    """
    if not values.sections:
        return _told(values)
    played = [(games, values.in_games(games)) for games in cells(values.sections)]
    usual = _usual([(games, _told(here)) for games, here in played])
    return usual | {f"{games}.{name}": value for games, changes in _changes(played, usual) for name, value in changes}


def idle(values: Values) -> Values:
    """The same player with every idea switched off, in every game: the base to which `telling` adds."""
    neutral = {name: spec.metadata["neutral"] for name, spec in specs(values).items()}
    return replace(values, sections=(), **{name: value for name, value in neutral.items() if value is not None})


def _told(values: Knobs) -> dict[str, Any]:
    return {name: getattr(values, name) for name, spec in specs(values).items() if _is_telling(spec, values)}


def _usual(told: Sequence[tuple[Section, dict[str, Any]]]) -> dict[str, Any]:
    """The list that holds in most games; of two that hold in as many, the first."""
    shares: Counter[Changes] = Counter()
    for games, here in told:
        shares[tuple(here.items())] += games.share
    return dict(shares.most_common(1)[0][0])


def _changes(played: Sequence[tuple[Section, Knobs]], usual: Mapping[str, Any]) -> Iterator[tuple[Section, Changes]]:
    """The sections, as few as possible, whose games differ from the usual list, and their differences."""
    changed = [(games, _differing(here, usual)) for games, here in played]
    for (players, changes), alike in groupby(changed, key=lambda each: (each[0].players, each[1])):
        sizes = [games.size for games, _ in alike]
        if changes:
            yield Section(players, Span(sizes[0].low, sizes[-1].high)), changes


def _differing(values: Knobs, usual: Mapping[str, Any]) -> Changes:
    """The values that differ from the usual list; a knob that does nothing here has its neutral value."""
    told, known = _told(values), specs(values)
    ended = {name: getattr(values, name) for name in usual if _ends(known[name], values)}
    return tuple(sorted((name, value) for name, value in (told | ended).items() if usual.get(name) != value))


def _ends(spec: "Field[Any]", values: Knobs) -> bool:
    """Whether the knob does nothing because of its own value."""
    return is_neutral(spec, values) and _is_asked(spec, values)


def _is_telling(spec: "Field[Any]", values: Knobs) -> bool:
    return not spec.metadata["silent"] and not is_neutral(spec, values) and _is_asked(spec, values)


def _is_asked(spec: "Field[Any]", values: Knobs) -> bool:
    """Whether the player reads the knob, and the knob it belongs to does something."""
    owner = spec.metadata["of"]
    return values.reads(spec) and (not owner or _is_telling(specs(values)[owner], values))
