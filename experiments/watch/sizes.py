"""The largest game that the window opens."""

LARGEST_UPLOAD = 64 << 20
"""Bytes of a file that may be sent or opened; the longest game on the largest official board has 12 MB."""
