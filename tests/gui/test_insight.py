"""Insight: the vote on a word and its explanation, votes on all words, saved plots, the model card, results."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gui_helpers import GATES, MEMBERS, MODEL, THRES, opened
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from view_helpers import cells, open_insight, open_tab, thresholds_tab

from app.context import NavigationTarget, ProjectContext
from app.insight.explanation_text import ExplanationText
from app.insight.model.thresholds_tab import ThresholdsTab
from app.insight.view import InsightView
from app.insight.vote_explanation import Judgement, explain_vote
from app.plots.plot_data import PlotData, Series
from app.plots.plot_panel import PlotPanel
from core.formats.pagexml_write import write_pagexml
from core.jobs.export.content import gather_content, page_record
from core.project.changes import LEXICON, WORDS
from core.project.content.lexicon import add_words
from core.project.content.models import get_model
from core.project.content.pages import list_pages
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project
from core.recognition.vote_details import Candidate, MemberVote, count_predictions, decode_votes

SCORES = ["New, unseen (A_u)", "Trained on, seen (A_s)", "Harmonic mean (h)", "The lower (A_b)"]
VOTERS, ENOUGH = 500, 300
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    view = open_insight(context, qtbot)
    yield view
    view.leave()


@pytest.fixture
def thresholds(view: InsightView, qtbot) -> ThresholdsTab:
    return thresholds_tab(view, qtbot)


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
    file = get_model(context.session.project).file
    file.unlink()  # other tests share it
    file.write_bytes(b"nothing")
    view = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: view.empty.button.isVisible())
    assert f"{MODEL}.h5" in view.empty.text.text()


def test_votes_on_all_words_are_counted(view: InsightView, context: ProjectContext, qtbot) -> None:
    built = open_tab(view, qtbot, "votes")
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
    built = open_tab(view, qtbot, "spectrum")
    qtbot.waitUntil(lambda: built.plot.figure is not None)
    assert [mark.x for mark in built.plot.figure.marks] == [15, 30]
    shares = built.plot.figure.series[0].y
    assert shares[-1] == pytest.approx(100) and f"{shares[14]:.0f} %" in built.about.text()


def test_measuring_fills_the_table_of_results(view: InsightView, qtbot, context: ProjectContext) -> None:
    built = open_tab(view, qtbot, "results")
    qtbot.waitUntil(lambda: built.empty.button.isVisible())
    with qtbot.waitSignal(context.session.jobs.finished, timeout=90_000) as done:
        QTest.mouseClick(built.empty.button, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: len(built.table.rows) == 5)
    rows = {row[0]: row[1:] for row in cells(built.table)}
    result = done.args[0].outcome.result.content
    assert rows["The model's own vote"][0].startswith(f"{100 * result['A_u']:.1f} % (")
    assert built.table.titles[1:] == SCORES
    assert built.results.unread.value is not None
    right = round(100 * built.results.unread.value)
    assert built.unread.text() == f"On pages not yet transcribed, about {right} of 100 suggestions are right."
    assert built.unread.isVisible() and built.unread.y() < built.table.y()
    assert built.warning.isHidden() and len(built.reliability.table.rows) == len(built.results.bands) > 0
    view.active_model.apply_thresholds([1] * MEMBERS)
    qtbot.waitUntil(lambda: built.warning.isVisible())
    assert "other thresholds" in built.warning.text()
    # figures of one word list say nothing of another
    words = [f"added{number}" for number in range(40)]
    context.session.execute(lambda project: add_words(project, words), changes=[LEXICON])
    qtbot.waitUntil(lambda: "The word list had" in built.warning.text())


def test_scores_are_named_with_their_symbols_beside_a_threshold(thresholds: ThresholdsTab) -> None:
    texts = [label.text() for label in thresholds.panel.findChildren(QLabel) if label.isVisible()]
    assert [text for text in texts if text in SCORES] == SCORES


def test_roc_curves_are_compared_with_chance(thresholds: ThresholdsTab) -> None:
    *_, chance = thresholds.roc.figure.series
    assert chance.name == "Chance" and chance.is_listed
    assert list(chance.x) == list(chance.y) == [0, 100]


def test_wheel_over_a_plot_and_its_axes_is_left_to_what_it_stands_in(context: ProjectContext, qtbot) -> None:
    panel = PlotPanel(context)
    qtbot.addWidget(panel)
    panel.resize(400, 300)
    panel.show()
    panel.show_figure(PlotData("Plot", "x", "y", [Series("all", np.arange(3.0), np.arange(3.0))]))
    qtbot.wait(50)
    port, shown = panel.view.viewport(), panel.plot.vb.viewRange()
    still = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False
    for at in (port.rect().center(), QPoint(10, port.height() // 2), QPoint(port.width() // 2, port.height() - 10)):
        event = QWheelEvent(QPointF(at), QPointF(port.mapToGlobal(at)), QPoint(), QPoint(0, -120), *still)
        QApplication.sendEvent(port, event)
        assert not event.isAccepted(), at
    assert panel.plot.vb.viewRange() == shown


def test_plot_is_saved_as_image_and_table(thresholds: ThresholdsTab, view: InsightView, tmp_path: Path, qtbot) -> None:
    panel = thresholds.roc
    for suffix in ("png", "csv"):
        with qtbot.waitSignal(panel.save_button.saved):
            panel.save(tmp_path / f"roc.{suffix}")
    image = QImage(str(tmp_path / "roc.png"))
    assert image.width() == 1600 and not image.isNull()
    rows = list(csv.reader((tmp_path / "roc.csv").open(encoding="utf-8")))
    assert rows[0] == ["series", panel.figure.x_label, panel.figure.y_label]
    assert len(rows) == 1 + sum(len(series.x) for series in panel.figure.series)
    with qtbot.waitSignal(panel.save_button.failed) as failed:
        panel.save(tmp_path / "no such folder" / "roc.csv")
    assert "could not be written" in failed.args[0]


def test_model_card_lists_training_data_and_parameters(view: InsightView, qtbot) -> None:
    built = open_tab(view, qtbot, "card")
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
        open_tab(view, qtbot, name)
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
    built = open_tab(view, qtbot, "results")
    pages = built.whole_pages
    qtbot.waitUntil(lambda: "Not measured yet" in pages.text.text())
    with Project.open(context.session.folder, read_only=True) as project:
        page = list_pages(project)[0]
        content = gather_content(project, [page], word_ids(project, page_id=page.id), None)
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


def vote(seen: str, unseen: str, votes: int, seen_at: float = 0.2, unseen_at: float = 0.3) -> MemberVote:
    """Return a member's vote with one word of either kind."""
    return MemberVote(
        votes, VOTERS, ENOUGH, votes >= ENOUGH, (Candidate(seen, seen_at),), (Candidate(unseen, unseen_at),)
    )


