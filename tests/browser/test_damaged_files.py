"""Files with random damage are opened, or refused with a message; the page never breaks."""

import gzip
import json
import random

import numpy as np

from bot.program.explanation_file import line
from engine.replay import Replay, read, text
from tests.browser.conftest import GAME

SIGNS = '[]{}",:0123456789-.eE\\\n xtrue'


def damaged(content, chance):
    """The text with some characters replaced, cut out, doubled or cut off."""
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(content)), chance.choice([1, 1, 2, 40, 400])
        middle = chance.choice(["", chance.choice(SIGNS), content[at : at + length] * 2])
        content = content[:at] + middle + content[at + length :]
    return content[: chance.randrange(len(content))] if chance.random() < 0.2 else content


def check(tab, content, name):
    """The file is on screen, or its name in a message."""
    before = tab.js("viewer.session.game.name")
    if tab.open(content.encode("utf-8", "replace"), name):
        tab.js("(viewer.seek(1.5), viewer.select({x: 1, y: 1}), viewer.board.draw(), viewer.seek(3))")
    else:
        assert name in tab.message
        assert tab.js("viewer.session.game.name") == before


def test_a_damaged_explanation_is_opened_or_refused_in_words(tab, explanation):
    """A turn that is no JSON any more is found when it is shown; the game stays on screen."""
    chance = random.Random(1)
    lines = gzip.decompress(explanation.read_bytes()).decode().splitlines(keepends=True)[:5]
    for i in range(10):
        check(tab, damaged("".join(lines), chance), f"damaged-{i}.explain")


AREA = 400  # squares of the recorded game
WRONG = {
    "light": [9, -1, 0.5], "move": [9, None], "reason": [99, "1"], "root": [AREA, -2],
    "value": [None, True, "2", {}], "distance": [-1, 1e99],
}  # fmt: skip
OTHERWISE = {
    "hold": ["abc", None], "hurdle": [[]], "distance": [{}, None, [1, 2]], "wall": [[AREA], [-1], 3, [1, 1]],
    "differs": [[0.5], "all"], "danger": [[[1, -5]], [[AREA, 5]], [[1]], [1], {}], "booked": [[], None],
    "order": [[AREA], [0.5], None], "extra": [[[-1, 1]], [[0, "1"]], [3], "none"],
    "step": ["1", None], "turn": [7, None],
}  # fmt: skip
HEADER = {
    "reasons": [None, [], ["WEAK"], [{"name": "WEAK"}]], "width": ["20", 20.5, -20], "player": [0, 9, None, "1"],
    "parameters": [None, [], {"alpha": {}}], "definitions": [None, 3, {"alpha": None}], "name": [5],
}  # fmt: skip


def mutations(header, turn):
    """Explanations of one turn, each wrong in one place, by what is wrong."""
    for name, values in WRONG.items():
        for value in values:
            yield f"{name} with {value}", header, turn | {name: [*turn[name][:5], value, *turn[name][6:]]}
    for name, values in OTHERWISE.items():
        for value in values:
            yield f"{name} is {value}", header, turn | {name: value}
    yield "a neutral square", header, turn | {"order": [turn["reason"].index(0), *turn["order"][1:]]}
    for name, values in HEADER.items():
        for value in values:
            yield f"header's {name} is {value}", header | {name: value}, turn


def test_an_explanation_that_says_what_cannot_be_is_refused_in_words(tab, explanation):
    """Nonsense is neither drawn nor kept, and no one reads what JavaScript says about it."""
    header, turn = (json.loads(line) for line in gzip.decompress(explanation.read_bytes()).splitlines()[:2])
    for wrong, head, first in mutations(header, turn):
        assert not tab.open(f"{json.dumps(head)}\n{line(first)}\n".encode(), "wrong.explain"), wrong
        assert "wrong.explain: " in tab.message, wrong
        assert not any(word in tab.message for word in ("JSON", "undefined", "not as the page expects")), wrong
    assert tab.js("viewer.session.explanations") == []


def test_thoughts_are_never_shown_on_another_turn_than_their_own(tab, explanation):
    """A file with a missing line."""
    lines = gzip.decompress(explanation.read_bytes()).splitlines(keepends=True)
    assert not tab.open(b"".join([*lines[:3], lines[4]]), "lost.explain")
    assert "line 4 must be turn 2, found 3" in tab.message
    assert tab.js("viewer.session.explanations") == []


def test_thoughts_of_another_or_a_longer_game_are_refused_with_the_first_square(tab, explanation):
    """Two games once swapped theirs: a page explained 10,344 squares that its player did not own."""
    lines = gzip.decompress(explanation.read_bytes()).splitlines(keepends=True)
    foreign, turned = json.loads(lines[3]), json.loads(lines[3])
    foreign["order"][0] = foreign["reason"].index(0)
    square = min(turned["order"])
    turned["move"][square] = (turned["move"][square] + 1) % 5
    for third, complaint in (
        (foreign, " is moved, but is "),
        (turned, f"on turn 2 square ({square % 20}, {square // 20}) chose "),
    ):
        assert not tab.open(b"".join([*lines[:3], line(third).encode() + b"\n"]), "swapped.explain")
        assert complaint in tab.message
    assert tab.js("viewer.session.explanations") == []
    beyond = json.loads(lines[-1]) | {"turn": len(lines) - 1}
    assert not tab.open(b"".join([*lines, line(beyond).encode() + b"\n"]), "longer.explain")
    assert f"explains turn {len(lines) - 1}" in tab.message


def test_the_answer_of_a_turn_on_which_its_bot_was_ejected_is_taken(tab, explanation):
    """It was late: what it chose is written down, but was never carried out."""
    game, lines = read(GAME), gzip.decompress(explanation.read_bytes()).splitlines(keepends=True)
    turn = next(t for t in range(game.turns) if (game.moves[t][game.owner[t] == 1] > 0).any())
    owner, moves = game.owner[: turn + 2].copy(), game.moves[: turn + 1].copy()
    moves[turn][owner[turn] == 1] = 0
    for last, is_taken in ((owner[turn + 1], False), (owner[turn + 1] * (owner[turn + 1] != 1), True)):
        frames = np.concatenate([owner[: turn + 1], last[None]])
        late = Replay(frames, game.strength[: turn + 2], game.production, moves, game.player_names)
        assert tab.open(text(late).encode(), "late.hlt")
        assert tab.open(b"".join(lines[: turn + 2]), "late.explain") == is_taken
