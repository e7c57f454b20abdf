"""Report: which positions players find, by tag, and where two of them differ."""

from collections.abc import Iterator, Mapping, Sequence

from engine.names import shown_in_full
from experiments.stats.text_table import text_table

from .asked import PositionAnswer
from .position import THEMES, Position, Verdict

Answers = Mapping[str, Sequence[PositionAnswer]]  # by player, all about the same positions in order


def table(answers: Answers) -> str:
    """Return positions found by each player: a line for each theme and tag, and one for all."""
    return text_table(["", "positions", *answers], rows(answers))


def rows(answers: Answers) -> list[list[str]]:
    """Return the cells of that table: name, positions, and what each player finds."""
    first = next(iter(answers.values()))
    groups = _groups([answer.position for answer in first])
    return [
        [name, str(len(places)), *(_share([given[place] for place in places]) for given in answers.values())]
        for name, places in groups.items()
    ]


def missed(answers: Sequence[PositionAnswer]) -> Iterator[str]:
    """Yield a line for every position that a player does not find."""
    for answer in not_found(answers):
        yield f"{named(answer.position)}  {answer.verdict}: {answer.chosen}"


def not_found(answers: Sequence[PositionAnswer]) -> list[PositionAnswer]:
    """Return the answers that are not right: wrong ones first, which say most about a player."""
    missed = [answer for answer in answers if answer.verdict is not Verdict.RIGHT]
    return sorted(missed, key=lambda answer: answer.verdict is not Verdict.WRONG)


def differences(one: Sequence[PositionAnswer], other: Sequence[PositionAnswer]) -> Iterator[str]:
    """Yield a line for every position that two players answer differently."""
    for mine, theirs in zip(one, other, strict=True):
        if mine.chosen != theirs.chosen:
            said = (f"{each.player} {each.chosen} ({each.verdict})" for each in (mine, theirs))
            yield f"{named(mine.position)}  {'; '.join(said)}"


def hits(answers: Sequence[PositionAnswer]) -> int:
    """Count positions whose right move was found."""
    return sum(answer.verdict is Verdict.RIGHT for answer in answers)


def _groups(positions: Sequence[Position]) -> dict[str, list[int]]:
    """Theme or tag to the places of its positions: the suite's themes first, all of them last."""
    groups: dict[str, list[int]] = {theme: [] for theme in THEMES}
    for place, position in enumerate(positions):
        for name in dict.fromkeys((position.theme, *position.tags)):
            groups.setdefault(name, []).append(place)
    return {name: places for name, places in groups.items() if places} | {"all": list(range(len(positions)))}


def _share(given: Sequence[PositionAnswer]) -> str:
    """Return `7 of 12, 58 %`, and how many answers nothing is known of."""
    unknown = sum(answer.verdict is Verdict.OPEN for answer in given)
    share = f"{hits(given)} of {len(given)}, {round(100 * hits(given) / len(given))} %"
    return f"{share}, {unknown} open" if unknown else share


def named(position: Position) -> str:
    """Return the name of a position and its first square."""
    (first, *_) = position.choices
    return shown_in_full(f"{position.name} ({first.x}, {first.y})")
