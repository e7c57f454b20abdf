"""`python -m experiments.opponents.unifier`."""

from experiments.opponents.program import main

main("unifier")
