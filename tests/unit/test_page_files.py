"""What the page makes of files, run by Node: games to the last byte, damaged files refused in words."""

import gzip
import json
import random
import unicodedata

import numpy as np
import pytest

from bot.program.explanation_file import line
from engine.replay import Replay, as_bytes, parse, read
from experiments.recordings.explaining import make
from tests.support import hostile
from tests.support.node import BYTES, READ, node
from tests.support.opponents import ARROWS, explained_game
from tests.support.pages import as_text, shared
from tests.support.recordings import GOLDEN
from viewer.pack import _by_member
from viewer.planes import planes

pytestmark = pytest.mark.slow
GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
LOG = '{"t":3,"x":4,"y":5,"msg":"here, I think","color":"#ff0000"}\n{"t":3,"msg":"whole turn"}\n{"t":9,"x":1,"y":2}\n'
SIGNS = '[]{}",:0123456789-.eE\\\n xtrue'
BROKEN = {
    "a picture": ("cat.hlt", b"\x89PNG\r\n\x1a\n" + bytes(200), "this is not text; a replay, an explanation"),
    "nothing at all": ("empty.hlt", b"", "nothing is in it; was it cut short"),
    "two files in one": ("two.hlt", b'{"version":11}\n{"version":11}', "it is not JSON"),
    "a replay cut short": ("cut.hlt", as_bytes(read(GAME))[:90_000], "was it cut short"),
    "gzip cut short": ("cut.hlt.gz", GAME.read_bytes()[:9_000], "was the download cut short"),
    "another version": ("old.hlt", b'{"version":10}', "is it a Halite I replay"),
    "another JSON": ("x.json", b'{"hello":[1,2,{"a":"]"}]}', "no frames, moves"),
    "an explanation cut in its header": ("a.explain.gz", b'{"format":"halite-explanation"', "first line has no end"),
    "a log without turns": ("log.jsonl", b'{"x":1,"y":2}\n', "line 1 needs a turn t"),
    "no log at all": ("log.csv", b"a,b,c\n", "an f-log expected"),
    "a log with half a square": ("log.jsonl", b'{"t":3}\n{"t":3,"y":4}\n', "line 2 needs a turn t"),
    "a log cut short": ("log.jsonl", b'{"t":1}\n{"t"', "line 2 is not JSON"),
    "a list cut short": ("log.json", b'[{"t":1},{"t"', "an f-log expected; was it cut short"),
    "a list of numbers": ("log.json", b"[1,2]", "entry 1 needs a turn t"),
}
# What becomes of files: their kind and how many frames they have, or the kind of error and what it says.
OPENED = f"""await Promise.all(it.map(([content, name, kind]) => open({BYTES}(content), name, kind).then(
    (opened) => [opened.kind, opened.value.frames ?? null], (error) => [error.constructor.name, error.message])))"""


def opened(*files):
    return node(READ, OPENED, [[as_text(content), *more] for content, *more in files])


@pytest.fixture(scope="module")
def small():
    game = read(GAME)
    short = Replay(game.owner[:4], game.strength[:4], game.production, game.moves[:3], game.player_names)
    return as_bytes(short).decode()


def test_a_broken_file_is_refused_in_words():
    found = opened(*((content, name) for name, content, _ in BROKEN.values()))
    for (what, (_, _, complaint)), (kind, message) in zip(BROKEN.items(), found, strict=True):
        assert kind == "FormatError", what
        assert complaint in message, what


def test_an_f_log_is_an_object_on_each_line_or_a_list_of_them():
    turns = f"Promise.all(it.map((each) => open({BYTES}(each), 'log').then(({{ value }}) => [...value.turns])))"
    lines, of_list = node(
        READ, f"await {turns}", [as_text(LOG.encode()), as_text(f"[{','.join(LOG.splitlines())}]".encode())]
    )
    assert lines == of_list
    assert [(turn, len(entries)) for turn, entries in lines] == [(3, 2), (9, 1)]


def damaged(content, chance):
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(content)), chance.choice([1, 1, 2, 40, 400])
        middle = chance.choice(["", chance.choice(SIGNS), content[at : at + length] * 2])
        content = content[:at] + middle + content[at + length :]
    return content[: chance.randrange(len(content))] if chance.random() < 0.2 else content


def test_a_damaged_replay_or_log_is_opened_or_refused_in_words(small):
    chance = random.Random(1)
    files = [(damaged(small, chance).encode("utf-8", "replace"), f"{i}.hlt") for i in range(150)]
    files += [(damaged(LOG, chance).encode("utf-8", "replace"), f"{i}.jsonl") for i in range(150)]
    found = opened(*files)
    for (content, name), (kind, message) in zip(files, found, strict=True):
        assert kind in ("replay", "flog") or (kind == "FormatError" and message), (name, content, message)
    assert sum(kind == "FormatError" for kind, _ in found) > 100


