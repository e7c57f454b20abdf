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
    """Return the knobs that do something for this player: two players with the same list move alike in the laboratory.

    Leaves out knobs that are silent or neutral, that belong to a neutral knob, or that the player does not read. So a
    knob that is added later with a neutral default changes no player's list.

    Sections add the values they change, as `players.4.size.36-.alpha`, cut so that players who play alike in every game
    have the same list, however their sections are written.
    """
    if not values.sections:
        return _telling(values)
    played = [(games, values.in_games(games)) for games in cells(values.sections)]
    common = _commonest([(games, _telling(here)) for games, here in played])
    return common | {f"{games}.{name}": value for games, changes in _changes(played, common) for name, value in changes}


def idle(values: Values) -> Values:
    """Return the same player with every idea switched off, in every game: the base to which `telling` adds."""
    neutral = {name: spec.metadata["neutral"] for name, spec in specs(values).items()}
    return replace(values, sections=(), **{name: value for name, value in neutral.items() if value is not None})


def _telling(values: Knobs) -> dict[str, Any]:
    return {name: getattr(values, name) for name, spec in specs(values).items() if _is_telling(spec, values)}


def _commonest(lists: Sequence[tuple[Section, dict[str, Any]]]) -> dict[str, Any]:
    """Return the list that holds in most games; of two that hold in as many, the first."""
    shares: Counter[Changes] = Counter()
    for games, here in lists:
        shares[tuple(here.items())] += games.share
    return dict(shares.most_common(1)[0][0])


def _changes(played: Sequence[tuple[Section, Knobs]], common: Mapping[str, Any]) -> Iterator[tuple[Section, Changes]]:
    """Yield the sections, as few as possible, whose games differ from the commonest list, and their differences."""
    changed = [(games, _differing(here, common)) for games, here in played]
    for (players, changes), alike in groupby(changed, key=lambda each: (each[0].players, each[1])):
        sizes = [games.size for games, _ in alike]
        if changes:
            yield Section(players, Span(sizes[0].low, sizes[-1].high)), changes


def _differing(values: Knobs, common: Mapping[str, Any]) -> Changes:
    """Return the values that differ from the commonest list; a knob that does nothing here has its neutral value."""
    here, known = _telling(values), specs(values)
    ended = {name: getattr(values, name) for name in common if _ends(known[name], values)}
    return tuple(sorted((name, value) for name, value in (here | ended).items() if common.get(name) != value))


def _ends(spec: "Field[Any]", values: Knobs) -> bool:
    """Return whether the knob does nothing because of its own value."""
    return is_neutral(spec, values) and _is_asked(spec, values)


def _is_telling(spec: "Field[Any]", values: Knobs) -> bool:
    return not spec.metadata["silent"] and not is_neutral(spec, values) and _is_asked(spec, values)


def _is_asked(spec: "Field[Any]", values: Knobs) -> bool:
    """Return whether the player reads the knob, and the knob it belongs to does something."""
    owner = spec.metadata["of"]
    return values.reads(spec) and (not owner or _is_telling(specs(values)[owner], values))
