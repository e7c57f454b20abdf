"""Page: the answer as one HTML file that needs nothing else, with the board of the viewer in it."""

import gzip
import html
import json
import re
from base64 import b64encode
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine import Replay
from engine.replay import as_bytes
from viewer import alone, inline, script, style

from . import sentences

PAGE = Path(__file__).parent / "page"

SQUARE = re.compile(r"\((\d+), (\d+)\)")  # the name of a square in a sentence, such as (9, 2)
MODULES = ("chart.js", "coach.js")
EVENTS = {
    "wall_openings": "walls opened",
    "damage_taken": "strength lost to enemies",
    "squares_lost": "squares lost",
    "captures_of_neutral": "neutral squares captured",
    "overkill": "overkill dealt",
}


def page(document: dict[str, Any], replay: Replay) -> str:
    """Return the page as text, to be written in UTF-8."""
    parts = {
        "HEADING": html.escape(sentences.title(document)),
        "CHANCE": html.escape(f"The chance of {sentences.aim(document)}"),
        "LEAD": _paragraphs(sentences.lead(document)),
        "POINTS": "\n".join(_point(document, number, fall) for number, fall in _sure(document)),
        "LOOKED": _looked(document),
        "METHOD": _paragraphs([*sentences.method(document), *sentences.policies(document)]),
        "TABLE": _table(document),
    }
    text = _source("main.html")
    # Cut first, filled after: nothing that stands in a name is ever searched for the next word to replace.
    for name in parts:
        text = text.replace(f"[{name}]", f"\0{name}\0", 1)
    root = "".join(parts.get(piece, piece) for piece in text.split("\0"))
    code = inline(script("app.js") + "".join(map(_source, MODULES)))
    files = "\n".join([*_files(document, replay), code])
    return alone(f"{document['game']} · coach", style() + _source("coach.css"), root, files)


def _sure(document: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    return list(enumerate((fall for fall in document["falls"] if fall["is_sure"]), 1))


def _point(document: dict[str, Any], number: int, fall: dict[str, Any]) -> str:
    has_game = bool((fall.get("remedy") or {}).get("game"))
    kind = "better" if has_game and fall["remedy"]["compared"]["is_sure"] else "other"
    other = f'<button type="button" data-point="{number}" data-better>Show a future with the {kind} move</button>'
    told = {
        "The fall": sentences.fell(document, fall),
        "The move": sentences.reason(document, fall),
        "What futures found": sentences.better(document, fall),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{_text(text)}</dd>" for name, text in told.items() if text)
    return (
        f'<article class="point" id="point-{number}"><h3><span class="number">{number}</span> '
        f"{html.escape(sentences.turns_of(fall).capitalize())}</h3><dl>{rows}</dl>{_events(document, fall)}"
        f'<p class="actions"><button type="button" data-point="{number}">Show on the board</button>'
        f"{other if has_game else ''}</p></article>"
    )


def _events(document: dict[str, Any], fall: dict[str, Any]) -> str:
    """Return a table of the events on these turns: both players of a duel, or the player and all others together."""
    if not any(map(any, fall["events"].values())):
        return ""
    names, told, seat = document["names"], fall["events"], document["seat"] - 1
    if len(names) > 2:
        names = [names[seat], "the others"]
        told = {name: [values[seat], sum(values) - values[seat]] for name, values in told.items()}
    heads = "".join(f'<th title="{name}">{name}</th>' for name in map(html.escape, names))
    rows = "".join(
        f"<tr><th>{title}</th>{''.join(f'<td>{value:,.0f}</td>' for value in told[name])}</tr>"
        for name, title in EVENTS.items()
        if any(told[name])
    )
    return f'<div class="wide"><table><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _looked(document: dict[str, Any]) -> str:
    others = [fall for fall in document["falls"] if not fall["is_sure"]]
    if not others:
        return ""
    rows = "".join(
        f"<tr><th>{sentences.turns_of(fall)}</th><td>{sentences.percent(fall['before'])}</td>"
        f"<td>{sentences.percent(fall['after'])}</td><td>{sentences.points(fall['fall'])}</td>"
        f"<td>{fall['futures']}</td></tr>"
        for fall in others
    )
    return (
        '<h2>Looked at, and not sure</h2><div class="wide"><table><thead><tr><th></th><th>before</th><th>after</th>'
        f"<th>fall, points</th><th>futures</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _table(document: dict[str, Any]) -> str:
    has_more = len(document["names"]) > 2
    head = "<th>opponents beaten</th>" if has_more else ""
    rows = "".join(
        f"<tr><th>{point['frame']}</th><td>{sentences.range_of(point['won'])}</td>"
        f"{'<td>' + sentences.percent(point['beaten']) + '</td>' if has_more else ''}</tr>"
        for point in document["chance"]
    )
    aim = html.escape(sentences.aim(document))
    heads = f"<th>frame</th><th>{aim}, 95 %</th>{head}"
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _files(document: dict[str, Any], replay: Replay) -> list[str]:
    """Return the data for the script: the numbers, the recorded game, the thoughts, a game for each better move."""
    points = [fall for _, fall in _sure(document)]
    light = {
        "chance": document["chance"], "contact": document["contact"], "turns": document["turns"],
        "players": len(document["names"]), "seat": document["seat"], "place": document["place"],
        "aim": sentences.aim(document), "game": document["game"], "points": [_light(fall) for fall in points],
        "isGrowing": document["open"] is not None and not document.get("stopped"),
    }  # fmt: skip
    games = [
        _packed(f"better-{number}", fall["remedy"]["game"])
        for number, fall in enumerate(points, 1)
        if (fall.get("remedy") or {}).get("game")
    ]
    data = json.dumps(light, separators=(",", ":")).replace("<", "\\u003c")
    return [
        f'<script type="application/json" id="answer">{data}</script>',
        _packed("recorded", _recorded(replay)),
        *games,
    ]


@lru_cache(maxsize=1)
def _recorded(replay: Replay) -> str:
    """Return the game for the page; packed once, as a page that grows is written every two seconds."""
    return b64encode(gzip.compress(as_bytes(replay), mtime=0)).decode()


def _light(fall: dict[str, Any]) -> dict[str, Any]:
    squares = (fall.get("remedy") or {}).get("squares", [])
    return {name: fall[name] for name in ("first", "last", "before", "after", "thought")} | {"squares": squares}


def _packed(name: str, content: str) -> str:
    return f'<script type="application/gzip" id="{name}">{content}</script>'


def _paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{_text(text)}</p>" for text in texts)


def _text(text: str) -> str:
    """Return a sentence in HTML; no line ends between a number and its percent sign, or within the name of a square."""
    return SQUARE.sub("(\\1,\u00a0\\2)", html.escape(text).replace(" %", "\u00a0%"))


def _source(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
