"""The scale of the layer Δ potential."""

import pytest

from viewer.bundle import script

ENDS = """async ([code, changes]) => {
    const { deltaLayer } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    return deltaLayer({ now: () => changes }).ends({}).high;
}"""


@pytest.mark.parametrize(
    ("changes", "high"),
    [([7e-15, -3e-15, 0], 0), ([0.005, -0.004, 0], 0.1), ([3, -3, 0], 3)],
    ids=["rounding", "a change that moves nothing", "a change that counts"],
)
def test_small_changes_stay_pale(browser, changes, high):
    """Rounding noise of 7e-15 turns and changes of 0.005 filled the whole scale."""
    page = browser.new_page()
    assert page.evaluate(ENDS, [script("page/layers_delta.js"), changes]) == pytest.approx(high)
    page.close()
