"""The Review place over the kit's project."""

from __future__ import annotations

from typing import Any

from gui_helpers import opened

from app.context import NavigationTarget, ProjectContext
from app.review.view import ReviewView


def reviewing(context: ProjectContext, qtbot: Any) -> ReviewView:
    """The place with its first word shown; after undo it shows the word that changed, as in the window."""
    place = opened(ReviewView, context, qtbot)
    context.session.undone.connect(lambda change: place.enter(NavigationTarget(word_id=change.word_ids[0])))
    qtbot.waitUntil(lambda: place.one.ready, timeout=20000)
    return place
