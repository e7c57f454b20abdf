"""`mechanisms`: which mechanisms of a school act?"""

from typing import Annotated

import typer


def mechanisms(
    school: Annotated[str, typer.Argument(help="the name of a school, such as unifier")],
    only: Annotated[list[str] | None, typer.Argument(metavar="[KNOB...]", help="these knobs; default: all")] = None,
) -> None:
    """Print the moves that each mechanism of a school changes in six games, and its worth by the ledger.

    The table of the school's page. The school plays six games, with two to four players; in all of their frames it is
    asked again with each knob at its neutral value, or at the ends of its range. Nothing is stored. The line below the
    table has the PLAY that it belongs to.

    Exit code 0: every mechanism changes a move; 1: one changes none; 2: there is no such school.
    """
    from experiments.match import mechanisms as verb  # imported here: it loads slowly
    from experiments.opponents import registry

    if school not in registry.NAMES:
        raise typer.BadParameter(f"there is no school {school!r}, only {', '.join(registry.NAMES)}")
    played = registry.school(school)
    counted = list(verb.rows(played, only or ()))
    typer.echo(f"{verb.table(played, counted)}\n\nCounted for {school}, PLAY {played.play}.")
    raise typer.Exit(any(row.changed == 0 for row in counted))
