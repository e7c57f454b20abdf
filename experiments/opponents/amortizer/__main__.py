"""`python -m experiments.opponents.amortizer`."""

from experiments.opponents.program import main

main("amortizer")
