"""Tables and figures as files, in which names from outside cannot harm a spreadsheet or matplotlib; and heat maps.

`require` asks before the games whether they can be written afterwards.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine import writing
from engine.errors import UserError
from engine.names import printable

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure
    from matplotlib.ft2font import FT2Font

LONGEST_NAME = 1000  # characters of a name in a table; notations with many changes are long, and differ at their end
# Okabe and Ito's palette, which colour-blind readers can tell apart.
OKABE_ITO = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
WORSE_TO_BETTER = "RdBu"  # the middle is white
UNPLAYED = "#e8e8e8"
READABLE = 0.55  # how far a cell's colour may be from white, of 0..1, until its number has to be white
LONGEST_LABEL = 60  # characters of a name in a figure
# What a spreadsheet takes for the beginning of a formula, and the sign that says it is not one.
FORMULA = ("=", "+", "-", "@", "'")


def in_table(text: str) -> str:
    """Return a player's name as tables have it: fit to be shown, and long enough to tell players apart."""
    return printable(text, LONGEST_NAME)


def in_figure(text: str, most: int = LONGEST_LABEL) -> str:
    """Return a name in a form that matplotlib draws letter by letter.

    Dollars would begin a formula, a leading underscore would hide the name from the legend, and a letter that the font
    lacks would be a warning.
    """
    font = _font()
    drawn = "".join(letter if font.get_char_index(ord(letter)) else "\ufffd" for letter in printable(text, most))
    visible = drawn if drawn.strip() else "(no name)"
    return (" " * visible.startswith("_") + visible).replace("$", r"\$")


def save_table(table: pandas.DataFrame, path: Path) -> None:
    """Write Parquet if the name ends in .parquet, else CSV. Raises OSError.

    In CSV a text that a spreadsheet would run as a formula begins with an apostrophe.
    """
    with writing.replacing(path) as part:
        if path.suffix == ".parquet":
            _texts_as(in_table, table).to_parquet(part, index=False)
        else:
            _texts_as(guard, table).to_csv(part, index=False, lineterminator="\n")


def guard(text: str) -> str:
    """Return a text as a cell of CSV that no spreadsheet runs."""
    plain = in_table(text)
    return f"'{plain}" if plain.startswith(FORMULA) else plain


def save_figure(figure: Figure, path: Path) -> None:
    """Write a PNG without the version of matplotlib in it. Raises OSError."""
    with writing.replacing(path) as part:
        figure.savefig(part, format="png", metadata={"Software": None})


def heat_map(axes: Axes, cells: Sequence[tuple[int, int, dict[Any, Any]]], norm: TwoSlopeNorm) -> None:
    """Draw cells: column, line, and a row with score, score_low and score_high, 0..1."""
    percentages = np.full((1 + max(y for _, y, _ in cells), 1 + max(x for x, _, _ in cells)), np.nan)
    for x, y, row in cells:
        low, value, high = (100 * row[name] for name in ("score_low", "score", "score_high"))
        percentages[y, x] = value
        colour = "white" if abs(float(norm(value)) - 0.5) * 2 > READABLE else "black"
        axes.text(x, y, f"{value:.1f}\n{low:.0f}–{high:.0f}", ha="center", va="center", fontsize=8.5, color=colour)
    axes.set_facecolor(UNPLAYED)
    axes.imshow(percentages, cmap=WORSE_TO_BETTER, norm=norm, aspect="auto")


def colours_around(scores: Any, middle: float) -> TwoSlopeNorm:
    """Return colours that are white in the middle and as dark for so much worse as for so much better."""
    from matplotlib.colors import TwoSlopeNorm

    reach = max(float(np.abs(scores - middle).max()), 1.0)
    return TwoSlopeNorm(middle, middle - reach, middle + reach)


def colour_bar(figure: Figure, norm: TwoSlopeNorm, label: str) -> None:
    """Draw the scale of `colours_around`, without the scores beyond 0 and 100 % that it has room for."""
    from matplotlib.cm import ScalarMappable

    bar = figure.colorbar(ScalarMappable(norm, WORSE_TO_BETTER), ax=figure.axes, shrink=0.8)
    bar.set_label(label)
    low, high = bar.ax.get_ylim()
    bar.ax.set_ylim(max(low, 0), min(high, 100))


def figure_of(across: float, down: float) -> Figure:
    """Return an empty figure of so many inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(across, down), dpi=110, layout="constrained")


def save_all(folder: Path, contents: Mapping[str, str | pandas.DataFrame | Figure]) -> list[Path]:
    """Write texts, tables and figures into a folder under these names; return their paths. Raises UserError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            if isinstance(content, str):
                writing.write(folder / name, content)
            elif hasattr(content, "savefig"):
                save_figure(content, folder / name)
            else:
                save_table(content, folder / name)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror or error}; the games are stored") from None
    return [folder / name for name in contents]


def _texts_as(form: Callable[[str], str], table: pandas.DataFrame) -> pandas.DataFrame:
    texts = table.select_dtypes(["object", "string"])
    mapped = texts.map(lambda cell: form(cell) if isinstance(cell, str) else cell).astype(texts.dtypes)
    return table.assign(**{column: mapped[column] for column in mapped})


@cache
def _font() -> FT2Font:
    from matplotlib.font_manager import FontProperties, findfont, get_font  # here: it takes long to load

    return get_font(findfont(FontProperties()))


def require(file: Path) -> None:
    """Raise UserError unless this file could be made, its folders included. Nothing is left behind."""
    if file.is_dir():
        raise UserError(f"{file} is a folder, expected a file; name another place with --out")
    there = next(folder for folder in file.parents if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror or error}; name another place with --out") from None
