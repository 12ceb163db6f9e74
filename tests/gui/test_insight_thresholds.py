"""Insight: thresholds that are moved, tried on the test words, applied and reverted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gui_helpers import MEMBERS, MODEL, THRES, drag, opened
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from view_helpers import open_insight, open_tab, thresholds_tab

from app.context import ProjectContext
from app.insight.model.thresholds_tab import ThresholdsTab
from app.insight.view import InsightView
from core.errors import InputError
from core.events import ignore_events
from core.project.content.models import choose_thresholds, chosen_thresholds, get_model
from core.project.content.predictions import predictions_by_model
from core.project.content.words import labelled_words, word_ids
from core.project.project import Project
from core.recognition.vote_details import decode_votes


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    view = open_insight(context, qtbot)
    yield view
    view.leave()


@pytest.fixture
def thresholds(view: InsightView, qtbot) -> ThresholdsTab:
    return thresholds_tab(view, qtbot)


def test_dragged_threshold_shows_its_scores(thresholds: ThresholdsTab, qtbot) -> None:
    tested = len(labelled_words(thresholds.context.session.project, "test"))
    before = thresholds.trial
    assert before.changed == 0 and before.scores.n_seen + before.scores.n_unseen == tested
    assert "test words played no part" in thresholds.panel.caveat.text()
    widget = thresholds.histogram.view
    box = thresholds.histogram.plot.vb
    middle = box.viewRect().center().y()
    start, target = (widget.mapFromScene(box.mapViewToScene(QPointF(x, middle))) for x in (0, -9))
    drag(widget, start, target)
    moved = round(thresholds.histogram.handle)
    assert moved == pytest.approx(-9, abs=1)
    assert thresholds.draft == [THRES + moved] * MEMBERS
    qtbot.waitUntil(lambda: thresholds.trial.thres == tuple(thresholds.draft))
    assert thresholds.trial.changed > 0 and f"{thresholds.trial.changed} suggestions" in thresholds.panel.changes.text()
    assert "no longer an independent measurement" in thresholds.panel.caveat.text()
    shares = {name: labels[1].text() for name, labels in thresholds.panel.cells.items()}
    scores = thresholds.trial.scores
    assert shares == {n: f"{100 * getattr(scores, n):.1f} %" for n in ("A_u", "A_s", "h", "A_b")}


def test_point_of_the_roc_can_be_dragged(thresholds: ThresholdsTab, qtbot) -> None:
    thresholds.panel.readers.setCurrentIndex(1)
    roc = thresholds.roc
    qtbot.waitUntil(lambda: bool(roc._points))
    (number,) = roc._points
    port, start = roc.view.viewport(), roc.point_at(number)
    x, y = roc.figure.series[number - 1].x, roc.figure.series[number - 1].y
    place = int(np.argmax(np.hypot(x - roc.figure.series[number].x[0], y - roc.figure.series[number].y[0])))
    target = roc.view.mapFromScene(roc.plot.vb.mapViewToScene(QPointF(float(x[place]), float(y[place]))))
    before = list(thresholds.draft)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(port, target)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=target)
    assert thresholds.draft[0] != before[0] and thresholds.draft[1:] == before[1:]
    assert (roc.point_at(number) - target).manhattanLength() <= 3, "the point follows the mouse"
    assert thresholds.panel.number.value() == thresholds.draft[0]
    changed = list(thresholds.draft)
    QTest.mouseMove(port, start)
    assert thresholds.draft == changed, "released, it stays"


@pytest.mark.parametrize("size", [(757, 461)])
def test_roc_is_square_and_readable(size: tuple[int, int], view: InsightView, thresholds: ThresholdsTab, qtbot) -> None:
    view.resize(*size)

    def is_square() -> bool:
        box = thresholds.roc.plot.vb.screenGeometry()
        return box.height() >= 180 and 0.75 < box.width() / box.height() < 1.34

    qtbot.waitUntil(is_square)


@pytest.mark.parametrize("size", [(928, 628), (1184, 728), (1500, 728)])
def test_roc_stands_beside_the_slider(
    size: tuple[int, int], view: InsightView, thresholds: ThresholdsTab, qtbot
) -> None:
    """Nothing needs to be scrolled, from a window of 1024x700 pixels on: the points move while a threshold does."""
    view.resize(*size)
    roc, slider, histogram = thresholds.roc, thresholds.panel.slider, thresholds.histogram

    def are_in_sight() -> bool:
        return all(part.visibleRegion().boundingRect() == part.rect() for part in (roc, slider, histogram))

    qtbot.waitUntil(are_in_sight)
    assert histogram.plot.vb.screenGeometry().height() >= 40
    curves, handle = (QRect(part.mapTo(view, QPoint()), part.size()) for part in (roc, slider))
    assert handle.right() < curves.left() and curves.top() < handle.center().y() < curves.bottom()


def test_threshold_of_one_reader_moves_by_keyboard_and_the_others_stay(thresholds: ThresholdsTab, qtbot) -> None:
    thresholds.panel.readers.setFocus()
    QTest.keyClick(thresholds.panel.readers, Qt.Key.Key_Down)
    assert thresholds.panel.reader == 0
    QTest.keyClick(thresholds.panel.slider, Qt.Key.Key_Right)
    QTest.keyClick(thresholds.panel.slider, Qt.Key.Key_Right)
    assert thresholds.draft == [THRES + 2, THRES, THRES]
    assert thresholds.panel.number.value() == THRES + 2 and thresholds.histogram.handle == THRES + 2
    QTest.keyClick(thresholds.panel.readers, Qt.Key.Key_Up)
    # an offset of all thresholds starts there
    thresholds.move_to(1)
    assert thresholds.draft == [THRES + 3, THRES + 1, THRES + 1]


def test_applied_thresholds_change_predictions_and_reverting_restores_them(
    thresholds: ThresholdsTab, view: InsightView, context: ProjectContext, qtbot
) -> None:
    session = context.session
    ids = word_ids(session.project)
    before = {i: predictions_by_model(session.project, i)[MODEL] for i in ids}
    transcriptions = labelled_words(session.project)
    thresholds.move_to(-THRES)
    qtbot.waitUntil(lambda: thresholds.trial.thres == (0,) * MEMBERS)
    expected = thresholds.trial.changed
    with qtbot.waitSignal(view.active_model.revoted) as revoted:
        QTest.mouseClick(thresholds.panel.apply, Qt.MouseButton.LeftButton)
    assert revoted.args[0] == expected > 0
    model = get_model(session.project)
    assert chosen_thresholds(session.project, model) == [0] * MEMBERS
    after = {i: predictions_by_model(session.project, i)[MODEL] for i in ids}
    assert sum(before[i].text != after[i].text for i in ids) == expected
    assert all(vote.seen and vote.thres == 0 for i in ids for vote in decode_votes(after[i].detail))
    assert labelled_words(session.project) == transcriptions
    qtbot.waitUntil(lambda: "by hand" in view.model_text.text())
    qtbot.waitUntil(lambda: view.active_model.votes is not None and thresholds.panel.revert.isEnabled())
    assert thresholds.panel.outdated == 0
    with qtbot.waitSignal(view.active_model.revoted):
        QTest.mouseClick(thresholds.panel.revert, Qt.MouseButton.LeftButton)
    assert chosen_thresholds(session.project, model) is None
    back = {i: predictions_by_model(session.project, i)[MODEL] for i in ids}
    for i in ids:
        assert (back[i].text, back[i].status, back[i].votes) == (before[i].text, before[i].status, before[i].votes)
        assert decode_votes(back[i].detail) == decode_votes(before[i].detail)


def test_engine_recognises_with_the_chosen_thresholds(project_folder: Path) -> None:
    from core.jobs.evaluation.evaluate import evaluate
    from core.jobs.recognition.loaded_model import open_model
    from core.jobs.requests import EvaluateRequest

    with Project.open(project_folder) as project:
        model = get_model(project)
        own = open_model(project, None, "cpu", ignore_events)
        assert own.thres == [THRES] * MEMBERS and not own.thresholds_chosen
        choose_thresholds(project, model, [3, 4, 5])
        chosen = open_model(project, None, "cpu", ignore_events)
        assert chosen.thres == [3, 4, 5] and chosen.thresholds_chosen
        assert open_model(project, None, "cpu", ignore_events, [7]).thres == [7] * MEMBERS
        result = evaluate(project, EvaluateRequest(baselines=False), ignore_events, lambda: False)
        assert [member["thres"] for member in result["thres"]] == [3, 4, 5] and "by a person" in result["thres_chosen"]
        choose_thresholds(project, model, [99, 4, 5])
        with pytest.raises(InputError, match="99 lies outside"):
            open_model(project, None, "cpu", ignore_events)


def test_thresholds_that_were_chosen_but_not_applied_can_be_applied(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project:
        choose_thresholds(project, get_model(project), [1] * MEMBERS)  # as if the process was killed here
    view = opened(InsightView, context, qtbot)
    built = open_tab(view, qtbot, "thresholds")
    qtbot.waitUntil(lambda: "were voted on at other thresholds" in built.panel.caveat.text())
    with qtbot.waitSignal(view.active_model.revoted):
        QTest.mouseClick(built.panel.apply, Qt.MouseButton.LeftButton)
    project = context.session.project
    prediction = predictions_by_model(project, word_ids(project)[0])[MODEL]
    assert [vote.thres for vote in decode_votes(prediction.detail)] == [1] * MEMBERS


def test_without_test_words_scores_on_words_set_aside_are_shown(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project, project.edit("all for training") as connection:
        connection.execute("UPDATE word SET role = 'train'")
    view = opened(InsightView, context, qtbot)
    built = open_tab(view, qtbot, "thresholds")
    qtbot.waitUntil(lambda: "There are no test words for this model" in built.panel.basis.text())
    built.panel.readers.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "this reader alone" in built.panel.basis.text())
    assert built.panel.cells["A_s"][1].text().endswith("%")


def test_test_words_without_votes_are_named_and_measured(context: ProjectContext, qtbot) -> None:
    project = context.session.project
    with Project.open(context.session.folder) as writer, writer.edit("as before the first measurement") as connection:
        connection.execute("DELETE FROM prediction WHERE word_id IN (SELECT id FROM word WHERE role = 'test')")
    view = opened(InsightView, context, qtbot)
    built = thresholds_tab(view, qtbot)
    tested = len(labelled_words(project, "test"))
    assert f"has not read the {tested} test words yet" in built.panel.basis.text()
    results = open_tab(view, qtbot, "results")
    with qtbot.waitSignal(context.session.jobs.finished, timeout=90_000) as done:
        results.start()
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    view.show_tab("thresholds")
    qtbot.waitUntil(lambda: built.panel.basis.text() == f"Correct, of {tested} test words:")


@pytest.mark.parametrize("reader", [0, 2])
def test_a_draft_is_shown_as_it_is_when_the_model_is_read_again(
    reader: int, thresholds: ThresholdsTab, view: InsightView, qtbot
) -> None:
    thresholds.panel.readers.setCurrentIndex(reader)
    thresholds.panel.number.setValue(thresholds.panel.number.value() + 4)
    value, draft = thresholds.panel.number.value(), list(thresholds.draft)
    base = thresholds._baseline
    view.active_model._drop_votes()
    view.active_model.load()
    qtbot.waitUntil(lambda: thresholds._baseline is not base)
    assert (thresholds.draft, thresholds.panel.number.value()) == (draft, value)
    assert thresholds.histogram.handle == value == thresholds.panel.slider.value()
    thresholds.panel.readers.setCurrentIndex(0)
    thresholds.move_to(0)
    assert (thresholds.draft == [THRES] * MEMBERS) == (reader == 0)


def test_why_steps_of_the_distances_vote_is_said(thresholds: ThresholdsTab, view: InsightView, qtbot) -> None:
    assert thresholds.stand_in.isHidden()
    opened_model = view.active_model.current
    preset = {"name": "phosc-ctc", "gate_least": 250}
    view.active_model.current = replace(opened_model, summary=replace(opened_model.summary, card={"preset": preset}))
    for name in ("thresholds", "votes"):
        built = open_tab(view, qtbot, name)
        built.refresh()
        assert built.stand_in.isVisible()
        assert "250 images" in built.stand_in.text() and "only 40" in built.stand_in.text()
