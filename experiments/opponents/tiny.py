"""The whole game in fewer than forty lines, without a library: the smallest bot that is not a joke, and a template."""

import sys

me = int(input())
width, height = map(int, input().split())
production = list(map(int, input().split()))
input()  # the map, which comes again as the first turn's frame
print("tiny", flush=True)


def neighbours(i: int) -> list[int]:
    """Return the squares north, east, south and west of square i, on the torus."""
    y, x = divmod(i, width)
    north, south = (y - 1) % height, (y + 1) % height
    return [north * width + x, y * width + (x + 1) % width, south * width + x, y * width + (x - 1) % width]


def choose(i: int, owner: list[int], strength: list[int]) -> int:
    """Return 0 still, 1 north, 2 east, 3 south, 4 west."""
    if strength[i] < 5 * production[i]:
        return 0  # moving costs a turn of production: gather five first
    around = neighbours(i)
    takeable = [d for d, j in enumerate(around) if owner[j] != me and strength[j] < strength[i]]
    if takeable:
        return 1 + max(takeable, key=lambda d: production[around[d]])
    is_inside = all(owner[j] == me for j in around)
    return (1, 4)[(i // width + i) % 2] if is_inside else 0  # north or west: both lead to a border


for line in sys.stdin:
    numbers = list(map(int, line.split()))
    runs, strength = numbers[: -width * height], numbers[-width * height :]
    owner = [o for count, o in zip(runs[::2], runs[1::2], strict=True) for _ in range(count)]
    moves = [(i, choose(i, owner, strength)) for i in range(width * height) if owner[i] == me]
    print(" ".join(f"{i % width} {i // width} {d}" for i, d in moves if d), flush=True)
