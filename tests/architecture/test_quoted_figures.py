"""A figure that a document gives with the number of a result is that of its file in experiments/results."""

import re

import pytest

from experiments.match.experiment import published
from notebooks.entries import entries, entry
from tests.support.project import name_of, tracked

WHERE = ("README", "CONTRIBUTING", "CHANGELOG", "docs/")
DOCUMENTS = [path for path in tracked() if path.suffix == ".md" and name_of(path).startswith(WHERE)]
BOOK = dict(published().all())
SHARE = re.compile(r"(?P<share>[\d.]+) % of (?P<games>\d+)(?: games| duels)?[^().|]*? \(E-(?P<number>\d{4})\)")
SIZE = re.compile(r"\*{0,2}(?P<size>[-+][\d.]+(?: ± [\d.]+| \([-+][^()]+\)))\*{0,2}(?: Elo)? \(E-(?P<number>\d{4})\)")


def quotes(pattern):
    texts = {name_of(path): " ".join(path.read_text(encoding="utf-8").split()) for path in DOCUMENTS}
    return [
        pytest.param(found, id=f"{name} E-{found['number']}")
        for name, text in texts.items()
        for found in pattern.finditer(text)
    ]


@pytest.mark.parametrize("found", quotes(SHARE))
def test_a_share_of_opponents_beaten(found):
    asked = entry(int(found["number"]))
    shares = {round(100 * share, 1) for share in (asked.score.value, 1 - asked.score.value)}
    assert int(found["games"]) == len(asked.games)
    assert float(found["share"]) in shares


@pytest.mark.parametrize("found", quotes(SIZE))
def test_an_elo_with_its_interval(found):
    result = BOOK[int(found["number"])].result
    ends = [result.size or result.elo] if not result.ratings else [row[1:] for row in result.ratings]
    numbers = [float(number) for number in re.findall(r"[-+]?[\d.]+", found["size"])]
    if "±" in found["size"]:
        numbers = [numbers[0] - numbers[1], numbers[0], numbers[0] + numbers[1]]
    else:
        numbers = [numbers[1], numbers[0], numbers[2]]
    both = [tuple(each) for each in ends] + [tuple(-end for end in reversed(each)) for each in ends]
    assert any(numbers == pytest.approx(each, abs=0.11) for each in both), (found[0], ends)


def test_every_result_that_is_named_is_there():
    for path in DOCUMENTS:
        named = {int(number) for number in re.findall(r"\bE-(\d{4})\b", path.read_text(encoding="utf-8"))}
        assert named <= {number for number, each in BOOK.items() if each.result}, name_of(path)


def test_entries_are_the_newest_of_their_line_ups():
    measured = entries()
    assert len({each.lineup for each in measured}) == len(measured)
    (again,) = [each.number for each in measured if each.lineup == entry(19).lineup]
    assert again > 19
