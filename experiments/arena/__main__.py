"""`python -m experiments.arena PLAYER...` compiles for these players."""

import sys

from .arena import compile_for
from .players import player

for name in sys.argv[1:]:
    compile_for(player(name).parameters)
