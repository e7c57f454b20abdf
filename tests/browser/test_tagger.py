"""The tagger's page in a real browser: marking moves right or wrong, storing, undoing, and proposals."""

import pytest

from experiments.positions.folder import positions
from experiments.positions.games import Games
from experiments.positions.server import application
from tests.support.pages import Tab, opened, resize
from tests.support.servers import BY_STATUS, running
from tests.support.watching import folder_with, game

TURN = 60

STRONGEST = f"""(() => {{
    const {{ game }} = viewer.session, area = game.width * game.height;
    let best = 0;
    for (let c = 0; c < area; c++) {{
        const at = {TURN} * area + c, isBetter = game.strength[at] > game.strength[{TURN} * area + best];
        if (game.owner[at] === 1 && (game.owner[{TURN} * area + best] !== 1 || isBetter)) best = c;
    }}
    return {{ x: best % game.width, y: Math.floor(best / game.width) }};
}})()"""


class Page(Tab):
    """The tagger in a tab, and the folder that it stores into."""

    def begin(self, browser_address, folder):
        """Open it on turn TURN, the strongest piece of player 1 selected."""
        self.folder = folder
        self.page.goto(browser_address)
        self.page.wait_for_function("() => window.tagger?.game && viewer.session.game")
        self.js(f"(viewer.seek({TURN}), viewer.select({STRONGEST}))")
        return self

    def press(self, *keys):
        """Keys on the board, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def stored(self):
        """The files in the folder."""
        return positions(self.folder) if any(self.folder.glob("*.toml")) else []

    def wait_stored(self, count):
        """Wait until the page lists this many positions."""
        self.page.wait_for_function("(count) => tagger.stored.length === count", arg=count)

    def check(self):
        """Nothing failed but what a test asked to fail, and only the tagger's own server was asked."""
        assert [said for said in self.problems if BY_STATUS not in said] == []
        assert all(asked.startswith("http://127.0.0.1") for asked in self.requests)


@pytest.fixture(scope="module")
def tab(browser):
    """An empty tab."""
    with opened(browser, 1280, 844, Page, color_scheme="dark") as made:
        yield made


@pytest.fixture
def phone(page):
    """The tagger in a narrow, light window."""
    resize(page.page, 390, 844)
    page.page.emulate_media(color_scheme="light")
    page.page.reload()
    yield page.begin(page.page.url, page.folder)
    resize(page.page, 1280, 844)
    page.page.emulate_media(color_scheme="dark")


@pytest.fixture
def page(tab, tmp_path):
    """The tagger over a small game, its folder still empty."""
    games = tmp_path / "games"
    games.mkdir()
    path = folder_with(game(), games)
    with running(application(Games(games, path), tmp_path / "positions")) as address:
        yield tab.begin(address, tmp_path / "positions")
        tab.page.goto("about:blank")
    tab.check()


