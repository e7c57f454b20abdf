"""`python -m experiments.opponents.friendly`."""

from experiments.opponents.program import main

main("friendly")
