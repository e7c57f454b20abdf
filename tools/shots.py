"""Tabs of a browser, and pictures of what they show."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Size = dict[str, int]
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
COLOURS = Image.Quantize.MAXCOVERAGE  # the usual method makes a rare colour, such as a player's swatch, another one
DRAWN = 300  # ms in which a page draws its last frame


def tab(browser: Browser, size: Size = WIDE, scheme: str = "dark") -> Page:
    """Open a page with a context of its own, which `save` closes on request."""
    wishes: dict[str, Any] = {"viewport": size, "color_scheme": scheme, "device_scale_factor": 1}
    return browser.new_context(**wishes).new_page()


def save(page: Page, path: Path, wait: int = DRAWN, height: float | None = None, closes: bool = True) -> None:
    """Write what the page shows after `wait` ms as a PNG, down to `height` if it is given."""
    page.wait_for_timeout(wait)
    size = page.viewport_size or WIDE
    clip = {"x": 0, "y": 0, "width": size["width"], "height": height or size["height"]}
    shot = page.screenshot(full_page=height is not None, clip=clip)  # type: ignore[arg-type]  # playwright's own dict
    with Image.open(BytesIO(shot)) as image:
        image.convert("RGB").quantize(256, COLOURS, kmeans=1).save(path, "png", optimize=True)
    print(path.name)
    if closes:
        page.context.close()
