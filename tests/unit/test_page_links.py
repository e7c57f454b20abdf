"""Links that Python prints, as the page reads them: the same sizes, seeds, presets and values."""

import json
import random

import pytest

from bot import PRESETS, ParameterError, changed
from experiments.arena import links, space
from tests.support.node import node
from viewer.kernels import BUILT, TABLE

GAMES = 300
GREEDY = [name for name, preset in PRESETS.items() if not preset.has_search]

READ = """it.links.map((link) => {
    const { players, ...board } = readGame(it.table, link);
    return { ...board, players: players.map(({ preset, values }) => [preset, values]) };
})"""


@pytest.fixture(scope="module")
def table():
    return json.loads((BUILT / TABLE).read_text(encoding="utf-8"))


def value(dice, parameter):
    """Any value that a parameter may have: its ends, small ones, and those between."""
    if parameter["kind"] == "bool":
        return dice.random() < 0.5
    if parameter["kind"] == "str":
        return dice.choice(parameter["choices"])
    if parameter["kind"] == "int":
        return dice.choice(
            [
                parameter["low"],
                min(parameter["high"], 2**53),
                dice.randint(parameter["low"], min(parameter["high"], 10**6)),
            ]
        )
    return dice.choice(
        [
            parameter["low"],
            parameter["high"],
            dice.uniform(parameter["low"], parameter["high"]),
            round(dice.random(), 3),
        ]
    )


def drawn(dice, definitions):
    preset, changes = dice.choice(GREEDY), {}
    for name in dice.sample(sorted(definitions), dice.randint(0, 4)):
        found = value(dice, definitions[name])
        try:
            if not changed(PRESETS[preset], {**changes, name: found}).has_search:
                changes[name] = found
        except ParameterError:  # an idea that its generation does not have, or a value outside the range
            continue
    return preset, changes


def test_what_python_prints_the_page_reads(table):
    dice = random.Random(25)
    definitions = {name: parameter for name, parameter in table["definitions"].items() if parameter["tunable"]}
    expected, printed = [], []
    for _ in range(GAMES):
        width, height, seed = dice.randint(3, 100), dice.randint(3, 100), dice.randrange(2**32)
        players = [drawn(dice, definitions) for _ in range(dice.randint(2, 6))]
        notations = [_notation(*each) for each in players]
        printed.append(links.link(width, height, seed, notations))
        expected.append({"width": width, "height": height, "seed": seed, "players": [list(each) for each in players]})
    read = node({"lab/games.js": "readGame"}, READ, {"table": table, "links": printed})
    assert read == expected
    assert any("%2B" in link for link in printed), "a number with an exponent was among them"


def _notation(preset, changes):
    listed = "&".join(f"{name}={space.text(found)}" for name, found in changes.items())
    return f"{preset}?{listed}" if listed else preset
