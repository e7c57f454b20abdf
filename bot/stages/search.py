"""The memory of the combat search."""

from typing import NamedTuple

from .. import kernels
from .answers import Outlook
from .beliefs import Beliefs
from .fronts import Front


class Search(NamedTuple):
    """What one player's combat search works in; the beliefs last from turn to turn."""

    scratch: kernels.Scratch
    front: Front  # ours
    rival: Front  # of the enemy that searches as we do
    beliefs: Beliefs
    outlook: Outlook
