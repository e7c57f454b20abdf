"""Recorded games: their frames and decisions, the events in them, the explanations beside them, and pictures."""
