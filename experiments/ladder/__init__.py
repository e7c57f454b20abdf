"""Ladder: rates several players against one another, until the intervals are narrow enough or all blocks are played."""
