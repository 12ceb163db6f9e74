"""Several people: pages go out as a part and come back; different transcriptions are compared by keys and mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import is_writing, opened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget

from app import settings as keys
from app.context import NavigationTarget, ProjectContext
from app.review.view import ReviewView
from app.session.write_access import IN_USE, ReadOnlyReason
from app.settings import Settings
from app.shell.dialogs.name_dialog import NameDialog
from app.shell.dialogs.people_dialogs import AgreementDialog, PartDialog, TakeOutDialog
from app.shell.read_only_banner import ReadOnlyBanner
from app.shell.window import MainWindow
from app.style.theme import Theme
from core.project.content.differences import differing_words
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.content.words import get_words, word_ids
from core.project.db import author
from core.project.parts.merge import merge_part
from core.project.parts.take_out import take_out
from core.project.project import Project


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name at the beginning; one that a test gives is forgotten."""
    monkeypatch.setenv(author.VARIABLE, "")


def transcribe(folder: Path, who: str, texts: dict[int, str]) -> None:
    author.set_author(who)
    with Project.open(folder) as project:
        for word_id, text in texts.items():
            set_transcription(project, word_id, text)
    author.set_author("")


@pytest.fixture
def differing(project_folder: Path, tmp_path: Path) -> list[int]:
    """Three words of page 3 that Anna (in the project) and Ben (in a part) read: the first two differently."""
    part = tmp_path / "ben.ductus"
    with Project.open(project_folder) as project:
        page = project.column("SELECT id FROM page ORDER BY id")[2]
        ids = word_ids(project, page_id=page)[:3]
        take_out(project, part, [page])
    transcribe(project_folder, "Anna", dict(zip(ids, ("rain", "snow", "same"), strict=True)))
    transcribe(part, "Ben", dict(zip(ids, ("reign", "snew", "same"), strict=True)))
    with Project.open(project_folder) as project, Project.open(part, read_only=True) as merged:
        merge_part(project, merged)
    return ids


