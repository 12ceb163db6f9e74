"""`ductus` whose starter model adapts itself in a few steps to few images."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from core.cli.main import main
from core.training.adaptation import AdaptationSettings

IMAGES = 40
SETTINGS = AdaptationSettings(shares=(0.5, 0.75), steps=4, batch=8)


@contextmanager
def quick_adaptation() -> Iterator[None]:
    """Let :data:`IMAGES` word images suffice, with :data:`SETTINGS`."""
    settings = patch("core.jobs.training.adapt.AdaptationSettings", lambda: SETTINGS)
    with settings, patch("core.training.adaptation.MIN_IMAGES", IMAGES):
        yield


def run() -> int:
    """Be `ductus` so, with the arguments of this process."""
    with quick_adaptation():
        return main()
