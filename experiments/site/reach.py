"""Every file that the documents link to, as pages whose links stay within the site."""

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserError

from . import lessons, sizes, sources

START = "README.md"
PICTURES = {".gif", ".png", ".svg", ".webp"}

LINK = re.compile(r"(\]\()([^)\s]+)(\))")
CODE = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:|#")


@dataclass(slots=True)
class Reach:
    """The files of the site, by their paths in it, with forward slashes."""

    root: Path
    pages: dict[str, str] = field(default_factory=dict)  # Markdown
    files: dict[str, bytes] = field(default_factory=dict)
    _places: dict[str, str] = field(default_factory=dict)  # path in the project to path in the site

    def place(self, path: str) -> str:
        """Return where a file or folder of the project is in the site; it is taken in when it is asked for first."""
        if path not in self._places:
            self._places[path] = self._named(path)
            self._take(path)
        return self._places[path]

    def _named(self, path: str) -> str:
        """README.md and pictures keep their names, so that a link in a document can stay as it is."""
        suffix = Path(path).suffix
        if (self.root / path).is_dir():
            has_readme = (self.root / path / "README.md").is_file()
            return self.place(f"{path}/README.md") if has_readme else f"{path}/index.md"
        if suffix == ".ipynb":
            return path.removesuffix(".ipynb") + ".md"
        return path if suffix == ".md" or suffix in PICTURES else f"{path}.md"

    def _take(self, path: str) -> None:
        source, place = self.root / path, self._places[path]
        if place in self.pages:
            return
        if source.is_dir():
            self.pages[place] = sources.page_of_folder(source, path)
        elif source.suffix in PICTURES:
            self.files[place] = source.read_bytes()
        elif source.suffix == ".ipynb":
            made = lessons.lesson(source)
            folder = posixpath.dirname(place)
            self.files.update({posixpath.join(folder, name): content for name, content in made.figures.items()})
            self._add(path, place, made.text, made.figures)
        elif source.suffix == ".md":
            self._add(path, place, source.read_text(encoding="utf-8"))
        else:
            self.pages[place] = sources.page_of_file(source, path)

    def _add(self, path: str, place: str, text: str, known: dict[str, bytes] | None = None) -> None:
        """Add a page with its links; `known` are files that stand beside it."""
        self.pages[place] = ""  # pages link to one another in circles
        folder = posixpath.dirname(path)

        def led(target: str) -> str:
            if ELSEWHERE.match(target) or target in (known or {}):
                return target
            name, mark, anchor = target.partition("#")
            there = posixpath.normpath(posixpath.join(folder, name))
            if there.startswith("..") or not (self.root / there).exists():
                raise UserError(f"{path} links to {target}, and there is no {there}; was it renamed?")
            return posixpath.relpath(self.place(there), posixpath.dirname(place) or ".") + mark + anchor

        def content(target: str) -> bytes | None:
            return self.files.get(posixpath.normpath(posixpath.join(posixpath.dirname(place), target)))

        self.pages[place] = in_prose(relinked(text, led), lambda prose: sizes.sized(prose, content))


def reach(root: Path, start: str = START) -> Reach:
    """Return all that can be reached from README.md. Raises UserError."""
    reached = Reach(root)
    reached.place(start)
    return reached


def relinked(text: str, led: Callable[[str], str]) -> str:
    """Markdown with other targets of its links; code is left alone."""
    return in_prose(text, lambda prose: LINK.sub(lambda link: link[1] + led(link[2]) + link[3], prose))


def in_prose(text: str, changed: Callable[[str], str]) -> str:
    """Markdown whose prose is changed; code is left alone."""
    pieces, end = [], 0
    for code in CODE.finditer(text):
        pieces += [changed(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*pieces, changed(text[end:])])
