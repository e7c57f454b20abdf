"""The command `tags`: who finds the right moves, and a rule that is judged again whenever its file changes."""

from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import numpy as np
import pandas

from bot import View
from engine import Replay, step, writing
from engine.errors import UserError
from engine.names import printable_in_full
from engine.replay import write
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.players import Player
from viewer import page
from viewer.written import show as open_page

from .answers import Answer, of_player, of_rule, players
from .position import DIRECTIONS, Position, PositionError, Verdict, positions

GLANCE = 0.3  # seconds between two looks at a rule's file
TURNS = 20  # turns that are played on, where the game lasts so long
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
        return
    position = next((each for each in tagged if each.name == show), None)
    if position is None:
        names = ", ".join(each.name for each in tagged[:4])
        raise PositionError(f"no position is called {show!r}; there are {names} ...")
    write_page(position, named[0], Path())
    print(f"{printable_in_full(position.name)}: {printable_in_full(position.note) or 'no note'}")
    _open(f"{Path().resolve().as_uri()}/{address(position)}", opens)


def rule(folder: Path, path: Path, notations: Sequence[str], watches: bool, opens: bool) -> None:
    """Judge a rule beside players, once or whenever its file changes, until Ctrl-C. Raises UserError.

    RULE.pages then has a page of it, which loads itself again. Missed positions become pages one by one, while the file
    stays as it is.
    """
    named, tagged, path = players(notations), positions(folder), path.resolve()
    others = _answers(tagged, named)
    if not watches:
        print(report(tagged, {path.name: of_rule(tagged, path), **others}))
        return
    who, *_ = named or players([FOLLOWS])
    pages = Path(f"{path.stem}.pages").resolve()  # now: a rule may change the folder
    pages.mkdir(exist_ok=True)
    answers, waiting, stamp, error = Answers(), list[Position](), 0, ""
    with suppress(KeyboardInterrupt):
        while True:
            changed = path.stat().st_mtime_ns if path.exists() else stamp  # an editor may be replacing it
            if changed != stamp:
                try:
                    answers, error = {path.name: of_rule(tagged, path), **others}, ""
                    print(f"\n{report(tagged, answers)}", flush=True)
                    waiting = [tagged[place] for place in misses(tagged, answers).index]
                except UserError as wrong:
                    error = str(wrong)
                    print(f"\n{printable_in_full(error)}", flush=True)
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
    rest = misses(tagged, answers).drop(columns="note")
    tables = f"{counts(tagged, answers).to_string()}\n\nnot found: {len(rest)}"
    if len(rest):
        tables += f"\n{rest.to_string(index=False, justify='left')}"
    return "\n".join(map(printable_in_full, tables.split("\n")))


def counts(tagged: Sequence[Position], answers: Answers) -> pandas.DataFrame:
    """Return what each player finds, a row for each theme and tag and one for all."""
    groups = [[*dict.fromkeys([position.theme, *position.tags, "all"])] for position in tagged]
    verdicts = {name: [answer.verdict for answer in given] for name, given in answers.items()}
    rows = pandas.DataFrame({"group": groups, "positions": 1, **verdicts}).explode("group")
    table = rows.groupby("group", sort=False).agg({"positions": "size", **dict.fromkeys(answers, _count)})
    return table.reindex([*table.index.drop("all"), "all"]).rename_axis(None)


def misses(tagged: Sequence[Position], answers: Answers) -> pandas.DataFrame:
    """Return the positions that one player does not find, those first that the first player answers wrong."""
    rows = []
    for each, *given in zip(tagged, *answers.values(), strict=True):
        right = ", ".join(" or ".join(one.right) or f"not {' or '.join(one.wrong)}" for one in each.square)
        rows.append([each.name, f"{each.square[0].x}, {each.square[0].y}", each.note, right, *given])
    table = pandas.DataFrame(rows, columns=["position", "x, y", "note", "right", *answers])
    ranks = table[[*answers]].map(lambda answer: list(Verdict).index(answer.verdict))
    order = ranks[(ranks < len(Verdict) - 1).any(axis=1)].sort_values(next(iter(answers)), kind="stable").index
    return table.loc[order]


def _count(verdicts: pandas.Series) -> str:
    """Return `7 right (58 %), 3 wrong`; the rest is open."""
    right, wrong = ((verdicts == verdict).sum() for verdict in (Verdict.RIGHT, Verdict.WRONG))
    return f"{right} right ({100 * right / len(verdicts):.0f} %), {wrong} wrong"


def _answers(tagged: Sequence[Position], named: Sequence[Player]) -> Answers:
    return {who.notation: [of_player(position, who) for position in tagged] for who in named}


def _page(tagged: Sequence[Position], answers: Answers, name: str, error: str, pages: Path) -> str:
    """Return the page of a rule: what it finds, and what is missed, as links where the position has a page."""
    tables = ""
    if answers:
        rest = misses(tagged, answers).map(lambda cell: escape(str(cell))).rename(columns=escape)
        for place in rest.index:
            if (pages / f"{tagged[place].name}.html").exists():
                rest.loc[place, "position"] = f'<a href="{escape(address(tagged[place]))}">{rest.position[place]}</a>'
        tables = counts(tagged, answers).to_html(border=0) + rest.to_html(border=0, escape=False, index=False)
    return PAGE.format(name=escape(name), error=escape(error), tables=tables)


def _open(page: str, opens: bool) -> None:
    print(page, flush=True)
    if opens:
        open_page(page)


def write_page(position: Position, who: Player, folder: Path) -> None:
    """Write NAME.html into the folder."""
    with TemporaryDirectory() as place:
        game = Path(place) / f"{position.name}.hlt"
        write(play_rollout(position, who), game)
        writing.write(folder / f"{position.name}.html", page(replay=game))


def address(position: Position) -> str:
    """Return the address of its page in the page's folder, which shows the square that matters."""
    return f"{position.name}.html#turn=0&x={position.square[0].x}&y={position.square[0].y}"


def play_rollout(position: Position, who: Player) -> Replay:
    """Return the frame and the turns after it: the right moves on its squares, all others and then all by `who`."""
    state, played = position.state, []
    frames, seats = [state], range(1, len(position.memories) + 1)
    movers = [families.mover(who.parameters, state.height, state.width, memory) for memory in position.memories]
    for turn in range(min(TURNS, turn_limit(state.width, state.height) - position.turn)):
        moves = np.zeros(state.owner.shape, np.uint8)
        for seat, mover in zip(seats, movers, strict=True):
            if (state.owner == seat).any():
                view = View(state.owner, state.strength, state.production, seat, position.turn + turn)
                moves = np.where(state.owner == seat, mover.moves(view), moves)
        for square in position.square if turn == 0 else ():
            if square.right:
                moves[square.y, square.x] = DIRECTIONS.index(square.right[0])
        state = step(state, moves)
        frames.append(state)
        played.append(moves.astype(np.int32))
    owner, strength = (np.stack([getattr(frame, layer) for frame in frames]) for layer in ("owner", "strength"))
    names = position.source.players
    names = names if len(names) == len(seats) else tuple(map(str, seats))
    return Replay(owner, strength, state.production, np.stack(played), names)
