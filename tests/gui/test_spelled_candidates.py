"""What readers spell by themselves is a candidate in Review and on the page, marked, and taken as a person's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gui_helpers import MEMBERS, MODEL
from page_helpers import at, click, settled, text_of, third_page
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from review_helpers import reviewing

from app.context import NavigationTarget, ProjectContext
from app.page import candidates as page_candidates
from app.page.page_queries import read_details
from app.page.view import PageView
from app.review.candidate_list import CandidateList
from app.review.candidates import MOST, Choice, choices
from app.review.word_card import read_cards
from app.style.theme import Theme
from core.project.content.lexicon import add_words, lexicon_words
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.project import Project
from core.recognition.free_decoding import FreeReading, Spelling
from core.recognition.vote_details import Candidate, MemberVote, decode_votes, reencode_votes

FREE = "Qwzyx"


def unread(project: Project) -> list[int]:
    return word_ids(project, WordFilter(page_id=list_pages(project)[2].id))


@pytest.fixture
def project_folder(project_folder: Path) -> Path:
    """The kit's project, in which all readers spelled a word of no lexicon on the pictures of the third page."""
    with Project.open(project_folder) as project:
        spelled(project, unread(project), FREE)
    return project_folder


def spelled(project: Project, ids: list[int], text: str, readers: int = MEMBERS) -> None:
    said = [predictions_by_model(project, word_id)[MODEL] for word_id in ids]
    save_predictions(
        project,
        MODEL,
        [
            replace(
                one,
                detail=reencode_votes(
                    [
                        replace(vote, spelled=Spelling(text, -2.0) if k < readers else None)
                        for k, vote in enumerate(decode_votes(one.detail or b""))
                    ]
                ),
            )
            for one in said
        ],
    )


def member(*words: str) -> MemberVote:
    return MemberVote(5, 9, 4, True, tuple(Candidate(w, 0.1 * n) for n, w in enumerate(words, 1)), ())


def test_it_stands_behind_the_words_that_as_many_readers_chose() -> None:
    members = [member("king", "ring"), member("king"), member("kings"), member("kings"), member("thing")]
    for votes, place in ((2, 2), (1, 3)):
        found = choices(members, "king", "seen", FreeReading("kin", votes))
        assert [c.word for c in found if not c.free] == ["king", "kings", "thing", "ring"]
        assert (found[place].word, found[place].free, found[place].votes) == ("kin", True, votes)
        assert found[place].distance is None and not found[place].trained
    assert not any(c.free for c in choices(members, "king", "seen", FreeReading("ring", 3)))
    many = choices([member(*(f"w{n}" for n in range(12)))], "w0", "seen", FreeReading("kin", 1))
    assert len(many) == MOST and many[1].free
    crowd = choices([member(f"w{n}") for n in range(12)], "w0", "seen", FreeReading("kin", 1))
    assert len(crowd) == MOST and crowd[-1].free
    assert choices([], "", "", FreeReading("kin", 1))[0].free


def test_on_the_page_it_stands_likewise() -> None:
    said = Prediction(
        1, "king", "seen", 2, 3, 0.1, None, reencode_votes([member("king", "ring"), member("king"), member("at")])
    )
    assert [c.word for c in page_candidates.choices(said, FreeReading("kin", 1))] == ["king", "at", "kin", "ring"]
    assert [c.word for c in page_candidates.choices(said, FreeReading("at", 1))] == ["king", "at", "ring"]
    assert page_candidates.spelled_by(replace(said, detail=b"damaged")) is None
    assert page_candidates.spelled_by(None) is None


