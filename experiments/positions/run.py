"""Run: the commands `tags` and `suite`. Reads positions, asks players, prints the report, opens a position."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic

from engine.names import shown_in_full
from experiments.arena.players import Player
from experiments.arena.ready import timed
from viewer.browser import show as open_page

from . import report, shown
from .asked import PositionAnswer, answer, players
from .folder import positions
from .position import Position


def tags(folder: Path, notations: Sequence[str], show: str | None, opens: bool) -> None:
    """Print how many positions each player finds, and where they differ. Raises PositionError, PlayerError."""
    asked = players(list(dict.fromkeys(notations)))
    asked_about = positions(folder)
    if show is not None:
        return _show(shown.named(asked_about, show), asked[0], opens)
    answers = {who.notation: _answers(asked_about, who) for who in asked}
    print(report.table(answers))
    first, *others = answers.values()
    if others:
        _list(
            f"answered differently by {asked[0].notation} and {asked[1].notation}", report.differences(first, others[0])
        )
    else:
        _list("not found", report.missed(first))
    return None


def suite(notation: str, folder: Path, show: str | None, opens: bool) -> None:
    """Print what one player finds, and how long it took. Raises PositionError, PlayerError."""
    started = monotonic()
    tags(folder, [notation], show, opens)
    if show is None:
        print(f"{monotonic() - started:.1f} s")


def _answers(asked_about: Sequence[Position], who: Player) -> list[PositionAnswer]:
    with timed():
        return [answer(position, who) for position in asked_about]


def _list(title: str, lines: Iterable[str]) -> None:
    listed = list(lines)
    print(f"\n{title}: {len(listed)}")
    for each in listed:
        print(f"  {each}")


def _show(position: Position, who: Player, opens: bool) -> None:
    """Write its page into this folder, and open it."""
    address = shown.write_page(position, who, Path())
    print(f"{shown_in_full(position.name)}: {shown_in_full(position.note) or 'no note'}\n{address}")
    if opens:
        open_page(address)
