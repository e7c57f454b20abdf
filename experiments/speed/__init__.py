"""What a turn costs: the figures of docs/2-speed.md, as ratios within one run where two things are compared."""
