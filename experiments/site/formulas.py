"""Formulas of the lessons, `$…$` in a line and `$$…$$` between lines, as MathML: browsers draw it without a script."""

import re
from typing import Any
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert
from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

BLOCK = r"\$\$(.+?)\$\$"
INLINE = r"(?<![\\$\w])\$(?=\S)([^$\n]+?)(?<=\S)\$(?![\w$])"

# Code is found at 190, a backslash at 180: text in `…` is no formula, and \alpha in one keeps its backslash.
PRIORITY = 185


class Formula(InlineProcessor):  # type: ignore[misc]  # the library ships no types
    """A formula in a paragraph."""

    def __init__(self, pattern: str, md: Markdown, display: str) -> None:
        super().__init__(pattern, md)
        self._display = display

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element | str, int, int]:  # noqa: N802  # the library's name
        """Return the formula, kept from being read as Markdown."""
        drawn = convert(m[1].strip(), display=self._display)
        return self.md.htmlStash.store(drawn), m.start(0), m.end(0)


class Formulas(Extension):  # type: ignore[misc]  # as above
    """Markdown with formulas."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # the library's name
        """Add both forms; the longer sign is looked for first."""
        md.inlinePatterns.register(Formula(BLOCK, md, "block"), "formula-block", PRIORITY + 1)
        md.inlinePatterns.register(Formula(INLINE, md, "inline"), "formula", PRIORITY)


def makeExtension(**options: Any) -> Formulas:  # noqa: N802  # the name under which Markdown looks for it
    """Return the extension for `markdown_extensions` in mkdocs.yml."""
    return Formulas(**options)
