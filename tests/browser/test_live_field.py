"""The field in the live window: shown from the start, on a scale that can be locked, beside the unchanged field."""

import numpy as np
from PIL import Image

from bot import changed, preset
from tests.support.live_window import TOKEN, TURN, Live, decided, games_in, served
from tests.support.watching import game

V26 = preset("v26")
ALPHA = 0.4
DELTA = "() => viewer.session.layers.has('delta') && document.querySelector('.legends .gradient')"


def difference():
    """The potential with the other alpha less that without, as bot.decide gives both."""
    fields = [decided(game(), parameters).explanation.potential for parameters in (changed(V26, {"alpha": ALPHA}), V26)]
    with np.errstate(invalid="ignore"):
        return (fields[0] - fields[1]).ravel()


def legend(live):
    """The text of the legends."""
    return live.page.locator(".legends").inner_text()


def ends(live):
    """The ends of the scale; whether there are numbers beyond them is another matter."""
    return [text.strip("≤≥ ") for text in live.page.locator(".legends .scale > span:not(.gradient)").all_inner_texts()]


def test_the_window_opens_with_the_potential_on(browser, tmp_path):
    """What the window is for is on the board without a click; later games keep the layers that are on."""
    with served(games_in(tmp_path), TOKEN) as address:
        live = Live(browser.new_page(viewport={"width": 1280, "height": 720}), address=address)
        live.page.goto(f"{address}#token={TOKEN}")
        live.page.wait_for_function("() => window.asking?.game && viewer.session.thought")
        assert live.js("[...viewer.session.layers]") == ["potential"]
        assert "turns" in legend(live)
        live.js("(viewer.setLayer('moves'), live.openGame('other.hlt'))")
        live.page.wait_for_function("() => asking.game === 'other.hlt'")
        assert live.js("[...viewer.session.layers]") == ["potential", "moves"]
        live.check()
        live.page.close()


def test_a_locked_scale_stays_while_parameter_and_turn_change(live):
    """The same colour means the same number then; unlocked it follows the field again."""
    live.js("viewer.setLayer('potential')")
    live.answered()
    before = ends(live)
    live.page.get_by_role("button", name="Lock the scale").click()
    live.type("alpha", ALPHA)
    live.js("viewer.seek(it)", TURN - 50)
    live.answered()
    assert ends(live) == before
    locked = live.picture()
    live.page.get_by_role("button", name="Scale is locked").click()
    assert ends(live) != before
    assert live.picture() != locked


def test_the_change_of_the_field_is_that_of_two_decisions(live):
    """The change is compared square by square, read with the mouse."""
    live.type("alpha", ALPHA)
    live.answered()
    live.page.locator("[data-layer=delta]").click()
    live.page.wait_for_function(DELTA)
    expected = difference()
    for c in np.flatnonzero(np.isfinite(expected))[::7].tolist():
        live.js("viewer.hover(it)", {"x": c % 16, "y": c // 16})
        said = live.page.locator(".hover-card").inner_text()
        number = float(said.split()[-2].replace("−", "-").replace(",", ""))
        assert abs(number - expected[c]) <= 0.006 * abs(expected[c]) + 1e-9


def test_without_a_change_the_field_is_the_same(live):
    """The legend says so instead of showing a scale of nought."""
    live.page.locator("[data-layer=delta]").click()
    live.page.wait_for_function("() => document.querySelector('.legends').innerText.includes('the same as with v26')")
    assert live.page.locator(".legends .gradient").count() == 0


def test_a_film_frames_no_move_of_another_turn(live, tmp_path):
    """The frames, the change and the margins of the shown turn lay on every picture of a film."""
    live.type("alpha", ALPHA)
    live.answered()
    assert live.marked()
    live.page.locator("[data-layer=delta]").click()
    live.page.wait_for_function(DELTA)
    live.page.locator("h1").click()  # a field would take the key
    live.page.keyboard.press("c")
    live.page.get_by_label("last turn of the film").fill(str(TURN + 1))
    with live.page.expect_download() as download:
        live.page.get_by_role("button", name="Save the film (GIF)").click()
    download.value.save_as(tmp_path / "a.gif")
    live.page.wait_for_function("() => viewer.keeping.innerText.includes('On 1 of its 2 turns layers are missing')")
    live.js("viewer.keeping.close()")
    pink = []
    with Image.open(tmp_path / "a.gif") as film:
        for number in range(2):
            film.seek(number)
            far = np.abs(np.array(film.convert("RGB"), int)[30:] - (0xFF, 0x5F, 0xD2)).sum(axis=2)
            pink.append(int((far < 30).sum()))
    assert pink[0] > 20
    assert pink[1] == 0


def test_the_usual_field_is_asked_once_a_turn(live):
    """Dragging a slider asks for the changed field only."""
    live.type("alpha", ALPHA)
    live.page.locator("[data-layer=delta]").click()
    live.page.wait_for_function(DELTA)
    live.requests.clear()
    for alpha in (0.5, 0.6, 0.7):
        live.type("alpha", alpha)
        live.answered()
    asked = [address for address in live.requests if "explain" in address]
    assert len(asked) == 3
    assert live.js("viewer.turn") == TURN
