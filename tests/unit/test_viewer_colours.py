"""Colours with a meaning can be told apart with every kind of colour vision."""

import re
from itertools import combinations, product

import numpy as np
import pytest

from bot import Reason
from viewer.bundle import ROOT as PAGE

SIGHTS = {
    "usual": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
"""Linear RGB as people see it who lack one kind of cone: Machado, Oliveira and Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", 2009."""

XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
WHITE = [0.95047, 1, 1.08883]
JUST_APART = 10  # in CIELAB; 2.3 is what an eye can just tell apart when both lie side by side


OUTSTANDING = 2.2  # contrast with the ground
GROUNDS = {"dark": "#11151a", "light": "#fafbfc"}


def brightness(colour):
    return linear(colour) @ [0.2126, 0.7152, 0.0722]


def linear(colour):
    channels = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def seen(colour, sight):
    light = np.clip(np.array(SIGHTS[sight]) @ linear(colour), 0, 1)
    x, y, z = (np.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116 for part in XYZ @ light / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def colours(file, pattern):
    text = (PAGE / file).read_text("utf-8")
    return re.findall(r"#[0-9a-f]{6}", re.search(pattern, text, re.DOTALL)[1])


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_players_or_reasons_look_alike_and_no_reason_like_a_player(sight, theme):
    players, reasons = (colours(file, rf"{theme}: (\[.*?\])")[1:] for file in ("core/colours.js", "explain/choices.js"))
    assert min(len(players), len(reasons)) >= 6
    pairs = [*combinations(players, 2), *combinations(reasons, 2), *product(players, reasons)]
    distances = {pair: np.linalg.norm(seen(pair[0], sight) - seen(pair[1], sight)) for pair in pairs}
    worst = min(distances, key=distances.get)
    assert distances[worst] >= JUST_APART, f"{' and '.join(worst)} are {distances[worst]:.1f} apart"


def unused(theme):
    """A colour that is as far as possible from those of players and reasons, and stands out from the ground."""
    taken = [
        each for file in ("core/colours.js", "explain/choices.js") for each in colours(file, rf"{theme}: (\[.*?\])")[1:]
    ]
    steps = [f"{value:02x}" for value in range(0, 256, 15)]
    found = [f"#{''.join(each)}" for each in product(steps, repeat=3)]
    found = [each for each in found if contrast(each, theme) >= OUTSTANDING]
    apart = np.full(len(found), np.inf)
    for sight in SIGHTS:
        there, here = (np.array([seen(each, sight) for each in some]) for some in (found, taken))
        apart = np.minimum(apart, np.linalg.norm(there[:, None] - here, axis=2).min(1))
    return found[apart.argmax()]


def contrast(colour, theme):
    """How far a colour stands out from the ground, as the rules of the web reckon it."""
    light, ground = brightness(colour), brightness(GROUNDS[theme])
    return (max(light, ground) + 0.05) / (min(light, ground) + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_reason_has_a_colour_that_stands_out_from_the_ground(theme):
    """Regression: two were drawn as unknown; "flows downhill" had the contrast 1.01, blue and navy were one."""
    reasons = colours("explain/choices.js", rf"{theme}: (\[.*?\])")
    assert len(reasons) == len(Reason), f"a {theme} colour that is far from all others: {unused(theme)}"
    assert min(contrast(each, theme) for each in reasons[1:]) >= OUTSTANDING
