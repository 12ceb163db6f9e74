"""What Review is made of, without widgets: queue, candidates, edits, completion."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.project.query.completion import complete_word
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.review import edits
from app.review.candidates import choices, vote
from app.review.context_images import _strip, region
from app.review.queue import Queue
from app.review.word_card import read_cards
from core.errors import InputError
from core.imaging.scan import read_scan
from core.project.content.lexicon import add_words
from core.project.content.predictions import predictions_by_model, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import mark_not_a_word
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.db.history import undo
from core.project.project import Project
from core.recognition.vote_details import Candidate, MemberVote

MODEL = "trial"


def member(seen: bool, seen_words: str, unseen_words: str) -> MemberVote:
    def listed(words: str) -> tuple[Candidate, ...]:
        return tuple(Candidate(w, 0.1 * n + 0.01 * len(w)) for n, w in enumerate(words.split(), 1))

    return MemberVote(5, 9, 4, seen, listed(seen_words), listed(unseen_words))


def test_the_queue_goes_on_to_what_is_left_and_begins_again_at_the_front() -> None:
    queue = Queue([1, 2, 3, 4])
    assert queue.go_to(3) and queue.current == 3
    queue.finish([3, 4])
    assert queue.go_on() == 1 and queue.left == 2
    queue.finish([1, 2])
    assert queue.go_on() is None
    queue.reopen([4])
    assert queue.go_on() == 4


def test_arrows_pass_over_done_words_too_and_stay_at_the_ends() -> None:
    queue = Queue([1, 2, 3])
    queue.finish([2])
    assert queue.step(1) == 2 and queue.step(1) == 3 and queue.step(1) == 3
    assert queue.step(-9) == 1


def test_a_word_put_off_comes_last_and_the_next_is_there() -> None:
    queue = Queue([1, 2, 3])
    queue.put_off(1)
    assert queue.ids == [2, 3, 1] and queue.current == 2 and queue.left == 3


def test_a_word_that_is_gone_leaves_the_queue_where_it_was() -> None:
    queue = Queue([1, 2, 3])
    queue.go_to(3)
    queue.remove(3)
    assert queue.current == 2
    queue.remove(1)
    assert queue.current == 2
    queue.remove(2)
    assert queue.current is None and queue.go_on() is None and queue.around(3, 3) == []


@given(st.lists(st.tuples(st.sampled_from(["finish", "put_off", "remove", "step", "go_on"]), st.integers(0, 9))))
def test_whatever_is_done_the_queue_keeps_its_place_and_its_count(deeds: list[tuple[str, int]]) -> None:
    queue = Queue(range(8))
    for name, number in deeds:
        match name:
            case "finish":
                queue.finish([number])
            case "step":
                queue.step(number - 4)
            case "go_on":
                queue.go_on()
            case _:
                getattr(queue, name)(number)
        assert queue.left == len([i for i in queue.ids if i not in queue.done])
        assert (queue.current in queue.ids) == bool(queue.ids)
        assert len(set(queue.ids)) == len(queue.ids)
        assert not queue.ids or queue.around(3, 2)[0] == queue.current


def test_candidates_begin_with_the_final_word_and_say_who_was_trained_on_it() -> None:
    members = [member(True, "king ring", "kin"), member(True, "king thing", "kin"), member(False, "ring", "kings")]
    found = choices(members, "king", "seen")
    assert [c.word for c in found][:2] == ["king", "kings"]
    assert {c.word: c.votes for c in found} == {"king": 2, "kings": 1, "ring": 0, "thing": 0, "kin": 0}
    assert {c.word for c in found if c.trained} == {"king", "ring", "thing"}
    fell = vote(members)
    assert fell is not None and (fell.winner, fell.votes, fell.others, fell.tied) == ("king", 2, (("kings", 1),), False)


def test_a_tie_is_known_as_one() -> None:
    fell = vote([member(True, "at", ""), member(True, "it it", "")])
    assert fell is not None and fell.tied and fell.winner == "at"
    assert vote([]) is None


@pytest.fixture
def project(project_folder: Path):
    with Project.open(project_folder) as project:
        yield project


def unread(project: Project) -> list[int]:
    return word_ids(project, WordFilter(read=False))


def test_what_is_accepted_is_what_was_shown_or_nothing(project: Project) -> None:
    word = unread(project)[0]
    said = predictions_by_model(project, word)[MODEL]
    with pytest.raises(InputError, match="anew"):
        edits.accept_shown(project, word, MODEL, said.text + "x")
    assert get_words(project, [word])[0].text is None
    edits.accept_shown(project, word, MODEL, said.text)
    row = get_words(project, [word])[0]
    assert (row.text, row.source) == (said.text, "accepted")


def test_a_wall_is_confirmed_in_one_edit_without_what_changed_meanwhile(project: Project) -> None:
    first, second, third, fourth = unread(project)[:4]
    shown = {i: predictions_by_model(project, i)[MODEL].text for i in (first, second, third, fourth)}
    set_transcription(project, second, "typed elsewhere")
    mark_not_a_word(project, [third])
    other = predictions_by_model(project, fourth)[MODEL]
    save_predictions(project, MODEL, [type(other)(fourth, "anew", "seen", 1, 1, 0.1)])
    done = edits.confirm_wall(project, shown, MODEL)
    assert done.accepted == (first,) and set(done.left) == {second, third, fourth}
    assert get_words(project, [second])[0].text == "typed elsewhere" and get_words(project, [fourth])[0].text is None
    undo(project)
    assert get_words(project, [first])[0].text is None


def test_typing_a_word_that_was_marked_as_none_makes_it_one_again(project: Project) -> None:
    word = unread(project)[0]
    edits.no_word(project, word)
    assert read_cards(project, [word], MODEL)[word].settled
    edits.type_reading(project, word, "here")
    card = read_cards(project, [word], MODEL)[word]
    assert card.reading == "here" and not card.not_a_word and card.state == "typed"


def test_a_card_knows_its_page_and_candidates_and_unknown_words_are_left_out(project: Project) -> None:
    word = unread(project)[0]
    cards = read_cards(project, [word, 10**9], MODEL)
    assert list(cards) == [word]
    card = cards[word]
    assert card.page == 3 and card.choices[0].word == card.predicted == card.shown
    assert read_cards(project, [word], None)[word].shown == ""


def test_completion_finds_capitals_too_and_the_frequent_first(project: Project) -> None:
    add_words(project, {"zebra": 3, "Zeppelin": 9, "zenith": 5, "zen": 0, "az": 99})
    assert complete_word(project, "ze") == ["Zeppelin", "zenith", "zebra", "zen"]
    assert complete_word(project, "ZE", limit=2) == ["Zeppelin", "zenith"]
    assert complete_word(project, "zen") == ["zenith"]
    assert complete_word(project, " ") == [] and complete_word(project, "z%") == []


@given(st.integers(0, 1990), st.integers(0, 990), st.integers(1, 900), st.integers(1, 300))
def test_a_strip_lies_on_the_page_and_holds_the_word(x: int, y: int, w: int, h: int) -> None:
    width, height = 2000, 1000
    w, h = min(w, width - x), min(h, height - y)
    left, top, wide, tall = region((x, y, w, h), width, height)
    assert left >= 0 and top >= 0 and left + wide <= width and top + tall <= height
    assert left <= x and top <= y and left + wide >= x + w and top + tall >= y + h


@pytest.mark.parametrize(("x", "y"), [(40, 30), (43, 31), (150, 90), (0, 0)])
def test_a_strip_of_a_coloured_page_is_in_its_colours(x: int, y: int, tmp_path: Path) -> None:
    """Red left of the middle, blue right of it; the seam must lie where it lies on the page."""
    Image.new("RGB", (201, 121), (200, 30, 30)).save(tmp_path / "red.png")
    with Image.open(tmp_path / "red.png") as page:
        page.paste((30, 30, 200), (101, 0, 201, 121))
        page.save(tmp_path / "page.png")
    scan = read_scan(tmp_path / "page.png")
    strip = _strip(scan, (x, y, 20, 10))
    left = region((x, y, 20, 10), 201, 121)[0]
    for at, (red, _, blue, _) in ((n, strip.image.pixelColor(n, 5).getRgb()) for n in range(strip.image.width())):
        if abs(left + at - 101) > 3:
            assert (red > 150 > blue) if left + at < 101 else (blue > 150 > red), at


def test_a_strip_of_a_grey_page_stays_grey(tmp_path: Path) -> None:
    Image.new("L", (200, 120), 90).save(tmp_path / "page.png")
    assert _strip(read_scan(tmp_path / "page.png"), (40, 30, 20, 10)).image.isGrayscale()
