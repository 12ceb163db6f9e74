"""Progress in Insight: today's words, the curve of the suggestions, and an audit from the sample to the verdict."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import MODEL, opened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import open_tab

from app.context import NavigationTarget, ProjectContext
from app.insight.progress_tab import WINDOW, ProgressTab
from app.insight.view import InsightView
from app.review.view import ReviewView
from core.project.changes import WORDS
from core.project.content.audits import load_audit
from core.project.content.transcriptions import accept_predictions, set_transcription
from core.project.content.words import word_ids


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    view = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: view.active_model.current is not None, timeout=20_000)
    yield view
    view.leave()


@pytest.fixture
def progress(view: InsightView, qtbot) -> ProgressTab:
    tab = open_tab(view, qtbot, "progress")
    assert isinstance(tab, ProgressTab)
    qtbot.waitUntil(lambda: tab.facts is not None, timeout=5000)
    return tab


def check(progress: ProgressTab, right: list[int], wrong: list[int], qtbot) -> None:
    """Check words: accept the suggestions of some, correct the others."""
    session = progress.context.session
    session.execute(lambda project: accept_predictions(project, right, MODEL), changes=[WORDS], word_ids=right)
    for word_id in wrong:
        session.execute(
            lambda project, word_id=word_id: set_transcription(project, word_id, "another"),
            changes=[WORDS],
            word_ids=[word_id],
        )
    total = len(right) + len(wrong)
    qtbot.waitUntil(lambda: progress.facts is not None and progress.facts.today == total, timeout=10_000)


def test_words_of_today_and_the_curve_follow_what_is_checked(progress: ProgressTab, qtbot) -> None:
    ids = word_ids(progress.context.session.project, transcribed=False)
    assert progress.today.text() == "0 words checked today." and not progress.plot.isVisible()
    assert progress.left.text().startswith(f"{len(ids)} words not checked yet.")
    check(progress, ids[:WINDOW], ids[WINDOW : WINDOW + 1], qtbot)
    qtbot.waitUntil(progress.plot.isVisible, timeout=5000)
    assert progress.today.text() == f"{WINDOW + 1} words checked today."
    figure = progress.plot.figure
    assert figure is not None and figure.series[0].y.tolist() == [1.0, (WINDOW - 1) / WINDOW]
    rest = len(ids) - WINDOW - 1
    wrong = round(rest / (WINDOW + 1))
    assert f"about {wrong} of {rest} suggestions are wrong" in progress.left.text()


def test_audit_goes_from_the_sample_to_the_verdict(progress: ProgressTab, context: ProjectContext, qtbot) -> None:
    panel, project = progress.audit, context.session.project
    ids = word_ids(project, transcribed=False)
    assert not panel.least.isEnabled()  # the model of the helpers gives no confidence
    panel.half_width.setCurrentIndex(panel.half_width.count() - 1)
    qtbot.waitUntil(panel.draw_button.isEnabled, timeout=5000)
    QTest.mouseClick(panel.draw_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.check_button.isVisible, timeout=5000)
    audit = load_audit(project)
    assert audit is not None and audit.population == len(ids)
    assert panel.size_text.text() == f"{len(audit.words)} words of {len(ids)} must be checked."
    assert "0 of them checked" in panel.result.text()
    requests: list[tuple[str, NavigationTarget]] = []
    context.view_requested.connect(lambda name, target: requests.append((name, target)))
    QTest.mouseClick(panel.check_button, Qt.MouseButton.LeftButton)
    assert requests[0][0] == "review" and requests[0][1].query == "audit"
    check(progress, list(audit.words), [], qtbot)
    qtbot.waitUntil(lambda: "Reliable enough" in panel.verdict.text() or "Not decided" in panel.verdict.text())
    assert f"{len(audit.words)} suggestions were right (100.0 %)" in panel.result.text()
    assert "to 100.0 % were right" in panel.result.text() and not panel.check_button.isVisible()


def test_verdict_is_negative_where_many_are_wrong(progress: ProgressTab, context: ProjectContext, qtbot) -> None:
    panel = progress.audit
    panel.half_width.setCurrentIndex(panel.half_width.count() - 1)
    qtbot.waitUntil(panel.draw_button.isEnabled, timeout=5000)
    QTest.mouseClick(panel.draw_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.check_button.isVisible, timeout=5000)
    audit = load_audit(context.session.project)
    assert audit is not None
    words = list(audit.words)
    check(progress, words[: len(words) // 2], words[len(words) // 2 :], qtbot)
    qtbot.waitUntil(lambda: panel.verdict.text().startswith("Not reliable enough"), timeout=5000)


def test_review_shows_the_words_of_the_sample(progress: ProgressTab, context: ProjectContext, qtbot) -> None:
    panel = progress.audit
    panel.half_width.setCurrentIndex(panel.half_width.count() - 1)
    qtbot.waitUntil(panel.draw_button.isEnabled, timeout=5000)
    QTest.mouseClick(panel.draw_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.check_button.isVisible, timeout=5000)
    audit = load_audit(context.session.project)
    assert audit is not None
    review = opened(ReviewView, context, qtbot, NavigationTarget(query="audit"))
    qtbot.waitUntil(lambda: set(review.review.queue.ids) == set(audit.words), timeout=20_000)
    review.leave()
