"""The commands: a file for each, which turns options into one call. It is loaded when its command is named."""

from collections.abc import Mapping

# By the heading that `--help` shows them under.
VERBS: Mapping[str, tuple[str, ...]] = {
    "Watch and explain games": ("watch", "coach", "league", "explain", "analyse", "tags"),
    "Measure players": ("match", "ladder", "sweep", "tune", "growth", "speed"),
    "Keep the project up": ("site",),
}
