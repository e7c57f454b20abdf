"""`python -m experiments.opponents.matcher`."""

from experiments.opponents.program import main

main("matcher")
