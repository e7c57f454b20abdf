"""Workers of a page that was opened from a file, as a double click does it."""

COUNTED = """
const Usual = Worker;
window.heard = 0;
window.Worker = class extends Usual {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", () => (window.heard += 1));
  }
};
"""


def test_events_are_counted_beside_the_page(blank, game_page):
    """Chromium starts no module from a blob in a page from a file: events were counted on the page's own thread."""
    blank.page.add_init_script(COUNTED)
    blank.goto(game_page)
    blank.page.wait_for_function("() => viewer.session.story.length")
    assert blank.js("heard") > 0
