"""The knobs, until the frame is there."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Knobs:
    horizon: float = 25.0
    behind: float = 0.4
    foresight: float = 0.0
    patience: int = 12
    reach: int = 4
    ratio: float = 0.1
    calm: float = 7.0
    battle: float = 7.0
    influence: float = 1.0
    bold: float = 1.5
    nearby: int = 2
    kill: float = 1.0
    trust: float = 0.6
    rounds: int = 6
    slots: bool = True
    least: float = 1.0
    forecast: int = 3
    dense: float = 1.2
    fast: float = 1.2
    front_bonus: float = 0.2
    pact: str = "off"
    delay: float = 8.0
    thrift: float = 0.8
    war: float = 10.0
    meld: bool = True
    second: int = 0
