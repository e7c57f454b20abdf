"""The tactical suite: its positions, a check of their evidence, and the share that the champion finds."""

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np

from engine import generate
from experiments.arena.arena import Arena
from experiments.positions.answers import of_player, players
from experiments.positions.position import Verdict, positions

SUITE = Path(__file__).parents[1] / "positions" / "suite"
PAGE = Path(__file__).parents[2] / "docs" / "extras" / "positions.md"

# By measure: what a move that is right too surely loses less than, and the mean loss of the worst move at least.
AS_GOOD = {"opponents beaten": 0.05, "lead after 10 turns": 15.0, "squares at the end": 0.25}
LEAST = {"opponents beaten": 0.15, "lead after 10 turns": 60.0, "squares at the end": 1.0}
THEMES = {"overkill", "dodge", "breakthrough", "retreat", "last turn", "pact"}

FLOOR = 0.4
"""The share that the champion finds at least; docs/extras/positions.md has what it really finds."""


@cache
def suite():
    return positions(SUITE)


def test_the_suite_is_spread_over_themes_boards_players_and_games():
    """Sixty positions and more, all themes, boards of 20 to 50, two to six players, not all of a few games."""
    found = suite()
    started = Counter(len(position.memories) for position in found)
    sides = {max(position.state.owner.shape) for position in found}
    games = Counter(position.source.game for position in found)
    assert len(found) >= 60
    assert {position.theme for position in found} == THEMES
    assert set(started) == {2, 3, 4, 5, 6}
    assert min(sides) <= 20
    assert max(sides) >= 50
    assert max(games.values()) <= 6
    assert len(games) >= 25
    assert len({(each.board.owner, each.board.strength, each.square) for each in found}) == len(found)
    assert {path.stem for path in SUITE.glob("*.toml")} == {position.name for position in found}
    assert sum(bool(position.note) for position in found) >= 40, "a person has read some"


def test_every_position_stands_on_its_evidence():
    for position in suite():
        (square,), (first, *further) = position.square, position.evidence
        assert first["futures"] >= 60, position.name
        good, losses = AS_GOOD[first["measure"]], dict(zip(first["moves"][1:], first["losses"], strict=True))
        right = {move for move, (_, _, high) in losses.items() if high < good}
        wrong = {move for move, (low, _, high) in losses.items() if low > 0 and high >= good}
        assert set(square.right) == {first["moves"][0], *right}, position.name
        assert set(square.wrong) <= wrong, position.name
        assert max(losses[move][1] for move in wrong) >= LEAST[first["measure"]], position.name
        assert further, position.name
        for more in further:
            losses = dict(zip(more["moves"][1:], more["losses"], strict=True))
            assert not any(high < 0 for _, _, high in losses.values()), position.name
            assert all(losses[move][1] > 0 for move in square.wrong), position.name


def test_the_game_of_a_position_can_be_played_again():
    """From the board that was asked for, the seed of its map and its players; v26 plays as it always did."""
    old = ("v26", "v26?pact=off&strategic_stilling=off", "v17")
    positions_of_v26 = [position for position in suite() if set(position.source.players) <= set(old)]
    (position, *_) = sorted(positions_of_v26, key=lambda each: each.state.owner.size)
    size, _, seed = position.source.game.split()
    width, height = map(int, size.split("x"))
    state = generate(width, height, len(position.source.players), int(seed))
    seats = [who.parameters for who in players(position.source.players)]
    replay = Arena(state.height, state.width).play(seats, state, record=True).replay
    assert np.array_equal(replay.owner[position.turn], position.state.owner)
    assert np.array_equal(replay.strength[position.turn], position.state.strength)


def test_the_champion_finds_its_share():
    """At least the floor; and the same answers every time, because the budget is counted in steps."""
    (champion,) = players(["champion"])
    answers = [of_player(position, champion) for position in suite()]
    found = sum(answer.verdict is Verdict.RIGHT for answer in answers)
    assert found >= FLOOR * len(answers), answers
    assert f"The champion finds {found} of the {len(answers)}" in PAGE.read_text(encoding="utf-8")
    assert [of_player(position, champion) for position in suite()[:10]] == answers[:10]
