"""The sizes of pictures, written beside them: a page whose pictures arrive late does not move under the reader."""

import io
import re
from collections.abc import Callable

from PIL import Image

PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)(?!\{)")
DRAWN = re.compile(rb'<svg[^>]*\sviewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')


def size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a picture in pixels; None for a drawing without a view."""
    if content.lstrip().startswith(b"<"):
        drawn = DRAWN.search(content)
        return (round(float(drawn[1])), round(float(drawn[2]))) if drawn else None
    with Image.open(io.BytesIO(content)) as image:
        return image.size


def sized(text: str, content: Callable[[str], bytes | None]) -> str:
    """Return Markdown whose pictures say how large they are; `content` has those that are known, by their targets."""

    def told(picture: re.Match[str]) -> str:
        known = content(picture[1])
        found = size(known) if known else None
        return f"{picture[0]}{{ width={found[0]} height={found[1]} }}" if found else picture[0]

    return PICTURE.sub(told, text)
