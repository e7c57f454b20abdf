"""e to the power of x by multiplication, addition and division alone, which round alike on every machine.

The C library's function and a browser's differ in their last bits. Moves depend on these: a bot, a page and another
platform's laboratory would not play the same games.
"""

from ..ground.compiled import uncounted

LN2_HIGH, LN2_LOW = float.fromhex("0x1.62e42fefa0000p-1"), float.fromhex("0x1.cf79abc9e3b39p-40")
"""Parts of the logarithm of 2. The first is so short that its multiples are exact."""

TERMS = 13
"""Of the power series, for at most half of ln 2; the next one is below the last bit."""

LOWEST = -746.0
"""From here on the result is 0: half of the smallest number, or less."""


@uncounted
def exponential(x: float) -> float:
    """Return e to the power of x, for x from minus infinity to 0; within two units in the last place."""
    if x < LOWEST:
        return 0.0
    halvings = int(0.5 - x / LN2_HIGH)
    rest = (x + halvings * LN2_HIGH) + halvings * LN2_LOW
    power = 1.0
    for n in range(TERMS, 0, -1):
        power = 1.0 + rest * power / n
    for _ in range(halvings):
        power *= 0.5
    return power
