"""A tab that can be hidden and frozen. Playwright's own pages cannot: it tells them that they are in front."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Self

from tests.support.processes import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


class BackgroundTab:
    """A page that was opened from a file, beside Playwright's; it ends with the block."""

    def __init__(self, browser: Browser, file: Path) -> None:
        self.browser, self.number, self.answers = browser.new_browser_cdp_session(), 0, dict[int, Any]()
        self.front: str | None = None
        self.browser.on("Target.receivedMessageFromTarget", self._hear)
        self.target = self._opened(file.as_uri())
        asked = {"targetId": self.target, "flatten": False}
        self.session = self.browser.send("Target.attachToTarget", asked)["sessionId"]

    def __enter__(self) -> Self:
        self.until("window.viewer")
        return self

    def __exit__(self, *_: object) -> None:
        for target in filter(None, (self.target, self.front)):
            self.browser.send("Target.closeTarget", {"targetId": target})

    def hide(self) -> None:
        """Open another tab in front of it."""
        self.front = self._opened("about:blank")
        self.browser.send("Target.activateTarget", {"targetId": self.front})
        self.until("document.visibilityState === 'hidden'")

    def become(self, state: str) -> None:
        """Frozen, or active again."""
        self.send("Page.setWebLifecycleState", {"state": state})

    def js(self, expression: str) -> Any:
        """The value of an expression in the page."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        answer = self.send("Runtime.evaluate", asked)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until this holds in the page."""
        end = time.monotonic() + PATIENCE
        while not self.js(f"Boolean({condition})"):
            assert time.monotonic() < end, condition
            time.sleep(0.05)

    def send(self, method: str, asked: dict[str, Any]) -> Any:
        """The browser's answer to a command of its protocol."""
        self.number += 1
        message = json.dumps({"id": self.number, "method": method, "params": asked})
        self.browser.send("Target.sendMessageToTarget", {"sessionId": self.session, "message": message})
        end = time.monotonic() + PATIENCE
        while self.number not in self.answers:
            assert time.monotonic() < end, method
            self.browser.send("Target.getTargets")  # Playwright hears events while it waits for an answer
        return self.answers.pop(self.number)

    def _opened(self, address: str) -> str:
        return str(self.browser.send("Target.createTarget", {"url": address})["targetId"])

    def _hear(self, event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if "id" in message:
            self.answers[message["id"]] = message.get("result", message)