@pytest.fixture
def review(differing: list[int], context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    view = opened(ReviewView, context, qtbot, NavigationTarget(query="differs"))
    context.session.undone.connect(lambda change: view.enter(NavigationTarget(word_id=change.word_ids[0])))
    qtbot.waitUntil(lambda: view.review.is_ready, timeout=20000)
    yield view
    view.leave()


def test_both_texts_stand_side_by_side_and_keys_decide(
    review: ReviewView, differing: list[int], context: ProjectContext, qtbot
) -> None:
    first, second, _ = differing
    field, panel = review.word_view.field, review.word_view.alternatives
    assert sorted(review.review.queue.ids) == sorted([first, second])  # the equal one is no difference
    assert panel.isVisible() and not review.word_view.candidates.isVisible()
    shown = review.current_word()
    assert shown is not None
    cards = {card.shown_text.text(): card.writer.text() for card in panel.cards}
    assert len(cards) == 2
    assert all(who in writer for who, writer in zip(("Ben", "Anna"), cards.values(), strict=True))

    author.set_author("Carla")
    other = panel.cards[1].shown_text.text()
    QTest.keyClick(field, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: get_words(context.session.project, [shown])[0].text == other)
    qtbot.waitUntil(lambda: review.current_word() not in (None, shown) and review.review.is_ready, timeout=20000)
    assert differing_words(context.session.project) == [review.current_word()]
    written = [
        (transcription.text, transcription.who) for transcription in list_transcriptions(context.session.project, shown)
    ]
    assert {who for _, who in written} >= {"Anna", "Ben", "Carla"} and written[-1] == (other, "Carla")

    context.session.undo()
    qtbot.waitUntil(lambda: len(differing_words(context.session.project)) == 2)
    qtbot.waitUntil(lambda: review.current_word() == shown and review.review.is_ready, timeout=20000)
    assert panel.isVisible() and review.review.queue.remaining == 2


def test_a_click_chooses_and_a_third_text_can_be_typed(review: ReviewView, context: ProjectContext, qtbot) -> None:
    shown, panel = review.current_word(), review.word_view.alternatives
    assert shown is not None
    text = panel.cards[0].shown_text.text()
    qtbot.mouseClick(panel.cards[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: differing_words(context.session.project) != [] and review.current_word() != shown)
    assert get_words(context.session.project, [shown])[0].text == text
    qtbot.waitUntil(lambda: review.review.is_ready, timeout=20000)
    last = review.current_word()
    assert last is not None
    QTest.keyClicks(review.word_view.field, "hail")
    QTest.keyClick(review.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: differing_words(context.session.project) == [])
    assert get_words(context.session.project, [last])[0].text == "hail"
    qtbot.wait(300)  # the last word is read again meanwhile, and must not come back to the screen
    assert review.stack.currentWidget() is review.empty


def test_pages_go_out_and_are_merged_from_the_menu(
    window: MainWindow, settings: Settings, tmp_path: Path, qtbot
) -> None:
    session = window.session
    assert session is not None
    texts = [action.text() for action in window.window_actions.menu.actions()]
    assert "Take out pages as a part…" in texts and "Merge a part…" in texts
    next(a for a in window.window_actions.menu.actions() if a.text().startswith("Take out")).trigger()
    (name,) = window.findChildren(NameDialog)  # asked first, and only once
    QTest.keyClicks(name.field, "Anna")
    QTest.keyClick(name.field, Qt.Key.Key_Return)
    assert settings.get(keys.AUTHOR) == "Anna" == author.current_author()
    (dialog,) = window.findChildren(TakeOutDialog)
    qtbot.waitUntil(lambda: dialog.list.count() == 3)
    assert not dialog.take_out.isEnabled()
    dialog.list.setCurrentRow(2)
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    assert dialog.take_out.isEnabled() and len(dialog.page_ids()) == 1
    target = tmp_path / "ben.ductus"
    dialog.take_out.click()
    (files,) = window.findChildren(QFileDialog)
    files.selectFile(str(target))
    files.accept()
    (work,) = window.findChildren(PartDialog)
    qtbot.waitUntil(lambda: not work.job.is_running, timeout=30000)
    assert work.job.outcome is not None and work.job.outcome.ok and str(target) in work.details.toPlainText()
    work.close()

    with Project.open(target) as part:
        ids = word_ids(part)[:2]
    transcribe(target, "Ben", dict.fromkeys(ids, "wind"))
    author.set_author("Anna")
    session.execute(lambda project: set_transcription(project, ids[0], "wand"), changes=["words"], word_ids=[ids[0]])
    qtbot.waitUntil(lambda: not is_writing(session))
    window.window_actions.parts.merge_folder(target)
    qtbot.waitUntil(lambda: bool(window.notifications.history), timeout=30000)
    message = window.notifications.history[-1]
    assert message.action == "Compare them" and "1 transcription taken" in message.text and "Ben" in message.text
    assert "1 word is transcribed differently" in message.text
    assert message.on_action is not None
    message.on_action()
    view = window.current_view()
    assert isinstance(view, ReviewView)
    qtbot.waitUntil(lambda: view.current_word() == ids[0] and view.word_view.alternatives.isVisible(), timeout=20000)


def test_agreement_lists_the_differences(differing: list[int], context: ProjectContext, qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(900, 700)
    dialog = AgreementDialog(context.session, parent)
    chosen: list[int] = []
    dialog.word_chosen.connect(chosen.append)
    dialog.open()
    qtbot.waitUntil(lambda: len(dialog.table.rows) == 2)
    assert "Anna and Ben both transcribed 3 words: 1 equally, 33" in dialog.text.text()
    assert {tuple(row.cells[1:]) for row in dialog.table.rows} == {("rain", "reign"), ("snow", "snew")}
    dialog.table.selectRow(0)
    dialog.show_word.click()
    assert chosen == [differing[0]]


def test_the_name_is_asked_once(window: MainWindow, settings: Settings, qtbot) -> None:
    parts, asked = window.window_actions.parts, []
    parts.take_out([])
    (name,) = window.findChildren(NameDialog)
    assert not name.save.isEnabled()
    qtbot.mouseClick(name.skip, Qt.MouseButton.LeftButton)
    asked.append(settings.get(keys.AUTHOR_ASKED))
    for dialog in window.findChildren(TakeOutDialog):
        dialog.reject()
    parts.take_out([])
    assert asked == [True] and not [d for d in window.findChildren(NameDialog) if d.isVisible()]


def test_a_project_in_use_offers_a_part(theme: Theme, qtbot) -> None:
    banner = ReadOnlyBanner(theme)
    qtbot.addWidget(banner)
    banner.show_reason(ReadOnlyReason(IN_USE))
    assert "take them out as a part" in banner.text.text()
    with qtbot.waitSignal(banner.part_requested):
        banner.find_button("Take out a part…").click()
