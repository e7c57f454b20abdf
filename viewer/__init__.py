"""The window: any Halite replay as one page that opens by double click.

from pathlib import Path
from viewer import page

Path("game.html").write_text(page(replay=Path("game.hlt")), encoding="utf-8")
"""

from .bundle import script
from .frame import alone, inline
from .pack import page, style

__all__ = ["alone", "inline", "page", "script", "style"]
