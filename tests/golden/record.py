"""Record what presets and opponents answer on the reference positions: `python -m tests.golden.record v26 matcher`.

Without names all of them. Do so when play has changed on purpose, after raising the PLAY of the player.
`answers/NAME.xz` has a byte for each square with an owner who moves, in the order of the positions.
"""

import lzma
import sys
from itertools import islice
from pathlib import Path

import numpy as np

from bot import PRESETS
from experiments.opponents.opponent import NAMES, opponent
from tests.golden.reference import answers_of

FOLDER = Path(__file__).with_name("answers")
MOVES = "STILL", "NORTH", "EAST", "SOUTH", "WEST"


def players():
    """Return the players whose answers are recorded, by name."""
    return {**PRESETS, **{name: opponent(name).family.defaults for name in NAMES}}


def record(name, answers, folder=FOLDER):
    """Write down what the player `name` answers."""
    moves = np.concatenate([answer.moves[_ours(answer)] for answer in answers])
    (folder / f"{name}.xz").write_bytes(lzma.compress(moves.tobytes(), preset=9 | lzma.PRESET_EXTREME))


def difference(name, answers, folder=FOLDER):
    """Return where these answers differ from the recorded ones, in a sentence that says what to do; None if nowhere."""
    wrong = [
        (answer, moves, squares)
        for answer, moves in zip(answers, _recorded(name, answers, folder), strict=True)
        if len(squares := np.argwhere(answer.moves != moves))
    ]
    if not wrong:
        return None
    answer, moves, squares = wrong[0]
    y, x = squares[0]
    place = "PLAY in bot/" if name in PRESETS else f"play of OPPONENT in experiments/opponents/{name}"
    return (
        f"{name} moves differently on {sum(len(each) for *_, each in wrong)} squares of {len(wrong)} frames. First: "
        f"square ({x}, {y}) of {answer.scene.name!r}, turn {answer.view.turn}, player {answer.view.me}: recorded "
        f"{MOVES[moves[y, x]]}, now {MOVES[answer.moves[y, x]]}. If play was to change: raise {place}, so "
        f"that stored games are not mixed with new ones, and run `python -m tests.golden.record {name}`"
    )


def _recorded(name, answers, folder):
    moves = lzma.decompress((folder / f"{name}.xz").read_bytes())
    expected = sum(int(_ours(answer).sum()) for answer in answers)
    assert len(moves) == expected, (
        f"{len(moves)} squares are recorded of {name}, the positions have {expected}: "
        f"`python -m tests.golden.record {name}` records them"
    )
    left, recorded = iter(moves), []
    for answer in answers:
        ours = _ours(answer)
        recorded.append(np.zeros(ours.shape, np.uint8))
        recorded[-1][ours] = list(islice(left, int(ours.sum())))
    return recorded


def _ours(answer):
    return answer.view.owner == answer.view.me


if __name__ == "__main__":
    known = players()
    if unknown := [name for name in sys.argv[1:] if name not in known]:
        sys.exit(f"no answers are recorded of {', '.join(unknown)}; players: {', '.join(known)}")
    for chosen in sys.argv[1:] or known:
        record(chosen, answers_of(known[chosen]))
