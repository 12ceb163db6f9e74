"""Review by the keyboard: words are accepted, chosen, typed, left; and nothing a person did is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import make_project, opened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QLineEdit
from review_helpers import reviewing

from app.context import NavigationTarget, ProjectContext
from app.review import edits
from app.review.view import ReviewView
from app.session.session import Session
from core.errors import DuctusError
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import delete_words
from core.project.content.words import WordFilter, WordRow, get_words, word_ids
from core.project.project import Project

MODEL = "trial"


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    place = reviewing(context, qtbot)
    yield place
    place.leave()


def press(place: ReviewView, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(place.one.field, key, modifier)


def word(place: ReviewView) -> int:
    current = place.current_word()
    assert current is not None
    return current


def settle(place: ReviewView, qtbot) -> None:
    """Until all is written and the word shown can be read."""
    qtbot.waitUntil(lambda: not place.session.is_writing and place.one.ready, timeout=20000)


def row(place: ReviewView, word_id: int) -> WordRow:
    return get_words(place.session.project, [word_id])[0]


def said(place: ReviewView, word_id: int) -> str:
    return predictions_by_model(place.session.project, word_id)[MODEL].text


def test_enter_accepts_the_suggestion_and_goes_on(place: ReviewView, qtbot) -> None:
    first, left = word(place), place.sitting.row.left
    assert place.one.field.placeholderText() == said(place, first)
    press(place, Qt.Key.Key_Return)
    assert word(place) != first and place.sitting.row.left == left - 1
    settle(place, qtbot)
    assert (row(place, first).text, row(place, first).source) == (said(place, first), "accepted")


def test_letters_take_the_suggestions_place_and_are_kept_as_typed(place: ReviewView, qtbot) -> None:
    first = word(place)
    QTest.keyClicks(place.one.field, "n 1u9")
    assert word(place) == first and place.one.field.text() == "n 1u9"
    press(place, Qt.Key.Key_Return)
    settle(place, qtbot)
    assert (row(place, first).text, row(place, first).source) == ("n 1u9", "typed")
    assert word(place) != first and place.one.field.text() == ""


def test_a_figure_chooses_a_candidate_accepted_only_if_it_is_the_models_word(place: ReviewView, qtbot) -> None:
    first = word(place)
    second_best = place.sitting.card.choices[1].word
    press(place, Qt.Key.Key_2)
    settle(place, qtbot)
    assert (row(place, first).text, row(place, first).source) == (second_best, "typed")
    second = word(place)
    press(place, Qt.Key.Key_1)
    settle(place, qtbot)
    assert (row(place, second).text, row(place, second).source) == (said(place, second), "accepted")


def test_f2_lets_figures_be_written_even_after_all_was_erased(place: ReviewView, qtbot) -> None:
    first = word(place)
    press(place, Qt.Key.Key_F2)
    press(place, Qt.Key.Key_Backspace)
    QTest.keyClicks(place.one.field, "1774")
    press(place, Qt.Key.Key_Return)
    settle(place, qtbot)
    assert (row(place, first).text, row(place, first).source) == ("1774", "typed")


def test_f2_and_nothing_changed_is_accepting(place: ReviewView, qtbot) -> None:
    first = word(place)
    press(place, Qt.Key.Key_F2)
    assert place.one.field.text() == said(place, first)
    press(place, Qt.Key.Key_Return)
    settle(place, qtbot)
    assert row(place, first).source == "accepted"


def test_escape_leaves_the_word_as_it_was(place: ReviewView, qtbot) -> None:
    first = word(place)
    QTest.keyClicks(place.one.field, "wrong")
    press(place, Qt.Key.Key_Escape)
    assert not place.one.field.typing and place.one.field.placeholderText() == said(place, first)
    press(place, Qt.Key.Key_Right)
    settle(place, qtbot)
    assert row(place, first).text is None


def test_the_arrows_go_through_the_words_while_nothing_is_typed(place: ReviewView, qtbot) -> None:
    first = word(place)
    press(place, Qt.Key.Key_Right)
    second = word(place)
    assert second != first
    press(place, Qt.Key.Key_Left)
    assert word(place) == first
    qtbot.waitUntil(lambda: place.one.ready)
    QTest.keyClicks(place.one.field, "ab")
    press(place, Qt.Key.Key_Left)
    QTest.keyClicks(place.one.field, "c")
    assert word(place) == first and place.one.field.text() == "acb"
    press(place, Qt.Key.Key_Escape)


def test_delete_marks_what_is_no_word_and_undo_comes_back_to_it(place: ReviewView, qtbot) -> None:
    first, left = word(place), place.sitting.row.left
    press(place, Qt.Key.Key_Delete)
    settle(place, qtbot)
    assert row(place, first).not_a_word and word(place) != first
    place.session.undo()
    qtbot.waitUntil(lambda: word(place) == first and place.sitting.row.left == left)
    assert not row(place, first).not_a_word and place.sitting.handled == 0
    place.session.redo()
    qtbot.waitUntil(lambda: place.sitting.card is not None and place.sitting.card.not_a_word)
    assert word(place) == first


def test_moving_on_saves_what_was_typed_so_that_nothing_is_lost(place: ReviewView, qtbot) -> None:
    first = word(place)
    QTest.keyClicks(place.one.field, "half")
    press(place, Qt.Key.Key_PageDown)
    assert word(place) != first
    second = word(place)
    settle(place, qtbot)
    QTest.keyClicks(place.one.field, "other")
    place.leave()
    settle(place, qtbot)
    assert [row(place, i).text for i in (first, second)] == ["half", "other"]


def test_a_key_held_down_accepts_one_word_only(place: ReviewView, qtbot) -> None:
    actions = {a.action.text(): a.action for a in place.context.actions.all()}
    assert not actions["Accept what is shown and go on"].autoRepeat()
    assert not actions["Choose candidate 1"].autoRepeat() and not actions["Not a word"].autoRepeat()


def test_a_word_is_not_accepted_before_its_picture_is_there(place: ReviewView, qtbot) -> None:
    first = word(place)
    place.sitting.strips.forget([first])
    press(place, Qt.Key.Key_Return)
    press(place, Qt.Key.Key_1)
    assert word(place) == first
    place.sitting.strips.request_only([first])
    settle(place, qtbot)
    assert row(place, first).text is None


def test_a_reading_changed_elsewhere_is_shown_and_the_queue_stands_still(place: ReviewView, qtbot) -> None:
    first, ids = word(place), list(place.sitting.queue.ids)
    place.session.execute(lambda p: set_transcription(p, first, "elsewhere"), changes=["words"], word_ids=[first])
    qtbot.waitUntil(lambda: place.one.field.placeholderText() == "elsewhere")
    assert word(place) == first and place.sitting.queue.ids == ids
    assert place.one.state.text() == "Read by a person"
    press(place, Qt.Key.Key_Return)
    settle(place, qtbot)
    assert (row(place, first).text, row(place, first).source) == ("elsewhere", "typed")


def test_what_is_being_typed_survives_a_change_elsewhere(place: ReviewView, qtbot) -> None:
    first = word(place)
    QTest.keyClicks(place.one.field, "mine")
    place.session.execute(lambda p: set_transcription(p, first, "elsewhere"), changes=["words"], word_ids=[first])
    qtbot.waitUntil(lambda: place.sitting.card is not None and place.sitting.card.reading == "elsewhere")
    settle(place, qtbot)
    assert place.one.field.text() == "mine"
    press(place, Qt.Key.Key_Return)
    settle(place, qtbot)
    assert row(place, first).text == "mine"


def test_a_word_deleted_elsewhere_leaves_the_queue(place: ReviewView, qtbot) -> None:
    first, left = word(place), place.sitting.row.left
    place.session.execute(lambda p: delete_words(p, [first]), changes=["words"], word_ids=[first])
    qtbot.waitUntil(lambda: word(place) != first)
    assert place.sitting.row.left == left - 1


def test_a_write_that_fails_is_told_and_what_was_typed_comes_back(place: ReviewView, qtbot, monkeypatch) -> None:
    def full(*anything: object) -> None:
        raise DuctusError("The disk is full.")

    first, left = word(place), place.sitting.row.left
    monkeypatch.setattr(edits, "type_reading", full)
    QTest.keyClicks(place.one.field, "precious")
    press(place, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(place.context.notifications.history))
    notice = place.context.notifications.history[-1]
    assert notice.level == "error" and place.sitting.row.left == left and row(place, first).text is None
    notice.on_action()
    settle(place, qtbot)
    assert word(place) == first and place.one.field.text() == "precious"
    press(place, Qt.Key.Key_Escape)


def test_later_puts_a_word_at_the_end(place: ReviewView, qtbot) -> None:
    first, left = word(place), place.sitting.row.left
    press(place, Qt.Key.Key_U, Qt.KeyboardModifier.AltModifier)
    assert word(place) != first and place.sitting.queue.ids[-1] == first and place.sitting.row.left == left


def test_space_shows_the_word_on_its_page_and_ctrl_i_explains_it(place: ReviewView, qtbot) -> None:
    first = word(place)
    with qtbot.waitSignal(place.context.view_requested) as going:
        press(place, Qt.Key.Key_Space)
    assert going.args == ["page", NavigationTarget(word_id=first)]
    with qtbot.waitSignal(place.context.view_requested) as going:
        press(place, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert going.args == ["insight", NavigationTarget(word_id=first)]


def test_candidates_are_clicked_and_the_field_keeps_the_keys(place: ReviewView, qtbot) -> None:
    first = word(place)
    QTest.mouseClick(place.one.candidates.rows[0], Qt.MouseButton.LeftButton)
    settle(place, qtbot)
    assert row(place, first).text == said(place, first) and place.one.field.hasFocus()


def test_completion_comes_from_the_lexicon_and_down_takes_it(place: ReviewView, qtbot) -> None:
    first = word(place)
    start = said(place, first)[:2]
    QTest.keyClicks(place.one.field, start)
    qtbot.waitUntil(lambda: bool(place.one.candidates.offered))
    offered = place.one.candidates.offered[0]
    assert offered.lower().startswith(start.lower())
    press(place, Qt.Key.Key_Down)
    press(place, Qt.Key.Key_Return)
    settle(place, qtbot)
    assert (row(place, first).text, row(place, first).source) == (offered, "typed")


def test_the_vote_is_told_in_a_sentence(place: ReviewView) -> None:
    card = place.sitting.card
    assert card is not None and card.predicted in place.one.vote.text() and "readers chose" in place.one.vote.text()


def test_a_filter_narrows_the_queue_and_a_faulty_one_is_told_without_losing_it(place: ReviewView, qtbot) -> None:
    everything = set(place.sitting.queue.ids)
    press(place, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(place.bar.box, "-typed uns")
    completer = place.bar.box.completer()
    assert completer.currentCompletion() == "-typed unseen"
    QTest.keyClicks(place.bar.box, "een")
    QTest.keyClick(QApplication.activePopupWidget() or place.bar.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: place.sitting.wish.query == "-typed unseen" and place.one.ready)
    narrowed = set(place.sitting.queue.ids)
    assert narrowed < everything and place.sitting.card.state == "unseen"
    place.bar.box.setText("conf<much")
    QTest.keyClick(place.bar.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "conf" in place.bar.error.text())
    assert place.bar.error.isVisible() and set(place.sitting.queue.ids) == narrowed


def test_a_filter_for_read_words_lets_them_in(place: ReviewView, qtbot) -> None:
    place.enter(NavigationTarget(query="typed page:1"))
    qtbot.waitUntil(lambda: place.sitting.wish.query == "typed page:1" and place.one.ready)
    assert not place.bar.unread.isChecked() and place.sitting.card.state == "typed"
    first, text = word(place), row(place, word(place)).text
    last_edit = place.session.next_labels()[0]
    press(place, Qt.Key.Key_Return)
    settle(place, qtbot)
    assert row(place, first).text == text and row(place, first).source == "imported"
    assert word(place) != first and place.session.next_labels()[0] == last_edit


def test_a_word_outside_the_filter_is_shown_beside_the_queue(place: ReviewView, qtbot) -> None:
    queued = word(place)
    outside = word_ids(place.session.project, WordFilter(transcribed=True))[0]
    place.enter(NavigationTarget(word_id=outside))
    settle(place, qtbot)
    assert word(place) == outside and place.banner.isVisible() and "filter" in place.banner.text.text()
    place.banner.button.click()
    assert word(place) == queued and not place.banner.isVisible()


def test_the_last_word_is_followed_by_a_message_and_one_can_look_back(place: ReviewView, qtbot) -> None:
    place.sitting.queue.finish(place.sitting.queue.ids[1:])
    last = word(place)
    press(place, Qt.Key.Key_Return)
    assert place.stack.currentWidget() is place.empty and "last word" in place.empty.title.text()
    place.empty.buttons[1].click()
    settle(place, qtbot)
    assert word(place) == last and place.stack.currentWidget() is place.one


def test_nothing_found_is_said_with_the_way_out(place: ReviewView, qtbot) -> None:
    place.enter(NavigationTarget(query="text:qqqq"))
    qtbot.waitUntil(lambda: place.stack.currentWidget() is place.empty)
    assert place.current_word() is None
    place.empty.buttons[0].click()
    qtbot.waitUntil(lambda: place.one.ready)
    assert place.bar.box.text() == "" and place.stack.currentWidget() is place.one


def test_without_a_model_words_are_typed_and_training_is_offered(
    context: ProjectContext, tmp_path: Path, qtbot
) -> None:
    session = Session(make_project(tmp_path / "bare", model=False))
    try:
        bare = ProjectContext(session, context.notifications, context.actions, context.theme, context.settings, context)
        place = opened(ReviewView, bare, qtbot)
        qtbot.waitUntil(lambda: place.one.ready)
        assert "no model" in place.banner.text.text()
        first = word(place)
        press(place, Qt.Key.Key_Return)
        assert word(place) == first and "type what you read" in context.notifications.history[-1].text
        QTest.keyClicks(place.one.field, "typed")
        press(place, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not session.is_writing)
        assert row(place, first).text == "typed"
        with qtbot.waitSignal(bare.view_requested) as going:
            place.banner.button.click()
        assert going.args[0] == "train"
        place.set_mode("wall")
        qtbot.waitUntil(lambda: "No wall" in place.empty.title.text())
    finally:
        session.close()


def test_an_empty_project_says_where_words_come_from(context: ProjectContext, tmp_path: Path, qtbot) -> None:
    with Project.create(tmp_path / "void") as project:
        folder = project.folder
    session = Session(folder)
    try:
        place = opened(
            ReviewView,
            ProjectContext(session, context.notifications, context.actions, context.theme, context.settings, context),
            qtbot,
        )
        qtbot.waitUntil(lambda: "No words" in place.empty.title.text())
    finally:
        session.close()


def test_every_control_without_text_has_a_name(place: ReviewView) -> None:
    for kind in (QAbstractButton, QAbstractItemView, QApplication, QComboBox, QLineEdit):
        for control in place.findChildren(kind):
            if control.isVisibleTo(place) and control.isEnabled() and control.focusPolicy() & Qt.FocusPolicy.TabFocus:
                text = control.text() if isinstance(control, QAbstractButton) else ""
                assert text or control.accessibleName(), control
