"""What can be asked of a page and of the laboratory alike: how far sliders go, and how many futures are played."""

MOST_SEEDS = 32  # games on either side of one comparison, at most
CONFIDENCE = 0.95  # of the intervals around what futures have in the mean
SCANNED = {"alpha": (0.01, 0.9), "potential_degradation_step": (0.0, 2.0), "enemy_ROI": (-10.0, 2.0)}
"""The parameters of the field, and how far its slider goes: where the presets and what tuning tries lie well inside."""

STEPS = 32  # values looked at from the present one to an end; what flips back between two is not seen
HALVINGS = 8  # times a step in which a move flips is halved: the flip is then known to 1/8192 of the way to the end
