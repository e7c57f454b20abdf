"""The commands, flags, files, links and figures that the documents name are there."""

import functools
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from collections import Counter

import pytest
from click.testing import CliRunner

from bot.parameters import presets
from experiments.__main__ import laboratory
from experiments.match.experiment import read_all
from notebooks.entries import entries, entry
from tests.support.project import ROOT, blocks, name_of, texts, tracked

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
DOCUMENTS = [
    path for path in tracked() if path.suffix == ".md" and path.name != "front.md"
]  # whose links are the site's
OURS = [path for path in DOCUMENTS if name_of(path).startswith(("README", "CONTRIBUTING", "docs/"))]
NAMED = re.compile(r"(?<![\w./-])(?:[\w.-]+/)+[\w.-]+\.(?:py|js|toml|md|sh|jsonl\.xz)\b")

# Programs that are not ours: the reader's system has them, or the official Halite environment does.
NOT_OURS = {"conda", "java", "./halite", "py", "openssl", "export", "optuna-dashboard"}
PYTHONS = {"python", "python3", ".venv/bin/python", ".venv\\Scripts\\python"}
OUR_PROGRAMS = ("bot", "engine", "viewer", "experiments")


def commands() -> list[list[str]]:
    """Every command line of the documents, cut into words; a command handed to another in quotes counts as well."""
    pages = [path.read_text(encoding="utf-8") for path in OURS]
    found = [
        block.replace("\\\n", " ") for page in pages for language in ("sh", "bat") for block in blocks(page, language)
    ]
    lines = list(dict.fromkeys(re.sub(r" +# .*", "", line) for block in found for line in block.splitlines()))
    split = [words(line) for line in lines if line.strip() and not re.match(r"#|\w+=\"", line)]
    bare = [line[1:] if "=" in line[0] else line for line in split]
    inner = [words(word) for line in bare for word in line if " " in word and words(word)[0] in PYTHONS]
    return bare + inner


def words(line: str) -> list[str]:
    """A command line cut as a shell cuts it, but with backslashes kept: they are Windows paths here."""
    cut = shlex.shlex(line, posix=True, punctuation_chars=False)
    cut.whitespace_split, cut.escape = True, ""
    return list(cut)


@functools.cache
def help_of(*program: str) -> str:
    quiet = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    if program[:2] == ("-m", "experiments"):  # in this process: each would load the same libraries for a second
        return CliRunner(env=quiet).invoke(laboratory, [*program[2:], "--help"]).stdout
    words = [sys.executable, *program, "--help"]
    return subprocess.run(words, cwd=ROOT, env=os.environ | quiet, capture_output=True, text=True, check=True).stdout


def flags(arguments: list[str]) -> list[str]:
    """The flags among the words, without values: --alpha of --alpha=0.2."""
    return [word.partition("=")[0] for word in arguments if re.match(r"--?[A-Za-z]", word)]


@pytest.mark.slow
@pytest.mark.parametrize("line", commands(), ids=" ".join)
def test_a_command_that_begins_everything_exists(line):
    program, *arguments = line
    if program in NOT_OURS:
        return
    if program == "make":
        assert all(re.search(rf"^{target}:", MAKEFILE, re.MULTILINE) for target in arguments if "=" not in target)
    elif program in ("./play", "./test"):
        assert os.access(ROOT / program, os.X_OK)
        check_flags(arguments, ("-m", "engine") if program == "./play" else ("-m", "pytest"))
    elif program.endswith("pip"):
        check_files(arguments)
    else:
        assert program in PYTHONS, f"is {program} ours? If not, name it in NOT_OURS"
        check_python(arguments)


def check_python(arguments: list[str]) -> None:
    """`-m MODULE ...` or `FILE ...`: the module or file is there and knows the flags."""
    if arguments[0] != "-m":
        assert (ROOT / arguments[0]).exists() or arguments[0].startswith("../season/"), arguments[0]
        check_flags(arguments[1:], (arguments[0], *[word for word in arguments[1:2] if not word.startswith("-")]))
    elif arguments[1].partition(".")[0] in OUR_PROGRAMS:
        assert importlib.util.find_spec(arguments[1]), arguments[1]
        verb = [word for word in arguments[2:3] if arguments[1] == "experiments" and not word.startswith("-")]
        check_flags(arguments[2:], ("-m", arguments[1], *verb))
    else:
        assert importlib.util.find_spec(arguments[1]), arguments[1]
        check_files(arguments[2:])


def check_flags(arguments: list[str], program: tuple[str, ...]) -> None:
    for flag in set(flags(arguments)) - {"--help"}:
        assert re.search(rf"(?<![\w-]){re.escape(flag)}\b", help_of(*program)), f"{' '.join(program)} has no {flag}"


