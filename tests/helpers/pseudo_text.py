"""Texts in a language that nobody speaks, with accents and 35 % longer; scripts of packaging, which is no package."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

EXTRA = 0.35
_PLAIN = "AEIOUYCDGHJLNRSTWZaeiouycdghjlnrstwz"
_ACCENTED = "ÅÉÎÖÛÝÇÐĜĤĴĻÑŔŠŢŴŽåéîöûýçðĝĥĵļñŕšţŵž"
_KEPT = re.compile(r"\{[^{}]*\}|%L?n|%\d|<[^<>]+>|&\w+;|\(\*[^()]*\)|https?://\S+|`[^`]*`")
_ROOT = Path(__file__).resolve().parents[2]


@cache
def packaging_module(name: str) -> ModuleType:
    """A script of the folder "packaging", which is no package."""
    spec = importlib.util.spec_from_file_location(f"ductus_{name}", _ROOT / "packaging" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def pseudo(text: str) -> str:
    """Return a text with accents and 35 % more characters; placeholders, tags and entities stay as they are."""
    kept = _KEPT.findall(text)
    parts = [part.translate(str.maketrans(_PLAIN, _ACCENTED)) for part in _KEPT.split(text)]
    longer = "".join(f"{part}{keep}" for part, keep in zip(parts, [*kept, ""], strict=True))
    if "(*" in text:  # names of kinds of files, which Qt takes apart
        return longer
    words = " ".join(["öö"] * round(EXTRA * len(text) / 3))
    return f"{longer} {words}".rstrip() if len(text) > 2 else longer
