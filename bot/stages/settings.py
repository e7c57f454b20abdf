"""What the searches vary, and which models of an enemy they use. Nothing here needs a compiler."""

from collections.abc import Mapping
from typing import NamedTuple

from ..knobs.parameters import PRESETS, Parameters, changed


class Range(NamedTuple):
    """The values that a candidate may have for one parameter."""

    name: str
    low: float
    high: float
    grows: bool  # by factors: half of the draws lie below the geometric mean


ALPHA, STEP, HOLD, INTENSITY, ROUTE, CAPTURE = range(6)
"""Places in RANGES; compiled code has no attributes by name."""

RANGES = (
    Range("alpha", 0.04, 0.5, grows=True),
    Range("potential_degradation_step", 0.04, 1.5, grows=True),
    Range("hold_until", 3.0, 8.0, grows=False),
    Range("int_max", 0.3, 0.8, grows=False),
    Range("route_cost", 0.002, 0.05, grows=True),
    Range("capture_hold", 0.0, 4.0, grows=False),
)
"""What candidates differ in, and how far."""

INVITATION = Range("enemy_ROI", -1.2, -0.2, grows=False)
"""How much strength a fight draws. A campaign draws it from this whole range, not around the value in force."""

MODELS: Mapping[str, Parameters] = {
    "v26 without pact and stilling": changed(PRESETS["v26"], {"pact_heads_up": False, "strategic_stilling": False}),
    "v26": PRESETS["v26"],
    "v17": PRESETS["v17"],
    "hardly moves": changed(
        PRESETS["v26"], {"pact": "off", "hold_until": 255, "fixed_hold": True, "capture_hold": 255}
    ),
}
"""The procedures that an enemy may follow."""

SEARCHES = "searches as we do"
"""The model that rival_search adds, always the last; see bot.stages.rivals."""

SAMPLES = 8
"""Replies of the enemy that every change is judged against: eight 32-bit numbers fill one wide register."""
