"""`python -m experiments.opponents.planner`."""

from experiments.opponents.program import main

main("planner")
