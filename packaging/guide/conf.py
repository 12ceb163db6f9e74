"""Configuration of Sphinx for the guide's web site: `make guide` builds it in build/guide-site, by build.py.

The pages are those of the app, unchanged. The site loads nothing from other servers.
"""

from __future__ import annotations

import os
import re
from typing import Any

project = "Ductus"
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 3
html_theme = "furo"
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_use_opensearch = ""

NAMES = {"en": "English", "de": "Deutsch", "fr": "Français"}
_SHOWN, *_LANGUAGES = os.environ.get("DUCTUS_GUIDE_LANGUAGES", "en,en").split(",")
"""The language of this site, and all that are built."""
html_title = {"de": "Das Ductus-Handbuch", "fr": "Le guide de Ductus"}.get(_SHOWN, "The Ductus guide")

_PAGE = re.compile(r"\]\(([\w-]+)\.md\)")
_PICTURE = re.compile(r"\]\(\.\./pictures/")
_SOURCE_LINK = re.compile(r"\[([^\]]+)\]\((?:\.\./)+[^)]+\)")


def prepare(app: Any, name: str, source: list[str]) -> None:
    """Make the links of the first page the contents, and name documents of the source code without a link."""
    text = _SOURCE_LINK.sub(r"`\1`", _PICTURE.sub("](pictures/", source[0]))
    if name == root_doc:
        pages = "\n".join(dict.fromkeys(_PAGE.findall(text)))
        text += f"\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
    source[0] = f"{text}\n{other_languages(name)}"


def other_languages(name: str) -> str:
    """Return links to a page in the other languages, "" if there are none."""
    to_english = "" if _SHOWN == "en" else "../"
    folders = {code: to_english if code == "en" else f"{to_english}{code}/" for code in _LANGUAGES if code != _SHOWN}
    links = [f'<a href="{folder}{name}.html">{NAMES.get(code, code)}</a>' for code, folder in folders.items()]
    return f"\n{' · '.join(links)}\n" if links else ""


def setup(app: Any) -> None:
    app.connect("source-read", prepare)
