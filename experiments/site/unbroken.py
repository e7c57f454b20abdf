"""Lines that do not break inside an option or between a figure and its ±; columns that stay wide enough to read."""

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

UNBROKEN_LETTERS = 32  # letters of a word of code that is kept whole: as many as fit on a phone
WORDS, SENTENCE = 20, 60  # letters of a cell from which its column is one of words, or of sentences
SHORT = 19  # letters of a cell with a figure that is kept on one line
WHOLE = "whole"  # the class of what no line breaks; like those of columns, site.css styles it
SIGN = re.compile(r"(?<!\s) ± (?=\S)|(?<=\d) (?:%|[x×] (?=\d))")
NUMBER = re.compile(r"(E-|[+−-])?\d")
BREAKABLE = re.compile(r"\W")
AFTER_INLINE = 10  # code and links are elements from 20 on


class Unbroken(Treeprocessor):  # type: ignore[misc]  # the library ships no types
    """Marks words of code and columns, and ties figures together."""

    def run(self, root: Element) -> None:
        """Change the tree of a page."""
        for each in root.iter():
            if each.tag != "code":
                each.text = _tied(each.text)
            each.tail = _tied(each.tail)
        for table in root.iter("table"):
            _arrange(table)
        blocks = {code for block in root.iter("pre") for code in block}
        for code in set(root.iter("code")) - blocks:
            _keep_words(code)


def _keep_words(code: Element) -> None:
    """Put every short word that a line could break into an element that none does."""
    words = re.split("( +)", code.text or "")
    code.text = AtomicString()
    for word in words:
        if len(word) <= UNBROKEN_LETTERS and BREAKABLE.search(word.strip()):
            kept = Element("span", {"class": WHOLE})
            kept.text = AtomicString(word)
            code.append(kept)
        elif len(code):
            code[-1].tail = AtomicString((code[-1].tail or "") + word)
        else:
            code.text = AtomicString(code.text + word)


def _arrange(table: Element) -> None:
    """Mark the heads of columns by their longest cell, and every cell that is a figure or an entry's number."""
    rows = [list(row) for row in table.iter("tr")]
    for head, *cells in zip(*rows, strict=False):  # a cell may span columns
        texts = ["".join(cell.itertext()) for cell in cells]
        longest = max(map(len, texts), default=0)
        if longest >= WORDS:
            head.set("class", "sentences" if longest >= SENTENCE else "words")
        for cell, text in zip(cells, texts, strict=True):
            if len(text) <= SHORT and NUMBER.match(text):
                cell.set("class", WHOLE)


def _tied(text: str | None) -> str | None:
    """Return a figure, or the sides of a board, with spaces that do not break."""
    if not text:
        return text
    tied = SIGN.sub(lambda sign: sign[0].replace(" ", "\u00a0"), text)
    return AtomicString(tied) if isinstance(text, AtomicString) else tied


class UnbrokenPages(Extension):  # type: ignore[misc]  # as above
    """Markdown that says where lines may break."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # the library's name
        """Run once a page is a tree."""
        md.treeprocessors.register(Unbroken(md), "unbroken", AFTER_INLINE)


def makeExtension(**options: Any) -> UnbrokenPages:  # noqa: N802  # the name under which Markdown looks for it
    """Return the extension for `markdown_extensions` in mkdocs.yml."""
    return UnbrokenPages(**options)
