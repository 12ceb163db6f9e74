"""The candidates for a word: the same in Page and in Review, with those read without the lexicon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gui_helpers import MEMBERS, MODEL, is_writing
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import click, open_review, open_third_page, point_in, transcription, wait_until_written

from app.context import NavigationTarget, ProjectContext
from app.page.page_queries import read_details
from app.page.view import PageView
from app.review.candidate_list import CandidateList
from app.review.review_queries import read_cards
from app.style.theme import Theme
from core.project.content.lexicon import add_words, lexicon_words
from core.project.content.pages import list_pages
from core.project.content.predictions import predictions_by_model, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project
from core.project.query.candidates import list_candidates
from core.recognition.candidates import RankedCandidate
from core.recognition.free_decoding import Spelling
from core.recognition.vote_details import Candidate, decode_votes, encode_votes

FREE = "Qwzyx"


def unchecked(project: Project) -> list[int]:
    return word_ids(project, page_id=list_pages(project)[2].id)


@pytest.fixture
def project_folder(project_folder: Path) -> Path:
    """The project of the helpers, in which all readers decode a word of no lexicon on the third page."""
    with Project.open(project_folder) as project:
        decode_as(project, unchecked(project), FREE)
    return project_folder


def decode_as(project: Project, ids: list[int], text: str, readers: int = MEMBERS) -> None:
    predictions = []
    for word_id in ids:
        prediction = predictions_by_model(project, word_id)[MODEL]
        votes = [
            replace(vote, spelled=Spelling(text, -2.0) if k < readers else None)
            for k, vote in enumerate(decode_votes(prediction.detail or b""))
        ]
        predictions.append(replace(prediction, detail=encode_votes(votes)))
    save_predictions(project, MODEL, predictions)


@pytest.fixture
def page(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from open_third_page(context, qtbot)


def test_page_and_review_list_the_same_candidates_in_the_same_order(
    page: PageView, context: ProjectContext, qtbot
) -> None:
    word = page.page_model.words[0]
    prediction = predictions_by_model(context.session.project, word.id)[MODEL]
    # the gates chose a side, and the nearest words of the other side belong to the list, too
    near = (Candidate("nearest", 0.01), Candidate("nearer", 0.02), Candidate("near", 0.03))
    votes = [
        replace(vote, unseen_words=near) if vote.seen else replace(vote, seen_words=near)
        for vote in decode_votes(prediction.detail or b"")
    ]
    with Project.open(context.session.folder) as project:
        save_predictions(project, MODEL, [replace(prediction, detail=encode_votes(votes))])
    click(page, point_in(page, word))
    editor = page.transcription.editor
    qtbot.waitUntil(lambda: len(editor.candidate_buttons) > 4)
    on_page = [button.text().split()[1] for button in editor.candidate_buttons]
    review = open_review(context, qtbot)
    review.enter(NavigationTarget(word_id=word.id))
    qtbot.waitUntil(lambda: review.current_word() == word.id and review.review.is_ready)
    in_review = [row.word for row in review.word_view.candidates.rows if row.word is not None]
    assert on_page == in_review and on_page[0] == prediction.text
    assert FREE in on_page and {"nearest", "nearer", "near"} <= set(on_page)
    third = in_review[2]
    QTest.keyClick(review.word_view.field, Qt.Key.Key_3)
    qtbot.waitUntil(lambda: not is_writing(review.session))
    assert transcription(page, word) == (third, "typed")
    with qtbot.waitSignal(context.session.undone):
        context.session.undo()
    page.activateWindow()
    page.transcription.open(word.id)
    qtbot.waitUntil(lambda: page.isActiveWindow() and len(editor.candidate_buttons) == len(on_page))
    QTest.keyClick(editor.line, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    wait_until_written(page, qtbot)
    assert transcription(page, word) == (third, "typed")
    review.leave()


def test_candidates_begin_with_the_prediction_and_are_sorted_by_votes(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        word = unchecked(project)[0]
        prediction = predictions_by_model(project, word)[MODEL]
        ranked = list_candidates(project, [prediction], {})[word].ranked
        assert ranked[0].word == prediction.text and ranked[0].votes == prediction.votes
        assert 1 < len(ranked) <= 9 and len({candidate.word for candidate in ranked}) == len(ranked)
        votes = [candidate.votes for candidate in ranked[1:]]
        assert votes == sorted(votes, reverse=True)


def test_missing_or_damaged_votes_leave_the_predicted_word(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        word = unchecked(project)[0]
        prediction = predictions_by_model(project, word)[MODEL]
        for detail in (None, b"no zip"):
            listed = list_candidates(project, [replace(prediction, text="king", distance=0.25, detail=detail)], {})[
                word
            ]
            assert [(c.word, c.distance) for c in listed.ranked] == [("king", 0.25)] and listed.votes == ()


def test_free_decoding_in_the_lexicon_or_transcribed_is_no_candidate(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        word, other, third = unchecked(project)[:3]
        decode_as(project, [third], lexicon_words(project)[0])

        def free_words(word_id: int) -> list[str]:
            card = read_cards(project, [word_id], MODEL)[word_id]
            details = read_details(project, word_id, MODEL)
            assert card.candidates == details.candidates
            return [c.word for c in card.candidates if c.is_free]

        assert free_words(word) == [FREE] and free_words(third) == []
        with project.edit("set role") as connection:
            connection.execute("UPDATE word SET role = 'none' WHERE id = ?", (word,))
        set_transcription(project, word, FREE)
        assert free_words(word) == [] and free_words(other) == [FREE]
        add_words(project, [FREE])
        assert free_words(other) == []


def test_key_in_review_saves_the_free_decoding_as_typed(context: ProjectContext, qtbot) -> None:
    view = open_review(context, qtbot)
    word = unchecked(context.session.project)[0]
    view.enter(NavigationTarget(word_id=word))
    qtbot.waitUntil(lambda: view.current_word() == word and view.review.is_ready)
    card = view.review.card
    number = next(n for n, candidate in enumerate(card.candidates, 1) if candidate.is_free)
    assert number > 1 and view.word_view.field.shown_text == card.predicted
    row = view.word_view.candidates.rows[number - 1]
    assert "not in the word list" in row.accessibleName() and "Read without the word list" in row.toolTip()
    assert "Read without the word list" not in view.word_view.candidates.rows[0].toolTip()
    assert f"3 readers read “{FREE}” without the word list; it is not in the list" in view.word_view.vote.text()
    QTest.keyClick(view.word_view.field, Qt.Key.Key_1 + number - 1)
    qtbot.waitUntil(lambda: not is_writing(view.session) and view.review.is_ready)
    (saved,) = get_words(view.session.project, [word])
    assert (saved.text, saved.source) == (FREE, "typed")
    view.enter(NavigationTarget(word_id=word))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.card.transcription == FREE)
    assert FREE not in view.word_view.vote.text(), "the word is checked"
    # while a person types, the rows are completions, and none of them is a free decoding
    QTest.keyClicks(view.word_view.field, "a")
    assert "Read without the word list" not in view.word_view.candidates.rows[number - 1].toolTip()
    view.word_view.cancel()
    view.leave()


def test_marks_of_the_kinds_in_review_differ_in_shape(theme: Theme, qtbot) -> None:
    """In ink and paper alone, without colours, the three marks are three shapes."""
    candidates = CandidateList(theme)
    qtbot.addWidget(candidates)
    candidates.resize(480, 400)
    candidates.show()
    kinds = {"free": (False, True), "new": (False, False), "trained": (True, False)}
    candidates.show_candidates([RankedCandidate("a", 2, None, trained, free) for trained, free in kinds.values()])
    shapes = set()
    for row in candidates.rows[: len(kinds)]:
        image = row.grab().toImage()
        paper = image.pixelColor(150, 2)
        ink = [[image.pixelColor(x, y) != paper for y in range(image.height())] for x in range(image.width())]
        left = next(x for x in range(100, image.width()) if any(ink[x]))
        shapes.add(str(ink[left : left + 12]))
    assert len(shapes) == len(kinds)


def test_key_on_the_page_saves_the_free_decoding_as_typed(page: PageView, qtbot) -> None:
    word, editor = page.page_model.words[0], page.transcription.editor
    click(page, point_in(page, word))
    qtbot.waitUntil(lambda: len(editor.candidate_buttons) > 1)
    number = next(n for n, button in enumerate(editor.candidate_buttons, 1) if FREE in button.text())
    button = editor.candidate_buttons[number - 1]
    assert "not in list" in button.text() and "not in the word list" in button.accessibleName()
    assert "read without the word list by 3 readers" in button.toolTip() and "not in the list" in editor.hint.text()
    QTest.keyClick(editor.line, Qt.Key.Key_1 + number - 1, Qt.KeyboardModifier.AltModifier)
    wait_until_written(page, qtbot)
    assert transcription(page, word) == (FREE, "typed")


def test_inspect_reports_the_free_decoding(project_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from core.cli.main import main

    with Project.open(project_folder) as project:
        word = unchecked(project)[0]
        other = word_ids(project, page_id=list_pages(project)[0].id)[0]
    assert main(["inspect", str(project_folder), "--word", str(word)]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert f"Read without the lexicon: '{FREE}' (3 of 3 readers); it is not in the lexicon." in output
    assert main(["inspect", str(project_folder), "--word", str(word), "--json"]) == 0
    assert '"spelled": {"text": "Qwzyx", "readers": 3, "in_lexicon": false}' in capsys.readouterr().out
    assert main(["inspect", str(project_folder), "--word", str(other)]) == 0
    assert "without" not in capsys.readouterr().out