def check_files(arguments: list[str]) -> None:
    for name in arguments:
        assert not name.endswith((".lock", ".txt", ".toml")) or (ROOT / name).is_file(), name


def test_the_map_of_the_readme_shows_the_folders_that_are_there():
    (chart,) = (block for block in blocks(README, "text") if "MyBot.py" in block)
    drawn = {name for line in chart.splitlines() for name in re.findall(r"^\S+", line)}
    folders = {path.relative_to(ROOT).parts[0] + "/" for path in tracked() if path.parent != ROOT}
    assert {name for name in drawn if name.endswith("/")} == folders
    assert all((ROOT / name).exists() for name in drawn)


def test_the_readme_describes_every_preset_and_no_other():
    assert re.findall(r"^\| `(v\d+|champion)`", README, re.MULTILINE) == list(presets.PRESETS)


def test_a_file_that_a_document_names_is_there():
    invented = re.compile(
        r"NAME|NNNN|PARAMETER|miser|season/|theirs/|[a-z]\d/|laboratory-results/|mine\.pages/|example"
    )
    for path in OURS:
        text = re.sub(r"^```text.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        named = {name for name in NAMED.findall(text) if not invented.search(name)}
        bases = ROOT, ROOT / "experiments", ROOT / "viewer", path.parent
        missing = [name for name in named if not any((base / name).exists() for base in bases)]
        assert not missing, f"{name_of(path)} names {', '.join(missing)}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_a_link_leads_to_a_file_and_a_heading(document):
    from markdown.extensions.toc import slugify  # here, because it takes long to load

    prose = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\((?![a-z]+:)([^)\s]+)\)", prose):
        name, _, anchor = target.partition("#")
        page = document.parent / name if name else document
        assert page.exists(), f"{name_of(document)} links to {target}"
        if anchor and page.suffix == ".md":
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", page.read_text(encoding="utf-8"))
            headings = {slugify(heading, "-") for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
            assert anchor in headings, f"{name_of(document)} links to {target}"


def test_no_tracked_text_names_a_folder_of_one_machine_or_a_package_registry():
    machine = re.compile(r"(?<![\w.$}])/(?:work|root|home|Users)/\w")
    registry = re.compile(r"pypi\.org|pythonhosted\.org|registry\.npmjs|anaconda\.(?:org|com)|deb\.debian\.org")
    assert not [name for name, text in texts() if machine.search(text) or registry.search(text)]


# The site's navigation, `nav` in experiments/site/mkdocs.yml, is complete.


NAVIGATION = (ROOT / "experiments" / "site" / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
LISTED = re.findall(r"^ +- .+: (\S+\.(?:md|ipynb))$", NAVIGATION, re.MULTILINE)


def test_every_document_and_every_lesson_is_in_the_navigation_once():
    pages = [path for path in tracked() if path.suffix in (".md", ".ipynb")]
    names = {name_of(path) for path in pages if name_of(path).startswith(("docs/", "notebooks/"))}
    assert names <= set(LISTED)
    assert [path for path, times in Counter(LISTED).items() if times > 1] == []
    assert set(LISTED) <= set(map(name_of, tracked()))


# A figure that a document gives with the number of a result is that of its file in experiments/results.


WHERE = ("README", "CONTRIBUTING", "CHANGELOG", "docs/")
QUOTING = [path for path in tracked() if path.suffix == ".md" and name_of(path).startswith(WHERE)]
BOOK = dict(read_all())
SHARE = re.compile(r"(?P<share>[\d.]+) % of (?P<games>\d+)(?: games| duels)?[^().|]*? \(E-(?P<number>\d{4})\)")
SIZE = re.compile(r"\*{0,2}(?P<size>[-+][\d.]+(?: ± [\d.]+| \([-+][^()]+\)))\*{0,2}(?: Elo)? \(E-(?P<number>\d{4})\)")


def quotes(pattern):
    texts = {name_of(path): " ".join(path.read_text(encoding="utf-8").split()) for path in QUOTING}
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
    for path in QUOTING:
        named = {int(number) for number in re.findall(r"\bE-(\d{4})\b", path.read_text(encoding="utf-8"))}
        assert named <= {number for number, each in BOOK.items() if each.result}, name_of(path)


def test_entries_are_the_newest_of_their_line_ups():
    measured = entries()
    assert len({each.lineup for each in measured}) == len(measured)
    (again,) = [each.number for each in measured if each.lineup == entry(19).lineup]
    assert again > 19