def test_a_replay_may_have_members_named_as_those_of_every_object(small):
    names = "constructor", "toString", "hasOwnProperty", "__proto__"
    contents = [json.dumps({name: 1, **json.loads(small)}).encode() for name in names]
    assert all(parse(content).turns == 3 for content in contents)
    assert opened(*((content, "a.hlt") for content in contents)) == [["replay", 4]] * 4


def test_a_page_that_lost_a_part_of_its_game_is_told_so():
    whole = planes(read(GAME))
    assert opened((whole, "a", "planes")) == [["replay", 144]]
    ((kind, message),) = opened((whole[:-1], "a", "planes"))
    assert (kind, "was the page cut short?" in message) == ("FormatError", True)


LAYERS = "(({ value }) => ['owner', 'strength', 'production', 'moves'].map((name) => [...value[name]]))(await {})"


@pytest.mark.parametrize("form", ["json", "planes"])
def test_every_frame_is_read_as_the_engine_reads_it(form):
    dice = np.random.default_rng(3)
    owner, strength = (dice.integers(0, end, (20, 7, 9)) for end in (4, 256))
    lawless = Replay(owner, strength, dice.integers(0, 256, (7, 9)), dice.integers(0, 5, (19, 7, 9)), ("a", "b", "c"))
    for game in (read(GAME), lawless):
        content = planes(game) if form == "planes" else as_bytes(game)
        kind = "planes" if form == "planes" else "replay"
        found = node(READ, LAYERS.replace("await {}", f"await open({BYTES}(it), 'a.hlt', '{kind}')"), as_text(content))
        for layer, name in zip(found, ("owner", "strength", "production", "moves"), strict=True):
            assert layer == getattr(game, name).ravel().tolist(), name


def test_no_name_steers_the_line_and_a_long_one_is_cut():
    names = f"open({BYTES}(it), 'names.hlt').then(({{ value }}) => value.players)"
    for game in hostile.games():
        shown = node(READ, names, as_text(as_bytes(game)))
        assert not any(unicodedata.category(sign)[0] == "C" for sign in "".join(shown))
    long = hostile.edited(player_names=f'["{"n" * 1_000_000}",{hostile.LONE}]')
    assert node(READ, f"{names}.then((names) => names.map((name) => name.length))", as_text(long))[0] == 200


@pytest.fixture(scope="module")
def explanation(tmp_path_factory):
    path = shared(tmp_path_factory, "game.player1.explain.gz", lambda path: make(GAME, 1, "v26", path))
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


ABOUT = f"""await (async () => {{
    const game = (await open({BYTES}(it.game), "game.hlt.gz")).value;
    return Promise.all(it.files.map(async (content) => {{
        try {{
            const {{ kind, value }} = await open({BYTES}(content), "a.explain");
            if (kind === "explanation") value.checkAgainst(game);
            for (let turn = 0; kind === "explanation" && turn < 5; turn++) value.turn(turn);
            return null;
        }} catch (error) {{ return [error.constructor.name, error.message]; }}
    }}));
}})()"""


def complaints(*files, game=None):
    content = GAME.read_bytes() if game is None else as_bytes(game)
    return node(READ, ABOUT, {"game": as_text(content), "files": [as_text(each) for each in files]})


AREA = 400  # squares of the recorded game
WRONG = {"move": [9], "reason": [99]}  # values of a square
OTHERWISE = {
    "distance": [{}, None, [1, 2]], "wall": [3], "danger": [[1], {}], "booked": [None], "order": [None],
    "extra": [[3], 3], "turn": [7, None], "search": [{"changes": [3]}, {"changes": 3}, {"opening": {"found": {}}}],
}  # fmt: skip
HEADER = {
    "reasons": [None, [], ["WEAK"], [{"name": "WEAK"}]], "width": [20.5, -20, 21], "player": [0, 9, None, "1"],
    "parameters": [None],
}  # fmt: skip


def mutations(header, turn):
    wrong = {
        (name, str(value)): {name: [*turn[name][:5], value, *turn[name][6:]]} for name in WRONG for value in WRONG[name]
    }
    wrong |= {(name, str(value)): {name: value} for name in OTHERWISE for value in OTHERWISE[name]}
    foreign = turn["reason"].index(0)
    wrong["a neutral square"] = {"reason": [*turn["reason"][:foreign], 1, *turn["reason"][foreign + 1 :]]}
    yield from ((what, header, turn | change) for what, change in wrong.items())
    yield from ((name, header | {name: value}, turn) for name in HEADER for value in HEADER[name])


