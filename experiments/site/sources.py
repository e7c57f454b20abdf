"""A file or folder of the project as a page, for documents that link to it."""

import ast
from pathlib import Path

LANGUAGES = {
    ".csv": "text", ".js": "javascript", ".py": "python", ".sh": "sh", ".toml": "toml", ".txt": "text", ".yml": "yaml",
}  # fmt: skip
NOT_SEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
"""What opens a page that the search leaves out: who looks for a word wants the document that explains it."""

FENCE = "~~~~~~"  # longer than any in a file of ours


def page_of_file(path: Path, name: str) -> str:
    """Return the file's text as Markdown."""
    text = path.read_text(encoding="utf-8")
    return f"{NOT_SEARCHED}# {name}\n\n{FENCE}{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n{FENCE}\n"


def page_of_folder(path: Path, name: str) -> str:
    """Return the folder's files as Markdown, under the words at its door."""
    door = path / "__init__.py"
    words = _docstring(door) if door.is_file() else ""
    files = [each for each in sorted(path.iterdir()) if not each.name.startswith(("_", "."))]
    listed = "\n".join(f"- `{each.name}{'/' * each.is_dir()}`" for each in files)
    return f"{NOT_SEARCHED}# {name}\n\n{words}\n\n{listed}\n"


def _docstring(path: Path) -> str:
    """Return the first paragraph of a module's docstring."""
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return told.split("\n\n")[0]
