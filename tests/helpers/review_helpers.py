"""The Review place over the kit's project."""

from __future__ import annotations

from typing import Any

from gui_helpers import opened

from app.context import Desk, Target
from app.review.view import ReviewPlace


def reviewing(desk: Desk, qtbot: Any) -> ReviewPlace:
    """The place with its first word shown; after undo it shows the word that changed, as in the window."""
    place = opened(ReviewPlace, desk, qtbot)
    desk.session.went_back.connect(lambda change: place.enter(Target(word_id=change.word_ids[0])))
    qtbot.waitUntil(lambda: place.one.ready, timeout=20000)
    return place
