"""Run: the command `tags`. Reads positions, asks players or a rule, prints the report, opens a page."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import sleep

from engine.names import shown_in_full
from experiments.arena.players import Player
from experiments.arena.ready import timed
from viewer.browser import show as open_page

from . import report, rule_page, shown
from .asked import PositionAnswer, answer, players
from .folder import positions
from .position import Position
from .rule import RuleError, judged, load

GLANCE = 0.3  # seconds between two looks at a rule's file
SHOWS = "v26"  # the player of the turns that follow on a rule's missed positions, where no other is named


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


def rule(folder: Path, path: Path, notations: Sequence[str], follows: bool, opens: bool) -> None:
    """Judge a rule on all positions, beside these players, and again whenever its file changes, until Ctrl-C.

    Missed positions become pages in RULE.pages. Raises PositionError, PlayerError, and RuleError if it follows no file.
    """
    asked = players(list(dict.fromkeys(notations)))
    (who,) = asked[:1] or players([SHOWS])
    asked_about = positions(folder)
    others = {each.notation: _answers(asked_about, each) for each in asked}
    pages = Path(f"{path.stem}.pages")
    pages.mkdir(exist_ok=True)
    path, pages = path.resolve(), pages.resolve()  # a rule may change the folder
    judging = Judging(path, asked_about, others, pages)
    stamp = judging.judge(follows)
    address = (pages / rule_page.INDEX).as_uri()
    print(address, flush=True)
    if opens:
        open_page(address)
    try:
        while judging.wrote_page(who) or follows:
            if _stamp(path) not in (stamp, None):
                stamp = judging.judge(follows)
    except KeyboardInterrupt:
        print()


class Judging:
    """A rule under judgement: its latest answers, and those of the players beside it."""

    def __init__(self, path: Path, asked_about: Sequence[Position], others: report.Answers, pages: Path):
        self.path, self.positions, self.others, self.pages = path, asked_about, others, pages
        self.answers: list[PositionAnswer] = []
        self.message = ""

    def judge(self, follows: bool) -> int | None:
        """Judge the rule as its file is now, print and write what it finds; returns the file's stamp."""
        stamp, self.message = _stamp(self.path), ""
        try:
            self.answers = judged(self.positions, load(self.path), self.path)
        except RuleError as error:
            if not follows:
                raise
            self.message = str(error)
        if self.message:
            print(f"\n{shown_in_full(self.message)}", flush=True)
        else:
            print(f"\n{report.table(self._columns())}")
            _list("not found", report.missed(self.answers))
        self._write()
        return stamp

    def wrote_page(self, who: Player) -> bool:
        """Write the page of one missed position; where all are written, wait a moment and return False."""
        if rule_page.write_missed(self.answers, who, self.pages):
            self._write()
            return True
        sleep(GLANCE)
        return False

    def _columns(self) -> report.Answers:
        return {self.path.name: self.answers, **self.others} if self.answers else {}

    def _write(self) -> None:
        rule_page.write(self._columns(), self.pages, self.message)


def _stamp(path: Path) -> int | None:
    """Return when a file was changed; None while an editor replaces it."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def _answers(asked_about: Sequence[Position], who: Player) -> list[PositionAnswer]:
    with timed():
        return [answer(position, who) for position in asked_about]


def _list(title: str, lines: Iterable[str]) -> None:
    listed = list(lines)
    print(f"\n{title}: {len(listed)}")
    for each in listed:
        print(f"  {each}")


def _show(position: Position, who: Player, opens: bool) -> None:
    address = shown.write_page(position, who, Path())
    print(f"{shown_in_full(position.name)}: {shown_in_full(position.note) or 'no note'}\n{address}")
    if opens:
        open_page(address)
