"""What the page makes of files, run by Node: games to the last byte, damaged files refused in words."""

import json
import random

import numpy as np
import pytest

from engine.names import shown as shown_by_the_engine
from engine.replay import Replay, as_bytes, parse, read, text
from tests.support import hostile
from tests.support.node import BYTES, READ, node
from tests.support.pages import as_text
from tests.support.recordings import GOLDEN
from viewer.planes import planes

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
LOG = '3,4,5,"here, I think",#ff0000\n3,,,whole turn,\n9,1,2,x,red\n'
SIGNS = '[]{}",:0123456789-.eE\\\n xtrue'
BROKEN = {
    "a picture": ("cat.hlt", b"\x89PNG\r\n\x1a\n" + bytes(200), "this is not text; a replay, an explanation"),
    "nothing at all": ("empty.hlt", b"", "nothing is in it; was it cut short"),
    "two files in one": ("two.hlt", b'{"version":11}\n{"version":11}', "the end of the file expected"),
    "a replay cut short": ("cut.hlt", text(read(GAME)).encode()[:90_000], "was it cut short"),
    "gzip cut short": ("cut.hlt.gz", GAME.read_bytes()[:9_000], "was the download cut short"),
    "another version": ("old.hlt", b'{"version":10}', "is it a Halite I replay"),
    "another JSON": ("x.json", b'{"hello":[1,2,{"a":"]"}]}', "no frames, moves"),
    "an explanation cut in its header": ("a.explain.gz", b'{"format":"halite-explanation"', "first line has no end"),
    "a log without turns": ("log.csv", b"a,b,c\n", "no turn t"),
    "an empty log": ("log.csv", b"\n", "no entry in it"),
    "a log with words for squares": ("log.csv", b"3,here,4,x,red\n", "x is not a whole number"),
    "a log with half a square": ("log.csv", b"3,,4,x,red\n", "only one of x and y"),
    "a log cut short": ("log.json", b'[{"t":1},{"t"', 'it is not JSON: "[{'),
    "a list of numbers": ("log.json", b"[1,2]", "entry 1 is not an object"),
}
OPENED = f"""await Promise.all(it.map(([content, name, kind]) => open({BYTES}(content), name, kind).then(
    (opened) => [opened.kind, opened.value.frames ?? null], (error) => [error.constructor.name, error.message])))"""
"""What becomes of files: their kind and how many frames they have, or the kind of error and what it says."""


def opened(*files):
    """What becomes of files: (content, name) or (content, name, the only kind that they may be)."""
    return node(READ, OPENED, [[as_text(content), *more] for content, *more in files])


@pytest.fixture(scope="module")
def small():
    """The first four frames of the recorded game: damage is as good in a short file."""
    game = read(GAME)
    short = Replay(game.owner[:4], game.strength[:4], game.production, game.moves[:3], game.player_names)
    return text(short)


def test_a_broken_file_is_refused_in_words():
    found = opened(*((content, name) for name, content, _ in BROKEN.values()))
    for (what, (_, _, complaint)), (kind, message) in zip(BROKEN.items(), found, strict=True):
        assert kind == "FormatError", what
        assert complaint in message, what


def damaged(content, chance):
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(content)), chance.choice([1, 1, 2, 40, 400])
        middle = chance.choice(["", chance.choice(SIGNS), content[at : at + length] * 2])
        content = content[:at] + middle + content[at + length :]
    return content[: chance.randrange(len(content))] if chance.random() < 0.2 else content


def test_a_damaged_replay_or_log_is_opened_or_refused_in_words(small):
    chance = random.Random(1)
    files = [(damaged(small, chance).encode("utf-8", "replace"), f"{i}.hlt") for i in range(150)]
    files += [(damaged(LOG, chance).encode("utf-8", "replace"), f"{i}.csv") for i in range(150)]
    found = opened(*files)
    for (content, name), (kind, message) in zip(files, found, strict=True):
        assert kind in ("replay", "flog") or (kind == "FormatError" and message), (name, content, message)
    assert sum(kind == "FormatError" for kind, _ in found) > 100


def test_a_replay_may_have_members_named_as_those_of_every_object(small):
    """`constructor` was taken for a table: every object of JavaScript has it."""
    names = "constructor", "toString", "hasOwnProperty", "__proto__"
    contents = [json.dumps({name: 1, **json.loads(small)}).encode() for name in names]
    assert all(parse(content).turns == 3 for content in contents)
    assert opened(*((content, "a.hlt") for content in contents)) == [["replay", 4]] * 4


def test_a_page_that_lost_a_part_of_its_game_is_told_so():
    whole = planes(read(GAME))
    assert opened((whole, "a", "planes")) == [["replay", 144]]
    kind, message = opened((whole[:-1], "a", "planes"))[0]
    assert kind == "FormatError"
    assert "was the page cut short?" in message


LAYERS = "(({ value }) => ['owner', 'strength', 'production', 'moves'].map((name) => [...value[name]]))(await {})"


@pytest.mark.parametrize("form", ["json", "planes"])
def test_every_frame_is_read_as_the_engine_reads_it(form):
    dice = np.random.default_rng(3)
    owner, strength = (dice.integers(0, end, (20, 7, 9)) for end in (4, 256))
    lawless = Replay(owner, strength, dice.integers(0, 256, (7, 9)), dice.integers(0, 5, (19, 7, 9)), ("a", "b", "c"))
    for game in (read(GAME), lawless):
        content = planes(game) if form == "planes" else text(game).encode()
        kind = "planes" if form == "planes" else "replay"
        found = node(READ, LAYERS.replace("await {}", f"await open({BYTES}(it), 'a.hlt', '{kind}')"), as_text(content))
        for layer, name in zip(found, ("owner", "strength", "production", "moves"), strict=True):
            assert layer == getattr(game, name).ravel().tolist(), name


UNLIKE = ("half a letter", "latin-1")
"""Bytes that are no UTF-8: a browser's text has U+FFFD for them, the engine knows which they were."""


def test_names_are_shown_as_the_engine_shows_them():
    game = f"open({BYTES}(it), 'names.hlt').then(({{ value }}) => value.players)"
    names = list(hostile.NAMES.items())
    for start in range(0, len(names), 6):
        some = dict(names[start : start + 6])
        expected = {what: shown_by_the_engine(name) for what, name in some.items()}
        for what in set(UNLIKE) & set(some):
            expected[what] = some[what].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        found = node(READ, game, as_text(as_bytes(hostile.game(*some.values()))))
        assert dict(zip(some, found, strict=False)) == expected
    long = hostile.edited(player_names=f'["{"n" * 10_000_000}",{hostile.LONE}]')
    assert node(READ, f"{game}.then((names) => names.map((name) => name.length))", as_text(long)) == [200, 6]
