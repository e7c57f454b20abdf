"""The combat database as a page: a chart and a table."""

from tests.support.pages import expect


def test_the_chart_is_drawn_and_a_row_names_its_players(blank, combat_page):
    """Beside one another, with the position that it is about."""
    blank.page.goto(combat_page.as_uri())
    blank.page.wait_for_selector("#chart svg .mark-symbol path")
    expect(blank.page.locator("thead th")).to_have_text(["place", "went", "all players", "v17", "v26", "example"])
    expect(blank.page.locator("tbody .place").first.locator("i")).to_have_count(13)
