"""The site's parts: contents, links, lessons, formulas, and the folder that it is written into."""

import io
import json
import re
from base64 import b64decode, b64encode

import markdown
import pytest
from PIL import Image

from engine.errors import UserError
from experiments.recordings.explanations import Explained
from experiments.site import build, lessons, reach, sizes, sources
from experiments.site.contents import Group, contents
from experiments.site.front import Front, moment
from viewer.planes import LINK

README = """\
# A project

Words.

![A picture](a.png)

## More

Words.
"""

CONTENTS = """\
[Begin]
One = "docs/1.md"
"Two words" = "docs/2.md"

["The rest"]
"Three · of them" = "b/README.md"
"""


def navigating(folder, text):
    """A project whose navigation is this text."""
    (folder / "docs").mkdir()
    (folder / "docs" / "contents.toml").write_text(text, encoding="utf-8")
    return folder


def notebook(folder, *cells, name="01-a.ipynb"):
    """A notebook of these cells."""
    path = folder / name
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return path


def prose(text):
    """A cell of Markdown."""
    return {"cell_type": "markdown", "source": [text]}


def code(text, *outputs):
    """A cell of code that showed something."""
    return {"cell_type": "code", "source": [text], "outputs": outputs}


def pixels(width, height):
    """A black picture."""
    file = io.BytesIO()
    Image.new("RGB", (width, height)).save(file, "png")
    return file.getvalue()


PNG = b64encode(pixels(2, 1)).decode()


def figure(content=PNG):
    """What a cell shows that ends with a figure."""
    return {"output_type": "execute_result", "data": {"image/png": content}, "metadata": {"image/png": {"width": 70}}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file lists no page"),
        ("[Begin]\n", "Begin lists no page"),
        ("One = 'docs/1.md'\n", "Expected `object`"),
        ("[Begin\n", "Expected"),
    ],
)
def test_contents_that_cannot_be_read_are_refused(text, message, tmp_path):
    """The site would otherwise have an empty navigation, without an error."""
    with pytest.raises(UserError, match=message):
        contents(navigating(tmp_path, text))


