"""Configuration of Sphinx for the guide's web site: `make guide` builds it in build/guide-site.

The pages are those of the app, unchanged. The site loads nothing from other servers.
"""

from __future__ import annotations

import re
from typing import Any

project = "Ductus"
html_title = "The Ductus guide"
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 3
html_theme = "furo"
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_use_opensearch = ""

_PAGE = re.compile(r"\]\(([\w-]+)\.md\)")
_SOURCE_LINK = re.compile(r"\[([^\]]+)\]\((?:\.\./)+[^)]+\)")


def prepare(app: Any, name: str, source: list[str]) -> None:
    """Make the links of the first page the contents, and name documents of the source code without a link."""
    text = _SOURCE_LINK.sub(r"`\1`", source[0])
    if name == root_doc:
        pages = "\n".join(dict.fromkeys(_PAGE.findall(text)))
        text += f"\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
    source[0] = text


def setup(app: Any) -> None:
    app.connect("source-read", prepare)
