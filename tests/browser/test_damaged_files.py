"""Files with random damage are opened, or refused in words; the page never breaks without one."""

import gzip
import random

import pytest

from engine.replay import Replay, read, text
from tests.browser.conftest import GAME

LOG = '3,4,5,"here, I think",#ff0000\n3,,,whole turn,\n9,1,2,x,red\n'
SIGNS = '[]{}",:0123456789-.eE\\\n xtrue'


@pytest.fixture(scope="module")
def small():
    """The first four frames of the recorded game: damage is as good in a short file."""
    game = read(GAME)
    short = Replay(game.owner[:4], game.strength[:4], game.production, game.moves[:3], game.player_names)
    return text(short)


def damaged(content, chance):
    """The text with some characters replaced, cut out, doubled or cut off."""
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(content)), chance.choice([1, 1, 2, 40, 400])
        middle = chance.choice(["", chance.choice(SIGNS), content[at : at + length] * 2])
        content = content[:at] + middle + content[at + length :]
    return content[: chance.randrange(len(content))] if chance.random() < 0.2 else content


def check(shown, content, name):
    """The file is on screen, or its name in a message."""
    before = shown.js("viewer.session.game.name")
    if shown.open(content.encode("utf-8", "replace"), name):
        shown.js("(viewer.seek(1.5), viewer.select({x: 1, y: 1}), viewer.board.draw(), viewer.seek(3))")
    else:
        assert name in shown.message
        assert shown.js("viewer.session.game.name") == before


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_replay_is_opened_or_refused_in_words(shown, small, seed):
    """Ten kinds of damage a seed; the fixture fails the test when the page complains to its console."""
    chance = random.Random(seed)
    for i in range(10):
        check(shown, damaged(small, chance), f"damaged-{seed}-{i}.hlt")


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_log_is_opened_or_refused_in_words(shown, seed):
    """Whatever a bot writes."""
    chance = random.Random(seed)
    for i in range(10):
        check(shown, damaged(LOG, chance), f"damaged-{seed}-{i}.csv")


def test_a_damaged_explanation_is_opened_or_refused_in_words(shown, explanation):
    """A turn that is no JSON any more is found when it is shown; the game stays on screen."""
    chance = random.Random(1)
    lines = gzip.decompress(explanation.read_bytes()).decode().splitlines(keepends=True)[:5]
    for i in range(10):
        check(shown, damaged("".join(lines), chance), f"damaged-{i}.explain")