def test_what_the_lexicon_holds_or_a_person_wrote_is_not_offered(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        word, other, third = unread(project)[:3]
        spelled(project, [third], lexicon_words(project)[0])

        def offered(word_id: int) -> list[str]:
            card = read_cards(project, [word_id], MODEL)[word_id]
            page = read_details(project, word_id, MODEL)
            found = [c.word for c in card.choices if c.free]
            assert [c.word for c in page.choices if c.free] == found
            return found

        assert offered(word) == [FREE] and offered(third) == []
        with project.edit("put aside") as connection:
            connection.execute("UPDATE word SET role = 'none' WHERE id = ?", (word,))
        set_transcription(project, word, FREE)
        assert offered(word) == [] and offered(other) == [FREE]
        add_words(project, [FREE])
        assert offered(other) == []


def test_in_review_its_key_takes_it_as_a_persons_own_reading(context: ProjectContext, qtbot) -> None:
    place = reviewing(context, qtbot)
    word = unread(context.session.project)[0]
    place.enter(NavigationTarget(word_id=word))
    qtbot.waitUntil(lambda: place.current_word() == word and place.one.ready)
    card = place.sitting.card
    number = next(n for n, choice in enumerate(card.choices, 1) if choice.free)
    assert number > 1 and place.one.field.shown == card.predicted
    line = place.one.candidates.rows[number - 1]
    assert "not in the lexicon" in line.accessibleName() and "Spelled by itself" in line.toolTip()
    assert place.one.candidates.rows[0].toolTip() == ""
    assert f"3 readers spell “{FREE}”, which is not in the lexicon" in place.one.vote.text()
    QTest.keyClick(place.one.field, Qt.Key.Key_1 + number - 1)
    qtbot.waitUntil(lambda: not place.session.is_writing and place.one.ready)
    row = get_words(place.session.project, [word])[0]
    assert (row.text, row.source) == (FREE, "typed")
    place.enter(NavigationTarget(word_id=word))
    qtbot.waitUntil(lambda: place.one.ready and place.sitting.card.reading == FREE)
    assert FREE not in place.one.vote.text()  # a person has spoken
    # while one types, the rows are completions, and none of them is marked
    QTest.keyClicks(place.one.field, "a")
    assert place.one.candidates.rows[number - 1].toolTip() == ""
    place.one.give_up()
    place.leave()


def test_in_review_its_mark_is_told_by_its_shape(theme: Theme, qtbot) -> None:
    """In ink and paper alone, without any colour, the three marks are three shapes."""
    listed = CandidateList(theme)
    qtbot.addWidget(listed)
    listed.resize(480, 400)
    listed.show()
    kinds = {"free": (False, True), "new": (False, False), "trained": (True, False)}
    listed.show_choices([Choice("a", None, 2, trained, free) for trained, free in kinds.values()])
    shapes = set()
    for line in listed.rows[: len(kinds)]:
        image = line.grab().toImage()
        paper = image.pixelColor(150, 2)
        ink = [[image.pixelColor(x, y) != paper for y in range(image.height())] for x in range(image.width())]
        left = next(x for x in range(100, image.width()) if any(ink[x]))
        shapes.add(str(ink[left : left + 12]))
    assert len(shapes) == len(kinds)


@pytest.fixture
def page(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from third_page(context, qtbot)


def test_on_the_page_its_key_takes_it_as_a_persons_own_reading(page: PageView, qtbot) -> None:
    word, editor = page.sheet.words[0], page.reading.editor
    click(page, at(page, word))
    qtbot.waitUntil(lambda: len(editor.buttons) > 1)
    number = next(n for n, button in enumerate(editor.buttons, 1) if FREE in button.text())
    button = editor.buttons[number - 1]
    assert "letters alone" in button.text() and "not in the lexicon" in button.accessibleName()
    assert "spelled by itself by 3 readers" in button.toolTip() and "not in the lexicon" in editor.hint.text()
    QTest.keyClick(editor.line, Qt.Key.Key_1 + number - 1, Qt.KeyboardModifier.AltModifier)
    settled(page, qtbot)
    assert text_of(page, word) == (FREE, "typed")


def test_inspect_tells_of_it(project_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from core.cli.main import main

    with Project.open(project_folder) as project:
        word = unread(project)[0]
        other = word_ids(project, WordFilter(page_id=list_pages(project)[0].id))[0]
    assert main(["inspect", str(project_folder), "--word", str(word)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"Read without the lexicon: '{FREE}' (3 of 3 readers); it is not in the lexicon." in said
    assert main(["inspect", str(project_folder), "--word", str(word), "--json"]) == 0
    assert '"spelled": {"text": "Qwzyx", "readers": 3, "in_lexicon": false}' in capsys.readouterr().out
    assert main(["inspect", str(project_folder), "--word", str(other)]) == 0
    assert "without" not in capsys.readouterr().out
