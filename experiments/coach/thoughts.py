"""Thoughts: what the policy thinks on a turn, as the board shows it, and its reason for one square in words."""

from typing import Any

import numpy as np

from bot import Parameters, Reason, decide
from bot.program.explanation_file import described, header, line
from experiments.recordings.watched import Watched


def thought(watched: Watched, seat: int, frame: int, policy: Parameters, square: int | None) -> dict[str, Any]:
    """Return the policy's thoughts on a frame: for the viewer, and about `square` (y * W + x), if there is one."""
    view = watched.view(frame, seat)
    explanation = decide(view, watched.memory(frame, seat), policy, explain=True).explanation
    assert explanation is not None
    recorded = watched.replay.moves[frame]
    differs = (explanation.order >= 0) & (explanation.move != recorded)
    turn = {"turn": frame, **described(explanation), "differs": np.flatnonzero(differs).tolist()}
    # As text: it holds numbers beyond all bounds, which only the explanation's own form can write.
    told: dict[str, Any] = {"header": line(header(view, policy, "replay")), "turn": line(turn)}
    if square is not None:
        reason = Reason(int(explanation.reason.flat[square]))
        told["square"] = {
            "x": square % view.width, "y": square // view.width, "reason": reason.sentence,
            "knobs": list(reason.parameters), "recorded": int(recorded.flat[square]),
            "policy": int(explanation.move.flat[square]),
        }  # fmt: skip
    return told
