"""Where a value stands on its slider."""

import pytest

from viewer.bundle import script

ASKED = """async ([code, knob, usual, share, snaps]) => {
    const { sliderScale } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    const scale = sliderScale({ kind: "float", ...knob }, usual);
    const value = scale.value(share, snaps);
    return [value, scale.share(value)];
}"""


@pytest.mark.parametrize(
    ("low", "high", "usual", "middle"),
    [(-2, 1, 0.5, -0.5), (0.01, 1, 0.1, 0.1), (0, 1000, 5, 49.9), (-1000, 1000, 5, 0), (0, 80, 5, 40)],
    ids=["even steps", "factors", "fine around zero", "zero in the middle", "a near end"],
)
def test_the_middle_of_a_slider(browser, low, high, usual, middle):
    """Even steps waste a slider from 0.01 to 1, and one from 0 to 1000 whose usual value is 5."""
    page = browser.new_page()
    value, share = page.evaluate(ASKED, [script("thinking/scales.js"), {"low": low, "high": high}, usual, 0.5, False])
    page.close()
    assert value == pytest.approx(middle)
    assert share == pytest.approx(0.5, abs=0.001)


@pytest.mark.parametrize(("share", "snaps", "value"), [(0.505, True, 10), (0.505, False, 10.1), (0.52, True, 10.4)])
def test_a_hand_finds_the_usual_value(browser, share, snaps, value):
    """Within a hundredth of the slider; a key goes past it step by step."""
    page = browser.new_page()
    knob = {"low": 0, "high": 20}
    assert page.evaluate(ASKED, [script("thinking/scales.js"), knob, 10, share, snaps])[0] == value
    page.close()
