"""The generated parts of the documents: `python -m tests.support.documents` writes them again.

Each stands between `<!-- generated: NAME -->` and `<!-- end -->`; TABLES has its function. Figures come from results
on file, in experiments/results.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field
from pathlib import Path
from typing import Any

from bot import DEFAULT, PRESETS
from bot.parameters.declaration import format_range, format_value, groups
from bot.parameters.presets import DEFINITIONS
from engine import writing
from experiments.match.experiment import read_all
from experiments.stats import Interval
from experiments.stats.words import format_interval, percent
from notebooks.entries import Entry, entry
from tests.support.project import tracked

PART = re.compile(r"(?<=<!-- generated: )(?P<name>[\w-]+) -->\n.*?(?=<!-- end -->)", re.DOTALL)
CHAMPION = "champion?opening_search=300"

# Opponents of the champion, and the result.
DUELS = {
    "v12": 365, "v17": 364, "v26": 363, "v26 without pact and stilling": 362, "`planner`": 358, "`unifier`": 354,
}  # fmt: skip
TABLES_OF_MORE = {
    "three of v26": 372, "five of v26": 375, "`planner`, `matcher`, `unifier`": 378,
    "`planner`, `unifier`, `matcher`": 376, "`matcher`, `planner`, `unifier`": 377, "`unifier` and four like it": 371,
}  # fmt: skip
FIRST_TO_READ = ("v12", "v17", "v26", "`unifier`", "three of v26", "`unifier` and four like it")

# An idea of v26 with the parameter that switches it off; results on v26 and on v26 without its pact, each in duels and
# among four. A minus: the result is the lead of the player without the idea.
IDEAS = {
    "capture trees, `red_green`": (-6, -7, -57, -58),
    "the dodge, `dodge`": (-4, -5, -59, -60),
    "the longer hold in combat, `fixed_hold`": (-10, -11, -61, -62),
    "stilling, `strategic_stilling`": (-8, -9, -63, -64),
    "the pact, `pact`": (-12, -13, None, None),
    "the wall's price, `wall_factor`": (302, 303, None, None),
    "a pact only `until_met`": (304, 305, None, None),
}
OF_IDEAS = ("v26, duels", "v26, four players", "v26 without its pact, duels", "the same, four players")
# A part of the champion, results against itself without it in duels and among four.
SEARCHES = {
    "combat search, `combat_search`": (331, 292), "counting the next blows, `search_answer`": (332, 334),
    "a model that searches, `rival_search`": (None, 265), "opening search, `opening_search`": (290, 301),
    "300 openings instead of 60": (353, None), "1,200 instead of 300, up to 30 x 30": (366, None),
    "other parameters in a duel, `campaign_search`": (350, None), "choosing whom to fight, `war_every`": (None, 349),
    "route cost, `route_cost`": (330, None), "the dodge, `dodge`": (347, None),
    "caution about contact, `pact_caution`": (259, 262), "standing still left out, `strategic_stilling`": (351, None),
    "weights of the search found by CLOP": (308, 317),
}  # fmt: skip
TUNED = {
    "six parameters of v26 found by CLOP": (14,),
    "the same on other maps": (18,),
    "six parameters of v26 found by the genetic algorithm": (295,),
    "v26 without pact and stilling": (16,),
    "v26 with `pact_heads_up=off` and without stilling, among four": (17,),
    "when a square moves, found by CLOP, on the champion": (321,),
}
# Results of the opponents against v12, v17, v26 and the champion.
OPPONENTS = {
    "amortizer": (293, 300, 294, None), "friendly": (246, 298, 248, None), "matcher": (251, 299, 254, None),
    "planner": (250, 297, 253, 237), "unifier": (249, 296, 252, 226),
}  # fmt: skip


def all_strengths() -> str:
    """Return all rows, and where duels are lost."""
    duels = [game for number in DUELS.values() for game in entry(number).games]
    small = [game for game in duels if game.map.height <= 30]
    lost, lost_small = (sum(game.place(CHAMPION) != 1 for game in games) for games in (duels, small))
    to_unifier = sum(game.place("unifier") == 1 for game in duels if "unifier" in game.players)
    return (
        f"{_strengths([*DUELS, *TABLES_OF_MORE])}\n"
        f"It lost {lost_small} of {len(small)} duels on boards up to 30 x 30 and {lost - lost_small} of "
        f"{len(duels) - len(small):,} on larger ones, {to_unifier} of these {lost} to `unifier`.\n"
    )


def ladders() -> str:
    """Return the Elo of every player above v26 in the ladders of two, four and six players."""
    rated = {n: each for n, each in read_all() if each.ladder and not each.ladder.gauntlet and each.result}
    elo: dict[str, list[str]] = {}
    for each in rated.values():
        for name, *ends in each.result.ratings:
            low, value, high = (f"{end:+.0f}" for end in ends)
            elo.setdefault(name, []).append(f"{value} ({low} to {high})" if name != "v26" else "0")
    columns = [f"{each.ladder.seats} players, E-{number:04}" for number, each in rated.items()]
    return _table(["player", *columns], [[f"`{name}`", *row] for name, row in elo.items()])


def _gains(header: Sequence[str], rows: Mapping[str, Sequence[int | None]]) -> str:
    return _table(header, [[name, *map(_worth, numbers)] for name, numbers in rows.items()])


def opponents() -> str:
    header = ["", "v12", "v17", "v26", "champion"]
    return _table(header, [[f"`{name}`", *(_won(name, n) for n in row)] for name, row in OPPONENTS.items()])


def _strengths(rows: Iterable[str]) -> str:
    header = ["champion against", "games", "maps", "beaten", "first", "result"]
    entries = {name: entry((DUELS | TABLES_OF_MORE)[name]) for name in rows}
    assert all(each.lineup[0] == CHAMPION for each in entries.values())
    return _table(header, [[name, *_strength(each)] for name, each in entries.items()])


def _strength(each: Entry) -> list[str]:
    firsts = f"{100 * each.firsts:.1f} %"
    return [str(len(each.games)), str(len(each.shares)), percent(each.score), firsts, _name(each)]


def _worth(number: int | None) -> str:
    """Return the Elo that a change gains, and the result; the one that leads without it has a minus."""
    if number is None:
        return ""
    each = entry(abs(number))
    ends = each.asked.result.size or each.asked.result.elo
    gain = Interval(*ends) if number > 0 else Interval(*(-end for end in reversed(ends)))
    text = format_interval(gain)
    return f"{f'**{text}**' if gain.low * gain.high > 0 else text} ({_name(each)})"


def _won(name: str, number: int | None) -> str:
    if number is None:
        return ""
    each = entry(number)
    share = each.score.value if each.lineup[0] == name else 1 - each.score.value
    return f"{100 * share:.1f} % of {len(each.games)} ({_name(each)})"


def _name(each: Entry) -> str:
    return f"E-{each.number:04}"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def parameter_tables() -> str:
    """Return for every group a table with a row for every parameter."""
    others = [name for name in PRESETS if name != DEFAULT]
    header = ["parameter", DEFAULT, "other presets", "range, unit", "why", "does nothing"]
    parts = []
    for title, names in groups(DEFINITIONS).items():
        parts.append(f"## {title}\n\n{_table(header, [_row(DEFINITIONS[name], others) for name in names])}")
    return "\n".join(parts)


def _row(spec: "Field[Any]", others: Sequence[str]) -> list[str]:
    values = {name: getattr(parameters, spec.name) for name, parameters in PRESETS.items()}
    return [
        f"`{spec.name}`",
        format_value(values[DEFAULT]),
        _differing({name: values[name] for name in others if values[name] != values[DEFAULT]}),
        _range(spec),
        spec.metadata["why"],
        _idle(spec.metadata),
    ]


def _differing(values: Mapping[str, Any]) -> str:
    """Return presets by their value: v12, v17: on."""
    by_value: dict[str, list[str]] = {}
    for name, value in values.items():
        by_value.setdefault(format_value(value), []).append(name)
    return "; ".join(f"{', '.join(names)}: {value}" for value, names in by_value.items())


def _range(spec: "Field[Any]") -> str:
    """Return the range with its unit. The unit of choices comes first: after them it would look like another choice."""
    unit: str = spec.metadata["unit"]
    if spec.metadata["choices"]:
        return f"{unit}: {', '.join(spec.metadata['choices'])}"
    if isinstance(spec.default, bool | str):
        return unit
    return f"{format_range(spec).replace('..', ' … ')}, {unit}"


def _idle(known: Any) -> str:
    """Return when the parameter changes no move, in a few words."""
    if known["silent"]:  # the name, or what needs a clock
        return "always: it changes no move" if known["unit"] == "text" else "in the laboratory, which has no clock"
    parts = [] if known["off"] is None else [f"at {format_value(known['off'])}"]
    if known["of"]:
        parts.append(f"while `{known['of']}` is {format_value(DEFINITIONS[known['of']].metadata['off'])}")
    if known["rulesets"]:
        parts.append(f"except in {', '.join(known['rulesets'])}")
    return "; ".join(parts)


TABLES: dict[str, Callable[[], str]] = {
    "strength": lambda: _strengths(FIRST_TO_READ),
    "all-strengths": all_strengths,
    "ladders": ladders,
    "ideas": lambda: _gains(["idea", *OF_IDEAS], IDEAS),
    "searches": lambda: _gains(["part", "duels", "four players"], SEARCHES),
    "tuned": lambda: _gains(["change", "Elo"], TUNED),
    "opponents": opponents,
    "parameters": parameter_tables,
}


def renewed(text: str) -> str:
    return PART.sub(lambda part: f"{part['name']} -->\n\n{TABLES[part['name']]()}\n", text)


def generated() -> dict[Path, str]:
    """Return every document that has generated parts, as it should be."""
    documents = [path for path in tracked() if path.suffix == ".md"]
    texts = {path: path.read_text(encoding="utf-8") for path in documents}
    return {path: renewed(text) for path, text in texts.items() if PART.search(text)}


if __name__ == "__main__":
    for path, text in generated().items():
        writing.write(path, text)
