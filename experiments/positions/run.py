"""The command `tags`: who finds the right moves, and a rule that is judged again whenever its file changes."""

from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from time import sleep

import pandas

from engine import writing
from engine.errors import UserError
from engine.names import shown_in_full
from experiments.arena.players import Player
from viewer.written import show as open_page

from .answers import Answer, of_player, of_rule, players
from .position import Position, PositionError, Verdict, positions
from .shown import address, write_page

GLANCE = 0.3  # seconds between two looks at a rule's file
FOLLOWS = "v26"  # the player of the turns after a missed position, where no player is named
PAGE = """\
<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{name}</title>
<style>:root {{ color-scheme: light dark }} body {{ font: 15px/1.5 system-ui; margin: 2rem; overflow-wrap: anywhere }}
td, th {{ padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8884 }}
</style><h1>{name}</h1><p>{error}</p>
{tables}
"""

Answers = dict[str, list[Answer]]  # by player or rule, on the same positions in order


def tags(folder: Path, notations: Sequence[str], show: str | None, opens: bool) -> None:
    """Print how many positions each player finds, and which one of them misses. Raises UserError."""
    named, tagged = players(notations), positions(folder)
    if show is None:
        print(report(tagged, _answers(tagged, named)))
    else:
        position = _one(tagged, show)
        write_page(position, named[0], Path())
        print(f"{shown_in_full(position.name)}: {shown_in_full(position.note) or 'no note'}")
        _open(f"{Path().resolve().as_uri()}/{address(position)}", opens)


def rule(folder: Path, path: Path, notations: Sequence[str], watches: bool, opens: bool) -> None:
    """Judge a rule beside players, once or whenever its file changes. Raises UserError."""
    named, tagged, path = players(notations), positions(folder), path.resolve()
    others = _answers(tagged, named)
    if watches:
        with suppress(KeyboardInterrupt):
            _watch(tagged, path, others, (named or players([FOLLOWS]))[0], opens)
    else:
        print(report(tagged, {path.name: of_rule(tagged, path), **others}))


def _watch(tagged: Sequence[Position], path: Path, others: Answers, who: Player, opens: bool) -> None:
    """Judge a rule whenever its file changes, until Ctrl-C. RULE.pages has a page of it, which loads itself again.

    Missed positions become pages one by one, while the file stays as it is.
    """
    pages = Path(f"{path.stem}.pages").resolve()  # now: a rule may change the folder
    pages.mkdir(exist_ok=True)
    answers: Answers = {}
    waiting, stamp, error = list[Position](), 0, ""
    while True:
        changed = path.stat().st_mtime_ns if path.exists() else stamp  # an editor may be replacing it
        if changed != stamp:
            try:
                answers, error = {path.name: of_rule(tagged, path), **others}, ""
                print(f"\n{report(tagged, answers)}", flush=True)
                waiting = [tagged[place] for place in missed(tagged, answers).index]
            except UserError as wrong:
                error = str(wrong)
                print(f"\n{shown_in_full(error)}", flush=True)
        elif waiting:
            write_page(waiting.pop(0), who, pages)
        else:
            sleep(GLANCE)
            continue
        writing.write(pages / "rule.html", _page(tagged, answers, path.name, error, pages))
        if not stamp:
            _open((pages / "rule.html").as_uri(), opens)
        stamp = changed


def report(tagged: Sequence[Position], answers: Answers) -> str:
    """Return two tables: what each player finds, and the positions that one of them does not find."""
    rest = missed(tagged, answers).drop(columns="note")
    tables = f"{found(tagged, answers).to_string()}\n\nnot found: {len(rest)}"
    if len(rest):
        tables += f"\n{rest.to_string(index=False, justify='left')}"
    return "\n".join(map(shown_in_full, tables.split("\n")))


def found(tagged: Sequence[Position], answers: Answers) -> pandas.DataFrame:
    """Return what each player finds, a row for each theme and tag and one for all."""
    groups: dict[str, list[int]] = {}
    for place, position in enumerate(tagged):
        for name in {position.theme: 0, **dict.fromkeys(position.tags)}:
            groups.setdefault(name, []).append(place)
    groups["all"] = list(range(len(tagged)))
    columns = {
        name: [_count([given[place] for place in places]) for places in groups.values()]
        for name, given in answers.items()
    }
    return pandas.DataFrame({"positions": list(map(len, groups.values())), **columns}, list(groups))


def missed(tagged: Sequence[Position], answers: Answers) -> pandas.DataFrame:
    """Return the positions that one player does not find, those first that the first player answers wrong."""
    rows = [
        [each.name, f"{each.square[0].x}, {each.square[0].y}", each.note, each.right, *given]
        for each, *given in zip(tagged, *answers.values(), strict=True)
    ]
    table = pandas.DataFrame(rows, columns=["position", "x, y", "note", "right", *answers])
    ranks = table[[*answers]].map(lambda answer: list(Verdict).index(answer.verdict))
    order = ranks[(ranks < len(Verdict) - 1).any(axis=1)].sort_values(next(iter(answers)), kind="stable").index
    return table.loc[order]


def _count(answers: Sequence[Answer]) -> str:
    """Return `7 right (58 %), 3 wrong`; the rest is open."""
    right, wrong = (sum(answer.verdict is verdict for answer in answers) for verdict in (Verdict.RIGHT, Verdict.WRONG))
    return f"{right} right ({100 * right / len(answers):.0f} %), {wrong} wrong"


def _answers(tagged: Sequence[Position], named: Sequence[Player]) -> Answers:
    return {who.notation: [of_player(position, who) for position in tagged] for who in named}


def _one(tagged: Sequence[Position], name: str) -> Position:
    """Return the one position whose name holds these letters. Raises PositionError."""
    meant = [each for each in tagged if each.name == name] or [each for each in tagged if name in each.name]
    if len(meant) != 1:
        some = ", ".join(each.name for each in (meant or tagged)[:4])
        raise PositionError(f"{len(meant)} positions have {name!r} in their names; expected one, such as {some}")
    return meant[0]


def _page(tagged: Sequence[Position], answers: Answers, name: str, error: str, pages: Path) -> str:
    """Return the page of a rule: what it finds, and what is missed, as links where the position has a page."""
    tables = ""
    if answers:
        rest = missed(tagged, answers).map(lambda cell: escape(str(cell)))
        for place in rest.index:
            if (pages / f"{tagged[place].name}.html").exists():
                rest.loc[place, "position"] = f'<a href="{escape(address(tagged[place]))}">{rest.position[place]}</a>'
        counts = found(tagged, answers).rename(index=escape, columns=escape)
        tables = counts.to_html(border=0, escape=False)
        tables += rest.rename(columns=escape).to_html(border=0, escape=False, index=False)
    return PAGE.format(name=escape(name), error=escape(error), tables=tables)


def _open(page: str, opens: bool) -> None:
    print(page, flush=True)
    if opens:
        open_page(page)
