"""What a simple bot needs to sit at the table: the board as lists, and the conversation. No packages."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

STILL, NORTH, EAST, SOUTH, WEST = range(5)


@dataclass
class Board:
    """The torus as one list for each layer; square i is at row i // width, column i % width."""

    me: int
    width: int
    height: int
    production: list[int]
    owner: list[int] = field(default_factory=list)
    strength: list[int] = field(default_factory=list)

    def step(self, square: int, direction: int) -> int:
        """Return the square one step away."""
        row, column = divmod(square, self.width)
        if direction in (NORTH, SOUTH):
            row = (row + (1 if direction == SOUTH else -1)) % self.height
        elif direction != STILL:
            column = (column + (1 if direction == EAST else -1)) % self.width
        return row * self.width + column

    def around(self, square: int) -> Iterator[tuple[int, int]]:
        """Return the four neighbours, each as (direction, square)."""
        return ((direction, self.step(square, direction)) for direction in (NORTH, EAST, SOUTH, WEST))

    def read(self, line: str) -> None:
        """Take over a frame: runs of owners, then all strengths."""
        numbers = list(map(int, line.split()))
        squares = self.width * self.height
        runs, self.strength = numbers[:-squares], numbers[-squares:]
        self.owner = [
            owner for count, owner in zip(runs[::2], runs[1::2], strict=True) for owner in [owner] * count
        ]  # fmt: skip


def play(name: str, direction: Callable[[Board, int], int]) -> None:
    """Play a game on standard input and output: `direction(board, square)` moves each of our squares."""
    me, (width, height) = int(input()), map(int, input().split())
    board = Board(me, width, height, list(map(int, input().split())))
    board.read(input())
    print(name, flush=True)
    for line in sys.stdin:
        board.read(line)
        orders = ((square, direction(board, square)) for square, owner in enumerate(board.owner) if owner == me)
        print(" ".join(f"{square % width} {square // width} {way}" for square, way in orders if way), flush=True)


def way_out(board: Board, square: int) -> int:
    """Return the direction in which our land ends soonest; NORTH when it never does."""
    best, nearest = NORTH, min(board.width, board.height) // 2
    for direction, place in board.around(square):
        distance = 1
        while board.owner[place] == board.me and distance < nearest:
            place, distance = board.step(place, direction), distance + 1
        if distance < nearest:
            best, nearest = direction, distance
    return best
