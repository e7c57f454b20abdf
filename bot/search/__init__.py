"""What the champion adds to the greedy moves: opening, campaign, council, beliefs and the combat search."""
