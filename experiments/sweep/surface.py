"""Surface: the score as a smooth function of the parameters, fitted to all points of a sweep.

Quadratic with all products of two, seen through the logistic curve, as in R. Coulom, CLOP (2011). It is for the eye;
the verdict of a sweep never rests on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from experiments.arena.space import Axis
from experiments.stats.clop import features, fit

from .points import Design

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

Floats = npt.NDArray[np.float64]

RIDGE = 1.0  # games' worth of belief that nothing matters: keeps coefficients finite where few points vary


@dataclass(frozen=True, slots=True)
class Surface:
    """The fitted score over the axes that are ranges; lists of values are left out."""

    axes: tuple[int, ...]  # which axes of the design
    default: Floats  # (axes,) where the default stands, as shares of the way along each
    weights: Floats  # (terms,) of the features of a quadratic

    @classmethod
    def fitted(cls, design: Design, rows: pd.DataFrame) -> Surface | None:
        """Fit it to a row per point, in the order of the design; None for fewer points than terms and two more.

        rows   with the columns of the axes, score and games
        """
        axes = tuple(number for number, axis in enumerate(design.axes) if is_range(axis))
        shares = np.array([[design.axes[i].share(point.values[i]) for i in axes] for point in design.points])
        terms = features(2 * shares - 1) if axes else np.zeros((0, 0))
        if len(terms) < terms.shape[1] + 2 or not axes:
            return None
        ridge = np.array([0.0] + [RIDGE] * (terms.shape[1] - 1))  # a belief on all but the constant
        weights, _ = fit(terms, rows.score.to_numpy(), rows.games.to_numpy(np.float64), precision=ridge)
        return cls(axes, shares[0], weights)

    def along(self, moved: Mapping[int, Floats]) -> Floats:
        """Return the fitted score where some axes are moved and the others stay at the default.

        moved     number of an axis in the design -> (...) shares of the way along it
        Returns   (...) 0..1
        """
        shape = next(iter(moved.values())).shape
        shares = [moved.get(axis, np.full(shape, self.default[place])) for place, axis in enumerate(self.axes)]
        return np.asarray(expit(features(2 * np.stack(shares, axis=-1) - 1) @ self.weights))


def is_range(axis: Axis) -> bool:
    """Return whether the surface knows this axis."""
    return not axis.choices
