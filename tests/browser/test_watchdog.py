"""A browser that hangs ends its test, and a run without a browser says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import pages
from tests.support.pages import new_tab
from tests.support.processes import PATIENCE
from tests.support.project import ROOT

HANGING = """
import os, signal
from tests.support.pages import browsers, executable, launched, limited

with launched(executable()) as browser:
    page = browser.new_page()
    for process in browsers():
        os.kill(process, signal.SIGSTOP)
    try:
        with limited(0.2):
            page.set_viewport_size({"width": 300, "height": 300})
    except Exception as error:
        print(type(error).__name__)
"""
"""In a process of its own: there is one Playwright in a process."""


def run(*words, **environment):
    """Run Python in the project's folder, without the settings of CI."""
    around = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTEST_ADDOPTS")}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=around | environment, capture_output=True, text=True, timeout=PATIENCE
    )


def test_a_browser_that_hangs_is_killed(browser):
    """Resizing a page has no limit of its own: it once waited until the whole run was ended by hand."""
    assert run("-c", HANGING).stdout == "TargetClosedError\n"


class Waits:
    """Seconds that pass at once; a site is built in the first five of them."""

    def __init__(self):
        self.count = 0

    def wait(self, seconds):
        self.count += 1
        if self.count == 5:
            pages.MAKING.discard("a site")
        return self.count == 10


def test_what_is_made_for_all_tests_takes_no_time_of_one(monkeypatch):
    """A site that took longer than a test may ended the browser of all tests after it."""
    ended, asked = Waits(), []
    monkeypatch.setattr(pages, "browsers", lambda: asked.append(ended.count) or [])
    monkeypatch.setattr(pages, "MAKING", {"a site"})
    pages._end(ended, 2.0)
    assert asked == [6], "the fifth second and the sixth count"


def test_a_run_that_skipped_all_pages_says_so_last(tmp_path):
    """On a machine without a browser; a run that also chose other tests says it, too."""
    chosen = ("tests/unit/test_scores.py", "tests/browser/test_story.py")
    ran = run("-m", "pytest", "-p", "no:cacheprovider", *chosen, PATH=str(tmp_path))
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("NOT TESTED: the pages")


def test_a_condition_that_never_comes_is_named_with_a_screenshot_and_the_console(browser):
    """It said `Timeout 180000ms exceeded`, after three minutes."""
    tab = new_tab(browser)
    tab.page.evaluate("console.log('no such number')")
    with pytest.raises(AssertionError, match=r"it never came: .* window\.answer === it of 42") as failed:
        tab.page.wait_for_function("(it) => window.answer === it", arg=42, timeout=50)
    picture, console = str(failed.value).splitlines()[1:3]
    assert Path(picture.removeprefix("screenshot: ")).stat().st_size > 0
    assert console == "console:"
    assert "log: no such number" in str(failed.value)
    tab.page.context.close()
