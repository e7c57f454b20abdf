"""The page opens from its file, opens files that are dropped on it or refuses them, and saves moments of a game."""

import gzip
import re
from itertools import product

import numpy as np
import pytest
from PIL import Image

from bot import View
from engine.replay import as_bytes, read
from experiments.positions.position import OWNERS, Square
from experiments.positions.position import read as read_position
from experiments.recordings.watched import Watched
from tests.browser.conftest import GAME
from tests.support.pages import BYTES, as_text, expect, new_tab, written


def drop(tab, *files):
    """Drop files, (name, content) each, onto the page, as a person does."""
    transfer = tab.page.evaluate_handle(
        f"""(files) => {{
            const transfer = new DataTransfer();
            for (const it of files) transfer.items.add(new File([{BYTES}], it.name));
            return transfer;
        }}""",
        [{"name": name, "content": as_text(content)} for name, content in files],
    )
    tab.page.dispatch_event(".halite", "drop", {"dataTransfer": transfer})


def test_a_page_opens_by_double_click_and_shows_its_game(tab):
    recorded = read(GAME)
    rows = tab.page.locator(".standings tbody tr")
    expect(rows).to_have_count(len(recorded.player_names))
    for turn, (seat, name) in product((0, 100), enumerate(recorded.player_names)):
        tab.seek(turn)
        ours = recorded.owner[turn] == seat + 1
        sums = ours.sum(), recorded.production[ours].sum(), recorded.strength[turn][ours].sum()
        expect(rows.nth(seat).locator("th")).to_have_text(f"{seat + 1} {name}")
        expect(rows.nth(seat).locator("td")).to_have_text([f"{number:,}" for number in sums])
    assert tab.frames_asked() == 0


FAR = "9" * 400
NOWHERE = (
    "#turn=99999", "#turn=-3&x=a", "#x=500&y=700", "#%%%", f"#turn={FAR}&x={FAR}&y=1", "#player=9&turn=2", "#layers=",
    "#layers=,,", "#layers=potential,potential",
)  # fmt: skip


def test_a_link_is_about_the_game_that_came_with_it_and_one_to_nowhere_ends_within_it(blank, game_page):
    blank.goto(game_page, "#turn=120&x=7&y=3")
    blank.wait_for("[viewer.session.turn, viewer.session.selected]", [120, {"x": 7, "y": 3}])
    blank.expect(".inspector").to_contain_text("(7, 3)")
    assert blank.open(GAME.read_bytes(), "next.hlt.gz")
    blank.wait_for("[location.hash, viewer.session.turn, viewer.session.selected]", ["#turn=0", 0, None])
    for link in NOWHERE:
        blank.js("new Promise((done) => (onhashchange = () => setTimeout(done), location.hash = it))", link)
        assert 0 <= blank.js("viewer.session.turn") <= blank.js("viewer.session.lastTurn"), link
        blank.expect(".legends dt").to_have_count(0)


def test_an_empty_page_waits_for_a_game_and_takes_one(blank, files):
    blank.goto(written(files / "empty.html"))
    blank.expect(".welcome").to_be_visible()
    drop(blank, ("mine.hlt", gzip.decompress(GAME.read_bytes())))
    blank.until("viewer.session.game")
    blank.expect(".welcome").to_be_hidden()
    title = blank.page.locator(".file")
    expect(title).to_have_text("v26 – v17, 20 × 20")
    expect(title).to_have_attribute("title", "mine.hlt")
    assert blank.page.title() == "v26 – v17, 20 × 20 · Halite"


