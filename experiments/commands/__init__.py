"""The commands: a file for each, which turns options into one call."""

from .analyse import analyse
from .coach import coach
from .contact import contact
from .database import database
from .decisions import decisions
from .explain import explain
from .film import film
from .games import games
from .ladder import ladder
from .league import league
from .match import match
from .parameters import parameters
from .picture import picture
from .propose import propose
from .prove import prove
from .signature import signature
from .site import site
from .speed import speed
from .sweep import sweep
from .tag import tag
from .tags import suite, tags
from .tune import tune
from .watch import watch

VERBS = (
    decisions,
    parameters,
    picture,
    speed,
    match,
    contact,
    ladder,
    sweep,
    tune,
    games,
    prove,
    analyse,
    explain,
    film,
    watch,
    league,
    coach,
    tag,
    propose,
    tags,
    suite,
    site,
    signature,
)

__all__ = ["VERBS", "database"]