def text_of(word: str, members: list[MemberVote], **more) -> str:
    return " ".join(ExplanationText().sentences(explain_vote(word, members, **more)))


def seen(*words: str) -> Callable[[str], bool]:
    return words.__contains__


def test_unanimous_vote_names_all_readers() -> None:
    text = text_of("day", [vote("day", "dey", 490)] * 3, is_seen=True)
    assert "All 3 readers suggest “day”." in text and "Every reader treats it as a word it was trained on" in text
    assert "narrowly" not in text and "transcription" not in text


def test_majority_names_the_other_words() -> None:
    members = [vote("day", "x", 490), vote("day", "x", 490), vote("dog", "x", 490)]
    assert "2 of 3 readers suggest “day”; the others: “dog” (1)." in text_of("day", members)


def test_most_votes_without_majority_are_described_as_such() -> None:
    words = ["day", "day", "dog", "bed", "cat"]
    text = text_of("day", [vote(w, "x", 490) for w in words])
    assert "2 of 5 readers, the most but no majority, suggest “day”" in text


def test_tie_names_the_distance_that_decided() -> None:
    members = [vote("day", "x", 490, 0.25), vote("dog", "x", 490, 0.21)] * 2
    explanation = explain_vote("dog", members)
    assert explanation.is_tied and [count.word for count in explanation.rivals] == ["day"]
    text = text_of("dog", members)
    assert "“dog” and “day” have 2 votes each" in text and "0.210 against 0.250" in text


