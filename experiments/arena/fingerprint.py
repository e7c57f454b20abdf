"""Fingerprints of the source of programs; comments, docstrings and layout do not change them."""

import ast
import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def of_code(*files: Path) -> str:
    """Return twelve characters that change with the code of these files, not with comments, docstrings or layout.

    Otherwise a better explanation of a program would make its stored games worthless.
    """
    return of_text("\0".join(_bare(path.read_text(encoding="utf-8")) for path in files))


def of_file(path: Path) -> str:
    """Return twelve characters that change with any byte of a file, of any kind."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


def of_files(*paths: Path) -> str:
    """Return twelve characters that change with any byte of these files."""
    return of_text("".join(map(of_file, paths)))


def of_text(text: str) -> str:
    """Return twelve characters that change with the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _bare(source: str) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [statement for statement in node.body if not _is_text(statement)] or [ast.Pass()]
    return ast.unparse(tree)


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