def meet(board):
    """Whether two players stand within two steps."""
    others = [np.roll(board, step, (0, 1)) for step in [(0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (1, -1)]]
    return any(((board > 0) & (other > 0) & (board != other)).any() for other in others)


def test_a_page_opens_where_two_players_meet_and_asks_for_an_explanation(blank, game_page):
    blank.page.goto(game_page.as_uri())
    blank.until("window.viewer?.session.game && viewer.session.turn > 0")
    blank.wait_for("viewer.session.turn", next(turn for turn, board in enumerate(read(GAME).owner) if meet(board)))
    blank.goto(game_page, "#turn=0")
    blank.wait_for("viewer.session.turn", 0)
    hint = "To see why squares move, ask a bot, or open an explanation file"
    blank.expect(".why .hint:visible").to_contain_text(hint)


# On every drawn frame of the page with a game: whether it asks for an explanation file, and where its panels stand.
SAMPLER = """
window.asks = new Set();
window.places = new Set();
const look = () => {
  const hints = [...document.querySelectorAll(".hint:not([hidden])")];
  const panels = [...document.querySelectorAll(".panel:is(.layers, .why, .inspector, .standings)")];
  const tops = panels.map((panel) => `${panel.className} ${Math.round(panel.getBoundingClientRect().top)}`);
  if (window.viewer?.session.game) asks.add(hints.some((hint) => hint.textContent.includes("To see why")));
  if (window.viewer?.session.game) places.add(tops.join(", "));
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def test_a_page_that_brings_an_explanation_never_asks_for_one_and_moves_no_panel(blank, explained_page):
    """The game is drawn before its explanation is read; until then the page asked for a file.

    The switches grew to three rows, and the panel of the reasons jumped from the third place to the first.
    """
    blank.page.add_init_script(SAMPLER)
    blank.goto(explained_page)
    blank.until("viewer.session.thought && asks.size > 0")
    blank.wait_for("[[...asks], places.size]", [[False], 1])


def test_a_complaint_outlives_the_other_files_and_the_game_stays(tab):
    drop(tab, ("bad.jsonl", b'{"t":1,"x":1}\n'), ("good.jsonl", b'{"t":3,"msg":"hi"}\n'), ("x.explain.gz", b"{"))
    tab.until("viewer.session.message?.text.includes('x.explain.gz')")
    assert 'bad.jsonl: line 1 needs a turn t, and x and y or none of them: {"t":1,"x":1}' in tab.message
    assert "x.explain.gz" in tab.message
    tab.wait_for("viewer.session.flog.name", "good.jsonl")
    assert tab.open(b'{"t":3,"msg":"hi"}\n', "fine.jsonl")
    assert tab.message == ""
    tab.js("viewer.openFiles([{name: 'games', arrayBuffer: () => Promise.reject(new DOMException('gone'))}])")
    assert "is it a folder" in tab.message
    drop(tab)
    tab.until("viewer.session.message?.text.includes('not a file')")
    tab.wait_for("viewer.session.game.frames", 144)
    tab.page.get_by_role("button", name="Close the message").click()
    tab.expect(".message-bar").to_be_hidden()


def test_an_explanation_that_was_cut_short_is_read_up_to_its_last_whole_turn(tab, explanation):
    assert tab.open(explanation.read_bytes()[:100_000], "cut.explain.gz")
    assert tab.js("viewer.session.explanation.turn(3) !== null")
    tab.until("viewer.session.explanation.turn(142) === null")
    last = tab.js("session.explanation.lines.length - 1")
    tab.js("(session.seek(it + 1), session.setLayer('potential'), session.select({x: 1, y: 1}))", last)
    for place in (".legends", ".inspector"):
        expect(tab.page.locator(place)).to_contain_text(f"ends with turn {last}")


def test_a_browser_that_is_too_old_and_a_page_whose_program_is_damaged_say_so(blank, game_page, files):
    damaged = files / "damaged-program.html"
    damaged.write_text(re.sub(r'(id="program"[^>]*>)[^<]{9}', r"\g<1>", game_page.read_text("utf-8")), "utf-8")
    blank.page.goto(damaged.as_uri())
    blank.expect("#page").to_contain_text("cannot be shown")
    blank.page.add_init_script("delete window.DecompressionStream")
    blank.page.goto(game_page.as_uri())
    blank.expect("#page").to_contain_text("or newer is needed")


@pytest.mark.parametrize("part", ["planes", "explanation"])
def test_a_page_with_a_damaged_part_waits_for_nothing(blank, explained_page, files, part):
    damaged = files / f"damaged-{part}.html"
    edited = re.sub(rf'(id="{part}"[^>]*>)[^<]', r"\g<1>!", explained_page.read_text("utf-8"))
    damaged.write_text(edited, "utf-8")
    blank.goto(damaged)
    blank.expect(".message-bar").to_contain_text("base64")
    blank.wait_for("[viewer.session.isReading, viewer.session.awaited]", [False, None])
    expect(blank.page.get_by_text("Waiting for the bot's thoughts …")).to_have_count(0)


# Drops files one soon after another; each takes so many milliseconds to be read.
SLOW = """await Promise.all(it.map(([name, text, wait]) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const arrayBuffer = () => new Promise((done) => setTimeout(() => done(bytes.buffer), wait));
    return viewer.openFiles([{ name, arrayBuffer }]);
})), null"""


@pytest.mark.parametrize("first", [as_bytes(read(GAME)), b"{"], ids=["a game", "a refused file"])
def test_files_that_are_dropped_one_soon_after_another_are_opened_in_that_order(tab, first):
    """Of two replays that were dropped quickly the large one, dropped first, was ready last and was shown."""
    tab.js(SLOW, [["one.hlt", as_text(first), 300], ["two.hlt.gz", as_text(GAME.read_bytes()), 0]])
    tab.wait_for("viewer.session.game.name", "two.hlt.gz")
    assert tab.message == ""


# Saving a moment: its link, a picture, a position.


def test_a_link_keeps_turn_square_and_layers(explained, browser, explained_page):
    """One that is changed by hand changes the layers to exactly those it names; a name that none has draws nothing."""
    explained.seek(84)
    explained.select(6, 2)
    explained.js("(viewer.session.setLayer('potential'), viewer.session.setLayer('moves'))")
    explained.wait_for("location.hash", "#turn=84&x=6&y=2&layers=potential,moves")
    other = new_tab(browser)
    other.page.goto(explained.page.url)
    other.until("window.viewer?.session.thought && viewer.session.turn === 84")
    other.wait_for("[[...viewer.session.layers], viewer.session.selected]", [["potential", "moves"], {"x": 6, "y": 2}])
    for tab in (explained, other):
        tab.page.mouse.move(5, 5)
        tab.js("viewer.setTheme('dark')")
    assert other.picture() == explained.picture()
    other.page.context.close()
    explained.js("(location.hash = '#turn=3&layers=trees,nonsense,wall')")
    explained.expect(".legends dt").to_have_text(["Capture trees", "Wall"])
    explained.wait_for("viewer.session.turn", 3)
    early = new_tab(browser).goto(explained_page, "#turn=3&layers=potential,nonsense,reasons")
    early.wait_for("[...viewer.session.layers]", ["reasons"])
    early.page.context.close()


def test_a_picture_is_the_board_as_it_is_seen(tab, tmp_path):
    tab.seek(84)
    tab.picture()
    height = round(tab.js("viewer.camera.area.height"))
    with tab.page.expect_download() as download:
        tab.page.keyboard.press("c")
    assert download.value.suggested_filename == "v26-v17-20x20-4100-turn-84.png"
    download.value.save_as(tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as picture:
        pixels = np.array(picture.convert("RGB"))
    assert pixels.shape == (height, height, 3)
    side = height / 20
    owner, strength = read(GAME).owner[84], read(GAME).strength[84]
    colours = {1: (0x56, 0xB4, 0xE9), 2: (0xE6, 0x9F, 0x00)}
    for y, x in np.argwhere((owner > 0) & (strength > 150))[:6].tolist():
        beside = tuple(pixels[int(side * (y + 0.3)), int(side * (x + 0.3))])  # within the piece, beside its number
        assert beside == colours[owner[y, x]]


SAVED_TURN = 120
HIDDEN = "document.querySelector('.position').hidden"


@pytest.fixture(scope="module")
def watched():
    return Watched(read(GAME))


def select_piece(tab, watched):
    frame = watched.replay.state(SAVED_TURN)
    y, x = divmod(int(np.where(frame.owner == 2, frame.strength, 0).argmax()), frame.width)
    tab.seek(SAVED_TURN)
    tab.select(x, y)
    return x, y


def test_a_saved_position_is_the_frame_and_what_everybody_remembers(tab, watched, tmp_path):
    x, y = select_piece(tab, watched)
    with tab.page.expect_download() as saved:
        tab.page.get_by_role("button", name="Save as position").click()
    assert saved.value.suggested_filename == f"position-{SAVED_TURN}-{x}-{y}.toml"
    saved.value.save_as(tmp_path / "mine.toml")
    text = (tmp_path / "mine.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("right = []", 'right = ["EAST"]'), "utf-8")
    position, frame = read_position(tmp_path / "mine.toml"), watched.replay.state(SAVED_TURN)
    assert position.square == (Square(x, y, right=("EAST",)),)
    assert position.turn == SAVED_TURN
    assert (position.player, position.source.players) == (OWNERS[2], watched.replay.player_names)
    for layer in ("owner", "strength", "production"):
        assert np.array_equal(getattr(position.state, layer), getattr(frame, layer))
    players = range(1, len(watched.replay.player_names) + 1)
    assert position.memories == tuple(watched.memory(SAVED_TURN, seat) for seat in players)
    assert any(memory.met for memory in position.memories)
    assert isinstance(position.view, View)


def test_the_button_is_there_for_pieces_that_move(tab, watched):
    assert tab.js(HIDDEN)
    select_piece(tab, watched)
    assert not tab.js(HIDDEN)
    frame = watched.replay.state(SAVED_TURN)
    for squares in (frame.owner == 0, (frame.owner > 0) & (frame.strength == 0)):
        row, column = map(int, np.argwhere(squares)[0])
        tab.select(column, row)
        assert tab.js(HIDDEN)
    select_piece(tab, watched)
    tab.seek(143)
    assert tab.js(HIDDEN)
