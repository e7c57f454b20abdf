"""Page: the combat database as one HTML file, with the games that its examples lead to."""

import gzip
import json
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

from engine import Replay
from engine.replay import as_bytes
from viewer import alone, inline, script, style

from .neighbourhood import diamond
from .places import LOOKS, WITHIN, Moved, told

PAGE = Path(__file__).parent / "page"
EMBEDDED = 16  # games that the page holds; the others are counted


def page(games: Sequence[Moved], replays: Sequence[Replay]) -> str:
    """Return the page as text, to be written in UTF-8; `replays` are the first games, at most EMBEDDED."""
    looks = [
        {
            "radius": look.radius, "strengths": look.has_strengths, "squares": diamond(look.radius),
            "places": told(games, look, len(replays)),
        }
        for look in LOOKS
    ]  # fmt: skip
    names = [" against ".join(replay.player_names) for replay in replays]
    counted = len({each.game for each in games})
    document = {
        "players": sorted({each.player for each in games}), "looks": looks, "within": WITHIN, "names": names,
        "games": counted, "squares": sum(len(each.squares) for each in games),
    }  # fmt: skip
    data = json.dumps(document, separators=(",", ":")).replace("<", "\\u003c")
    packed = [_packed(f"game-{number}", as_bytes(replay)) for number, replay in enumerate(replays)]
    answer = f'<script type="application/json" id="answer">{data}</script>'
    code = inline(script("app.js") + _source("combat.js"))
    return alone(
        "The combat database", style() + _source("combat.css"), _source("main.html"), "\n".join([answer, *packed, code])
    )


def _packed(name: str, content: bytes) -> str:
    return f'<script type="application/gzip" id="{name}">{b64encode(gzip.compress(content, mtime=0)).decode()}</script>'


def _source(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
