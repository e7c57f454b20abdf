"""Programs: the files that decide what a command plays, where they can be known for certain.

A stored game belongs to what its players do. Of a program that is its files. They are known where the command is plain
words that start one file, and where that file shows what it loads:

python3 bot.py --options=fast.toml     the script, the modules of its folder that it imports, the files in the words
java -jar Theirs.jar                   the archive
./theirs                               the file, unless it is a script of another language

Everything else is doubtful: a shell may change folders and variables, other languages load what this file cannot read,
and a script that opens files or imports by a computed name may depend on anything. Then there is no guessing: a
doubtful program is another player in every run. What the machine offers to all programs, such as an
interpreter and the packages that are installed for it, is not looked at.
"""

import ast
import os
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import fingerprint

QUOTED = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")  # what no shell looks into
SHELLS_OWN = re.compile(r"[;&|<>()$`\n*?\[\]{}~#!^%\\]")
PYTHON = re.compile(r"(python|pypy)[0-9.]*(\.exe)?")
HARMLESS = re.compile(r"-[uBOsSEIq]+")  # options of Python that load nothing
JAVA = re.compile(r"java(\.exe)?")
# Names in a Python script behind which anything can be loaded.
LOADERS = frozenset((
    "open", "exec", "eval", "__import__", "importlib", "runpy", "imp", "subprocess", "ctypes", "pickle", "read_text",
    "read_bytes", "load", "loadtxt", "fromfile", "genfromtxt", "memmap", "system", "popen", "path_hooks",
))  # fmt: skip


class ProgramError(Exception):
    """A file that a command names cannot be read."""


@dataclass(frozen=True, slots=True)
class Program:
    """The files behind a command, as far as they are known."""

    files: dict[str, str]  # path as the command reaches it -> fingerprint
    doubt: str | None  # why they may not be all that decides; None when they are


def known(command: str) -> Program:
    """Return the program that this command runs in the current folder. Raises ProgramError."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError:  # a quotation mark without its other half: the shell will say so
        words = command.split()
    words = [word.strip('"') for word in words]
    named = {name for word in words for name in (word, word.partition("=")[2])}
    # os.path's, because Path.is_file() raises where a word, such as code behind -c, is too long for a name
    paths = {name: Path(name) for name in named if os.path.isfile(name)}
    doubt = _shells(command) or _folders(named)
    if doubt is None:
        doubt = _started(words, paths)
    try:
        return Program({name: fingerprint.of_file(path) for name, path in sorted(paths.items())}, doubt)
    except OSError as error:
        raise ProgramError(f"{error.filename} cannot be read: {error.strerror}") from None


def _shells(command: str) -> str | None:
    """Return the part of a command that the shell interprets; None if there is none."""
    if match := SHELLS_OWN.search(QUOTED.sub("", command)):
        return f"the shell reads {match[0]!r} in it"
    return None


def _folders(named: set[str]) -> str | None:
    folder = next((name for name in sorted(named) if name and os.path.isdir(name)), None)
    return f"it names the folder {folder}" if folder else None


def _started(words: list[str], paths: dict[str, Path]) -> str | None:
    """Return why the program that these words start may load more than `paths`, to which what it loads is added."""
    first, *rest = words or [""]
    name = Path(first).name
    if PYTHON.fullmatch(name):
        script = next((word for word in rest if not HARMLESS.fullmatch(word)), "")
        return _python(script, paths) if script in paths else "it does not start a script by its file"
    if JAVA.fullmatch(name):
        is_whole = len(rest) > 1 and rest[0] == "-jar" and rest[1] in paths
        return None if is_whole else "only java -jar FILE says which files it runs"
    if first in paths and (os.sep in first or sys.platform == "win32"):
        return _executable(first, paths)
    return f"the files of {name} are not among its words"


def _executable(first: str, paths: dict[str, Path]) -> str | None:
    with paths[first].open("rb") as file:
        line = file.readline(200)
    if not line.startswith(b"#!"):
        return None
    return _python(first, paths) if b"python" in line else f"{first} is a script, and what it loads is not read"


def _python(script: str, paths: dict[str, Path]) -> str | None:
    """Add the modules that a script imports from its own folder; returns why there may be more."""
    if os.environ.get("PYTHONPATH"):
        return "PYTHONPATH is set, which changes what it imports"
    root, waiting = Path(script).parent, [Path(script)]
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        paths.setdefault(str(path), path)
        if path.suffix not in ("", ".py"):  # a compiled module: itself, and what it loads is not read
            return f"{path} is compiled"
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return f"{path} is no Python that can be read here"
        if loader := _loader(tree):
            return f"{path}, line {loader[1]}, may load other files by {loader[0]!r}"
        waiting += [file for module in _imported(tree, path, root) for file in _files(root, module)]
    return None


def _loader(tree: ast.AST) -> tuple[str, int] | None:
    """Return the first name in a script, with its line, behind which anything can be loaded."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in LOADERS:
                return name, node.lineno
            case ast.Attribute(value=ast.Name(id="sys"), attr="path" | "modules" | "meta_path" as name):
                return f"sys.{name}", node.lineno
            case ast.Import() | ast.ImportFrom():
                names = [alias.name.partition(".")[0] for alias in node.names]
                names += [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) else []
                if wrong := LOADERS.intersection(names):
                    return min(wrong), node.lineno
    return None


def _imported(tree: ast.AST, path: Path, root: Path) -> Iterator[tuple[str, ...]]:
    """Yield the modules that a script asks for, as parts of their names from its folder on."""
    package = path.parent.relative_to(root).parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = (*above, *(node.module.split(".") if node.module else ()))
            yield module
            yield from ((*module, alias.name) for alias in node.names)


def _files(root: Path, module: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of a module and of the packages around it, where they are in the script's folder."""
    for number in range(1, len(module) + 1):
        place = root.joinpath(*module[:number])
        for path in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
            if path.is_file():
                yield path
        yield from sorted(place.parent.glob(f"{place.name}.*.so")) if place.parent.is_dir() else ()
        yield from sorted(place.parent.glob(f"{place.name}.so")) if place.parent.is_dir() else ()
