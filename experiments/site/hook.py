"""The hook of mkdocs: a policy in each page, which keeps the browser from loading anything from other hosts."""

import re
from typing import Any

from viewer.frame import in_folder

INLINE = "'unsafe-inline'"  # the theme has scripts of its own in its pages


def on_post_page(output: str, **_: Any) -> str:
    """Put the policy first into the head; the plugin for notebooks leaves a script without an address."""
    head, body = re.sub(r'<script src="">\s*</script>', "", output).split("<head>", 1)
    return f"{head}<head>{in_folder(INLINE)}{body}"
