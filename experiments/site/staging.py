"""All that README leads to, in one folder for mkdocs: documents, lessons, pictures, and source files as pages."""

import html
import json
import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from latex2mathml.converter import convert

from engine.errors import UserError
from viewer.planes import LINK as BOARD_LINK

START = "README.md"
BOARD = "league/board.html"  # the page that shows what a link names, from the site's first folder
PICTURES = {".gif", ".png", ".svg", ".webp"}
LANGUAGES = {".js": "javascript", ".py": "python", ".sh": "sh", ".toml": "toml", ".yml": "yaml"}
NOT_SEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"  # who looks for a word wants the document that explains it
FENCE = "~~~~~~"  # longer than any in a file of ours
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
CODE = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:|#")
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$\w])\$(?=\S)([^$\n]+?)(?<=\S)\$(?![\w$])")
FRAME = '<iframe class="board" src="../{board}{link}" title="A board to drag on" loading="lazy"></iframe>'
RUN_IT = "> To change the code of this lesson, open its copy, `my-lessons/{name}`, with `make jupyter`. "
RUN_IT += "[More about the lessons](../docs/extras/lessons.md)"


class Staging:
    """The pages of a project, written into a folder as they are met."""

    def __init__(self, root: Path, folder: Path):
        self.root, self.folder = root, folder
        self._places: dict[str, str] = {}  # path in the project to path in the folder

    def place(self, path: str) -> str:
        """Return where a file of the project is staged; it is written when it is first asked for.

        Documents, lessons and pictures keep their names. Raises UserError.
        """
        if path not in self._places:
            source, suffix = self.root / path, Path(path).suffix
            if suffix in PICTURES:
                self._write(path, path, source.read_bytes())
            elif suffix in (".md", ".ipynb"):
                self._places[path] = path  # before it is read: pages link to one another in circles
                convert_page = self._lesson if suffix == ".ipynb" else self._prose
                self._write(path, path, convert_page(path, source.read_text(encoding="utf-8")))
            else:
                text = source.read_text(encoding="utf-8").rstrip()
                page = f"{NOT_SEARCHED}# {path}\n\n{FENCE}{LANGUAGES.get(suffix, 'text')}\n{text}\n{FENCE}\n"
                self._write(path, f"{path}.md", page)
        return self._places[path]

    def _write(self, path: str, place: str, content: str | bytes) -> None:
        self._places[path] = place
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)

    def _prose(self, path: str, text: str, ends: Callable[[str], str] = str) -> str:
        """Return Markdown whose links stay within the site, and whose formulas are MathML; code is left alone."""

        def link(match: re.Match[str]) -> str:
            target = match[2]
            if ELSEWHERE.match(target):
                return match[0]
            name, mark, anchor = target.partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            if there.startswith("..") or not (self.root / there).is_file():
                raise UserError(f"{path} links to {target}, and there is no file {there}; was it renamed?")
            led = posixpath.relpath(self.place(there), posixpath.dirname(path) or ".")
            return f"{match[1]}{ends(led)}{mark}{anchor}{match[3]}"

        def in_pages(prose: str) -> str:
            return FORMULA.sub(_formula, LINK.sub(link, prose))

        pieces, end = [], 0
        for code in CODE.finditer(text):
            pieces += [in_pages(text[end : code.start()]), code[0]]
            end = code.end()
        return "".join([*pieces, in_pages(text[end:])])

    def _lesson(self, path: str, text: str) -> str:
        """Return a notebook with links of the site, and a board where it shows one to drag."""
        notebook = json.loads(text)
        text = RUN_IT.format(name=Path(path).name)
        notebook["cells"].insert(1, {"cell_type": "markdown", "id": "run-it", "metadata": {}, "source": text})
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = self._prose(path, "".join(cell["source"]), _as_page)
            for output in cell.get("outputs", ()):
                if BOARD_LINK in output.get("data", {}):
                    link = html.escape("".join(output["data"][BOARD_LINK]))
                    output["data"] = {"text/html": FRAME.format(board=BOARD, link=link)}
        return json.dumps(notebook)


def _formula(match: re.Match[str]) -> str:
    return str(convert((match[1] or match[2]).strip(), display="block" if match[1] else "inline"))


def _as_page(place: str) -> str:
    """Return the address of a staged page: mkdocs knows the links of Markdown, not those of notebooks."""
    return re.sub(r"\.(md|ipynb)$", ".html", re.sub(r"README\.md$", "index.md", place))