@pytest.mark.parametrize("window", ["page", "phone"])
def test_it_fits_its_window_and_asks_about_the_owner_of_the_square(request, window):
    """Nothing is wider than the screen; the five moves have the scores of the field; the second player was cut off."""
    page = request.getfixturevalue(window)
    assert page.js("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.js("tagger.asking.player") == 1
    page.page.wait_for_function("() => document.querySelector('.pad [data-move=NORTH] small').textContent !== ''")
    assert page.page.locator(".pad button:enabled").count() == 5
    field = "(({scrollWidth, clientWidth, scrollHeight, clientHeight}) => "
    field += "[scrollWidth - clientWidth, scrollHeight - clientHeight])(document.querySelector('.proposals textarea'))"
    assert page.js("document.querySelector('.proposals textarea').value.length") > 40
    assert page.js(field) == [0, 0]


def test_a_position_is_tagged_by_mouse_and_stored(phone):
    """One click calls a move right, two call it wrong; what is stored is what was said."""
    page = phone
    page.page.locator(".pad [data-move=NORTH]").click()
    page.page.locator(".pad [data-move=STILL]").dblclick()
    page.page.locator("#theme").fill("dodge")
    page.page.locator("#tags").fill("first, second try")
    page.page.locator("#note").fill("North is safe.")
    page.page.get_by_role("button", name="Store", exact=True).click()
    page.wait_stored(1)
    (position,) = page.stored()
    (choice,) = position.choices
    assert (position.theme, position.tags, position.note) == ("dodge", ("first", "second try"), "North is safe.")
    assert (position.turn, position.player, choice.right, choice.wrong) == (TURN, 1, (1,), (0,))
    assert position.source.players == ("v26", "v17")


def test_the_keyboard_alone_tags_stores_and_takes_back(page):
    """Shift and I J K L U call moves something, F leads to the theme, Enter stores, U takes back, Escape clears."""
    page.press("f", "Escape")
    assert page.js("document.activeElement.id") != "theme"
    assert page.js("viewer.session.selected") is not None
    page.press("Shift+I", "Shift+L", "Shift+L", "f")
    page.page.keyboard.type("retreat")
    page.press("Enter")
    page.wait_stored(1)
    assert [(each.right, each.wrong) for each in page.stored()[0].choices] == [((1,), (2,))]
    page.press("u")
    page.wait_stored(0)
    assert page.stored() == []


def test_a_stored_position_comes_back_into_the_form_and_can_be_removed(page):
    """After the page is loaded anew it is still there; stored again it is replaced, not doubled."""
    page.press("Shift+I", "f")
    page.page.keyboard.type("dodge")
    page.press("Enter")
    page.wait_stored(1)
    page.page.reload()
    page.page.wait_for_function("() => window.tagger?.stored.length === 1")
    row = page.page.locator(".stored .row-open")
    assert f"dodge: turn {TURN}, {page.js('viewer.session.game.players[0]')} (" in row.inner_text()  # as in proposals
    row.click()
    assert page.js("[viewer.turn, tagger.draft.theme, tagger.draft.listed[0].right]") == [TURN, "dodge", ["NORTH"]]
    page.page.locator("#note").fill("looked at again")
    page.page.get_by_role("button", name="Store", exact=True).click()
    page.page.wait_for_function("() => tagger.stored[0].note === 'looked at again'")
    assert len(page.stored()) == 1
    page.page.get_by_role("button", name="Remove").click()
    page.wait_stored(0)


def test_what_cannot_be_stored_is_said_on_the_page(page):
    """Nothing said, no theme; a second frame while the first is not stored. A bracket did nothing without a word."""
    page.press("]")
    assert "Propose" in page.message
    page.press("Enter")
    assert "Nothing to store" in page.message
    page.press("Shift+I", "Enter")
    assert "theme is missing" in page.message
    page.js(f"viewer.seek({TURN + 1})")
    assert page.page.locator(".pad button:enabled").count() == 0


def test_proposals_are_gone_through_one_by_one(page):
    """The filter's answers, the most at stake first; the brackets lead to the next and the one before, or say why."""
    page.press("]")
    page.page.wait_for_function("() => !document.querySelector('.message-bar').hidden")
    assert "press Propose" in page.message
    assert page.page.locator(".proposals .status").inner_text() == "", "it said that nothing was proposed"
    page.page.locator(".proposals select").select_option("costly")
    page.page.locator("#propose").click()
    page.page.wait_for_function("() => tagger.proposals.length > 1 && tagger.place === 0")
    first = page.js("[viewer.turn, tagger.proposals[0].turn]")
    assert first[0] == first[1]
    assert "player" not in page.page.locator(".proposals .row-open strong").first.inner_text(), "it has a name"
    page.press("]")
    assert page.js("[tagger.place, viewer.turn]") == [1, page.js("tagger.proposals[1].turn")]
    page.press("[")
    assert page.js("tagger.place") == 0


def test_a_dropped_game_can_be_looked_at_but_not_tagged(page):
    """It lies in no folder, and what is said about it must not be stored under the game before."""
    page.press("Shift+I")
    page.js("tagger.service.bytes('api/games/game.hlt').then((bytes) => viewer.open(bytes, 'else.hlt'))")
    page.page.wait_for_function("() => tagger.game === null")
    assert "Only games of the folder" in page.message
    assert page.js("viewer.session.awaited") is None, "no thoughts of a bot will come"
    page.js(f"(viewer.seek({TURN}), viewer.select({STRONGEST}))")
    assert page.page.locator(".pad button:enabled").count() == 0
    assert page.js("tagger.draft.isEmpty")


def test_a_line_break_between_two_players_parts_them(page):
    """The field has several lines, and two names on two of them were asked for as one player."""
    with page.page.expect_request("**/api/proposals") as asked:
        page.page.locator(".proposals textarea").fill("v26,\nv17 \n\n")
        page.page.locator("#propose").click()
    assert asked.value.post_data_json["players"] == ["v26", "v17"]
    page.page.locator("#propose:enabled").wait_for()
    assert page.page.locator(".message-bar").is_hidden()
    page.page.locator(".proposals textarea").fill("v99")
    page.page.locator("#propose").click()
    page.page.wait_for_function("() => !document.querySelector('.message-bar').hidden")
    assert "v26" in page.message, "a mistyped one is a sentence that lists the players"
