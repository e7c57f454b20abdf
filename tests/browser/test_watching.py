"""Playing, stepping, seeking, zooming and moving over the torus, every key and button; the story and the graphs."""

import json
import re
from functools import partial

import numpy as np
import pytest

from engine.replay import as_bytes, read
from tests.browser.conftest import GAME
from tests.support.pages import expect, opened

LAST = 143  # the last frame of the recorded game
BEGINNING = "(session.seek(40), viewer.camera.zoomBy(2), session.setSpeed(8), session.select({x: 5, y: 5}))"

# What is true after one of these keys, or the button of this name, was pressed, and was not before: on turn 40, paused,
# enlarged twice, with a selected square.
CHANGES = {
    "viewer.session.turn === 39": ("ArrowLeft ,", "One turn back"),
    "viewer.session.turn === 41": ("ArrowRight .", "One turn forward"),
    "viewer.session.turn === 30": ("Shift+ArrowLeft Shift+Comma",),
    "viewer.session.turn === 50": ("Shift+ArrowRight Shift+Period",), "viewer.session.turn === 0": ("z", "First frame"),
    f"viewer.session.turn === {LAST}": ("x", "Last frame"), "viewer.session.isPlaying": ("", "Play"),
    "viewer.session.speed === 10": ("4",), "viewer.session.speed === 6": ("3",), "viewer.session.speed === 1": ("1",),
    "viewer.session.speed === 3": ("2",), "viewer.session.speed === 15": ("5",), "viewer.camera.y === 9": ("w",),
    "viewer.camera.x === 9": ("a",), "viewer.camera.y === 11": ("s",), "viewer.camera.x === 11": ("d",),
    "viewer.session.selected?.y === 4": ("i",), "viewer.session.selected?.x === 4": ("j",),
    "viewer.session.selected?.y === 6": ("k",), "viewer.session.selected?.x === 6": ("l",),
    "viewer.session.selected === null": ("Escape",), "viewer.camera.zoom === 2.5": ("+",),
    "viewer.camera.zoom === 1.6": ("-",), "viewer.camera.zoom === 1": ("o",),
    "Boolean(viewer.session.message)": ("c", "Save a picture"), "viewer.help.open": ("?", "Keys"),
    "viewer.theme === 'light'": ("t", "Light or dark"),
}  # fmt: skip


def test_every_key_and_every_button_does_what_it_says(tab):
    """Keys are those of the original visualizer, and a few more; labels are what a screen reader says."""
    for change, (keys, *labels) in CHANGES.items():
        acts = [partial(tab.page.keyboard.press, key) for key in keys.split()]
        for act in acts + [tab.page.get_by_role("button", name=label, exact=True).click for label in labels]:
            tab.begin_again()
            tab.js(BEGINNING)
            assert not tab.js(change), change
            act()
            tab.until(change)


@pytest.fixture
def paused(tab):
    tab.js(BEGINNING)
    return tab


def test_space_plays_and_pauses_wherever_the_mouse_clicked_before(paused):
    paused.page.get_by_role("button", name="One turn forward").click()
    paused.page.keyboard.press(" ")
    paused.until("viewer.session.turn > 41")
    paused.page.keyboard.press(" ")
    paused.wait_for("[viewer.session.isPlaying, viewer.session.time % 1]", [False, 0])  # it comes to rest on a frame


def test_playing_never_goes_back(paused):
    """A frame may have begun before the click that starts the clock: its time is the earlier one."""
    played = """(async () => {
        const times = [];
        for (let i = 0; i < 12; i++) {
            viewer.session.setPlaying(false);
            viewer.session.seek(40);
            viewer.session.setPlaying(true);
            await new Promise(requestAnimationFrame);
            times.push(viewer.session.time);
        }
        return Math.min(...times);
    })()"""
    assert paused.js(played) >= 40


