"""The largest game that the window opens."""

LARGEST_UPLOAD = 64 << 20
"""Bytes of a file that may be sent or opened; the longest game on the largest official board has 12 MB."""

LARGEST_TEXT = 256 << 20
"""Bytes of its text, which a small gzip file could make as long as it likes."""
