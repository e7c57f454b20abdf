"""Rule page: what a rule finds, by tag, and its missed positions, each a link to the position in the viewer."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from engine import writing
from experiments.arena.players import Player

from .asked import PositionAnswer
from .position import DIRECTIONS, Position
from .report import Answers, named, not_found, rows
from .shown import write_page

INDEX = "rule.html"
SECONDS = 2  # after which the page loads itself again
STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}h2+table td{overflow-wrap:anywhere}.error{color:#d62728}"
    "td,th{padding:.15rem .8rem .15rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #8884}"
)


def write(answers: Answers, folder: Path, message: str = "") -> Path:
    """Write the page of the first column, a rule's answers; return its file.

    message   why the newest version of the rule could not be judged; the answers are then those of the last one
    """
    name = next(iter(answers), "rule")
    body = [f"<h1>{escape(name)}</h1>"]
    if message:
        body.append(f'<p class="error">{escape(message)}</p>')
    if answers:
        body += [_table(answers), _missed(answers[name], folder)]
    target = folder / INDEX
    writing.write(
        target,
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="{SECONDS}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(name)}</title><style>{STYLE}</style>{''.join(body)}\n",
    )
    return target


def write_missed(answers: Sequence[PositionAnswer], who: Player, folder: Path) -> bool:
    """Write the viewer's page of one missed position that has none yet; returns whether there was one."""
    for answer in not_found(answers):
        if not _file(answer.position, folder).exists():
            write_page(answer.position, who, folder)
            return True
    return False


def _table(answers: Answers) -> str:
    lines = [
        "<tr>" + "".join(f"<th>{escape(word)}</th>" for word in ("", "positions", *answers)) + "</tr>",
        *("<tr>" + "".join(f"<td>{_whole(word)}</td>" for word in row) + "</tr>" for row in rows(answers)),
    ]
    return f"<table>{''.join(lines)}</table>"


def _missed(answers: Sequence[PositionAnswer], folder: Path) -> str:
    missed = not_found(answers)
    lines = [
        f"<tr><td>{_link(answer.position, folder)}<br>{escape(answer.position.note)}"
        f"<td>{escape(answer.chosen)} ({answer.verdict})<td>{escape(_right(answer.position))}"
        for answer in missed
    ]
    head = "<tr><th>position<th>chosen<th>right"
    return f"<h2>Not found: {len(missed)}</h2><table>{head}{''.join(lines)}</table>"


def _link(position: Position, folder: Path) -> str:
    """Return the position's name and square, as a link once its page is written."""
    said = escape(named(position))
    if not _file(position, folder).exists():
        return said
    (first, *_) = position.choices
    address = f"{position.name}.html#turn=0&x={first.x}&y={first.y}&layers=moves"
    return f'<a href="{escape(address)}" target="position">{said}</a>'


def _whole(text: str) -> str:
    """Return the text, with no line that begins with the sign of a percentage."""
    return escape(text).replace(" %", "&nbsp;%")


def _right(position: Position) -> str:
    """Return the right moves of its squares in words; where only wrong ones are named, those."""
    return ", ".join(
        " or ".join(DIRECTIONS[move] for move in choice.right)
        or "not " + " or ".join(DIRECTIONS[move] for move in choice.wrong)
        for choice in position.choices
    )


def _file(position: Position, folder: Path) -> Path:
    return folder / f"{position.name}.html"
