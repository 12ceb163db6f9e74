"""Insight: the vote on a word, thresholds dragged and applied, plots saved, results measured."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import GATES, MEMBERS, MODEL, THRES, drag, opened
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.context import NavigationTarget, ProjectContext
from app.insight.model.thresholds_tab import ThresholdsTab
from app.insight.view import InsightView
from app.session.changes import WORDS
from core.errors import InputError
from core.events import ignore_events
from core.project.content.models import choose_thresholds, chosen_thresholds, get_model
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import set_transcription
from core.project.content.words import labelled_words, word_ids
from core.project.project import Project
from core.recognition.vote_details import count_predictions, decode_votes


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    """The place alone, shown at a word that the model has read."""
    place = opened(InsightView, context, qtbot, NavigationTarget(word_id=word_ids(context.session.project)[3]))
    qtbot.waitUntil(place.isActiveWindow)  # shortcuts are heard in the active window only
    qtbot.waitUntil(lambda: place.word.facts is not None)
    yield place
    place.leave()


def tab(place: InsightView, qtbot, name: str):
    place.show_tab(name)
    qtbot.waitUntil(lambda: name in place.made, timeout=20_000)
    return place.made[name]


@pytest.fixture
def thresholds(place: InsightView, qtbot) -> ThresholdsTab:
    made = tab(place, qtbot, "thresholds")
    qtbot.waitUntil(lambda: bool(made.panel.changes.text()))
    return made


def shown(table) -> list[list[str]]:
    model = table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def test_every_reader_has_its_row_and_the_count_follows(place: InsightView, context: ProjectContext, qtbot) -> None:
    word = place.current_word()
    kept = predictions_by_model(context.session.project, word)[MODEL]
    votes = decode_votes(kept.detail)
    rows = shown(place.word.vote.readers)
    assert len(rows) == MEMBERS
    for k, (row, vote) in enumerate(zip(rows, votes, strict=True)):
        assert row[0] == str(k + 1) and row[1] == f"{vote.votes} of {GATES} (threshold {THRES})"
        assert row[2] == ("a word it was trained on" if vote.seen else "not in its training")
        assert (row[3], row[4]) == (vote.choices[0].word, f"{vote.choices[0].distance:.3f}")
        assert row[5] == vote.choices[1].word
    counted = shown(place.word.vote.counts)
    assert counted[0][0] == kept.text and counted[0][3] == "wins"
    assert {row[0]: row[1] for row in counted} == {w: f"{n} of {MEMBERS}" for w, n, _ in count_predictions(votes)}
    assert place.word.vote.sentences and place.word.vote.said.accessibleName()


def test_arrows_go_through_the_words_in_reading_order(place: InsightView, context: ProjectContext, qtbot) -> None:
    ids = word_ids(context.session.project)
    assert place.current_word() == ids[3]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: place.word.facts.word_id == ids[4])
    QTest.mouseClick(place.word.previous, Qt.MouseButton.LeftButton)
    QTest.mouseClick(place.word.previous, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: place.word.facts.word_id == ids[2])
    place.enter(NavigationTarget(word_id=ids[0]))
    qtbot.waitUntil(lambda: place.word.facts.word_id == ids[0])
    assert not place.word.previous.isEnabled() and place.word.next.isEnabled()


def test_what_a_person_read_is_held_against_the_vote(place: InsightView, context: ProjectContext, qtbot) -> None:
    word = place.current_word()
    context.session.execute(lambda p: set_transcription(p, word, "qqqq"), changes=[WORDS], word_ids=[word])
    qtbot.waitUntil(lambda: place.word.text.text() == "qqqq")
    qtbot.waitUntil(lambda: "qqqq" in place.word.vote.sentences[-1])
    assert not place.word.vote.readers.isColumnHidden(7)
    # the training words make the lexicon, so a word read on a training page is in it; none of the members has it
    assert all(row[7] in ("reading wrong", "gate and reading wrong") for row in shown(place.word.vote.readers))


def test_a_word_not_read_offers_to_read(context: ProjectContext, qtbot) -> None:
    session = context.session
    with Project.open(session.folder) as project, project.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    place = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: place.word.empty.isVisible() and place.word.empty.button.isVisible())
    assert "has not read this word" in place.word.empty.title.text()
    with qtbot.waitSignal(session.jobs.finished, timeout=60_000) as done:
        QTest.mouseClick(place.word.empty.button, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: place.word.facts.story is not None)


def test_without_a_model_it_leads_to_training(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project, project.transaction() as connection:
        connection.execute("UPDATE model SET active = 0")
    place = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: place.empty.button.isVisible())
    with qtbot.waitSignal(context.view_requested) as going:
        QTest.mouseClick(place.empty.button, Qt.MouseButton.LeftButton)
    assert going.args[0] == "train"


def test_a_damaged_model_is_told_of_in_words(context: ProjectContext, qtbot) -> None:
    get_model(context.session.project).file.write_bytes(b"nothing")
    place = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: place.empty.button.isVisible())
    assert f"{MODEL}.h5" in place.empty.text.text()


def test_dragging_the_line_moves_the_scores_at_once(thresholds: ThresholdsTab, qtbot) -> None:
    tested = len(labelled_words(thresholds.context.session.project, "test"))
    before = thresholds.trial
    assert before.changed == 0 and before.scores.n_seen + before.scores.n_unseen == tested
    assert "testing played no part" in thresholds.panel.honesty.text()
    widget = thresholds.histogram.view
    box = thresholds.histogram.plot.vb
    middle = box.viewRect().center().y()
    start, target = (widget.mapFromScene(box.mapViewToScene(QPointF(x, middle))) for x in (0, -9))
    drag(widget, start, target)
    moved = round(thresholds.histogram.handle)
    assert moved == pytest.approx(-9, abs=1)
    assert thresholds.draft == [THRES + moved] * MEMBERS
    qtbot.waitUntil(lambda: thresholds.trial.thres == tuple(thresholds.draft))
    assert thresholds.trial.changed > 0 and f"{thresholds.trial.changed} readings" in thresholds.panel.changes.text()
    assert "no longer an independent measurement" in thresholds.panel.honesty.text()
    shares = {name: cells[1].text() for name, cells in thresholds.panel.cells.items()}
    scores = thresholds.trial.scores
    assert shares == {n: f"{100 * getattr(scores, n):.1f} %" for n in ("A_u", "A_s", "h", "A_b")}


def test_one_reader_moves_by_the_keyboard_and_the_others_stay(thresholds: ThresholdsTab, qtbot) -> None:
    thresholds.panel.readers.setFocus()
    QTest.keyClick(thresholds.panel.readers, Qt.Key.Key_Down)
    assert thresholds.panel.reader == 0
    QTest.keyClick(thresholds.panel.slider, Qt.Key.Key_Right)
    QTest.keyClick(thresholds.panel.slider, Qt.Key.Key_Right)
    assert thresholds.draft == [THRES + 2, THRES, THRES]
    assert thresholds.panel.number.value() == THRES + 2 and thresholds.histogram.handle == THRES + 2
    QTest.keyClick(thresholds.panel.readers, Qt.Key.Key_Up)
    # an offset of all counts from there
    thresholds.move_to(1)
    assert thresholds.draft == [THRES + 3, THRES + 1, THRES + 1]


def test_applying_votes_again_and_reverting_brings_all_back(
    thresholds: ThresholdsTab, place: InsightView, context: ProjectContext, qtbot
) -> None:
    session = context.session
    ids = word_ids(session.project)
    before = {i: predictions_by_model(session.project, i)[MODEL] for i in ids}
    readings = labelled_words(session.project)
    thresholds.move_to(-THRES)
    qtbot.waitUntil(lambda: thresholds.trial.thres == (0,) * MEMBERS)
    promised = thresholds.trial.changed
    with qtbot.waitSignal(place.subject.voted) as voted:
        QTest.mouseClick(thresholds.panel.apply, Qt.MouseButton.LeftButton)
    assert voted.args[0] == promised > 0
    model = get_model(session.project)
    assert chosen_thresholds(session.project, model) == [0] * MEMBERS
    after = {i: predictions_by_model(session.project, i)[MODEL] for i in ids}
    assert sum(before[i].text != after[i].text for i in ids) == promised
    assert all(vote.seen and vote.thres == 0 for i in ids for vote in decode_votes(after[i].detail))
    assert labelled_words(session.project) == readings
    qtbot.waitUntil(lambda: "by hand" in place.model_text.text())
    qtbot.waitUntil(lambda: place.subject.collection is not None and thresholds.panel.revert.isEnabled())
    assert thresholds.panel.outdated == 0
    with qtbot.waitSignal(place.subject.voted):
        QTest.mouseClick(thresholds.panel.revert, Qt.MouseButton.LeftButton)
    assert chosen_thresholds(session.project, model) is None
    back = {i: predictions_by_model(session.project, i)[MODEL] for i in ids}
    for i in ids:
        assert (back[i].text, back[i].status, back[i].votes) == (before[i].text, before[i].status, before[i].votes)
        assert decode_votes(back[i].detail) == decode_votes(before[i].detail)


def test_the_engine_reads_with_the_chosen_thresholds(project_folder: Path) -> None:
    from core.jobs.recognition.evaluate import evaluate
    from core.jobs.recognition.loaded_model import load_model

    with Project.open(project_folder) as project:
        model = get_model(project)
        own = load_model(project, None, "cpu", ignore_events)
        assert [m.thres for m in own.ensemble.members] == [THRES] * MEMBERS and not own.by_hand
        choose_thresholds(project, model, [3, 4, 5])
        reader = load_model(project, None, "cpu", ignore_events)
        assert [m.thres for m in reader.ensemble.members] == [3, 4, 5] and reader.by_hand
        said = load_model(project, None, "cpu", ignore_events, [7])
        assert [m.thres for m in said.ensemble.members] == [7] * MEMBERS
        result = evaluate(project, None, "cpu", ignore_events, lambda: False, baselines=False)
        assert [one["thres"] for one in result["thres"]] == [3, 4, 5] and "by a person" in result["thres_chosen"]
        choose_thresholds(project, model, [99, 4, 5])
        with pytest.raises(InputError, match="99 lies outside"):
            load_model(project, None, "cpu", ignore_events)


def test_a_killed_pass_is_offered_to_be_finished(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project:
        choose_thresholds(project, get_model(project), [1] * MEMBERS)  # and no vote followed
    place = opened(InsightView, context, qtbot)
    made = tab(place, qtbot, "thresholds")
    qtbot.waitUntil(lambda: "were still voted on" in made.panel.honesty.text())
    with qtbot.waitSignal(place.subject.voted):
        QTest.mouseClick(made.panel.apply, Qt.MouseButton.LeftButton)
    word = word_ids(context.session.project)[0]
    assert [v.thres for v in decode_votes(predictions_by_model(context.session.project, word)[MODEL].detail)] == [1] * MEMBERS


def test_without_test_words_the_held_back_ones_are_shown(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project, project.edit("all for training") as connection:
        connection.execute("UPDATE word SET role = 'train'")
    place = opened(InsightView, context, qtbot)
    made = tab(place, qtbot, "thresholds")
    qtbot.waitUntil(lambda: "No words are kept for testing" in made.panel.basis.text())
    made.panel.readers.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "this reader alone" in made.panel.basis.text())
    assert made.panel.cells["A_s"][1].text().endswith("%")


def test_votes_are_counted_over_the_collection(place: InsightView, context: ProjectContext, qtbot) -> None:
    made = tab(place, qtbot, "votes")
    qtbot.waitUntil(lambda: len(made.counts.rows) == MEMBERS)
    ids = word_ids(context.session.project)
    votes = [decode_votes(predictions_by_model(context.session.project, i)[MODEL].detail) for i in ids]
    for k, row in enumerate(shown(made.counts)):
        seen = sum(vote[k].seen for vote in votes)
        assert row[1:3] == [str(seen), str(len(ids) - seen)]
    qtbot.waitUntil(lambda: made.histogram.figure is not None)
    together = made.histogram.figure
    made.readers.setCurrentIndex(2)
    qtbot.waitUntil(lambda: made.histogram.figure is not together)
    counted = sum(float(series.y.sum()) for series in made.histogram.figure.series)
    assert counted == len(ids) == sum(float(series.y.sum()) for series in made.agreement.figure.series)


def test_the_spectrum_marks_fifteen_and_thirty(place: InsightView, qtbot) -> None:
    made = tab(place, qtbot, "spectrum")
    qtbot.waitUntil(lambda: made.plot.figure is not None)
    assert [mark.x for mark in made.plot.figure.marks] == [15, 30]
    shares = made.plot.figure.series[0].y
    assert shares[-1] == pytest.approx(100) and f"{shares[14]:.0f} %" in made.about.text()


def test_measuring_fills_the_table(place: InsightView, qtbot, context: ProjectContext) -> None:
    made = tab(place, qtbot, "results")
    qtbot.waitUntil(lambda: made.empty.button.isVisible())
    with qtbot.waitSignal(context.session.jobs.finished, timeout=90_000) as done:
        QTest.mouseClick(made.empty.button, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: len(made.table.rows) == 5)
    rows = {row[0]: row[1:] for row in shown(made.table)}
    told = done.args[0].outcome.result
    assert rows["Vote with gates (this model)"][0].startswith(f"{100 * told['A_u']:.1f} % (")
    assert made.warning.isHidden() and len(made.trust.table.rows) == len(made.results.bands) > 0
    place.subject.apply([1] * MEMBERS)
    qtbot.waitUntil(lambda: made.warning.isVisible())
    assert "other thresholds" in made.warning.text()


def test_every_plot_is_saved_as_picture_drawing_and_table(
    thresholds: ThresholdsTab, place: InsightView, tmp_path: Path, qtbot
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


def test_the_card_tells_how_the_model_was_made(place: InsightView, qtbot) -> None:
    made = tab(place, qtbot, "card")
    qtbot.waitUntil(lambda: len(made.facts.rows) > 0)
    facts = dict(shown(made.facts))
    assert facts["Name"] == MODEL and facts["Random seed"] == "1" and facts["Preset"] == "quick"
    assert [row[3:5] for row in shown(made.members)] == [[str(THRES)] * 2] * MEMBERS
    assert [len(series.y) for series in made.loss.figure.series] == [3] * MEMBERS
    assert [len(series.y) for series in made.right.figure.series] == [2] * MEMBERS  # -1 stands for not measured


def test_the_look_changes_with_the_theme(thresholds: ThresholdsTab, context: ProjectContext, qtbot) -> None:
    sheet = thresholds.histogram.grab().toImage().pixelColor(20, 60).lightness()
    context.theme.set_mode("dark")
    dark = thresholds.histogram.grab().toImage().pixelColor(20, 60).lightness()
    context.theme.set_mode("light")
    assert sheet > 200 and dark < 80


def test_every_control_has_a_name(thresholds: ThresholdsTab, place: InsightView, qtbot) -> None:
    from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QComboBox, QSpinBox, QTableView

    for name in ("votes", "spectrum", "results", "card"):
        tab(place, qtbot, name)
    for kind in (QAbstractButton, QAbstractSlider, QComboBox, QSpinBox, QTableView):
        for widget in place.findChildren(kind):
            if (
                not widget.isVisibleTo(place)
                or widget.objectName().startswith("qt_")
                or "Scroll" in type(widget).__name__
            ):
                continue
            assert widget.accessibleName() or getattr(widget, "text", lambda: "")(), widget
