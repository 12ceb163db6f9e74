"""The Review view of the project of the helpers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gui_helpers import opened

from app.context import NavigationTarget, ProjectContext
from app.review.view import ReviewView


def open_review(context: ProjectContext, qtbot: Any) -> ReviewView:
    """Return the view with its first word shown; undo shows the word that changed, as in the window."""
    view = opened(ReviewView, context, qtbot)
    context.session.undone.connect(lambda change: view.enter(NavigationTarget(word_id=change.word_ids[0])))
    qtbot.waitUntil(lambda: view.review.is_ready, timeout=20000)
    return view


def review_view(context: ProjectContext, qtbot: Any) -> Iterator[ReviewView]:
    """Yield the view of :func:`open_review`, and leave it after the test."""
    view = open_review(context, qtbot)
    yield view
    view.leave()
