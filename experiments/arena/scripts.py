"""Reads a Python script: the files that it loads, and whether they are all that decides what it does.

They are if everything that it imports and calls is on the lists of harmless things (harmless.py), or is a module of its
own folder, which is read as well. A module may only be asked for a name (`random.choice`): handed on as a value
(`m = random`), it could be asked for anything later. This sees what a program does by accident. A program that hides
what it does can still deceive it.
"""

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from . import harmless

LOADED = (".pyc", ".so", ".pyd")
"""Endings of modules that are compiled, and cannot be read here."""

INNER = re.compile(r"_|(f|tb|gi|cr|ag)_")
"""Names behind a dot that lead into Python itself, if the program does not define them."""


class DoubtError(Exception):
    """What a script does depends on more than the files that were found; the message says why, in a line."""


@dataclass(slots=True)
class Script:
    """One file of a program, as it is read."""

    path: Path
    name: str  # as the command reaches it
    tree: ast.Module
    modules: dict[str, str] = field(default_factory=dict)  # name in the file -> harmless module
    own: set[str] = field(default_factory=set)  # names in the file for modules of the program's own folder
    taken: list[ast.ImportFrom] = field(default_factory=list)  # imports out of these

    def doubted(self, node: ast.AST, why: str) -> DoubtError:
        """Return the error for a place in the file."""
        return DoubtError(f"{self.name}, line {getattr(node, 'lineno', 1)}: {why}")


