"""The tactical suite: its positions, a check of their evidence, and the share that the champion finds."""

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np

from engine import generate
from experiments.arena.arena import Arena
from experiments.positions import report
from experiments.positions.asked import answer, players
from experiments.positions.document import text
from experiments.positions.evidence import Measure
from experiments.positions.folder import ENDING, fingerprint, positions
from experiments.positions.position import THEMES, Verdict

SUITE = Path(__file__).parents[1] / "positions" / "suite"
PAGE = Path(__file__).parents[2] / "docs" / "24-positions.md"

AS_GOOD = {Measure.BEATEN: 0.05, Measure.LEAD: 15.0, Measure.SQUARES: 0.25}
"""A move that surely loses less than this is right too."""

LEAST = {Measure.BEATEN: 0.15, Measure.LEAD: 60.0, Measure.SQUARES: 1.0}
"""The mean loss that the worst move of a position costs at least."""

FLOOR = 0.4
"""The share that the champion finds at least; page 24 has what it really finds."""


@cache
def suite():
    """All positions."""
    return positions(SUITE)


def test_the_suite_is_spread_over_themes_boards_players_and_games():
    """Sixty positions and more, all themes, boards of 20 to 50, two to six players, not all of a few games."""
    found = suite()
    started = Counter(len(position.memories) for position in found)
    sides = {max(position.state.owner.shape) for position in found}
    games = Counter(position.source.game for position in found)
    assert len(found) >= 60
    assert Counter(position.theme for position in found).keys() == THEMES.keys()
    assert set(started) == {2, 3, 4, 5, 6}
    assert min(sides) <= 20
    assert max(sides) >= 50
    assert max(games.values()) <= 6
    assert len(games) >= 25
    assert len({fingerprint(position) for position in found}) == len(found), "no question is asked twice"
    assert {path.stem for path in SUITE.glob(f"*{ENDING}")} == {position.name for position in found}
    assert sum(bool(position.note) for position in found) >= 40, "a person has read some"


def test_every_position_stands_on_its_evidence():
    """Its file is in normal form, and its moves are what the futures call right and wrong."""
    for position in suite():
        (choice,), (first, *further) = position.choices, position.evidence
        assert (SUITE / f"{position.name}{ENDING}").read_text(encoding="utf-8") == text(position), position.name
        assert first.futures >= 60, position.name
        good, losses = AS_GOOD[first.measure], dict(zip(first.moves[1:], first.losses, strict=True))
        right = {move for move, loss in losses.items() if loss.high < good}
        wrong = {move for move, loss in losses.items() if loss.low > 0 and loss.high >= good}
        assert set(choice.right) == {first.moves[0], *right}, position.name
        assert set(choice.wrong) <= wrong, position.name
        assert max(losses[move].value for move in wrong) >= LEAST[first.measure], position.name
        assert further, position.name
        for more in further:
            losses = dict(zip(more.moves[1:], more.losses, strict=True))
            assert not any(loss.high < 0 for loss in losses.values()), position.name
            assert all(losses[move].value > 0 for move in choice.wrong), position.name


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
    answers = [answer(position, champion) for position in suite()]
    found = report.hits(answers)
    assert found >= FLOOR * len(answers), "\n".join(report.missed(answers))
    assert f"| all | {len(answers)} | {found}, " in PAGE.read_text(encoding="utf-8")
    again = [answer(position, champion).chosen for position in suite()[:10]]
    assert again == [each.chosen for each in answers[:10]]
    assert {each.verdict for each in answers} <= set(Verdict)
