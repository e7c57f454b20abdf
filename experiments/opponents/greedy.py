"""The starter bot with three improvements: take what pays best, gather before walking, walk to the border.

It plans no further than the next square: it considers neither the land behind a border nor overkill.
"""

from starter.hlt import STILL, Board, play, way_out  # pyrefly: ignore[missing-import] - found beside this script

GATHER = 5  # turns of its own production before a square leaves it


def worth(board: Board, target: int) -> float:
    """Return production for each point of strength that taking the square costs."""
    return board.production[target] / max(board.strength[target], 1)


def direction(board: Board, square: int) -> int:
    """Capture the best neighbour when strong enough, else gather, else bring strength to the border."""
    borders = [(way, target) for way, target in board.around(square) if board.owner[target] != board.me]
    if borders:
        way, target = max(borders, key=lambda border: worth(board, border[1]))
        return way if board.strength[target] < board.strength[square] else STILL
    if board.strength[square] < GATHER * board.production[square]:
        return STILL
    return way_out(board, square)


if __name__ == "__main__":
    play("greedy", direction)
