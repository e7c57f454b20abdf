"""One frame of a film as a bitmap: ground, pieces, or a layer of the field with the outline of the player's land."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from bot import View

from .drawing import EARTH, PLAYER_COLOURS, STEPS, TERRITORY

CAPTION = 34
"""Pixels above the board for the caption, of which the letters take about half."""

BACK, TEXT, CLOSED, LAND, CHANGED = (14, 17, 22), (231, 235, 240), (58, 63, 71), (255, 255, 255), (255, 95, 210)

Pixels = npt.NDArray[np.uint8]  # (H, W, 3)


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Frame:
    """The contents of one picture."""

    view: View
    caption: str
    field: npt.NDArray[np.float64] | None = None  # (H, W) lower is brighter; inf where it does not come
    changed: npt.NDArray[np.bool_] | None = None  # (H, W) squares that are framed


def drawn(frame: Frame, scale: int, limits: tuple[float, float] | None) -> Image.Image:
    """Return the picture, `scale` pixels a square; limits: between which numbers the colours of a field run."""
    ground = _ground(frame.view) if frame.field is None else _heat(frame.field, limits or (0, 1))
    board = Image.fromarray(np.repeat(np.repeat(ground, scale, axis=0), scale, axis=1))
    pen = ImageDraw.Draw(board)
    if frame.field is None:
        _pieces(pen, frame.view, scale)
    else:
        _outline(pen, frame.view.owner == frame.view.me, scale)
    if frame.changed is not None:
        for y, x in np.argwhere(frame.changed).tolist():
            pen.rectangle(_box(x, y, scale, 1), outline=CHANGED, width=max(1, scale // 8))
    return _captioned(board, frame.caption)


def _ground(view: View) -> Pixels:
    """Production as brightness, tinted with the owner's colour."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb  # here, because matplotlib takes long to load

    earths = LinearSegmentedColormap.from_list("earth", EARTH)
    earth = earths(view.production / max(1, int(view.production.max())))[..., :3]
    colours = np.array([to_rgb(colour) for colour in PLAYER_COLOURS])
    tinted = earth + TERRITORY * (colours[view.owner] - earth)
    return _bytes(np.where((view.owner > 0)[..., None], tinted, earth))


def _heat(field: npt.NDArray[np.float64], limits: tuple[float, float]) -> Pixels:
    """Return the field in colours, the lower the brighter; grey where it does not come."""
    from matplotlib import colormaps

    low, high = limits
    reached = np.isfinite(field)
    share = (np.where(reached, field, low) - low) / ((high - low) or 1)
    colours = _bytes(colormaps["viridis_r"](np.clip(share, 0, 1))[..., :3])
    colours[~reached] = CLOSED
    return colours


def _bytes(colours: npt.NDArray[np.float64]) -> Pixels:
    return np.asarray(np.rint(255 * colours), np.uint8)


def _pieces(pen: ImageDraw.ImageDraw, view: View, scale: int) -> None:
    """Draw a square for each piece, its area proportional to its strength."""
    sides = np.maximum(0.12, 0.9 * np.sqrt(view.strength / 255.0))
    for y, x in np.argwhere((view.owner > 0) | (view.strength > 0)).tolist():
        inset = round(scale * (1 - sides[y, x]) / 2)
        pen.rectangle(_box(x, y, scale, inset), fill=PLAYER_COLOURS[view.owner[y, x]])


def _box(x: int, y: int, scale: int, inset: int) -> tuple[int, int, int, int]:
    """Return the corners of a square's inside, in pixels."""
    inset = min(inset, (scale - 1) // 2)
    left, top = x * scale + inset, y * scale + inset
    return left, top, (x + 1) * scale - 1 - inset, (y + 1) * scale - 1 - inset


def _outline(pen: ImageDraw.ImageDraw, mask: npt.NDArray[np.bool_], scale: int) -> None:
    """Draw the border of the marked squares."""
    height, width = mask.shape
    for y, x in np.argwhere(mask).tolist():
        left, top, right, bottom = x * scale, y * scale, (x + 1) * scale, (y + 1) * scale
        sides = (
            (left, top, right, top),
            (right, top, right, bottom),
            (left, bottom, right, bottom),
            (left, top, left, bottom),
        )
        for (across, down), side in zip(STEPS[1:], sides, strict=True):
            if not mask[(y + down) % height, (x + across) % width]:
                pen.line(side, fill=LAND, width=max(1, scale // 8))


def _captioned(board: Image.Image, caption: str) -> Image.Image:
    """Return the board below its caption."""
    whole = Image.new("RGB", (board.width, board.height + CAPTION), BACK)
    whole.paste(board, (0, CAPTION))
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(CAPTION // 2)
    while caption and pen.textlength(caption, font=font) > board.width - 16:
        caption = caption[:-2].rstrip() + "…"
    pen.text((8, CAPTION // 4), caption, fill=TEXT, font=font)
    return whole
