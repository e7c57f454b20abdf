"""How long a turn takes: the figures of docs/2-speed.md, as ratios within one run where two things are compared."""