def test_playing_ends_with_the_game_and_starts_again_from_its_beginning(paused):
    paused.js(f"(viewer.session.setSpeed(60), viewer.session.seek({LAST - 2}), viewer.session.setPlaying(true))")
    paused.until(f"viewer.session.turn === {LAST} && !viewer.session.isPlaying")
    paused.js("viewer.session.setSpeed(1)")
    paused.page.keyboard.press(" ")
    paused.until("viewer.session.isPlaying && viewer.session.turn < 100")


def test_turn_and_speed_can_be_chosen_and_the_keys_come_back_to_the_board(paused):
    field, speed = paused.page.get_by_label("Go to turn"), paused.page.get_by_label("Turns per second")
    for text, turn in (("77", 77), ("", 77), ("5000", LAST)):  # nothing is no turn
        field.fill(text)
        field.press("Enter")
        paused.wait_for("[viewer.session.turn, document.activeElement === viewer.root]", [turn, True])
        expect(field).to_have_value(str(turn))
    scrubber = paused.page.get_by_role("slider", name="Turn")
    scrubber.fill("12")
    paused.wait_for("viewer.session.turn", 12)
    scrubber.press("ArrowRight")
    paused.wait_for("viewer.session.turn", 13)  # once, not once for the scrubber and once for the page
    speed.select_option("30/s")
    paused.wait_for("viewer.session.speed", 30)
    for control in (field, speed):
        control.focus()
        paused.page.keyboard.press("Escape")
        paused.until("document.activeElement === viewer.root")
    paused.wait_for("viewer.session.selected", {"x": 5, "y": 5})


PIXEL = """(() => {
    const copy = new OffscreenCanvas(1, 1).getContext("2d");
    copy.drawImage(viewer.canvas, -it.x, -it.y);
    return [...copy.getImageData(0, 0, 1, 1).data];
})()"""


def test_pieces_slide_over_the_edge_of_the_torus(tab):
    empty = [[[0, 0]] * 3] * 3
    here, there = ([empty[0], [*empty[0][:i], [1, 255], *empty[0][i + 1 :]], empty[0]] for i in (2, 0))
    moves = [[0] * 3, [0, 0, 2], [0] * 3]
    game = {
        "version": 11, "width": 3, "height": 3, "num_players": 1, "num_frames": 2, "player_names": [""],
        "productions": [[1] * 3] * 3, "frames": [here, there], "moves": [moves],
    }  # fmt: skip
    assert tab.open(json.dumps(game).encode(), "torus.hlt")
    tab.js("(viewer.session.seek(0.5), viewer.board.draw())")
    area = tab.js("viewer.camera.area")
    y = area["top"] + 0.58 * area["height"]  # within the piece, below its number
    for x in (area["left"] + 4, area["left"] + area["width"] - 4):
        tab.wait_for(PIXEL, [0x56, 0xB4, 0xE9, 255], {"x": round(x), "y": round(y)})
    tab.expect(".standings").to_contain_text("player 1")  # one without a name has a number


def test_the_system_chooses_whether_pieces_slide(browser, game_page):
    with opened(browser, reduced_motion="reduce") as tab:
        tab.goto(game_page)
        pictures = []
        for turn in (40, 40.5):
            tab.seek(turn)
            pictures.append(tab.picture())
        assert pictures[0] == pictures[1]


def test_dragging_looks_around_the_torus(paused):
    x, y = paused.place_of(9.5, 9.5)  # the middle of the board
    paused.page.mouse.move(x, y)
    paused.page.mouse.down()
    paused.page.mouse.move(x + 60, y)
    paused.page.mouse.up()
    paused.until("Math.abs(viewer.camera.x - 10 + 60 / viewer.camera.scale) < 1e-6")
    paused.wait_for("viewer.session.selected", {"x": 5, "y": 5})  # a drag is no click


