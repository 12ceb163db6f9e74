"""Review by keyboard: words are accepted, chosen, typed and left; nothing a person did is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import is_writing, make_project, opened
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QLineEdit
from view_helpers import review_view

from app.context import NavigationTarget, ProjectContext
from app.review import edits
from app.review.state import ReviewMode
from app.review.view import ReviewView
from app.session.changes import Changed
from app.session.session import Session
from core.errors import DuctusError
from core.project.changes import MODELS, RUNS
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import clear_transcription, set_transcription
from core.project.content.word_edits import delete_words
from core.project.content.words import WordRow, get_words, word_ids
from core.project.project import Project

MODEL = "trial"


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    yield from review_view(context, qtbot)


def press(view: ReviewView, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(view.word_view.field, key, modifier)


def current_word(view: ReviewView) -> int:
    current = view.current_word()
    assert current is not None
    return current


def wait_until_ready(view: ReviewView, qtbot) -> None:
    """Wait until all is written and the word is shown."""
    qtbot.waitUntil(lambda: not is_writing(view.session) and view.review.is_ready, timeout=20000)


def row(view: ReviewView, word_id: int) -> WordRow:
    return get_words(view.session.project, [word_id])[0]


def suggestion(view: ReviewView, word_id: int) -> str:
    return predictions_by_model(view.session.project, word_id)[MODEL].text


def test_enter_accepts_the_suggestion_and_goes_on(view: ReviewView, qtbot) -> None:
    first, left = current_word(view), view.review.active_queue.remaining
    assert view.word_view.field.placeholderText() == suggestion(view, first)
    press(view, Qt.Key.Key_Return)
    assert current_word(view) != first and view.review.active_queue.remaining == left - 1
    wait_until_ready(view, qtbot)
    assert (row(view, first).text, row(view, first).source) == (suggestion(view, first), "accepted")


def test_letters_replace_the_suggestion_and_are_saved_as_typed(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    QTest.keyClicks(view.word_view.field, "n 1u9")
    assert current_word(view) == first and view.word_view.field.text() == "n 1u9"
    press(view, Qt.Key.Key_Return)
    assert "2 words in one box" in view.word_view.split_offer.text.text() and view.word_view.field.hasFocus()
    press(view, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    wait_until_ready(view, qtbot)
    assert (row(view, first).text, row(view, first).source) == ("n 1u9", "typed")
    assert current_word(view) != first and view.word_view.field.text() == ""


def test_digit_chooses_a_candidate_accepted_only_if_it_is_the_suggestion(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    second_best = view.review.card.candidates[1].word
    press(view, Qt.Key.Key_2)
    wait_until_ready(view, qtbot)
    assert (row(view, first).text, row(view, first).source) == (second_best, "typed")
    second = current_word(view)
    press(view, Qt.Key.Key_1)
    wait_until_ready(view, qtbot)
    assert (row(view, second).text, row(view, second).source) == (suggestion(view, second), "accepted")


def test_f2_allows_digits_even_in_an_empty_field(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    press(view, Qt.Key.Key_F2)
    press(view, Qt.Key.Key_Backspace)
    QTest.keyClicks(view.word_view.field, "1774")
    press(view, Qt.Key.Key_Return)
    wait_until_ready(view, qtbot)
    assert (row(view, first).text, row(view, first).source) == ("1774", "typed")


def test_enter_after_f2_without_changes_accepts(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    press(view, Qt.Key.Key_F2)
    assert view.word_view.field.text() == suggestion(view, first)
    press(view, Qt.Key.Key_Return)
    wait_until_ready(view, qtbot)
    assert row(view, first).source == "accepted"


def test_escape_discards_what_was_typed(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    QTest.keyClicks(view.word_view.field, "wrong")
    press(view, Qt.Key.Key_Escape)
    assert not view.word_view.field.is_typing and view.word_view.field.placeholderText() == suggestion(view, first)
    press(view, Qt.Key.Key_Right)
    wait_until_ready(view, qtbot)
    assert row(view, first).text is None


def test_arrows_step_through_words_or_move_the_cursor_while_typing(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    press(view, Qt.Key.Key_Right)
    second = current_word(view)
    assert second != first
    press(view, Qt.Key.Key_Left)
    assert current_word(view) == first
    qtbot.waitUntil(lambda: view.review.is_ready)
    QTest.keyClicks(view.word_view.field, "ab")
    press(view, Qt.Key.Key_Left)
    QTest.keyClicks(view.word_view.field, "c")
    assert current_word(view) == first and view.word_view.field.text() == "acb"
    press(view, Qt.Key.Key_Escape)


def test_delete_marks_as_not_a_word_and_undo_returns_to_it(view: ReviewView, qtbot) -> None:
    first, left = current_word(view), view.review.active_queue.remaining
    press(view, Qt.Key.Key_Delete)
    wait_until_ready(view, qtbot)
    assert row(view, first).not_a_word and current_word(view) != first
    view.session.undo()
    qtbot.waitUntil(lambda: current_word(view) == first and view.review.active_queue.remaining == left)
    assert not row(view, first).not_a_word and view.review.handled == 0
    view.session.redo()
    qtbot.waitUntil(lambda: view.review.card is not None and view.review.card.not_a_word)
    assert current_word(view) == first


def test_going_on_and_leaving_save_what_was_typed(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    QTest.keyClicks(view.word_view.field, "half")
    press(view, Qt.Key.Key_PageDown)
    assert current_word(view) != first
    second = current_word(view)
    wait_until_ready(view, qtbot)
    QTest.keyClicks(view.word_view.field, "other")
    view.leave()
    wait_until_ready(view, qtbot)
    assert [row(view, i).text for i in (first, second)] == ["half", "other"]


def test_keys_that_check_words_do_not_repeat(view: ReviewView, qtbot) -> None:
    actions = {a.action.text(): a.action for a in view.context.actions.all()}
    assert not actions["Accept what is shown and go on"].autoRepeat()
    assert not actions["Choose candidate 1"].autoRepeat() and not actions["Not a word"].autoRepeat()


def test_word_without_its_image_is_not_accepted(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    view.review.images.forget([first])
    press(view, Qt.Key.Key_Return)
    press(view, Qt.Key.Key_1)
    assert current_word(view) == first
    view.review.images.request_only([first])
    wait_until_ready(view, qtbot)
    assert row(view, first).text is None


def test_enter_is_not_lost_after_an_edit_that_may_concern_any_word(view: ReviewView, qtbot) -> None:
    """The split of the word before is such an edit."""
    first, shown = current_word(view), view.word_view.excerpt_view
    with qtbot.waitSignal(view.session.changed):
        view.session.execute(lambda project: None, changes=["words"], word_ids=None)
    assert shown.image is not None, "and the image does not vanish for a moment"
    press(view, Qt.Key.Key_Return)
    wait_until_ready(view, qtbot)
    assert current_word(view) != first and row(view, first).source == "accepted"


def test_transcription_changed_elsewhere_is_shown_without_moving_the_queue(view: ReviewView, qtbot) -> None:
    first, ids = current_word(view), list(view.review.queue.ids)
    view.session.execute(lambda p: set_transcription(p, first, "elsewhere"), changes=["words"], word_ids=[first])
    qtbot.waitUntil(lambda: view.word_view.field.placeholderText() == "elsewhere")
    assert current_word(view) == first and view.review.queue.ids == ids
    assert view.word_view.state.text() == "Transcribed by a person"
    press(view, Qt.Key.Key_Return)
    wait_until_ready(view, qtbot)
    assert (row(view, first).text, row(view, first).source) == ("elsewhere", "typed")


def test_typed_text_survives_a_change_elsewhere(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    QTest.keyClicks(view.word_view.field, "mine")
    view.session.execute(lambda p: set_transcription(p, first, "elsewhere"), changes=["words"], word_ids=[first])
    qtbot.waitUntil(lambda: view.review.card is not None and view.review.card.transcription == "elsewhere")
    wait_until_ready(view, qtbot)
    assert view.word_view.field.text() == "mine"
    press(view, Qt.Key.Key_Return)
    wait_until_ready(view, qtbot)
    assert row(view, first).text == "mine"


def test_word_deleted_elsewhere_leaves_the_queue(view: ReviewView, qtbot) -> None:
    first, left = current_word(view), view.review.active_queue.remaining
    view.session.execute(lambda p: delete_words(p, [first]), changes=["words"], word_ids=[first])
    qtbot.waitUntil(lambda: current_word(view) != first)
    assert view.review.active_queue.remaining == left - 1


def test_failed_save_is_reported_and_the_typed_text_restored(view: ReviewView, qtbot, monkeypatch) -> None:
    def full(*anything: object) -> None:
        raise DuctusError("The disk is full.")

    first, left = current_word(view), view.review.active_queue.remaining
    monkeypatch.setattr(edits, "transcribe", full)
    QTest.keyClicks(view.word_view.field, "precious")
    press(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(view.context.notifications.history))
    notice = view.context.notifications.history[-1]
    assert notice.level == "error" and view.review.active_queue.remaining == left and row(view, first).text is None
    notice.on_action()
    wait_until_ready(view, qtbot)
    assert current_word(view) == first and view.word_view.field.text() == "precious"
    press(view, Qt.Key.Key_Escape)


def test_postponed_word_goes_to_the_end(view: ReviewView, qtbot) -> None:
    first, left = current_word(view), view.review.active_queue.remaining
    press(view, Qt.Key.Key_U, Qt.KeyboardModifier.AltModifier)
    assert (
        current_word(view) != first
        and view.review.queue.ids[-1] == first
        and view.review.active_queue.remaining == left
    )


def test_space_shows_the_page_and_ctrl_i_the_explanation(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    with qtbot.waitSignal(view.context.view_requested) as request:
        press(view, Qt.Key.Key_Space)
    assert request.args == ["page", NavigationTarget(word_id=first)]
    with qtbot.waitSignal(view.context.view_requested) as request:
        press(view, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert request.args == ["insight", NavigationTarget(word_id=first)]


def test_clicked_candidate_is_saved_and_the_field_keeps_the_focus(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    QTest.mouseClick(view.word_view.candidates.rows[0], Qt.MouseButton.LeftButton)
    wait_until_ready(view, qtbot)
    assert row(view, first).text == suggestion(view, first) and view.word_view.field.hasFocus()


def test_right_click_offers_what_the_buttons_do(view: ReviewView, qtbot) -> None:
    first, word_view = current_word(view), view.word_view
    word_view.excerpt_view.customContextMenuRequested.emit(QPoint(20, 20))
    menu = word_view.menu
    assert menu is not None
    offered = {action.text(): action for action in menu.actions() if action.text()}
    assert list(offered) == ["Accept", "Not a word", "Postpone", "Show on page", "Explain", "Edit the box"]
    offered["Postpone"].trigger()
    menu.close()
    assert current_word(view) != first and view.review.queue.ids[-1] == first


def test_down_takes_a_completion_from_the_lexicon(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    start = suggestion(view, first)[:2]
    QTest.keyClicks(view.word_view.field, start)
    qtbot.waitUntil(lambda: bool(view.word_view.candidates.completions))
    offered = view.word_view.candidates.completions[0]
    assert offered.lower().startswith(start.lower())
    press(view, Qt.Key.Key_Down)
    press(view, Qt.Key.Key_Return)
    wait_until_ready(view, qtbot)
    assert (row(view, first).text, row(view, first).source) == (offered, "typed")


def test_vote_is_described(view: ReviewView) -> None:
    card = view.review.card
    assert (
        card is not None
        and card.predicted in view.word_view.vote.text()
        and "readers chose" in view.word_view.vote.text()
    )


def test_filter_narrows_the_queue_and_an_invalid_one_keeps_it(view: ReviewView, qtbot) -> None:
    everything = set(view.review.queue.ids)
    press(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.filter_bar.field, "-typed uns")
    completer = view.filter_bar.field.completer()
    assert completer.currentCompletion() == "-typed unseen"
    QTest.keyClicks(view.filter_bar.field, "een")
    QTest.keyClick(QApplication.activePopupWidget() or view.filter_bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.review.query.filter == "-typed unseen" and view.review.is_ready)
    narrowed = set(view.review.queue.ids)
    assert narrowed < everything and view.review.card.state == "unseen"
    press(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.filter_bar.field, "conf<much")
    QTest.keyClick(view.filter_bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "conf" in view.filter_bar.error.text())
    assert view.filter_bar.error.isVisible() and set(view.review.queue.ids) == narrowed


def test_filter_for_typed_words_includes_checked_words(view: ReviewView, qtbot) -> None:
    view.enter(NavigationTarget(query="typed page:1"))
    qtbot.waitUntil(lambda: view.review.query.filter == "typed page:1" and view.review.is_ready)
    assert not view.filter_bar.unchecked_only.isChecked() and view.review.card.state == "typed"
    first, text = current_word(view), row(view, current_word(view)).text
    last_edit = view.session.next_edits()[0]
    press(view, Qt.Key.Key_Return)
    wait_until_ready(view, qtbot)
    assert row(view, first).text == text and row(view, first).source == "imported"
    assert current_word(view) != first and view.session.next_edits()[0] == last_edit


def test_word_outside_the_filter_is_shown_without_losing_the_queue(view: ReviewView, qtbot) -> None:
    queued = current_word(view)
    outside = word_ids(view.session.project, transcribed=True)[0]
    view.enter(NavigationTarget(word_id=outside))
    wait_until_ready(view, qtbot)
    assert current_word(view) == outside and view.banner.isVisible() and "filter" in view.banner.text.text()
    view.banner.button.click()
    assert current_word(view) == queued and not view.banner.isVisible()


def test_last_word_is_followed_by_a_message_that_leads_back(view: ReviewView, qtbot) -> None:
    view.review.queue.finish(view.review.queue.ids[1:])
    last = current_word(view)
    press(view, Qt.Key.Key_Return)
    assert view.stack.currentWidget() is view.empty and "last word" in view.empty.title.text()
    assert view.empty.button.hasFocus(), "the field that had the focus is hidden"
    view.empty.buttons[1].click()
    wait_until_ready(view, qtbot)
    assert current_word(view) == last and view.stack.currentWidget() is view.word_view


def test_empty_result_offers_to_clear_the_filter(view: ReviewView, qtbot) -> None:
    view.enter(NavigationTarget(query="text:qqqq"))
    qtbot.waitUntil(lambda: view.stack.currentWidget() is view.empty)
    assert view.current_word() is None
    view.empty.buttons[0].click()
    qtbot.waitUntil(lambda: view.review.is_ready)
    assert view.filter_bar.field.text() == "" and view.stack.currentWidget() is view.word_view


def test_without_a_model_words_can_be_typed_and_training_is_offered(
    context: ProjectContext, tmp_path: Path, qtbot, monkeypatch
) -> None:
    session = Session(make_project(tmp_path / "bare", model=False))
    try:
        bare = ProjectContext(session, context.notifications, context.actions, context.theme, context.settings, context)
        view = opened(ReviewView, bare, qtbot)
        qtbot.waitUntil(lambda: view.review.is_ready)
        assert "no model" in view.banner.text.text()
        first = current_word(view)
        press(view, Qt.Key.Key_Return)
        assert current_word(view) == first and "type the transcription" in context.notifications.history[-1].text
        QTest.keyClicks(view.word_view.field, "typed")
        press(view, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not is_writing(session))
        assert row(view, first).text == "typed"
        with qtbot.waitSignal(bare.view_requested) as request:
            view.banner.button.click()
        assert request.args[0] == "train"
        view.set_mode(ReviewMode.GROUPS)
        qtbot.waitUntil(lambda: "No groups" in view.empty.title.text())
        view.set_mode(ReviewMode.SINGLE)
        qtbot.waitUntil(lambda: "no model" in view.banner.text.text())
        monkeypatch.setattr(session, "active_model", context.session.active_model)
        session.changed.emit(Changed(frozenset({MODELS, RUNS}), frozenset()))  # as after a training
        assert "no model" not in view.banner.text.text()
    finally:
        session.close()


def test_empty_project_explains_where_words_come_from(context: ProjectContext, tmp_path: Path, qtbot) -> None:
    with Project.create(tmp_path / "void") as project:
        folder = project.folder
    session = Session(folder)
    try:
        view = opened(
            ReviewView,
            ProjectContext(session, context.notifications, context.actions, context.theme, context.settings, context),
            qtbot,
        )
        qtbot.waitUntil(lambda: "No words" in view.empty.title.text())
    finally:
        session.close()


def test_controls_without_text_have_names(view: ReviewView) -> None:
    for kind in (QAbstractButton, QAbstractItemView, QApplication, QComboBox, QLineEdit):
        for control in view.findChildren(kind):
            if control.isVisibleTo(view) and control.isEnabled() and control.focusPolicy() & Qt.FocusPolicy.TabFocus:
                text = control.text() if isinstance(control, QAbstractButton) else ""
                assert text or control.accessibleName(), control


def test_typed_space_offers_to_split_the_box(view: ReviewView, qtbot) -> None:
    session, first = view.session, current_word(view)
    box, queued = row(view, first).box, view.review.queue.remaining
    assert box is not None
    QTest.keyClicks(view.word_view.field, "Stores, which")
    press(view, Qt.Key.Key_Return)
    offer = view.word_view.split_offer
    assert offer.isVisible() and row(view, first).text is None, "nothing is saved before the answer"
    press(view, Qt.Key.Key_Escape)
    assert not offer.isVisible() and view.word_view.field.text() == "Stores, which"
    press(view, Qt.Key.Key_Return)
    with qtbot.waitSignal(session.changed):
        press(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: row(view, first).deleted)
    pages = [r for r in get_words(session.project, word_ids(session.project)) if r.page_id == row(view, first).page_id]
    parts = sorted((r for r in pages if r.source == "typed"), key=lambda r: r.position)
    assert [r.text for r in parts] == ["Stores,", "which"]
    (left, right) = (r.box for r in parts)
    assert left is not None and right is not None
    assert left[0] == box[0] and left[0] + left[2] == right[0] and right[0] + right[2] == box[0] + box[2]
    assert left[1:4:2] == box[1:4:2], "the parts are as high as the box"
    wait_until_ready(view, qtbot)
    assert current_word(view) != first and view.review.queue.remaining == queued - 1 and view.review.handled == 1
    session.undo()
    qtbot.waitUntil(lambda: not row(view, first).deleted)
    qtbot.waitUntil(lambda: current_word(view) == first)
    assert {r.id for r in get_words(session.project, [r.id for r in parts]) if not r.deleted} == set()


def test_failed_split_keeps_what_was_typed(view: ReviewView, qtbot, monkeypatch) -> None:
    def refuse(*anything: object) -> None:
        raise DuctusError("The box is too narrow.")

    first = current_word(view)
    monkeypatch.setattr(edits, "parts_as_typed", refuse)
    QTest.keyClicks(view.word_view.field, "Stores, which")
    press(view, Qt.Key.Key_Return)
    press(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(view.context.notifications.history))
    wait_until_ready(view, qtbot)
    assert current_word(view) == first and view.word_view.field.text() == "Stores, which"
    assert row(view, first).text is None
    press(view, Qt.Key.Key_Escape)


def test_queue_survives_a_visit_elsewhere(view: ReviewView, qtbot) -> None:
    queued = current_word(view)
    other = word_ids(view.session.project, transcribed=True)[0]
    view.leave()
    view.enter(NavigationTarget(word_id=other, was_in_focus=True))
    assert current_word(view) == queued and not view.banner.isVisible()
    view.enter(NavigationTarget(word_id=view.review.queue.ids[3], was_in_focus=True))
    assert current_word(view) == queued


def test_undone_word_that_the_filter_finds_is_in_the_queue(view: ReviewView, qtbot) -> None:
    """Opened from elsewhere it was outside the filter; unchecked again, it is not."""
    queued, total = current_word(view), len(view.review.queue)
    other = word_ids(view.session.project, transcribed=True)[0]
    view.enter(NavigationTarget(word_id=other))
    wait_until_ready(view, qtbot)
    assert view.banner.isVisible()
    view.session.execute(lambda p: clear_transcription(p, other), changes=["words"], word_ids=[other])
    qtbot.waitUntil(lambda: row(view, other).text is None)
    view.enter(NavigationTarget(word_id=other))
    qtbot.waitUntil(lambda: other in view.review.queue)
    assert current_word(view) == other and not view.banner.isVisible() and len(view.review.queue) == total + 1
    view.review.step(1)
    assert current_word(view) == queued


def test_mouse_goes_to_the_next_and_previous_word(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    QTest.mouseClick(view.word_view.arrows["next"], Qt.MouseButton.LeftButton)
    assert current_word(view) != first and view.word_view.field.hasFocus()
    QTest.mouseClick(view.word_view.arrows["previous"], Qt.MouseButton.LeftButton)
    assert current_word(view) == first


def test_word_corrected_again_counts_once(view: ReviewView, qtbot) -> None:
    first = current_word(view)
    for text in ("Regiment", "Regiments"):
        view.enter(NavigationTarget(word_id=first))
        wait_until_ready(view, qtbot)
        QTest.keyClicks(view.word_view.field, text)
        press(view, Qt.Key.Key_Return)
        wait_until_ready(view, qtbot)
    assert view.review.handled == 1 and "1 done" in view.filter_bar.counts.text()


def test_word_of_the_list_is_not_called_unknown(view: ReviewView, qtbot) -> None:
    words = view.session.project.column("SELECT word FROM lexicon ORDER BY length(word) DESC")
    candidates = view.word_view.candidates
    QTest.keyClicks(view.word_view.field, words[0])
    qtbot.waitUntil(lambda: "is in the word list" in candidates.empty_text.text())
    QTest.keyClicks(view.word_view.field, "zzz")
    qtbot.waitUntil(lambda: "No word of the word list" in candidates.empty_text.text())


def test_orders_are_explained(view: ReviewView) -> None:
    order = view.filter_bar.order
    assert "learns most" in order.toolTip()
    for index in range(order.count()):
        assert order.itemData(index, Qt.ItemDataRole.ToolTipRole)