def files(script: Path) -> dict[str, Path]:
    """Return the files of which a script consists, by their names as the command reaches it.

    Raises DoubtError where there may be more, OSError where they cannot be read.
    """
    whole = Path(os.path.realpath(script))  # a link runs in the folder that it leads to
    root = whole.parent
    found: dict[Path, Script] = {}
    waiting = [whole, *_shadows(root)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = _read(path, str(script.parent / path.relative_to(root)))
            waiting += _imports(found[path], root)
    defined = {name for each in found.values() for name in _defined(each.tree)}
    stars = {path: _starred(each, root) for path, each in found.items()}
    for path, each in found.items():
        for other in _reached(path, stars):
            each.modules |= found[other].modules
            each.own |= found[other].own
    modules = {name for each in found.values() for name in each.modules}
    for each in found.values():
        _check(each, defined, modules)
    return {each.name: path for path, each in found.items()}


def _shadows(root: Path) -> Iterator[Path]:
    """Yield modules of the folder that any module of Python's own may load in place of another."""
    for path in sorted(root.iterdir()):
        name, dot, _ = path.name.partition(".")
        if name in harmless.STANDARD and (path.suffix in (".py", *LOADED) or (not dot and path.is_dir())):
            yield from _found(root, (name,))


def _read(path: Path, name: str) -> Script:
    if path.suffix in LOADED:
        raise DoubtError(f"{name} is compiled, and what it loads is not read")
    try:
        return Script(path, name, ast.parse(path.read_bytes()))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise DoubtError(f"{name} is no Python that can be read here") from None


def _imports(script: Script, root: Path) -> list[Path]:
    """Return the files that a script imports, and note its names for modules. Raises DoubtError."""
    loaded: list[Path] = []
    for node in ast.walk(script.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                loaded += _import(script, node, root, alias)
        elif isinstance(node, ast.ImportFrom):
            loaded += _import_from(script, node, root)
    return loaded


def _import(script: Script, node: ast.Import, root: Path, alias: ast.alias) -> list[Path]:
    """Note `import a.b` as a, and `import a.b as c` as c for a.b."""
    first = alias.name.partition(".")[0]
    if own := list(_found(root, tuple(alias.name.split(".")))):
        script.own.add(alias.asname or first)
        return own
    if not harmless.is_module(alias.name):
        raise script.doubted(node, f"it imports {alias.name}, which may reach other files")
    script.modules[alias.asname or first] = alias.name if alias.asname else first
    return []


def _import_from(script: Script, node: ast.ImportFrom, root: Path) -> list[Path]:
    module = _module(script, node, root)
    own = list(_found(root, tuple(module.split(".")))) if module else []
    if own or node.level:
        script.taken.append(node)
        for alias in node.names:
            whole = tuple(filter(None, (*module.split("."), alias.name)))
            if beneath := [path for path in _found(root, whole) if path not in own]:
                own += beneath
                script.own.add(alias.asname or alias.name)
        if any(alias.name == "*" for alias in node.names):  # its __all__ may name any module of the package
            own += [path for path in _beside(own) if path not in own]
        return own
    if not harmless.is_module(module):
        raise script.doubted(node, f"it imports {module}, which may reach other files")
    for alias in node.names:
        if harmless.is_module(f"{module}.{alias.name}"):
            script.modules[alias.asname or alias.name] = f"{module}.{alias.name}"
        elif alias.name not in harmless.names(module) and not (alias.name == "*" and module in harmless.WHOLE):
            raise script.doubted(node, f"it imports {alias.name} of {module}, which may reach other files")
    return []


def _module(script: Script, node: ast.ImportFrom, root: Path) -> str:
    """Return the name of the module that an import names, from the script's folder on."""
    if not node.level:
        return node.module or ""
    package = script.path.parent.relative_to(root).parts
    above = package[: len(package) - node.level + 1]
    return ".".join((*above, *(node.module.split(".") if node.module else ())))


def _found(root: Path, module: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of a module and of the packages around it, where they are in the script's folder."""
    for number in range(1, len(module) + 1):
        place = root.joinpath(*module[:number])
        for path in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
            if path.is_file():
                yield path
        for ending in LOADED:
            for folder, name in ((place.parent, place.name), (place, "__init__")):
                yield from sorted(folder.glob(f"{name}{ending}"))
                yield from sorted(folder.glob(f"{name}.*{ending}"))


def _beside(own: list[Path]) -> Iterator[Path]:
    for path in own:
        if path.name == "__init__.py":
            yield from sorted(other for other in path.parent.iterdir() if other.suffix in (".py", *LOADED))


def _starred(script: Script, root: Path) -> set[Path]:
    """Return the files whose names a script takes over with a star."""
    return {
        path
        for node in ast.walk(script.tree)
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
        for path in _found(root, tuple(_module(script, node, root).split(".")))
    }


def _reached(path: Path, stars: dict[Path, set[Path]]) -> set[Path]:
    """Return all files whose names end up in this one, by stars over stars."""
    reached: set[Path] = set()
    waiting = [path]
    while waiting:
        new = stars[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def _defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file gives to something."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def _check(script: Script, defined: set[str], modules: set[str]) -> None:
    """Raise DoubtError for the first name in a script that is not known to be harmless."""
    for taken in script.taken:
        if wrong := next((alias.name for alias in taken.names if alias.name in modules), None):
            raise script.doubted(taken, f"it takes the module {wrong} out of another")
    asked: set[ast.AST] = set()
    for node in ast.walk(script.tree):  # from the outside in: `numpy.random.choice` comes before its parts
        if isinstance(node, ast.Attribute) and node not in asked:
            asked |= _check_attribute(script, node, defined, modules)
        elif isinstance(node, ast.Name) and node not in asked:
            _check_name(script, node)


def _check_name(script: Script, node: ast.Name) -> None:
    name = node.id
    if name in script.modules or name in script.own:
        raise script.doubted(node, f"it hands on the module {name}")
    if name in harmless.KNOWN_EVERYWHERE and not harmless.is_builtin(name):
        raise script.doubted(node, f"it uses {name}, which may reach other files")


def _check_attribute(script: Script, node: ast.Attribute, defined: set[str], modules: set[str]) -> set[ast.AST]:
    """Check a name behind a dot; return the parts of it that are checked by that."""
    start, path = _chain(node)
    checked: set[ast.AST] = set()
    if start and start.id in script.modules:
        checked = _check_harmless(script, start, path)
    elif start and start.id in script.own:
        checked = {start}
        if wrong := next((each.attr for each in path if each.attr in modules), None):
            raise script.doubted(node, f"it takes the module {wrong} out of another")
    if node in checked:
        return checked
    if INNER.match(node.attr) and node.attr not in defined and node.attr not in harmless.SPECIAL:
        raise script.doubted(node, f"it uses .{node.attr}, which may reach other files")
    return checked


def _check_harmless(script: Script, start: ast.Name, path: list[ast.Attribute]) -> set[ast.AST]:
    """Check what a module is asked for: `np.random.choice`."""
    module, parts = script.modules[start.id], list(path)
    while parts and harmless.is_module(f"{module}.{parts[0].attr}"):
        module = f"{module}.{parts.pop(0).attr}"
    if not parts:
        raise script.doubted(start, f"it hands on the module {module}")
    if parts[0].attr not in harmless.names(module):
        raise script.doubted(start, f"it uses {module}.{parts[0].attr}, which may reach other files")
    return {start, *path[: len(path) - len(parts) + 1]}


def _chain(node: ast.Attribute) -> tuple[ast.Name | None, list[ast.Attribute]]:
    """Return `a.b.c` as a and [a.b, a.b.c]; None for what does not begin with a name."""
    path = [node]
    while isinstance(path[0].value, ast.Attribute):
        path.insert(0, path[0].value)
    return path[0].value if isinstance(path[0].value, ast.Name) else None, path