def test_the_wheel_zooms_where_the_mouse_is(paused):
    place = paused.place_of(13, 12)
    paused.page.mouse.move(*place)
    paused.page.mouse.wheel(0, -400)
    paused.until("viewer.camera.zoom > 2.5")
    assert paused.place_of(13, 12) == pytest.approx(place, abs=1.5)
    paused.page.keyboard.press("o")
    paused.wait_for("viewer.camera.zoom", 1)


def test_a_square_is_clicked_where_it_is_drawn(paused):
    paused.js("viewer.camera.home()")
    paused.page.keyboard.press("d")
    paused.page.mouse.click(*paused.place_of(3, 4))
    paused.wait_for("viewer.session.selected", {"x": 3, "y": 4})
    paused.page.keyboard.press("Escape")
    paused.wait_for("viewer.session.selected", None)


def test_two_fingers_zoom(browser, game_page):
    with opened(browser, 375, 740, has_touch=True) as tab:
        tab.goto(game_page)
        device = tab.page.context.new_cdp_session(tab.page)

        def touch(kind, *points):
            fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
            device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

        touch("touchStart", (180, 250))
        touch("touchStart", (180, 250), (200, 250))
        for spread in (20, 40, 60):
            touch("touchMove", (180 - spread, 250), (200 + spread, 250))
        touch("touchEnd")
        tab.until("viewer.camera.zoom > 2")
        before = tab.js("viewer.camera.x")
        touch("touchStart", (180, 250))
        touch("touchMove", (120, 250))
        touch("touchEnd")
        tab.until("viewer.camera.x > it", before)


# The story, its banner and its graphs; what is counted: tests/unit/test_page_numbers.py.


def story(tab):
    tab.until("viewer.session.story.length")
    return tab.js("viewer.session.story")


def test_the_list_and_the_markers_lead_there(tab):
    happenings = story(tab)
    ticks = tab.page.locator(".markers .tick")
    expect(ticks).to_have_count(len(happenings))
    tab.page.locator(".happenings button").nth(1).click()
    tab.wait_for("viewer.session.turn", happenings[1]["turn"])
    tab.page.locator(".happenings .now").wait_for()
    ticks.last.click()
    tab.until("viewer.session.turn === viewer.session.lastTurn")
    bar = tab.page.locator(".transport .scrubber").bounding_box()
    middle = [box["x"] + box["width"] / 2 for box in (ticks.nth(1).bounding_box(), ticks.last.bounding_box())]
    ends = [bar["x"] + 8 + turn / 143 * (bar["width"] - 16) for turn in (happenings[1]["turn"], 143)]
    assert middle == pytest.approx(ends, abs=1.5), "above the slider's thumb"


def test_n_and_p_go_through_the_story_and_stop_at_its_ends(tab):
    turns = sorted({one["turn"] for one in story(tab)})
    for key, visited in (("n", [*turns, turns[-1]]), ("p", [*turns[-2::-1], turns[0]])):
        for turn in visited:
            tab.page.keyboard.press(key)
            tab.wait_for("viewer.session.turn", turn)


def test_the_banner_says_who_won_and_how_and_another_game_has_another_story(tab):
    replay, banner = read(GAME), tab.page.locator(".result")
    first = story(tab)[-1]
    expect(banner).to_contain_text(re.compile(r"v26\s*wins on turn 143, when v17 is eliminated"))
    assert "--player-1" in banner.locator(".swatch").get_attribute("style")
    short = json.loads(as_bytes(replay)) | {"player_names": ["v26", " v26"], "num_frames": 30}
    short["frames"], short["moves"] = short["frames"][:30], short["moves"][:29]
    assert tab.open(json.dumps(short).encode(), "short.hlt")
    *others, last = story(tab)
    assert (others, last["kind"]) == ([], "end")
    assert last != first
    for place in (".standings", ".story", ".result"):  # players of one name are told apart
        expect(tab.page.locator(place)).to_contain_text("#1 v26")
    y, x = np.argwhere(replay.owner[0] == 2)[0].tolist()
    tab.select(x, y)
    tab.expect(".inspector").to_contain_text("#2 v26")