def test_an_explanation_that_says_what_cannot_be_is_refused_in_words(explanation):
    whole = b"".join(explanation[:5]).decode()
    dice = random.Random(1)
    found = complaints(*(damaged(whole, dice).encode("utf-8", "replace") for _ in range(40)))
    assert all(complaint is None or complaint[0] == "FormatError" for complaint in found)
    cases = list(mutations(*map(json.loads, explanation[:2])))
    found = complaints(*(f"{json.dumps(head)}\n{line(first)}\n".encode() for _, head, first in cases))
    for (wrong, head, _), (kind, said) in zip(cases, found, strict=True):
        assert kind == "FormatError", (wrong, said)
        assert "undefined" not in said, wrong
        assert head != cases[0][1] or "line 2 " in said, wrong


def test_a_turn_whose_values_are_the_rise_of_damaged_ones_is_refused_in_words(explanation):
    # Turn 16 has values, turn 17 what they rise by; the last turn is read at once.
    *before, key, last = explanation[:19]
    wrong = [{}, {"value": None}, {"value": [1]}]
    whole = json.loads(key)
    del whole["value"]
    files = [b"".join([*before, line(whole | each).encode() + b"\n", last]) for each in wrong]
    assert all(kind == "FormatError" and "value must" in said for kind, said in complaints(*files))


TURNS = f"""await Promise.all(it.map(async (content) => {{
    const {{ value }} = await open({BYTES}(content), "a.explain");
    const texts = (turn) => ["potential", "move", "order"].map((name) => [...value.turn(turn)[name]].map(String));
    return [17, 0, 40].map(texts);
}}))"""


def test_the_turns_of_an_explanation_stand_by_member_in_a_page_and_are_the_same(explanation):
    whole = b"".join(explanation)
    packed = _by_member(whole)
    assert len(gzip.compress(packed)) < 0.9 * len(gzip.compress(whole))
    one, other = node(READ, TURNS, [as_text(whole), as_text(packed)])
    assert one == other


def test_thoughts_of_another_turn_or_game_or_a_longer_one_are_refused(explanation):
    foreign = json.loads(explanation[3])
    square = foreign["reason"].index(0)
    foreign["reason"][square] = 1
    beyond = json.loads(explanation[-1]) | {"turn": len(explanation) - 1}
    cases = {
        "line 4 must be turn 2, found 3": [*explanation[:3], explanation[4]],
        f"on turn 2 square ({square % 20}, {square // 20}) is m": [*explanation[:3], line(foreign).encode() + b"\n"],
        f"explains turn {len(explanation) - 1}": [*explanation, line(beyond).encode() + b"\n"],
    }
    found = complaints(*map(b"".join, cases.values()))
    for expected, (_, complaint) in zip(cases, found, strict=True):
        assert expected in complaint


def opponents(layers):
    """What is wrong with headers and turns of an opponent's file, which names its own layers; on 80 squares."""
    of_header = {
        "layers": [None, [3], [{"name": "a"}], [{"name": "a", "sentence": "b", "kind": "films"}]],
        "reasons": [None, []], "width": [-1, 10.5],
    }  # fmt: skip
    wrong = [{"cost": 3}, {"cost": [0] * 3}, {ARROWS.name: {}}]
    of_turn = {
        "reason": [None, [9] * 80], "move": [[7] * 80, [0]], "turn": [5],
        "layers": [None, {}, *(layers | each for each in wrong)],
    }  # fmt: skip
    return [[{name: value} for name, values in each.items() for value in values] for each in (of_header, of_turn)]


def test_an_opponents_damaged_file_and_thoughts_of_another_game_are_refused_in_one_line(tmp_path):
    path, why, _ = explained_game(tmp_path)
    head, *turns = map(json.loads, gzip.decompress(why.read_bytes()).splitlines())
    of_header, of_turn = opponents(turns[0]["layers"])
    wrong = [[head | each, turns[0]] for each in of_header] + [[head, turns[0] | each] for each in of_turn]
    wrong.append([head, *(turn | {"reason": [1] * 80} for turn in turns)])
    files = ["".join(f"{json.dumps(line).replace('Infinity', '1e999')}\n" for line in lines) for lines in wrong]
    found = complaints(*map(str.encode, files), game=read(path))
    for changed, (kind, said) in zip([*of_header, *of_turn, "moves"], found, strict=True):
        assert kind == "FormatError", (changed, said)
        assert not any(word in said for word in ("JSON", "undefined", "\n")), changed
    assert "(on turn 0 square (" in found[-1][1]
