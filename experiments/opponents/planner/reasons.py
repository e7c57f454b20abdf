"""Why a square of the planner did what it did, as numbers: places in the list of reasons in __init__.py."""

NOTHING, PLANNED, CAPTURES, GATHERS, FLOWS, WAITS, RUNS, FIGHTS, SWAPS = range(9)
