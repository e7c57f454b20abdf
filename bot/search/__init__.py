"""What the champion adds to the greedy moves: opening search, war planner, parameter search, combat search."""
