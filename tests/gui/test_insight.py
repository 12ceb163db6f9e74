"""Insight: the vote on a word, thresholds that are moved and applied, saved plots, measured results."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gui_helpers import GATES, MEMBERS, MODEL, THRES, drag, opened
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.context import NavigationTarget, ProjectContext
from app.insight.model.thresholds_tab import ThresholdsTab
from app.insight.view import InsightView
from app.plots.plot_data import PlotData, Series
from app.plots.plot_panel import PlotPanel
from app.session.changes import LEXICON, WORDS
from core.errors import InputError
from core.events import ignore_events
from core.formats.pagexml_write import write_pagexml
from core.jobs.export.content import gather_content, page_record
from core.project.content.lexicon import add_words
from core.project.content.models import choose_thresholds, chosen_thresholds, get_model
from core.project.content.pages import list_pages
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordFilter, labelled_words, word_ids
from core.project.project import Project
from core.recognition.vote_details import count_predictions, decode_votes


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    """The view without a window, at a word with a prediction."""
    view = opened(InsightView, context, qtbot, NavigationTarget(word_id=word_ids(context.session.project)[3]))
    qtbot.waitUntil(view.isActiveWindow)  # shortcuts work in the active window only
    qtbot.waitUntil(lambda: view.word.facts is not None)
    yield view
    view.leave()


def tab(view: InsightView, qtbot, name: str):
    view.show_tab(name)
    qtbot.waitUntil(lambda: name in view.built_tabs, timeout=20_000)
    return view.built_tabs[name]


@pytest.fixture
def thresholds(view: InsightView, qtbot) -> ThresholdsTab:
    built = tab(view, qtbot, "thresholds")
    qtbot.waitUntil(lambda: bool(built.panel.changes.text()))
    return built


def cells(table) -> list[list[str]]:
    model = table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def test_votes_of_each_reader_and_their_count_are_listed(view: InsightView, context: ProjectContext, qtbot) -> None:
    word = view.current_word()
    prediction = predictions_by_model(context.session.project, word)[MODEL]
    votes = decode_votes(prediction.detail)
    rows = cells(view.word.vote.members)
    assert len(rows) == MEMBERS
    for k, (row, vote) in enumerate(zip(rows, votes, strict=True)):
        assert row[0] == str(k + 1) and row[1] == f"{vote.votes} of {GATES} (threshold {THRES})"
        assert row[2] == ("trained on" if vote.seen else "new word")
        assert (row[3], row[4]) == (vote.choices[0].word, f"{vote.choices[0].distance:.3f}")
        assert row[5] == vote.choices[1].word
    counts = cells(view.word.vote.counts)
    assert counts[0][0] == prediction.text and counts[0][3] == "wins"
    assert {row[0]: row[1] for row in counts} == {w: f"{n} of {MEMBERS}" for w, n, _ in count_predictions(votes)}
    assert view.word.vote.sentences and view.word.vote.explanation.accessibleName()


def test_arrows_step_through_the_words_in_reading_order(view: InsightView, context: ProjectContext, qtbot) -> None:
    ids = word_ids(context.session.project)
    assert view.current_word() == ids[3]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: view.word.facts.word_id == ids[4])
    QTest.mouseClick(view.word.previous, Qt.MouseButton.LeftButton)
    QTest.mouseClick(view.word.previous, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.word.facts.word_id == ids[2])
    view.enter(NavigationTarget(word_id=ids[0]))
    qtbot.waitUntil(lambda: view.word.facts.word_id == ids[0])
    assert not view.word.previous.isEnabled() and view.word.next.isEnabled()


def test_transcription_is_compared_with_the_vote(view: InsightView, context: ProjectContext, qtbot) -> None:
    word = view.current_word()
    context.session.execute(lambda p: set_transcription(p, word, "qqqq"), changes=[WORDS], word_ids=[word])
    qtbot.waitUntil(lambda: view.word.text.text() == "qqqq")
    qtbot.waitUntil(lambda: "qqqq" in view.word.vote.sentences[-1])
    assert not view.word.vote.members.isColumnHidden(7)
    # a word transcribed on a training page is in the lexicon, but no member predicts it
    assert all(row[7] in ("word wrong", "gate and word wrong") for row in cells(view.word.vote.members))


def test_word_without_prediction_offers_to_recognise(context: ProjectContext, qtbot) -> None:
    session = context.session
    with Project.open(session.folder) as project, project.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    view = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: view.word.empty.isVisible() and view.word.empty.button.isVisible())
    assert "has no suggestion for this word" in view.word.empty.title.text()
    with qtbot.waitSignal(session.jobs.finished, timeout=60_000) as done:
        QTest.mouseClick(view.word.empty.button, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: view.word.facts.explanation is not None)


def test_view_without_model_leads_to_training(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project, project.transaction() as connection:
        connection.execute("UPDATE model SET active = 0")
    view = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: view.empty.button.isVisible())
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.mouseClick(view.empty.button, Qt.MouseButton.LeftButton)
    assert requested.args[0] == "train"


def test_damaged_model_file_is_named(context: ProjectContext, qtbot) -> None:
    get_model(context.session.project).file.write_bytes(b"nothing")
    view = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: view.empty.button.isVisible())
    assert f"{MODEL}.h5" in view.empty.text.text()


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
    from core.jobs.recognition.evaluate import EvaluateRequest, evaluate
    from core.jobs.recognition.loaded_model import open_model

    with Project.open(project_folder) as project:
        model = get_model(project)
        own = open_model(project, None, "cpu", ignore_events)
        assert own.thres == [THRES] * MEMBERS and not own.thresholds_chosen
        choose_thresholds(project, model, [3, 4, 5])
        chosen = open_model(project, None, "cpu", ignore_events)
        assert chosen.thres == [3, 4, 5] and chosen.thresholds_chosen
        assert open_model(project, None, "cpu", ignore_events, [7]).thres == [7] * MEMBERS
        result = evaluate(project, EvaluateRequest(baselines=False), ignore_events, lambda: False)
        assert [one["thres"] for one in result["thres"]] == [3, 4, 5] and "by a person" in result["thres_chosen"]
        choose_thresholds(project, model, [99, 4, 5])
        with pytest.raises(InputError, match="99 lies outside"):
            open_model(project, None, "cpu", ignore_events)


def test_thresholds_that_were_chosen_but_not_applied_can_be_applied(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project:
        choose_thresholds(project, get_model(project), [1] * MEMBERS)  # as if the process was killed here
    view = opened(InsightView, context, qtbot)
    built = tab(view, qtbot, "thresholds")
    qtbot.waitUntil(lambda: "were voted on at other thresholds" in built.panel.caveat.text())
    with qtbot.waitSignal(view.active_model.revoted):
        QTest.mouseClick(built.panel.apply, Qt.MouseButton.LeftButton)
    project = context.session.project
    prediction = predictions_by_model(project, word_ids(project)[0])[MODEL]
    assert [vote.thres for vote in decode_votes(prediction.detail)] == [1] * MEMBERS


def test_without_test_words_scores_on_held_back_words_are_shown(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project, project.edit("all for training") as connection:
        connection.execute("UPDATE word SET role = 'train'")
    view = opened(InsightView, context, qtbot)
    built = tab(view, qtbot, "thresholds")
    qtbot.waitUntil(lambda: "There are no test words" in built.panel.basis.text())
    built.panel.readers.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "this reader alone" in built.panel.basis.text())
    assert built.panel.cells["A_s"][1].text().endswith("%")


def test_votes_on_all_words_are_counted(view: InsightView, context: ProjectContext, qtbot) -> None:
    built = tab(view, qtbot, "votes")
    qtbot.waitUntil(lambda: len(built.counts.rows) == MEMBERS)
    ids = word_ids(context.session.project)
    votes = [decode_votes(predictions_by_model(context.session.project, i)[MODEL].detail) for i in ids]
    for k, row in enumerate(cells(built.counts)):
        seen = sum(vote[k].seen for vote in votes)
        assert row[1:3] == [str(seen), str(len(ids) - seen)]
    qtbot.waitUntil(lambda: built.histogram.figure is not None)
    of_all_readers = built.histogram.figure
    built.readers.setCurrentIndex(2)
    qtbot.waitUntil(lambda: built.histogram.figure is not of_all_readers)
    total = sum(float(series.y.sum()) for series in built.histogram.figure.series)
    assert total == len(ids) == sum(float(series.y.sum()) for series in built.agreement.figure.series)


def test_spectrum_marks_15_and_30_directions(view: InsightView, qtbot) -> None:
    built = tab(view, qtbot, "spectrum")
    qtbot.waitUntil(lambda: built.plot.figure is not None)
    assert [mark.x for mark in built.plot.figure.marks] == [15, 30]
    shares = built.plot.figure.series[0].y
    assert shares[-1] == pytest.approx(100) and f"{shares[14]:.0f} %" in built.about.text()


def test_measuring_fills_the_table_of_results(view: InsightView, qtbot, context: ProjectContext) -> None:
    built = tab(view, qtbot, "results")
    qtbot.waitUntil(lambda: built.empty.button.isVisible())
    with qtbot.waitSignal(context.session.jobs.finished, timeout=90_000) as done:
        QTest.mouseClick(built.empty.button, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: len(built.table.rows) == 5)
    rows = {row[0]: row[1:] for row in cells(built.table)}
    result = done.args[0].outcome.result
    assert rows["Vote with gates (this model)"][0].startswith(f"{100 * result['A_u']:.1f} % (")
    assert built.warning.isHidden() and len(built.reliability.table.rows) == len(built.results.bands) > 0
    view.active_model.apply_thresholds([1] * MEMBERS)
    qtbot.waitUntil(lambda: built.warning.isVisible())
    assert "other thresholds" in built.warning.text()
    # figures of one word list say nothing of another
    words = [f"added{number}" for number in range(40)]
    context.session.execute(lambda project: add_words(project, words), changes=[LEXICON])
    qtbot.waitUntil(lambda: "The word list had" in built.warning.text())


def test_plot_is_saved_as_image_drawing_and_table(
    thresholds: ThresholdsTab, view: InsightView, tmp_path: Path, qtbot
) -> None:
    panel = thresholds.roc
    for suffix in ("png", "svg", "csv"):
        with qtbot.waitSignal(panel.saved):
            panel.save(tmp_path / f"roc.{suffix}")
    image = QImage(str(tmp_path / "roc.png"))
    assert image.width() == 1600 and not image.isNull()
    assert "<svg" in (tmp_path / "roc.svg").read_text(encoding="utf-8")
    rows = list(csv.reader((tmp_path / "roc.csv").open(encoding="utf-8")))
    assert rows[0] == ["series", panel.figure.x_label, panel.figure.y_label]
    assert len(rows) == 1 + sum(len(series.x) for series in panel.figure.series)
    with qtbot.waitSignal(panel.failed) as failed:
        panel.save(tmp_path / "no such folder" / "roc.csv")
    assert "could not be written" in failed.args[0]


def test_model_card_lists_training_data_and_parameters(view: InsightView, qtbot) -> None:
    built = tab(view, qtbot, "card")
    qtbot.waitUntil(lambda: len(built.properties.rows) > 0)
    properties = dict(cells(built.properties))
    assert properties["Name"] == MODEL and properties["Random seed"] == "1" and properties["Preset"] == "quick"
    assert [row[3:5] for row in cells(built.members)] == [[str(THRES)] * 2] * MEMBERS
    assert [len(series.y) for series in built.loss.figure.series] == [3] * MEMBERS
    # an accuracy of -1 stands for an epoch without a measurement
    assert [len(series.y) for series in built.accuracy.figure.series] == [2] * MEMBERS


def test_plots_follow_the_theme(thresholds: ThresholdsTab, context: ProjectContext, qtbot) -> None:
    sheet = thresholds.histogram.grab().toImage().pixelColor(20, 60).lightness()
    context.theme.set_mode("dark")
    dark = thresholds.histogram.grab().toImage().pixelColor(20, 60).lightness()
    context.theme.set_mode("light")
    assert sheet > 200 and dark < 80


def test_every_control_has_an_accessible_name(thresholds: ThresholdsTab, view: InsightView, qtbot) -> None:
    from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QComboBox, QSpinBox, QTableView

    for name in ("votes", "spectrum", "results", "card"):
        tab(view, qtbot, name)
    for kind in (QAbstractButton, QAbstractSlider, QComboBox, QSpinBox, QTableView):
        for widget in view.findChildren(kind):
            if (
                not widget.isVisibleTo(view)
                or widget.objectName().startswith("qt_")
                or "Scroll" in type(widget).__name__
            ):
                continue
            assert widget.accessibleName() or getattr(widget, "text", lambda: "")(), widget


def test_whole_pages_are_compared_with_transcripts(
    view: InsightView, qtbot, context: ProjectContext, tmp_path: Path
) -> None:
    built = tab(view, qtbot, "results")
    pages = built.whole_pages
    qtbot.waitUntil(lambda: "Not measured yet" in pages.text.text())
    with Project.open(context.session.folder, read_only=True) as project:
        page = list_pages(project)[0]
        content = gather_content(project, [page], word_ids(project, WordFilter(page_id=page.id)), None)
        record = page_record(content, page, content.words)
    words = tuple(replace(word, text="letters", origin=None) for word in record.words)
    shutil.copy(page.image, tmp_path / page.name)
    write_pagexml(replace(record, image=tmp_path / page.name, words=words), tmp_path / "truth.xml")
    pages.measure([tmp_path / "truth.xml"])
    assert not pages.compare.isEnabled()
    qtbot.waitUntil(lambda: "would have to be corrected" in pages.text.text(), timeout=30_000)
    assert "On 1 page" in pages.text.text() and "100.0 % of the words were found." in pages.text.text()
    assert pages.compare.isEnabled()


def test_label_of_an_axis_takes_two_lines_where_one_is_too_long(context: ProjectContext, qtbot) -> None:
    text = "Votes for “trained on”, above (+) or below (–) each reader's threshold"
    panel = PlotPanel(context)
    qtbot.addWidget(panel)
    panel.show_figure(PlotData("Votes", text, "Words", [Series("all", np.arange(3.0), np.arange(3.0))]))
    panel.resize(900, 300)
    panel.show()
    axis = panel.plot.getAxis("bottom")
    qtbot.waitUntil(lambda: axis.labelText == text)
    panel.resize(320, 300)
    qtbot.waitUntil(lambda: axis.labelText == text.replace("or below", "or<br>below"))
    assert axis.label.boundingRect().width() < 320
