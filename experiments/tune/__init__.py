"""Tunes parameters by games: a search over development maps, and a verdict on maps that it never saw."""
