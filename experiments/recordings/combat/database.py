"""The counts: one row for each player and folded neighbourhood, a column for each direction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine import Replay
from engine.errors import UserError
from experiments.laboratory.exports import save_table, unguarded

from .neighbourhood import (
    DIAMOND,
    DIRECTIONS,
    EMPTY,
    ENEMY,
    NEUTRAL,
    OWN,
    STRONG,
    Kinds,
    Pattern,
    PatternError,
    diamond,
    fold,
)

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

COLUMNS = ("player", "pattern", *DIRECTIONS)

HEADER_LIMIT = 1000  # bytes of the first line that are read; the header takes less than a tenth of them
Choices = Counter[tuple[str, str, int]]  # player, folded pattern and direction to squares


class CombatError(UserError, ValueError):
    """A file that holds no combat database."""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing tables with == has no single truth
class Combat:
    """The moves of squares in contact, counted by player and neighbourhood."""

    table: pd.DataFrame  # COLUMNS: player and pattern as text, then squares that chose this direction

    @classmethod
    def of(cls, replays: Iterable[Replay]) -> Combat:
        """Count every square in contact of every turn; players of one name are one player."""
        chosen: Choices = Counter()
        for replay in replays:
            chosen.update(choices(replay))
        return cls.counted(chosen)

    @classmethod
    def counted(cls, chosen: Choices) -> Combat:
        """Return the database of these choices."""
        import pandas as pd

        rows: dict[tuple[str, str], list[int]] = {}
        for (player, pattern, direction), squares in chosen.items():
            rows.setdefault((player, pattern), [0] * len(DIRECTIONS))[direction] += squares
        table = pd.DataFrame([(*key, *counts) for key, counts in sorted(rows.items())], columns=list(COLUMNS))
        return cls(table.astype(dict.fromkeys(DIRECTIONS, np.int64)))

    @classmethod
    def load(cls, path: Path) -> Combat:
        """Read what `save` wrote. Raises CombatError, naming the file, when it holds something else."""
        import pandas as pd

        try:
            is_parquet = path.suffix == ".parquet"
            if not is_parquet:
                _check_header(path)
            table = (
                pd.read_parquet(path)
                if is_parquet
                else pd.read_csv(path, keep_default_na=False, dtype=dict.fromkeys(COLUMNS[:2], str))
            )
        except CombatError:
            raise
        except (OSError, ValueError) as error:  # pandas and pyarrow derive theirs from ValueError
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error).strip()
            raise CombatError(f"{path} cannot be read: {reason}") from None
        _check_columns(path, table.columns)
        for pattern in table["pattern"].unique():
            try:
                Pattern.parse(str(pattern))
            except PatternError as error:
                raise CombatError(f"{path}: {error}") from None
        if not is_parquet:
            table["player"] = table["player"].map(unguarded)
        return cls(table)

    def save(self, path: Path) -> None:
        """Write Parquet when the name ends in .parquet, CSV otherwise. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        save_table(self.table, path)

    @classmethod
    def check_replaced(cls, path: Path) -> None:
        """Raise CombatError where `save` would replace a file that holds something else, such as a replay."""
        try:
            if path.exists() and path.stat().st_size:
                cls.load(path)
        except CombatError as error:
            raise CombatError(f"{error}. It would be replaced: choose another name, or delete it first") from None

    @property
    def squares(self) -> int:
        """Squares counted."""
        return int(self.table[list(DIRECTIONS)].to_numpy().sum())


def _check_header(path: Path) -> None:
    """Refuse another file by its first line: a replay is one long line of numbers, over which pandas takes long."""
    with path.open("rb") as file:
        line = file.readline(HEADER_LIMIT).decode("utf-8-sig", errors="replace")
    _check_columns(path, (name.strip('"') for name in line.strip().split(",")))


def _check_columns(path: Path, columns: Iterable[object]) -> None:
    if tuple(columns) != COLUMNS:
        raise CombatError(f"{path} is not a combat database: expected the columns {', '.join(COLUMNS)}")


def choices(replay: Replay) -> Choices:
    """Return the moves of the squares in contact of one game.

    A square is in contact when it has strength and an enemy at most two steps away. Orders that are no direction are
    left out.
    """
    counted: Choices = Counter()
    for player, name in enumerate(replay.player_names, start=1):
        _, kinds, direction = seen(replay, player, replay.moves)
        folded, turned = fold(kinds, direction)
        rows, times = np.unique(np.column_stack([folded, turned]), axis=0, return_counts=True)
        for row, squares in zip(rows.tolist(), times.tolist(), strict=True):
            counted[name, str(Pattern(tuple(row[:-1]))), row[-1]] += squares
    return counted


@dataclass(frozen=True, slots=True)
class Contact:
    """A square in contact on one turn: where it is, and its row and column of the database."""

    turn: int
    y: int
    x: int
    pattern: str  # folded
    direction: int  # turned as the pattern was


def contacts(replay: Replay, player: int, moves: npt.NDArray[np.integer]) -> Iterator[Contact]:
    """Yield a player's squares in contact, with the directions of these (turns, H, W) moves, recorded or others."""
    squares, kinds, direction = seen(replay, player, moves)
    folded, turned = fold(kinds, direction)
    for (turn, y, x), kind, way in zip(squares.tolist(), folded.tolist(), turned.tolist(), strict=True):
        yield Contact(turn, y, x, str(Pattern(tuple(kind))), way)


def seen(
    replay: Replay, player: int, moves: npt.NDArray[np.integer], radius: int = 2, has_strengths: bool = False
) -> tuple[Kinds, Kinds, Kinds]:
    """Return turn, row and column (N, 3), neighbourhoods, and directions (N,) of a player's squares in contact.

    The neighbourhoods are (N, 13) for radius 2.

    has_strengths   add STRONG to the kind of each square around that is at least as strong as the one in the centre
    """
    owner, strength = replay.owner[:-1], replay.strength[:-1]
    kind = np.select([owner == player, owner > 0, strength == 0], [OWN, ENEMY, EMPTY], NEUTRAL)
    acts = (kind == OWN) & (strength > 0) & (moves < len(DIRECTIONS))
    squares = np.argwhere(acts & _near(kind == ENEMY))
    kinds = _around(kind, squares, radius)
    if has_strengths:
        against = _around(strength, squares, radius)
        centre = np.arange(kinds.shape[1]) == kinds.shape[1] // 2
        kinds = kinds + STRONG * ((against >= strength[tuple(squares.T)][:, None]) & ~centre & (kinds != EMPTY))
    return squares, kinds, moves[tuple(squares.T)].astype(np.int64)


def _near(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return squares with a marked one in their diamond."""
    near = np.zeros_like(mask)
    for y, x in DIAMOND:
        near |= np.roll(mask, (y, x), (1, 2))
    return near


def _around(kind: npt.NDArray[np.integer], squares: npt.NDArray[np.int64], radius: int) -> Kinds:
    """Return the diamonds around squares (N, 3) of turn, row and column: (N, 13) for radius 2."""
    turn, row, column = squares.T[:, :, None]
    y, x = np.array(diamond(radius)).T
    _, height, width = kind.shape
    kinds: Kinds = kind[turn, (row + y) % height, (column + x) % width].astype(np.int64)
    return kinds
