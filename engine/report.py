"""What is printed after a game: the official lines for machines, one table for people."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .names import shown
from .result import Result, Standing

_HEADS = ("rank", "territory", "strength", "production", "alive", "   mean", "  worst")


@dataclass(frozen=True, slots=True)
class Files:
    """The paths of a game's files."""

    replay: str | None = None  # None = not written
    logs: dict[int, str] = field(default_factory=dict)  # player number -> its log file, for ejected players


def quiet_lines(result: Result, files: Files, seed: int) -> str:
    """Return the output of the official program after a game with --quiet. As there, the last line has no newline."""
    lines = [f"{files.replay} {seed}\n"] if files.replay else []
    lines += [f"{each.player} {each.rank} {each.last_frame_alive}\n" for each in result.standings]
    timed_out = "".join(f"{each.player} " for each in result.timed_out) or " "
    logs = "".join(f"{path} " for path in files.logs.values()) or " "
    return "".join(lines) + f"{timed_out}\n{logs}"


def as_json(result: Result, files: Files, seed: int) -> dict[str, object]:
    """Return the result as plain values, with what only the command line knows."""
    logs = {str(player): path for player, path in files.logs.items()}
    return {"seed": seed, "replay": files.replay, **result.as_dict(), "logs": logs}


def fault_line(standing: Standing, command: str) -> str:
    """Return one line on an ejected bot: which, when, what, its last words. Empty when it was not ejected."""
    fault = standing.fault
    if fault is None:
        return ""
    words = f"last words: {fault.last_words[-1]}" if fault.last_words else "it printed nothing more"
    return f"player {standing.player} ({shown(command)}) was ejected {fault.when}: {shown(fault.detail)}; {words}"


def table(result: Result, commands: Sequence[str]) -> str:
    """Return the ranks, and what went wrong with whom.

    A bot that never moved is called by its command: its first line, officially its name, may be an error text.
    """
    lines: list[str] = ["  ".join((*_HEADS, "name"))]
    for each in result.best_first:
        owned = each.rank, each.territory, each.strength, each.production, each.last_frame_alive
        times = f"{each.mean_answer * 1000:.1f}ms", f"{each.worst_answer * 1000:.1f}ms"
        cells = (str(cell).rjust(len(head)) for cell, head in zip((*owned, *times), _HEADS, strict=True))
        name = each.name if each.has_moved else commands[each.player - 1]
        lines.append("  ".join((*cells, f"#{each.player} {shown(name)}")))
    lines.append("alive: last frame alive · mean, worst: time for an answer")
    for each in result.timed_out:
        assert each.fault is not None  # for the type checker: that is what timed out means
        earlier = [f"    | {words}" for words in each.fault.last_words[:-1]]
        line = fault_line(each, commands[each.player - 1])
        lines += ["", line, *earlier, f"  likely cause: {each.fault.likely_cause}"]
    return "\n".join(lines) + "\n"
