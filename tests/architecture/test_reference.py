"""The pages that are written from the code."""

from experiments import reference
from tests.project import ROOT, blocks


def test_the_parameter_page_says_what_the_parameters_are():
    """docs/4-parameters.md is what `python -m experiments parameters` prints, to the letter."""
    assert (ROOT / "docs" / "4-parameters.md").read_text(encoding="utf-8") == reference.page()


def test_the_example_that_asks_why_gets_its_answer(capsys):
    """The code on the page about the bot runs, and prints the sentence that stands beside it."""
    page = (ROOT / "docs" / "3-how-the-bot-decides.md").read_text(encoding="utf-8")
    (example,) = blocks(page, "python")
    exec(example, {})
    promised = example.rsplit("# ", 1)[1].strip().removesuffix("…")
    assert promised
    assert capsys.readouterr().out.startswith(promised)
