"""A stranger's tab: the page without a game, opened from a file and without a network."""

from tests.support.pages import new_tab

RUN = "(({tallies, blocks}) => ({tallies, blocks}))"
FEW = "#20x20&seed=40&a=v26?alpha=0.15&b=v26&maps=6"
"""A match of six maps."""


def stranger(browser, file, hash_=""):
    """The file in a tab of its own, without a network."""
    tab = new_tab(browser)
    tab.page.context.set_offline(True)
    tab.page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', {value: 2})")
    tab.page.goto(file.as_uri() + hash_)
    tab.js("viewer.ready")
    return tab


def left(tab):
    """Close the tab, in which nothing may have gone wrong."""
    tab.page.context.close()
    tab.check()


def run_of(tab, panel):
    """What a panel has played."""
    return tab.js(f"{RUN}(viewer.laboratory.panels.{panel}.run)")