def test_contents_are_groups_of_titles_and_paths_and_what_is_missing_is_named(tmp_path):
    """The contents, a notebook, what a document links to: the site would otherwise have holes, without an error."""
    (tmp_path / "whole").mkdir()
    one, two = contents(navigating(tmp_path / "whole", CONTENTS))
    assert one == Group("Begin", (("One", "docs/1.md"), ("Two words", "docs/2.md")))
    assert two == Group("The rest", (("Three · of them", "b/README.md"),))
    with pytest.raises(UserError, match=r"docs/contents\.toml"):
        contents(tmp_path)
    (tmp_path / "01-a.ipynb").write_text("[]", encoding="utf-8")
    with pytest.raises(UserError, match=r"01-a\.ipynb: not a notebook"):
        lessons.lesson(tmp_path / "01-a.ipynb")
    (tmp_path / "README.md").write_text("[1](docs/1.md)\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"README.md links to docs/1.md, and there is no docs/1.md"):
        reach.reach(tmp_path)


def test_a_link_in_code_is_no_link():
    """It is shown as it stands."""
    text = "[a](x.md) `[b](y.md)`\n\n```text\n[c](z.md)\n```\n[`d`](w.md)\n"
    assert reach.relinked(text, str.upper) == ("[a](X.MD) `[b](y.md)`\n\n```text\n[c](z.md)\n```\n[`d`](W.MD)\n")


def test_everything_that_the_documents_lead_to_is_a_page(tmp_path):
    """Documents keep their names, a notebook and a source file become pages, a folder is listed, anchors stay."""
    for name in ("docs", "room", "notebooks"):
        (tmp_path / name).mkdir()
    (tmp_path / "room" / "__init__.py").write_text('"""The room.\n\nMore."""\n', encoding="utf-8")
    (tmp_path / "room" / "rule.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("[1](docs/1.md#there) [2](https://x.y/z) [3](#here)\n", encoding="utf-8")
    links = "[up](../README.md) [code](../room/rule.py) [room](../room) [lesson](../notebooks/01-a.ipynb)"
    (tmp_path / "docs" / "1.md").write_text(f"{links}\n", encoding="utf-8")
    (tmp_path / "docs" / "17-notebooks.md").write_text("How to run one.\n", encoding="utf-8")
    notebook(tmp_path / "notebooks", prose("# 1 · A\n\n[up](../README.md)"), code("2", figure()))
    reached = reach.reach(tmp_path)
    assert reached.pages["README.md"] == "[1](docs/1.md#there) [2](https://x.y/z) [3](#here)\n"
    assert reached.pages["docs/1.md"] == (
        "[up](../README.md) [code](../room/rule.py.md) [room](../room/index.md) [lesson](../notebooks/01-a.md)\n"
    )
    assert "The room.\n\n- `rule.py`\n" in reached.pages["room/index.md"]
    assert list(reached.files) == ["notebooks/01-a-1.png"]


def test_a_lesson_keeps_prose_code_and_what_it_showed(tmp_path):
    """In their order; a figure becomes a file, named after the heading above it."""
    made = lessons.lesson(
        notebook(
            tmp_path,
            prose("# 1 · A\n\n**Question.** Why?"),
            code("print(1)", {"output_type": "stream", "text": ["1\n"]}),
            prose("## Because"),
            code("draw()", figure()),
        )
    )
    assert made.figures == {"01-a-1.png": b64decode(PNG)}
    before, _, after = made.text.partition('!!! tip "Run this lesson"')
    assert before == "# 1 · A\n\n**Question.** Why?\n\n"
    assert "where you can change every number" in after
    assert after.endswith(
        "~~~~~~python\nprint(1)\n~~~~~~\n\n~~~~~~text\n1\n~~~~~~\n\n## Because\n\n~~~~~~python\ndraw()\n~~~~~~\n\n"
        "![Figure 1: Because](01-a-1.png){ .figure loading=lazy width=70 height=35 }\n"
    )


def test_longer_code_is_folded_and_a_lesson_with_sliders_or_a_board_says_where_they_move(tmp_path):
    """Four lines and more are a click away, what they showed is not; a page cannot ask a kernel."""
    long = "a = 1\nb = 2\nc = 3\nd = 4"
    text = lessons.lesson(notebook(tmp_path, prose("# 1 · A"), code(long, figure()), code("a\nb\nc"))).text
    assert f"<summary>Code, 4 lines</summary>\n\n~~~~~~python\n{long}\n~~~~~~\n\n</details>\n\n![Figure 1" in text
    assert "</details>\n\n~~~~~~python\na\nb\nc\n~~~~~~" not in text
    assert text.count("<details") == 1
    output = {"output_type": "execute_result", "data": {"text/markdown": lessons.MOVING + " The rest.*"}}
    assert (
        "with sliders where this page has only figures"
        in lessons.lesson(notebook(tmp_path, prose("# 1 · A"), code("sliders()", output))).text
    )
    output = {"output_type": "execute_result", "data": {"text/markdown": "Run it.", LINK: "#board=H4s&as=v26"}}
    text = lessons.lesson(notebook(tmp_path, prose("# 1 · A"), code("dragged(seen)", output))).text
    assert '<iframe class="board" src="../league/board.html#board=H4s&amp;as=v26"' in text
    assert "Run it." not in text


def test_a_picture_of_a_document_says_how_large_it_is():
    """A page grew by 3,370 px while its pictures came, and links to its headings missed by 500."""
    drawn = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"></svg>'
    known = {"a.png": b64decode(PNG), "b.svg": drawn, "c.svg": b"<svg></svg>"}
    text = "![A\nb](a.png) [![x](b.svg)](y.md) ![](c.svg) ![](d.png) ![](a.png){ width=1 }"
    assert sizes.sized(text, known.get) == (
        "![A\nb](a.png){ width=2 height=1 } [![x](b.svg){ width=30 height=20 }](y.md) ![](c.svg) ![](d.png) "
        "![](a.png){ width=1 }"
    )


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        (r"twice $\alpha^2$ it", True), (r"$$v_\text{here} = \alpha \cdot v$$", True),
        (r"| cell | $\sqrt{1 + \text{advantage} / \text{step}}$ |", True), ("costs $5 or $6", False),
        ("`$HOME/$USER`", False),
    ],
)  # fmt: skip
def test_a_formula_is_drawn_and_money_is_not(text, drawn):
    """As MathML, without a script and with nothing left of how it was written."""
    page = markdown.markdown(text, extensions=["experiments.site.formulas"])
    assert ("<math" in page) == drawn
    assert ("$" in page) != drawn
    assert "\\" not in page


class TestLinesThatBrokeInTheWrongPlaces:
    """A line ended in "--" and the next began with "anchor"; a full stop behind code, and ±, began lines."""

    @staticmethod
    def drawn(text):
        """The page of a text in Markdown."""
        return markdown.markdown(text, extensions=["tables", "experiments.site.unbroken"])

    def test_short_code_and_figures_are_kept_whole_and_copied_as_they_were_written(self):
        """Only where a line could break it; a longer one would be wider than a phone."""
        kept = self.drawn("`league --anchor v12`, `a_name`, `" + "a-b/" * 20 + "`")
        assert '<code>league <span class="whole">--anchor</span> v12</code>, <code>a_name</code>' in kept
        assert kept.count("<span") == 1
        assert "<span" not in self.drawn("    --a-block-of-code")
        code = "a  --b  'c ± 5 % x 6'"
        assert re.sub("<.*?>", "", self.drawn(f"`{code}`")) == code
        assert "+5~±~3 of 51.2~% on 30~x~40 boards" in self.drawn("+5 ± 3 of 51.2 % on 30 x 40 boards").replace(
            "\xa0", "~"
        )
        assert "<strong>5</strong>~±~3" in self.drawn("**5** ± 3").replace("\xa0", "~")

    def test_columns_are_told_apart_by_what_they_hold(self):
        """Sentences, words and figures need different widths; a table may have no rows."""
        sentence = "six words of a sentence, " * 3
        table = self.drawn(f"| a | b | c |\n| --- | --- | --- |\n| {sentence} | v26 against v17, v12 | E-0001 |")
        assert '<th class="sentences">a</th>' in table
        assert '<th class="words">b</th>' in table
        assert "<th>c</th>" in table
        assert '<td class="whole">E-0001</td>' in table
        assert "<th>a</th>" in self.drawn("| a |\n| --- |")


def test_a_source_file_is_shown_and_not_searched(tmp_path):
    """The search leads to documents, which explain; the file is one link further."""
    (tmp_path / "a.py").write_text("x = 1\n\n", encoding="utf-8")
    page = sources.page_of_file(tmp_path / "a.py", "bot/a.py")
    assert page == "---\nsearch:\n  exclude: true\n---\n\n# bot/a.py\n\n~~~~~~python\nx = 1\n~~~~~~\n"


def test_the_front_page_has_the_board_below_its_title_and_opens_where_the_search_changed_most():
    """Without a side navigation, and what leads on; not at the end, where everything is won."""
    page = build.with_game(README, Front("<html>", "turn=3", "A game"))
    assert page.startswith("---\nhide: [navigation, toc]\n---\n\n# A project\n\n<div")
    places = [f'src="{build.FIRST}"', "(game.html#turn=3)**. A game, with", "Words.", "![A picture]"]
    assert sorted(places, key=page.index) == places
    square, other = [37, 0, 2], [99, 0, 1]
    link = moment(explained([], [square, other], [square], [], [square] * 5))
    assert link == "turn=1&x=7&y=3&layers=search"
    assert moment(explained([], [], [])) == "turn=0"


def explained(*changes):
    """Thoughts of which only the search is asked."""
    turns = tuple(type("Turn", (), {"search": {"changes": each}}) for each in changes)
    return Explained("replay", 1, "champion", 10, 10, None, turns, None, True)
