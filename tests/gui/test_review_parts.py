"""Parts of Review without widgets: queue, votes, edits, queries and excerpts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gui_helpers import opened
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pytestqt.qtbot import QtBot

from app.context import ProjectContext
from app.review import edits, review_queries, word_sheet
from app.review.excerpts import cut_excerpt, excerpt_box
from app.review.review_queries import ReviewQuery, find_query_words, read_cards, summarise_vote
from app.review.state import ReviewQueue
from app.review.view import ReviewView
from core.errors import InputError
from core.imaging.read import frame_sizes, read_gray
from core.imaging.scan import read_scan
from core.project.content.history import undo
from core.project.content.lexicon import add_words
from core.project.content.pages import list_pages
from core.project.content.predictions import predictions_by_model, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import mark_not_a_word, set_reading_order
from core.project.content.words import get_words, word_ids, word_summaries
from core.project.project import Project
from core.project.query.search import complete_word
from core.recognition.vote_details import Candidate, MemberVote

MODEL = "trial"


def member(seen: bool, seen_words: str, unseen_words: str) -> MemberVote:
    def listed(words: str) -> tuple[Candidate, ...]:
        return tuple(Candidate(w, 0.1 * n + 0.01 * len(w)) for n, w in enumerate(words.split(), 1))

    return MemberVote(5, 9, 4, seen, listed(seen_words), listed(unseen_words))


def test_queue_goes_to_the_next_open_word_and_continues_at_the_front() -> None:
    queue = ReviewQueue([1, 2, 3, 4])
    assert queue.go_to(3) and queue.current == 3
    queue.finish([3, 4])
    assert queue.go_to_open() == 1 and queue.remaining == 2
    queue.finish([1, 2])
    assert queue.go_to_open() is None
    queue.reopen([4])
    assert queue.go_to_open() == 4


def test_step_includes_done_words_and_stops_at_the_ends() -> None:
    queue = ReviewQueue([1, 2, 3])
    queue.finish([2])
    assert queue.step(1) == 2 and queue.step(1) == 3 and queue.step(1) == 3
    assert queue.step(-9) == 1


def test_postponed_word_comes_last_and_the_next_one_is_current() -> None:
    queue = ReviewQueue([1, 2, 3])
    queue.postpone(1)
    assert queue.ids == [2, 3, 1] and queue.current == 2 and queue.remaining == 3


def test_removing_words_keeps_the_position() -> None:
    queue = ReviewQueue([1, 2, 3])
    queue.go_to(3)
    queue.remove(3)
    assert queue.current == 2
    queue.remove(1)
    assert queue.current == 2
    queue.remove(2)
    assert queue.current is None and queue.go_to_open() is None and queue.nearby(3, 3) == []


@given(st.lists(st.tuples(st.sampled_from(["finish", "postpone", "remove", "step", "go_to_open"]), st.integers(0, 9))))
def test_position_and_count_stay_consistent(operations: list[tuple[str, int]]) -> None:
    queue = ReviewQueue(range(8))
    for name, number in operations:
        match name:
            case "finish":
                queue.finish([number])
            case "step":
                queue.step(number - 4)
            case "go_to_open":
                queue.go_to_open()
            case _:
                getattr(queue, name)(number)
        assert queue.remaining == len([i for i in queue.ids if i not in queue.done])
        assert (queue.current in queue.ids) == bool(queue.ids)
        assert len(set(queue.ids)) == len(queue.ids)
        assert not queue.ids or queue.nearby(3, 2)[0] == queue.current


def test_vote_summary_names_winner_others_and_tie() -> None:
    members = [member(True, "king ring", "kin"), member(True, "king thing", "kin"), member(False, "ring", "kings")]
    vote = summarise_vote(members)
    assert vote is not None and (vote.winner, vote.votes, vote.others) == ("king", 2, (("kings", 1),))
    assert not vote.is_tie
    tie = summarise_vote([member(True, "at", ""), member(True, "it it", "")])
    assert tie is not None and tie.is_tie and tie.winner == "at"
    assert summarise_vote([]) is None


@pytest.fixture
def project(project_folder: Path):
    with Project.open(project_folder) as project:
        yield project


def unchecked(project: Project) -> list[int]:
    return word_ids(project, transcribed=False)


def test_suggestion_that_changed_since_it_was_shown_is_not_accepted(project: Project) -> None:
    word = unchecked(project)[0]
    prediction = predictions_by_model(project, word)[MODEL]
    with pytest.raises(InputError, match="has changed"):
        edits.accept_suggestion(project, word, MODEL, prediction.text + "x")
    assert get_words(project, [word])[0].text is None
    edits.accept_suggestion(project, word, MODEL, prediction.text)
    row = get_words(project, [word])[0]
    assert (row.text, row.source) == (prediction.text, "accepted")


def test_group_is_accepted_in_one_edit_without_words_that_changed(project: Project) -> None:
    first, second, third, fourth = unchecked(project)[:4]
    shown = {i: predictions_by_model(project, i)[MODEL].text for i in (first, second, third, fourth)}
    set_transcription(project, second, "typed elsewhere")
    mark_not_a_word(project, [third])
    other = predictions_by_model(project, fourth)[MODEL]
    save_predictions(project, MODEL, [type(other)(fourth, "anew", "seen", 1, 1, 0.1)])
    assert set(edits.accept_group(project, shown, MODEL)) == {second, third, fourth}
    assert get_words(project, [first])[0].text == shown[first]
    assert get_words(project, [second])[0].text == "typed elsewhere" and get_words(project, [fourth])[0].text is None
    undo(project)
    assert get_words(project, [first])[0].text is None


def test_typing_removes_the_mark_as_not_a_word(project: Project) -> None:
    word = unchecked(project)[0]
    mark_not_a_word(project, [word])
    assert read_cards(project, [word], MODEL)[word].is_checked
    edits.transcribe(project, word, "here")
    card = read_cards(project, [word], MODEL)[word]
    assert card.transcription == "here" and not card.not_a_word and card.state == "typed"


def test_card_has_page_and_candidates_and_unknown_words_are_left_out(project: Project) -> None:
    word = unchecked(project)[0]
    cards = read_cards(project, [word, 10**9], MODEL)
    assert list(cards) == [word]
    card = cards[word]
    assert card.page_number == 3 and card.candidates[0].word == card.predicted == card.text
    assert read_cards(project, [word], None)[word].text == ""


def test_words_whose_import_is_undone_while_their_cards_are_read_are_left_out(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = unchecked(project)

    def undo_and_summarise(*arguments: Any) -> Any:
        while undo(project):
            pass
        return word_summaries(*arguments)

    monkeypatch.setattr(review_queries, "word_summaries", undo_and_summarise)
    assert read_cards(project, words, MODEL) == {}


def test_completion_ignores_case_and_sorts_by_frequency(project: Project) -> None:
    add_words(project, {"zebra": 3, "Zeppelin": 9, "zenith": 5, "zen": 0, "az": 99})
    assert complete_word(project, "ze") == ["Zeppelin", "zenith", "zebra", "zen"]
    assert complete_word(project, "ZE", limit=2) == ["Zeppelin", "zenith"]
    assert complete_word(project, "zen") == ["zenith"]
    assert complete_word(project, " ") == [] and complete_word(project, "z%") == []


@given(st.integers(0, 1990), st.integers(0, 990), st.integers(1, 900), st.integers(1, 300))
def test_excerpt_box_lies_on_the_page_and_contains_the_word(x: int, y: int, w: int, h: int) -> None:
    width, height = 2000, 1000
    w, h = min(w, width - x), min(h, height - y)
    left, top, wide, tall = excerpt_box((x, y, w, h), width, height, 40)
    assert left >= 0 and top >= 0 and left + wide <= width and top + tall <= height
    assert left <= x and top <= y and left + wide >= x + w and top + tall >= y + h


def test_writing_keeps_its_size_from_word_to_word() -> None:
    """Whatever the height of the word; only one much larger than the others is shown smaller."""
    heights = [excerpt_box((500, 500, 90, h), 2000, 1000, 40)[3] for h in (12, 40, 80, 200)]
    assert heights[0] == heights[1] == heights[2] < heights[3]


@pytest.mark.parametrize(("x", "y"), [(40, 30), (43, 31), (150, 90), (0, 0)])
def test_excerpt_of_a_coloured_page_is_coloured(x: int, y: int, tmp_path: Path) -> None:
    """Red left of the middle, blue right of it; the seam must lie where it lies on the page."""
    Image.new("RGB", (201, 121), (200, 30, 30)).save(tmp_path / "red.png")
    with Image.open(tmp_path / "red.png") as page:
        page.paste((30, 30, 200), (101, 0, 201, 121))
        page.save(tmp_path / "page.png")
    scan = read_scan(tmp_path / "page.png")
    excerpt = cut_excerpt(scan, (x, y, 20, 10), 10)
    left = excerpt_box((x, y, 20, 10), 201, 121, 10)[0]
    for at, (red, _, blue, _) in ((n, excerpt.image.pixelColor(n, 5).getRgb()) for n in range(excerpt.image.width())):
        if abs(left + at - 101) > 3:
            assert (red > 150 > blue) if left + at < 101 else (blue > 150 > red), at


def test_excerpt_of_a_grey_page_is_grey(tmp_path: Path) -> None:
    Image.new("L", (200, 120), 90).save(tmp_path / "page.png")
    assert cut_excerpt(read_scan(tmp_path / "page.png"), (40, 30, 20, 10), 10).image.isGrayscale()


def test_words_made_by_a_split_stand_in_its_place_and_return_when_it_is_undone() -> None:
    queue = ReviewQueue([1, 2, 3, 4])
    queue.go_to(2)
    queue.replace(2, [10, 11], [2])
    assert queue.ids == [1, 10, 11, 3, 4] and queue.current == 10
    queue.finish([10])
    queue.remove(10)
    assert queue.ids == [1, 2, 11, 3, 4] and queue.current == 2 and not queue.done
    queue.remove(11)
    assert queue.ids == [1, 2, 3, 4]
    queue.remove(2)
    assert queue.ids == [1, 3, 4]


def test_joined_words_stand_in_one_place_and_return_when_one_is_shown() -> None:
    queue = ReviewQueue([1, 2, 3, 4])
    queue.go_to(4)
    queue.replace(3, [10], [3, 2])
    assert queue.ids == [1, 10, 4] and queue.current == 4
    assert queue.go_to(3) and sorted(queue.ids) == [1, 2, 3, 4] and queue.current == 3
    queue.replace(9, [20], [9])
    assert 20 not in queue.ids


def test_the_words_of_the_filter_are_written_with_their_images(
    context: ProjectContext, tmp_path: Path, qtbot: QtBot
) -> None:
    view = opened(ReviewView, context, qtbot)
    view.filter_bar.field.setText("page:3")
    query, file = view.filter_bar.query(), tmp_path / "unread.pdf"
    ids = find_query_words(context.session.project, query, "trial")
    assert ids
    view.filter_bar.saved_views.fill()
    assert any("list to print" in action.text() for action in view.filter_bar.saved_views.menu.actions())
    view.filter_bar.word_sheet.save(query, file)
    qtbot.waitUntil(lambda: bool(context.notifications.history))
    assert context.notifications.history[-1].text == f"{len(ids)} words are in unread.pdf."
    assert len(frame_sizes(file)) == -(-len(ids) // 20)
    assert (read_gray(file) < 128).mean() > 0.002, "there are images and texts on it"


def test_a_list_that_was_cut_off_says_so(
    context: ProjectContext, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_sheet, "MAX_WORDS", 3)
    view = opened(ReviewView, context, qtbot)
    query = ReviewQuery("page:3")
    count = len(find_query_words(context.session.project, query, MODEL))
    view.filter_bar.word_sheet.save(query, tmp_path / "some.pdf")
    qtbot.waitUntil(lambda: bool(context.notifications.history))
    text = context.notifications.history[-1].text
    assert text == f"The first 3 of {count} words are in some.pdf. Choose a narrower filter for the others."


def test_a_list_is_written_in_reading_order(
    qapp, project_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first page is read from its last word to its first."""
    drawn: list[int] = []
    monkeypatch.setattr(word_sheet, "MAX_WORDS", 60)
    monkeypatch.setattr(word_sheet, "_draw_word", lambda painter, place, card, excerpt: drawn.append(card.word_id))
    with Project.open(project_folder) as project:
        ids = word_ids(project, page_id=list_pages(project)[0].id)
        set_reading_order(project, [(word_id, 0) for word_id in reversed(ids)])
        expected = word_ids(project)[:60]
        assert expected[: len(ids)] == ids[::-1]
        written, found = word_sheet.write_word_sheet(
            project, ReviewQuery("", unchecked_only=False), tmp_path / "list.pdf", "Letters"
        )
        assert (written, found) == (60, len(word_ids(project)))
    assert drawn == expected


def test_a_list_without_words_is_not_written(context: ProjectContext, tmp_path: Path, qtbot: QtBot) -> None:
    view = opened(ReviewView, context, qtbot)
    view.filter_bar.word_sheet.save(ReviewQuery("text:nowhere"), tmp_path / "none.pdf")
    qtbot.waitUntil(lambda: bool(context.notifications.history))
    assert "choose another filter" in context.notifications.history[-1].text and not (tmp_path / "none.pdf").exists()
