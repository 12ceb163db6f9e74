"""Boxes are edited in Review by keys and mouse: moved, drawn, split and joined, each as one edit that is read again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from gui_helpers import is_writing
from project_helpers import edit_history
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from view_helpers import review_view

from app.context import NavigationTarget, ProjectContext
from app.review.view import ReviewView
from app.session.jobs import Job, Outcome
from core.geometry import Box
from core.jobs.requests import JobRequest, RecogniseRequest
from core.project.content.words import WordRow, get_words, word_ids

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class FakeJobs:
    """Stands in for the child processes: the model file of the helpers cannot recognise anything."""

    def __init__(self, view: ReviewView) -> None:
        self.view = view
        self.started: list[JobRequest] = []
        self.jobs: list[Job] = []

    def start(self, request: JobRequest) -> Job:
        self.started.append(request)
        job = Job(request, None, self.view)
        self.jobs.append(job)
        return job

    def finish(self, outcome: Outcome) -> None:
        job = self.jobs.pop(0)
        job.outcome = outcome
        job.finished.emit(outcome)


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    yield from review_view(context, qtbot)


@pytest.fixture
def jobs(view: ReviewView, monkeypatch) -> FakeJobs:
    jobs = FakeJobs(view)
    monkeypatch.setattr(view.session.jobs, "start", jobs.start)
    return jobs


def show(view: ReviewView, word_id: int, qtbot) -> None:
    view.enter(NavigationTarget(word_id=word_id))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.current == word_id, timeout=20000)


@pytest.fixture
def word(view: ReviewView, jobs: FakeJobs, qtbot) -> int:
    """A word inside its line, under review."""
    word_id = word_ids(view.session.project, transcribed=False)[3]
    show(view, word_id, qtbot)
    return word_id


def begin(view: ReviewView, qtbot) -> None:
    QTest.keyClick(view.word_view.field, Qt.Key.Key_B, CTRL)
    assert view.word_view.box_editing.is_active and view.word_view.box_editing.overlay.hasFocus()


def press(view: ReviewView, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(view.word_view.box_editing.overlay, key, modifier)


def row(view: ReviewView, word_id: int) -> WordRow:
    return get_words(view.session.project, [word_id])[0]


def box_of(view: ReviewView, word_id: int) -> Box:
    box = row(view, word_id).box
    assert box is not None
    return box


def written(view: ReviewView, qtbot) -> None:
    qtbot.waitUntil(lambda: not is_writing(view.session) and view.review.is_ready, timeout=20000)


def at(view: ReviewView, x: float, y: float) -> QPoint:
    """Return where a point of the page is on the overlay."""
    return view.word_view.box_editing.overlay._rect((x, y, 1, 1)).topLeft().toPoint()


def drag(view: ReviewView, start: QPoint, end: QPoint) -> None:
    overlay = view.word_view.box_editing.overlay
    QTest.mousePress(overlay, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(overlay, start + (end - start) / 2)
    QTest.mouseMove(overlay, end)
    QTest.mouseRelease(overlay, Qt.MouseButton.LeftButton, pos=end)


def test_arrows_move_and_resize_and_enter_saves_one_edit(view: ReviewView, jobs: FakeJobs, word: int, qtbot) -> None:
    x, y, w, h = box_of(view, word)
    edits = len(edit_history(view.session.project))
    begin(view, qtbot)
    for _ in range(3):
        press(view, Qt.Key.Key_Right)
    press(view, Qt.Key.Key_Up)
    press(view, Qt.Key.Key_Right, SHIFT)
    assert box_of(view, word) == (x, y, w, h)  # nothing is written while it is changed
    press(view, Qt.Key.Key_Return)
    written(view, qtbot)
    assert box_of(view, word) == (x + 3, y - 1, w + 1, h)
    assert len(edit_history(view.session.project)) == edits + 1
    assert jobs.started == [RecogniseRequest(ids=(word,))]
    assert view.word_view.field.hasFocus() and view.review.current == word
    view.session.undo()
    qtbot.waitUntil(lambda: box_of(view, word) == (x, y, w, h), timeout=5000)


def test_escape_leaves_the_box_as_it_was(view: ReviewView, jobs: FakeJobs, word: int, qtbot) -> None:
    before = box_of(view, word)
    begin(view, qtbot)
    press(view, Qt.Key.Key_Right, CTRL)
    press(view, Qt.Key.Key_Escape)
    written(view, qtbot)
    assert box_of(view, word) == before and not jobs.started
    assert view.word_view.box_editing.bar.isHidden() and view.word_view.field.hasFocus()


def test_changed_box_is_saved_when_another_word_is_shown(view: ReviewView, jobs: FakeJobs, word: int, qtbot) -> None:
    x, y, w, h = box_of(view, word)
    begin(view, qtbot)
    press(view, Qt.Key.Key_Right)
    view.review.step(1)
    written(view, qtbot)
    assert box_of(view, word) == (x + 1, y, w, h) and not view.word_view.box_editing.is_active


def test_mouse_drags_a_handle_the_box_and_draws_it_anew(view: ReviewView, jobs: FakeJobs, word: int, qtbot) -> None:
    x, y, w, h = box_of(view, word)
    overlay = view.word_view.box_editing.overlay
    begin(view, qtbot)
    drag(view, at(view, x + w, y + h), at(view, x + w + 6, y + h + 4))
    assert overlay.box is not None
    assert abs(overlay.box[2] - w - 6) <= 1 and abs(overlay.box[3] - h - 4) <= 1 and overlay.box[:2] == (x, y)
    drag(view, at(view, x + w / 2, y + h / 2), at(view, x + w / 2 + 5, y + h / 2))
    assert abs(overlay.box[0] - x - 5) <= 1
    drag(view, at(view, x - 12, y - 6), at(view, x - 12 + w, y + h))
    assert abs(overlay.box[0] - (x - 12)) <= 1 and abs(overlay.box[2] - w) <= 2
    drawn = overlay.box
    QTest.mouseClick(view.word_view.box_editing.buttons["accept"], Qt.MouseButton.LeftButton)
    written(view, qtbot)
    assert box_of(view, word) == drawn


def test_split_word_becomes_two_in_its_place_and_returns_with_undo(
    view: ReviewView, jobs: FakeJobs, word: int, qtbot
) -> None:
    x, y, w, h = box_of(view, word)
    place, count = view.review.queue.ids.index(word), len(view.review.queue.ids)
    begin(view, qtbot)
    press(view, Qt.Key.Key_S)
    press(view, Qt.Key.Key_Left)
    press(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(view.review.queue.ids) == count + 1, timeout=5000)
    left, right = view.review.queue.ids[place : place + 2]
    assert box_of(view, left) == (x, y, w // 2 - 1, h) and box_of(view, right)[0] == x + w // 2 - 1
    assert view.review.current == left and row(view, word).deleted
    assert jobs.started == [RecogniseRequest(ids=(left, right))]
    view.session.undo()
    qtbot.waitUntil(lambda: view.review.queue.ids[place] == word and view.review.current == word, timeout=5000)
    qtbot.waitUntil(lambda: len(view.review.queue.ids) == count, timeout=5000)
    assert view.review.outside_word is None and not row(view, word).deleted


def test_click_splits_where_it_points(view: ReviewView, jobs: FakeJobs, word: int, qtbot) -> None:
    x, y, _, h = box_of(view, word)
    begin(view, qtbot)
    QTest.mouseClick(view.word_view.box_editing.buttons["split"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(view.word_view.box_editing.overlay, Qt.MouseButton.LeftButton, pos=at(view, x + 10, y + h / 2))
    qtbot.waitUntil(lambda: view.review.current != word, timeout=5000)
    left = view.review.current
    assert left is not None and abs(box_of(view, left)[2] - 10) <= 1


@pytest.mark.parametrize("by, modifier", [(1, Qt.KeyboardModifier.NoModifier), (-1, SHIFT)])
def test_word_is_joined_with_the_one_beside_it(
    view: ReviewView, jobs: FakeJobs, word: int, qtbot, by: int, modifier: Qt.KeyboardModifier
) -> None:
    count = len(view.review.queue.ids)
    box, beside = box_of(view, word), box_of(view, word + by)
    begin(view, qtbot)
    press(view, Qt.Key.Key_J, modifier)
    qtbot.waitUntil(lambda: len(view.review.queue.ids) == count - 1, timeout=5000)
    joined = view.review.current
    assert joined is not None
    left, right = min(box[0], beside[0]), max(box[0] + box[2], beside[0] + beside[2])
    assert (box_of(view, joined)[0], box_of(view, joined)[2]) == (left, right - left)
    view.session.undo()
    qtbot.waitUntil(lambda: len(view.review.queue.ids) == count, timeout=5000)
    assert view.review.current in (word, word + by) and view.review.outside_word is None


def test_last_word_of_a_line_has_none_to_join(view: ReviewView, jobs: FakeJobs, word: int, qtbot) -> None:
    words = get_words(view.session.project, word_ids(view.session.project, transcribed=False))
    last = next(a.id for a, b in pairwise(words) if a.line != b.line)
    show(view, last, qtbot)
    edits = len(edit_history(view.session.project))
    begin(view, qtbot)
    press(view, Qt.Key.Key_J)
    written(view, qtbot)
    assert len(edit_history(view.session.project)) == edits
    (message, *_) = [each.text for each in reversed(view.context.notifications.history)]
    assert "There is no word after this one in its line" in message


def test_progress_is_shown_until_the_word_was_read_and_the_queue_stays(
    view: ReviewView, jobs: FakeJobs, word: int, qtbot
) -> None:
    progress = view.word_view.box_editing.progress
    begin(view, qtbot)
    press(view, Qt.Key.Key_Down)
    press(view, Qt.Key.Key_Return)
    qtbot.waitUntil(progress.isVisible, timeout=5000)
    queue = list(view.review.queue.ids)
    jobs.finish(Outcome(True, False, None, ""))
    assert progress.isHidden() and view.review.queue.ids == queue
    written(view, qtbot)
    once = box_of(view, word)
    begin(view, qtbot)
    press(view, Qt.Key.Key_Down)
    press(view, Qt.Key.Key_Return)
    written(view, qtbot)
    jobs.finish(Outcome(False, False, None, "The job failed: no model."))
    assert progress.isHidden() and box_of(view, word) != once
    assert not view.context.notifications.history, "the window reports it, once"


def test_frame_follows_the_window(view: ReviewView, jobs: FakeJobs, word: int, qtbot) -> None:
    overlay = view.word_view.box_editing.overlay
    begin(view, qtbot)
    view.resize(view.width() - 150, view.height())
    qtbot.waitUntil(lambda: overlay.size() == view.word_view.excerpt_view.size(), timeout=5000)
    box = overlay.box
    assert box is not None
    rect = overlay._rect(box)
    place = overlay._to_page(QPointF(rect.left(), rect.top()))
    assert (round(place.x()), round(place.y())) == box[:2]
