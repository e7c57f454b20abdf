"""The page of a rule in a browser: what it finds and misses, and a click on a missed position."""

from experiments.positions import run
from experiments.positions.folder import keep
from tests.support.tagged import of_game


def test_a_missed_position_opens_in_the_viewer(blank, tmp_path, monkeypatch):
    """The share by theme stands on the page; the link shows the frame, its square chosen."""
    monkeypatch.chdir(tmp_path)
    keep(of_game(theme="retreat").called("p0"), tmp_path / "positions")
    (tmp_path / "mine.py").write_text("def move(view, x, y):\n    return 1\n", encoding="utf-8")
    run.rule(tmp_path / "positions", tmp_path / "mine.py", [], follows=False, opens=False)
    page = blank.page
    page.goto((tmp_path / "mine.pages" / "rule.html").as_uri())
    assert "retreat" in page.inner_text("table >> nth=0")
    assert "0 of 1, 0 %" in page.inner_text("table >> nth=0")
    with page.context.expect_page() as opened:
        page.click("text=p0")
    position = opened.value
    position.wait_for_function("() => document.querySelector('canvas')")  # the page's policy allows no text as code
    (choice,) = of_game().choices
    assert f"x={choice.x}&y={choice.y}" in position.url
