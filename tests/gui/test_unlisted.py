"""Words in no list on every screen: Page, Review, Collection, Insight, Search; and the exports and commands."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from gui_helpers import GATES, MEMBERS, MODEL, THRES, is_writing, opened
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from view_helpers import cells, click, open_third_page, point_in, review_view

from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.insight.explanation_text import ExplanationText
from app.insight.view import InsightView
from app.insight.vote_explanation import Judgement, explain_vote
from app.page.view import PageView
from app.review.filter_bar import COMPLETIONS, FilterHelp
from app.review.review_queries import read_cards
from app.review.review_text import ReviewText
from app.review.view import ReviewView
from app.style.tokens import DARK, LIGHT, NOT_A_WORD
from app.text.names import state_names
from app.widgets.word_outline import draw_state_icon
from core.events import ignore_events
from core.formats.registry import writers
from core.jobs.export.export_project import export
from core.jobs.requests import ExportRequest
from core.project.content.lexicon import add_words, words_in_lexicon
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.statistics import state_counts
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordState, get_words, word_ids
from core.project.project import Project
from core.recognition.free_decoding import Spelling
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import (
    Candidate,
    MemberVote,
    count_predictions,
    decode_votes,
    encode_votes,
    is_unlisted,
)

TEXT = "Bennington"
pytestmark = pytest.mark.usefixtures("qapp")
FORBIDDEN = ("unlisted", "oov", "ool", "out-of-")


def third_page(project: Project) -> list[int]:
    return word_ids(project, page_id=list_pages(project)[2].id)


@pytest.fixture
def project_folder(project_folder: Path) -> Path:
    """The project of the helpers, in which four words of the third page are in no list for all or two readers.

    For the fifth word one reader alone spells a word in no list.
    """
    with Project.open(project_folder) as project:
        words = third_page(project)
        spell_as(project, MODEL, words[:2], TEXT, MEMBERS, 0.75)
        spell_as(project, MODEL, words[2:4], "Lynchburg", MEMBERS - 1, 0.75)
        spell_as(project, MODEL, words[4:5], "Lost", 1, 0.75)
    return project_folder


@pytest.fixture
def page(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from open_third_page(context, qtbot)


@pytest.fixture
def review(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    yield from review_view(context, qtbot)


@pytest.fixture
def insight(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    view = opened(InsightView, context, qtbot, NavigationTarget(word_id=third_page(context.session.project)[2]))
    qtbot.waitUntil(lambda: view.word.facts is not None and view.word.facts.explanation is not None)
    yield view
    view.leave()


def test_every_state_has_a_name_a_colour_and_a_shape_of_its_own() -> None:
    """In ink and paper alone, without colours, the outlines of all states are different shapes."""
    assert set(state_names()) == set(WordState)
    for tokens in (LIGHT, DARK):
        assert len({tokens.state(state) for state in WordState}) == len(WordState)
    shapes = set()
    for state in (*WordState, NOT_A_WORD):
        image = QImage(24, 24, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        draw_state_icon(painter, QRect(0, 0, 24, 24), state, LIGHT)
        painter.end()
        paper = QColor("white")
        shapes.add(tuple(image.pixelColor(x, y) != paper for x in range(24) for y in range(24)))
    assert len(shapes) == len(WordState) + 1


def test_page_counts_hides_and_describes_them(page: PageView, qtbot) -> None:
    legend = page.side_panel.legend
    button = legend.buttons["unlisted"]
    assert "in no list" in button.text() and button.text().endswith("  4")
    assert sum(int(each.text().rsplit("  ", 1)[1]) for each in legend.buttons.values()) == len(page.page_model.words)
    word = page.page_model.words[2]
    click(page, point_in(page, word))
    editor = page.transcription.editor
    qtbot.waitUntil(lambda: len(editor.candidate_buttons) > 1)
    first = editor.candidate_buttons[0]
    assert first.text().split()[1:] == ["Lynchburg", "not", "in", "list"]
    assert "not in the word list" in first.accessibleName() and "spelled so by 2 readers" in first.toolTip()
    qtbot.waitUntil(lambda: "in no list" in page.status.text())
    assert "2 of 3 readers spell it so" in page.status.text() and "confidence 75 %" in page.status.text()
    editor.cancel()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(page.canvas.outlines.visible_words) == len(page.page_model.words) - 4


def test_enter_in_review_accepts_the_word_and_adds_it_to_the_word_list(review: ReviewView, qtbot) -> None:
    project = review.session.project
    word, same = third_page(project)[:2]
    assert not words_in_lexicon(project, [TEXT])
    review.enter(NavigationTarget(word_id=word))
    qtbot.waitUntil(lambda: review.current_word() == word and review.review.is_ready)
    text = review.word_view.vote.text()
    assert text.startswith(f"In no list: all 3 readers spell it “{TEXT}”.") and "Confidence 75 %" in text
    row = review.word_view.candidates.rows[0]
    assert "not in the word list" in row.accessibleName() and "check every letter" in row.toolTip()
    QTest.keyClick(review.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not is_writing(review.session) and review.review.is_ready, timeout=20_000)
    (saved,) = get_words(project, [word])
    assert (saved.text, saved.source) == (TEXT, "accepted")
    assert words_in_lexicon(project, [TEXT]) == {TEXT}
    review.enter(NavigationTarget(word_id=same))
    qtbot.waitUntil(lambda: review.current_word() == same and review.review.is_ready)
    assert "It is in the word list now." in review.word_view.vote.text()
    assert "new word" in review.word_view.candidates.rows[0].accessibleName()


def test_review_names_the_other_readers_and_spellings_that_lost(project_folder: Path, qapp) -> None:
    with Project.open(project_folder) as project:
        words = third_page(project)
        cards = read_cards(project, words, MODEL)
        text = ReviewText(None)
        card = cards[words[2]]
        assert card.vote is not None
        ((other, _),) = card.vote.others
        assert text.vote(card) == f"In no list: 2 of 3 readers spell it “Lynchburg”; 1 chose “{other}”."
        assert text.free_decoding(card) == ""
        lost = cards[words[4]]
        assert "In no list" not in text.vote(lost) and lost.predicted != "Lost"
        assert "1 reader read “Lost” without the word list; it is not in the list." in text.free_decoding(lost)
        assert [candidate.is_free for candidate in lost.candidates].index(True) > 0
        add_words(project, ["Lynchburg"])
        assert "It is in the word list now." in text.vote(read_cards(project, [words[2]], MODEL)[words[2]])


def test_the_filter_of_review_knows_them(review: ReviewView, qtbot) -> None:
    project = review.session.project
    QTest.keyClick(review.word_view.field, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(review.filter_bar.field, "nolist")
    QTest.keyClick(QApplication.activePopupWidget() or review.filter_bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: review.review.query.filter == "nolist" and review.review.is_ready)
    assert set(review.review.queue.ids) == set(third_page(project)[:4])
    assert "nolist" in COMPLETIONS and "unlisted" not in COMPLETIONS
    table = FilterHelp(review)._table()
    assert "nolist" in table and "a word in no list" in table


def test_collection_counts_add_up(context: ProjectContext, qtbot) -> None:
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: bool(view.pages.pages))
    assert view.pages.pages[2].shares[3] == view.pages.pages[2].words == len(third_page(context.session.project))
    assert all(sum(page.shares) == page.words for page in view.pages.pages)
    view.tabs.setCurrentWidget(view.statistics)
    qtbot.waitUntil(lambda: bool(view.statistics.rows))
    assert (4, "suggested: words in no list") in view.statistics.rows
    states = state_counts(context.session.project, MODEL)
    assert states["unlisted"] == 4
    shown = [number for number, meaning in view.statistics.rows if meaning.startswith(("suggested", "no suggestion"))]
    checked = next(number for number, meaning in view.statistics.rows if "checked by a person" in meaning)
    assert sum(shown) + checked == sum(states.values())


def test_insight_explains_the_vote(insight: InsightView, qtbot) -> None:
    assert "suggested, in no list" in insight.word.state.text()
    vote = insight.word.vote
    assert vote.sentences[0].startswith("2 of 3 readers treat it as a word in no list and spell it “Lynchburg”; the")
    assert "Thresholds do not change" in vote.sentences[1]
    rows = cells(vote.members)
    assert [row[2] for row in rows[:2]] == ["in no list (82 %)"] * 2 and rows[2][2] in ("trained on", "new word")
    assert [(row[3], row[4]) for row in rows[:2]] == [("Lynchburg", "0.250"), ("Lynchburg", "0.260")]
    assert rows[0][1] == f"{insight.word.facts.explanation.members[0].vote.votes} of {GATES} (threshold {THRES})"
    counts = cells(vote.counts)
    assert counts[0] == ["Lynchburg", "2 of 3", "0.250", "wins: in no list"] and len(counts) == 2
    lost = third_page(insight.context.session.project)[4]
    insight.enter(NavigationTarget(word_id=lost))
    qtbot.waitUntil(lambda: insight.word.facts.word_id == lost)
    assert any("Spelled as a word in no list: “Lost” (1)." in sentence for sentence in vote.sentences)
    rows = cells(vote.counts)
    assert rows[-1][:2] == ["Lost", "1 of 3"] and "more than half" in rows[-1][3]
    assert sum(int(row[1].split()[0]) for row in rows[:-1]) == MEMBERS


def test_charts_and_tables_of_votes_add_up(insight: InsightView, qtbot) -> None:
    insight.show_tab("votes")
    qtbot.waitUntil(lambda: "votes" in insight.built_tabs and len(insight.built_tabs["votes"].counts.rows) == MEMBERS)
    built = insight.built_tabs["votes"]
    total = len(word_ids(insight.context.session.project))
    rows = cells(built.counts)
    assert all(sum(map(int, row[1:4])) == total for row in rows)
    assert [row[3] for row in rows] == ["5", "4", "2"]
    qtbot.waitUntil(lambda: built.histogram.figure is not None and built.agreement.figure is not None)
    figure = built.histogram.figure
    assert sum(float(series.y.sum()) for series in figure.series) == MEMBERS * total
    third = figure.series[2]
    assert third.name == "Treated as in no list" and third.y.sum() == 11
    assert third.base.tolist() == (figure.series[0].y + figure.series[1].y).tolist(), "stacked on the others"
    assert len({series.hatch for series in figure.series}) == 3, "told apart without colour"
    assert sum(float(series.y.sum()) for series in built.agreement.figure.series) == total


def test_they_stay_at_any_threshold(insight: InsightView, context: ProjectContext, qtbot) -> None:
    project = context.session.project
    words = third_page(project)[:4]
    before = [predictions_by_model(project, word)[MODEL] for word in words]
    insight.show_tab("thresholds")
    qtbot.waitUntil(lambda: "thresholds" in insight.built_tabs and insight.built_tabs["thresholds"].trial is not None)
    built = insight.built_tabs["thresholds"]
    assert built.panel.spelled.text().startswith("4 suggestions in no list stay") and built.panel.spelled.isVisible()
    built.move_to(-THRES)
    qtbot.waitUntil(lambda: built.trial.thres == (0,) * MEMBERS)
    with qtbot.waitSignal(insight.active_model.revoted) as revoted:
        QTest.mouseClick(built.panel.apply, Qt.MouseButton.LeftButton)
    assert revoted.args[0] == built.trial.changed > 0
    after = [predictions_by_model(project, word)[MODEL] for word in words]
    for old, new in zip(before, after, strict=True):
        assert (new.text, new.status, new.votes, new.distance, new.confidence) == (
            *(old.text, "unlisted", old.votes, old.distance, old.confidence),
        )
        votes = decode_votes(new.detail or b"")
        assert {vote.thres for vote in votes} == {0} and [vote.unlisted for vote in votes][:2] == [True, True]
    qtbot.waitUntil(lambda: insight.active_model.votes is not None and built.panel.revert.isEnabled())
    assert built.panel.outdated == 0, "also these words were voted on at the thresholds in force"


def vote(word: str, text: str | None = None, probability: float | None = None) -> MemberVote:
    listed = (Candidate(word, 0.5), Candidate("other", 0.9))
    spelling = None if text is None else Spelling(text, -0.25)
    return MemberVote(1, GATES, THRES, False, (), listed, spelling, text is not None, probability)


@pytest.mark.parametrize(
    ("votes", "sentence"),
    [
        ([vote("a", "Benton")], "The only reader treats it as a word in no list and spells it “Benton”."),
        ([vote("a", "Benton")] * 3, "All 3 readers treat it as a word in no list and spell it “Benton”."),
        (
            [*[vote("a", "Benton")] * 3, vote("b", "Bentom"), vote("c")],
            "3 of 5 readers treat it as a word in no list and spell it “Benton”; the others: “Bentom” (1) and “c” (1).",
        ),
        (
            [*[vote("a", "Benton")] * 2, MemberVote(0, GATES, THRES, False, (), ())],
            "2 of 3 readers treat it as a word in no list and spell it “Benton”.",
        ),
    ],
)
def test_sentences_on_a_word_in_no_list(votes: list[MemberVote], sentence: str, qapp) -> None:
    explanation = explain_vote("Benton", votes)
    assert explanation.is_unlisted and not explanation.is_tied
    assert ExplanationText().sentences(explanation)[0] == sentence


def test_half_of_the_readers_do_not_win_and_cause_no_tie(qapp) -> None:
    explanation = explain_vote("a", [vote("a", "Benton"), vote("a", "Benton"), vote("a"), vote("b")])
    assert not explanation.is_unlisted and not explanation.is_tied
    assert [(count.word, count.votes) for count in explanation.counts] == [("a", 3), ("b", 1)]
    assert [(count.word, count.votes) for count in explanation.outvoted] == [("Benton", 2)]


def test_a_transcription_outside_the_list_is_compared_with_the_spellings(qapp) -> None:
    votes = [vote("a", "Benton"), vote("a", "Bentom"), vote("b")]
    explanation = explain_vote("a", votes, transcription="Benton", in_lexicon=False, seen_by=[lambda _: False] * 3)
    assert [member.judgement for member in explanation.members] == [
        Judgement.CORRECT,
        Judgement.SPELLING_WRONG,
        Judgement.WORD_WRONG,
    ]
    text = ExplanationText().sentences(explanation)[-1]
    assert "not in the word list: readers can only spell it" in text and "Reader 1 suggested that word" in text
    assert "Reader 2 treated it as a word in no list" in text and "Reader 3" not in text


def test_exports_of_every_format_contain_them(project_folder: Path, tmp_path: Path) -> None:
    with Project.open(project_folder) as project:
        for format, writer in writers().items():
            out = tmp_path / (format if writer.is_folder else f"{format}.file")
            export(project, ExportRequest(out, format, with_suggestions=True), ignore_events)
            if format in ("iiif", "pdf"):
                continue
            files = [path for path in ([out] if out.is_file() else out.rglob("*")) if path.is_file()]
            texts = [path.read_bytes().decode("utf-8", "replace") for path in files]
            assert any("Lynchburg" in text for text in texts), format
        with (tmp_path / "table.file").open(encoding="utf-8", newline="") as file:
            rows = {int(row["id"]): row for row in csv.DictReader(file)}
        row = rows[third_page(project)[2]]
        assert (row["text"], row["status"], row["votes"], row["confidence"]) == ("Lynchburg", "unlisted", "2", "0.7500")


def test_inspect_lists_the_spellings(project_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from core.cli.main import main

    with Project.open(project_folder) as project:
        word = third_page(project)[2]
        set_transcription(project, word, "Lynchburg")
    assert main(["inspect", str(project_folder), "--word", str(word)]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert f"Word {word}: 'Lynchburg' (in no list), 2 of 3 votes" in output
    assert output.count("in no") == 3 and output.count("(82%)") == 2
    assert main(["inspect", str(project_folder), "--word", str(word), "--json"]) == 0
    printed = capsys.readouterr().out
    assert '"status": "unlisted"' in printed and '"probability": 0.82' in printed


def test_no_text_on_screen_has_terms_of_the_engine() -> None:
    import re

    translated = re.compile(r"""(?:\btr|translate)\(\s*((?:"WordState",\s*)?(?:"(?:[^"\\]|\\.)*"\s*)+)""")
    found = []
    for path in sorted(Path(__file__).parents[2].joinpath("app").rglob("*.py")):
        for match in translated.finditer(path.read_text(encoding="utf-8")):
            words = re.findall(r"[a-z-]+", match[1].casefold())
            found += [f"{path.name}: {match[1]}" for word in words if word.startswith(FORBIDDEN)]
    assert found == []


def spell_as(
    project: Project,
    model: str,
    ids: Sequence[int],
    text: str,
    readers: int,
    confidence: float | None = None,
    probability: float = 0.82,
) -> None:
    """Let the first ``readers`` members of a model treat these words as one in no list, spelled ``text``."""
    predictions = []
    for word_id in ids:
        before = predictions_by_model(project, word_id)[model]
        votes = [
            replace(vote, spelled=Spelling(text, -0.25 - k / 100), unlisted=True, probability=probability)
            if k < readers
            else vote
            for k, vote in enumerate(decode_votes(before.detail or b""))
        ]
        word, count, distance = count_predictions(votes)[0]
        status = PredictionStatus.UNLISTED.value if is_unlisted(votes) else before.status
        predictions.append(
            Prediction(word_id, word, status, count, len(votes), distance, confidence, encode_votes(votes))
        )
    save_predictions(project, model, predictions)
