"""README's film: one turn's field while `alpha` is dragged up and down; squares that move differently are framed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from bot import changed, decide, preset
from engine.replay import read
from experiments.recordings import frames
from experiments.recordings.drawing import STEPS, limits_of
from tests.support.recordings import GOLDEN

if TYPE_CHECKING:
    from bot import View

GAME, TURN, SEAT = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz", 96, 1
LOW, HIGH, STOPS = 0.02, 0.6, 60
MILLISECONDS = 83  # a stop
SCALE, CAPTION = 24, 34  # pixels of a square, and above the board for the caption
BACK, TEXT, CLOSED, LAND, MOVED = (14, 17, 22), (231, 235, 240), (58, 63, 71), (255, 255, 255), (255, 95, 210)

Field = npt.NDArray[np.float64]  # (H, W) lower is brighter; inf where the potential does not come
Mask = npt.NDArray[np.bool_]  # (H, W)


def taken(folder: Path) -> None:
    """Write the film into the folder."""
    replay, base = read(GAME), preset("v26")
    view, memory = frames.view(replay, TURN, SEAT), frames.memory(replay, TURN, SEAT)
    before = decide(view, memory, base).moves
    up = LOW * (HIGH / LOW) ** np.linspace(0, 1, STOPS)  # by even factors, as the page's sliders go
    fields, masks, captions = [], [], []
    for alpha in [*up.tolist(), *up[::-1].tolist()]:
        decision = decide(view, memory, changed(base, {"alpha": alpha}), explain=True)
        assert decision.explanation is not None
        potential = decision.explanation.potential
        fields.append(np.where(np.isfinite(potential), potential, np.inf))
        masks.append((view.owner == view.me) & (decision.moves != before))
        captions.append(f"alpha {alpha:.3g}   {np.count_nonzero(masks[-1])} moves differ from v26")
    limits = limits_of(*fields)
    drawn = (_picture(view, *each, limits) for each in zip(fields, masks, captions, strict=True))
    first, *others = drawn
    first.save(
        folder / "dragging-alpha.webp", "WEBP",
        save_all=True, append_images=others, duration=MILLISECONDS, loop=0, lossless=True,
    )  # fmt: skip


def _picture(view: View, field: Field, moved: Mask, caption: str, limits: tuple[float, float]) -> Image.Image:
    """Return the field below its caption, the player's land outlined; limits: the numbers that the colours span."""
    ground = np.repeat(np.repeat(_heat(field, limits), SCALE, axis=0), SCALE, axis=1)
    whole = Image.new("RGB", (ground.shape[1], ground.shape[0] + CAPTION), BACK)
    whole.paste(Image.fromarray(ground), (0, CAPTION))
    pen = ImageDraw.Draw(whole)
    _outline(pen, view.owner == view.me)
    for y, x in np.argwhere(moved).tolist():
        left, top = x * SCALE + 1, y * SCALE + 1 + CAPTION
        pen.rectangle((left, top, left + SCALE - 3, top + SCALE - 3), outline=MOVED, width=SCALE // 8)
    pen.text((8, CAPTION // 4), caption, fill=TEXT, font=ImageFont.load_default(CAPTION // 2))
    return whole


def _heat(field: Field, limits: tuple[float, float]) -> npt.NDArray[np.uint8]:
    from matplotlib import colormaps

    low, high = limits
    reached = np.isfinite(field)
    share = (np.where(reached, field, low) - low) / ((high - low) or 1)
    colours = np.asarray(np.rint(255 * colormaps["viridis_r"](np.clip(share, 0, 1))[..., :3]), np.uint8)
    colours[~reached] = CLOSED
    return colours


def _outline(pen: ImageDraw.ImageDraw, mask: Mask) -> None:
    """Draw the border of the marked squares."""
    height, width = mask.shape
    for y, x in np.argwhere(mask).tolist():
        left, top, right, bottom = x * SCALE, y * SCALE + CAPTION, (x + 1) * SCALE, (y + 1) * SCALE + CAPTION
        sides = (
            (left, top, right, top),
            (right, top, right, bottom),
            (left, bottom, right, bottom),
            (left, top, left, bottom),
        )
        for (across, down), side in zip(STEPS[1:], sides, strict=True):
            if not mask[(y + down) % height, (x + across) % width]:
                pen.line(side, fill=LAND, width=SCALE // 8)