def test_all_different_words_are_decided_by_the_nearest() -> None:
    text = text_of("dog", [vote("day", "x", 490, 0.25), vote("dog", "x", 490, 0.21)])
    assert "Each of the 2 readers suggests another word; “dog” wins" in text and "“day”, 0.250" in text


def test_single_reader_is_named_as_the_only_one() -> None:
    assert "The only reader suggests “day”." in text_of("day", [vote("day", "x", 490)])


def test_disagreement_on_the_kind_is_counted() -> None:
    text = text_of("day", [vote("day", "x", 490), vote("y", "day", 10), vote("y", "day", 10)])
    assert "The readers disagree: 1 of 3" in text and "2 as a new word" in text


def test_word_of_the_model_that_each_reader_leaves_out_is_explained() -> None:
    text = text_of("day", [vote("y", "day", 10)] * 2, is_seen=True)
    assert "treats it as a new word" in text and "The model as a whole was trained on “day”" in text


def test_narrow_gate_is_described_with_the_word_of_the_opposite_decision() -> None:
    members = [vote("day", "dog", 299), vote("day", "dog", 490), vote("y", "dog", 10)]
    explanation = explain_vote("dog", members)
    assert [member.is_narrow for member in explanation.members] == [True, False, False]
    assert explanation.members[0].reversed_word == "day"
    text = text_of("dog", members)
    assert "Reader 1 decided narrowly: 299 of 500" in text and "would have given “day”" in text


def test_further_narrow_gates_are_counted() -> None:
    assert "1 more reader decided as narrowly" in text_of("day", [vote("day", "dog", 301)] * 3)


@pytest.mark.parametrize(("votes", "narrow"), [(274, False), (275, True), (300, True), (324, True), (325, False)])
def test_narrow_is_a_twentieth_of_the_gate_networks(votes: int, narrow: bool) -> None:
    assert explain_vote("day", [vote("day", "dog", votes)]).members[0].is_narrow is narrow


def test_gate_with_words_on_one_side_only_is_never_narrow() -> None:
    only_seen = MemberVote(300, VOTERS, 300, True, (Candidate("day", 0.1),), ())
    assert not explain_vote("day", [only_seen]).members[0].is_narrow


def test_wrong_gates_and_wrong_words_are_distinguished() -> None:
    members = [
        vote("day", "dog", 490),  # correct
        vote("day", "dog", 10),  # the gate is wrong, the word is on the other side
        vote("bed", "dog", 490),  # the correct side, another word
        vote("bed", "dog", 10),  # the gate is wrong, and the word is on neither side
    ]
    explanation = explain_vote("dog", members, transcription="day", seen_by=[seen("day")] * 4)
    assert [member.judgement for member in explanation.members] == list(Judgement)[:4]
    text = text_of("dog", members, transcription="day", seen_by=[seen("day")] * 4)
    assert "Reader 1 suggested that word but was outvoted" in text
    assert "Reader 2 had that word on the other side" in text
    assert "Reader 3 looked on the correct side" in text and "Reader 4: the gate was wrong, and so was" in text
    text = text_of("dog", [*members[:1] * 2, *members[1:]], transcription="day", seen_by=[seen("day")] * 5)
    assert "Readers 1 and 2 suggested that word but were outvoted" in text


def test_same_transcription_is_reported() -> None:
    text = text_of("day", [vote("day", "x", 490)] * 2, transcription="day", seen_by=[seen("day")] * 2)
    assert text.endswith("The transcription is the same.")


def test_transcription_outside_the_lexicon_blames_no_reader() -> None:
    text = text_of("day", [vote("day", "x", 490)], transcription="dawn", in_lexicon=False, seen_by=[seen()])
    assert "not in the word list" in text and "Add it" in text and "Reader 1" not in text


def test_vote_without_words_is_explained() -> None:
    assert "word list was empty" in text_of("", [MemberVote(3, VOTERS, ENOUGH, False, (), ())])


def test_the_line_reader_is_one_more_voice() -> None:
    members = [vote("dog", "x", 490)] * 3
    text = text_of("dig", members, line_word="dig")
    assert "The line reader, which sees the whole line, reads “dig”." in text
    assert "with its line it reads “dig”" in text
    assert "line reader" not in text_of("dog", members)