LINES = """[...document.querySelectorAll(`[data-measure=${it}] polyline:not(.over, .raw)`)].map((line) =>
    line.getAttribute("points").split(" ").map((point) => point.split(",").map(Number)))"""


# In a page: the pieces of the board as they are drawn, [left, top, side] in squares, and whose colour they have.
PIECES = """(() => {
    const { board: { ctx, colours: { player } }, camera } = viewer;
    const found = [], zero = [camera.left(0), camera.top(0), 0];
    const place = (box) => zero.map((from, i) => (box[i] - from) / camera.scale);
    ctx.fillRect = (...box) => box[2] === box[3] && found.push([...place(box), player.indexOf(ctx.fillStyle)]);
    viewer.board.draw(), delete ctx.fillRect;
    return found;
})()"""


@pytest.mark.parametrize("share", [0, 0.8])
def test_pieces_have_their_owners_colour_and_a_size_by_strength_and_go_where_they_are_sent(tab, share):
    game, steps = read(GAME), np.array([(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)])
    (owner, then), sides = game.owner[84:86], 0.14 + 0.74 * np.sqrt(game.strength[84:86] / 255)
    tab.seek(84 + share)
    found, missing = np.array(tab.js(PIECES)), []
    for y, x in np.argwhere(owner > 0).tolist():
        place, move, side = np.array([x, y]), game.moves[84, y, x], sides[0, y, x]
        lives = then[tuple((place + steps[move])[::-1] % then.shape)] == owner[y, x]
        if not lives and share:
            side *= (1 - share) / 0.4  # from 0.6 of the turn on
        elif lives and move == 0:
            side += share * (sides[1, y, x] - side)
        piece = [*(place + share * steps[move] + (1 - side) / 2), side, owner[y, x]]
        missing += [] if (abs(found - piece).max(axis=1) < 0.01).any() else [(x, y)]
    assert missing == [], "(x, y) of pieces drawn elsewhere, in another size or colour"


def test_the_lines_are_the_counted_numbers_and_the_mouse_reads_them(tab):
    tab.until("viewer.session.events")
    for measure, unit, window in (("territory", "squares", 1), ("damage_taken", "strength a turn", 7)):
        plot, tip, most, over = (tab.page.locator(f"[data-measure={measure}] .{part}")
                                 for part in ("plot", "tip", "most", "over"))  # fmt: skip
        counted = np.array(tab.js("viewer.session.events[it].map((values) => [...values])", measure))
        expect(most).to_have_text(f"up to {counted.max():,.0f} {unit}")
        expect(over).to_have_count(2)
        for seat, line in enumerate(tab.js(LINES, measure)):
            sums, turns = (np.convolve(of, np.ones(window), "same") for of in (counted[seat], np.ones(len(line))))
            drawn = (1 - np.array(line)[:, 1] / 1000) * counted.max()
            assert drawn == pytest.approx(sums / turns, abs=1e-4 * counted.max()), f"{measure} of player {seat + 1}"
        plot.hover()
        expect(tip).to_contain_text("turn")
        words = tip.inner_text().split()
        turn = int(words[1]) - (measure == "damage_taken")
        numbers = tab.js("viewer.session.events[it[0]].map((values) => values[it[1]])", [measure, turn])
        assert [float(word.replace(",", "")) for word in words[2:]] == pytest.approx(numbers, abs=0.51)
    tab.page.locator("[data-measure=damage_taken] .plot").click()
    tab.until("Math.abs(viewer.session.turn - 143 / 2) <= 1.5")
    tab.seek(100)
    cursor = "Math.round(10 * parseFloat(document.querySelector('[data-measure=strength] .cursor').style.left))"
    tab.wait_for(cursor, round(1000 * 100 / 143))
