"""What everything stands on: the board as arrays, the torus, memory between turns, what compiled means."""
