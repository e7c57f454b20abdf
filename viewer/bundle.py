"""The page's ES modules as one script, in the order in which they need each other. See docs/decisions.md."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent

_IMPORT = re.compile(r'^import \{ (\w+(?:, \w+)*) \} from "\.(/|\./\w+/)([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const) (?:([\w$]+)|\[([\w$, ]+)\])", re.MULTILINE)
_THREAD = re.compile(r'new URL\("\./([\w.]+)", import\.meta\.url\)\.href')
_COMMENT = re.compile(
    r"^[ \t]*(?://.*|/\*\*?(?:[^*]|\*(?!/))*\*/)\n"
    r"""|[ \t]+// (?:[^"'`\n]|\w'\w)*$""",  # behind code: with a quote in it, it may be the rest of a text
    re.MULTILINE,
)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class BundleError(ValueError):
    """A module uses a form of import or export that this file does not know."""


@cache
def script(entry: str = "ui/page.js") -> str:
    """Return one ES module that does and exports what the module at the path `entry` does, with all that it imports.

    Every module becomes the body of a function that runs once and returns its exports, so names stay as
    private as they were; comments stay out. The address of a worker's module,
    `new URL("./worker.js", import.meta.url).href`, becomes that of a blob, which the page makes of the same functions.
    Raises BundleError when a module needs itself or is written in a form beyond this.
    """
    order = _order(entry)
    workers = [_module(name, "/", worker) for name in order for worker in _THREAD.findall(_source(name))]
    lent = dict.fromkeys(name for worker in workers for name in _order(worker))
    offered = _exports(_source(entry), entry)
    exports = f"export const {{ {', '.join(offered)} }} = {_variable(entry)};\n" if offered else ""
    functions = "".join(f"\n// {name}\nconst {_function(name)} = {_wrap(name)};\n" for name in lent)
    runs = "".join(f"\n// {name}\n{_run(name, _function(name) if name in lent else _wrap(name))}" for name in order)
    return '"use strict";\n' + functions + runs + exports


def _order(entry: str) -> list[str]:
    """Return the modules that an entry needs, itself the last, each behind those that it needs."""
    order: list[str] = []
    _visit(entry, order, ())
    return order


def _visit(name: str, order: list[str], path: tuple[str, ...]) -> None:
    """Append what this module needs, then the module."""
    if name in path:
        raise BundleError(f"{' imports '.join((*path, name))}: a circle has no order")
    if name not in order:
        for _, where, needed in _IMPORT.findall(_source(name)):
            _visit(_module(name, where, needed), order, (*path, name))
        order.append(name)


def _run(name: str, function: str) -> str:
    """Return a module that runs: `const board_js = (() => { ...; return { Board }; })();`."""
    return f"const {_variable(name)} = ({function})();\n"


def _wrap(name: str) -> str:
    """Return a module as a function that returns its exports."""
    source = _source(name)
    offered = _exports(source, name)
    if long := next((line for line in _COMMENT.sub("", source).splitlines() if line.count("`") % 2), None):
        raise BundleError(f"{name}: no text may span lines, because what they begin with is left out: {long}")
    body = _IMPORT.sub(
        lambda match: f"const {{ {match[1]} }} = {_variable(_module(name, match[2], match[3]))};\n", source
    )
    body = _THREAD.sub(lambda match: _blob(_module(name, "/", match[1])), body)
    body = re.sub(r"^export (?=\w)", "", _COMMENT.sub("", body), flags=re.MULTILINE)
    body = _INDENT.sub("", body)
    return f"() => {{\n{body}return {{ {', '.join(offered)} }};\n}}"


def _module(importer: str, where: str, name: str) -> str:
    """Return the name of a module that is imported from `./` or from a folder beside it, `../core/`."""
    folder = importer.rpartition("/")[0] if where == "/" else where.strip("./")
    return f"{folder}/{name}" if folder else name


def _blob(entry: str) -> str:
    """Return an expression for the address of this script: no file, but a blob of functions of the page's own."""
    runs = ", ".join(f"`{_run(name, f'${{{_function(name)}}}')}`" for name in _order(entry))
    return f'URL.createObjectURL(new Blob([\'"use strict";\\n\', {runs}], {{ type: "text/javascript" }}))'


def _exports(source: str, name: str) -> list[str]:
    """Return the names that a module exports."""
    starts = {match.start() for match in (*_IMPORT.finditer(source), *_EXPORT.finditer(source))}
    strange = [match[0] for match in _OTHER.finditer(source) if match.start() not in starts]
    if strange:
        raise BundleError(
            f'{name}: "{strange[0]}" is neither `import {{ a, b }} from "./c.js";` on one line, without `as`, '
            f"nor an export of a function, class or const where it is declared"
        )
    return [word for one, many in _EXPORT.findall(source) for word in (one or many).replace(" ", "").split(",")]


@cache
def _source(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _function(name: str) -> str:
    return f"make_{_variable(name)}"


def _variable(name: str) -> str:
    return re.sub(r"\W", "_", name)
