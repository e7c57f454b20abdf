"""Where a value stands on its slider."""

import pytest

from viewer.bundle import script

ASKED = """async ([code, knob, usual, share, plays]) => {
    const { sliderScale } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    const scale = sliderScale({ kind: "float", ...knob }, usual);
    const value = scale.value(share, plays);
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
    value, share = page.evaluate(ASKED, [script("thinking/scales.js"), {"low": low, "high": high}, usual, 0.5, None])
    page.close()
    assert value == pytest.approx(middle)
    assert share == pytest.approx(0.5, abs=0.001)


@pytest.mark.parametrize(
    ("share", "plays", "value"), [(0.505, 10, 10), (0.505, None, 10.1), (0.52, 10, 10.4), (0.705, 14, 14)]
)
def test_a_hand_finds_the_value_that_plays(browser, share, plays, value):
    """Within a hundredth of the slider; a key goes past it step by step."""
    page = browser.new_page()
    knob = {"low": 0, "high": 20}
    assert page.evaluate(ASKED, [script("thinking/scales.js"), knob, 10, share, plays])[0] == value
    page.close()
