"""Words, transcriptions, predictions, search, edits of words and their pixels."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from project_helpers import crop_source, draw_image, filled_project, page_source, raise_error

from core.errors import DuctusError, InputError
from core.events import ignore_events
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project import word_images as cropping
from core.project.content import history, transcriptions, word_edits, words
from core.project.content.predictions import Prediction, iter_predictions, predictions_by_model, save_predictions
from core.project.content.statistics import role_counts
from core.project.content.words import word_ids
from core.project.db import author
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query import search


def prediction_of(
    word_id: int, text: str = "predicted", status: str = "seen", **more: float | bytes | None
) -> Prediction:
    return Prediction(word_id, text, status, 3, 5, 0.25, **more)  # type: ignore[arg-type]


def test_filtered_words_are_in_reading_order(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        assert word_ids(project) == [1, 2, 3, 4, 5]
        assert word_ids(project, page_id=1) == [1, 2, 3]
        assert word_ids(project, transcribed=True) == [1, 2, 4]
        assert word_ids(project, transcribed=False) == [3, 5]
        word_edits.set_role(project, [2], "test")
        save_predictions(project, "m", [prediction_of(1), prediction_of(3, status="unseen")])
        word_edits.mark_not_a_word(project, [1])
        assert word_ids(project, page_id=1) == [2, 3]
        assert word_ids(project, page_id=1, not_a_word=True) == [1]
        word_edits.delete_words(project, [2])
        assert word_ids(project, page_id=1) == [3]
        assert [row.id for row in words.get_words(project, [1, 2, 3]) if row.deleted] == [2]
        history.undo(project)
        assert word_ids(project, page_id=1, not_a_word=None) == [1, 2, 3]


def test_words_are_in_the_order_of_the_ids_without_unknown_ones(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        found = words.get_words(project, [4, 99, 1])
        assert [(row.id, row.text, row.box) for row in found] == [(4, "letter", None), (1, "the", (10, 10, 30, 20))]
        assert role_counts(project) == {"train": (5, 3)}


def test_labelled_words_are_in_nfc_and_of_one_role(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 3, " cafe\u0301 ")
        word_edits.set_role(project, [1], "test")
        word_edits.set_role(project, [2], "none")
        assert words.labelled_words(project, "train") == [(3, "café"), (4, "letter")]
        assert words.labelled_words(project, "test") == [(1, "the")]
        assert words.labelled_words(project) == [(1, "the"), (3, "café"), (4, "letter")]
        assert words.get_words(project, [3])[0].text == " cafe\u0301 "
        word_edits.mark_not_a_word(project, [3])
        word_edits.delete_words(project, [4])
        assert words.labelled_words(project, "train") == []


def test_every_transcription_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(author.VARIABLE, "Ada")
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 1, "then")
        transcriptions.set_transcription(project, 1, "then")
        transcriptions.set_transcription(project, 1, "them", "imported")
        stored = transcriptions.list_transcriptions(project, 1)
        assert [(r.text, r.source, r.who, r.current) for r in stored] == [
            ("the", "imported", None, False),
            ("then", "typed", "Ada", False),
            ("them", "imported", None, True),
        ]
        assert all(r.created_at.endswith("+00:00") for r in stored)
        transcriptions.clear_transcription(project, 1)
        assert [r.current for r in transcriptions.list_transcriptions(project, 1)] == [False] * 3
        assert words.get_words(project, [1])[0].text is None


@pytest.mark.parametrize(
    ("word", "text", "source", "message"),
    [
        (1, "", "typed", "is empty"),
        (1, " \t", "typed", "is empty"),
        (1, "a\0", "typed", "NUL"),
        (1, "\ud800", "typed", "surrogate"),
        (1, "a", "guessed", "no source 'guessed'"),
        (99, "a", "typed", "no word 99"),
    ],
)
def test_invalid_transcriptions_raise_input_error(
    tmp_path: Path, word: int, text: str, source: str, message: str
) -> None:
    with filled_project(tmp_path) as project:
        with pytest.raises(InputError, match=message):
            transcriptions.set_transcription(project, word, text, source)
        assert len(transcriptions.list_transcriptions(project, 1)) == 1


def test_predictions_never_replace_transcriptions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(author.VARIABLE, "Ada")
    with filled_project(tmp_path) as project:
        save_predictions(project, "m", [prediction_of(1, "wrong"), prediction_of(3, "cafe\u0301")])
        assert [row.text for row in words.get_words(project, [1, 3])] == ["the", None]
        transcriptions.accept_predictions(project, [3], "m")
        transcription = transcriptions.list_transcriptions(project, 3)[0]
        assert (transcription.source, transcription.model, transcription.who) == ("accepted", "m", "Ada")
        save_predictions(project, "m", [prediction_of(3, "other")])
        row = words.get_words(project, [3])[0]
        assert (row.text, row.source) == ("cafe\u0301", "accepted")


def test_accepting_many_is_all_or_nothing(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        save_predictions(project, "m", [prediction_of(3), prediction_of(5)])
        with pytest.raises(InputError, match="no prediction for word 4"):
            transcriptions.accept_predictions(project, [3, 4, 5], "m")
        assert words.get_words(project, [3])[0].text is None
        transcriptions.accept_predictions(project, [3, 5], "m")
        assert None not in {word.text for word in words.get_words(project, [3, 5])}


def test_a_newer_prediction_replaces_the_older(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        full = Prediction(1, "the", "unseen", 2, 5, 0.5, 0.75, b"\0\1")
        save_predictions(project, "m", [prediction_of(1), prediction_of(2), full])
        save_predictions(project, "n", [prediction_of(1, "other")])
        assert predictions_by_model(project, 1) == {"m": full, "n": prediction_of(1, "other")}
        assert [p.word_id for p in iter_predictions(project, "m", [2, 5, 1])] == [2, 1]


def test_predictions_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        for bad in (prediction_of(1, confidence=math.nan), Prediction(1, "a", "seen", 1, 1, math.inf)):
            with pytest.raises(DuctusError, match="not finite"):
                save_predictions(project, "m", [bad])
        assert predictions_by_model(project, 1) == {}


def test_predictions_saved_before_a_stop_stay(tmp_path: Path) -> None:
    def stream() -> object:
        for number in range(1500):
            yield prediction_of(number)
        raise KeyboardInterrupt

    with filled_project(tmp_path) as project:
        with pytest.raises(KeyboardInterrupt):
            save_predictions(project, "m", stream())  # type: ignore[arg-type]
        assert project.one("SELECT count(*) FROM prediction") == (1000,)


@pytest.mark.parametrize("query", ["CAFÉ", "cafe\u0301", "afé", "é", "AF"])
def test_search_ignores_case_and_normal_form(tmp_path: Path, query: str) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 3, "Cafe\u0301s")
        transcriptions.set_transcription(project, 5, "cafés")
        transcriptions.set_transcription(project, 1, "cafes")
        assert search.find_text(project, query) == ([1, 3, 5] if query == "AF" else [3, 5])


def test_the_search_index_follows_every_change(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        assert search.find_text(project, "king") == [2]
        transcriptions.set_transcription(project, 2, "Queen")
        assert search.find_text(project, "king") == []
        assert search.find_text(project, "queen") == [2]
        for hide, show in (
            (word_edits.delete_words, lambda p, ids: history.undo(p)),
            (word_edits.mark_not_a_word, lambda p, ids: word_edits.mark_not_a_word(p, ids, False)),
        ):
            hide(project, [2])
            assert search.find_text(project, "queen") == search.find_word(project, "Queen") == []
            show(project, [2])
            assert search.find_text(project, "queen") == search.find_text(project, "qu") == [2]


@pytest.mark.parametrize("query", ["", "  ", "\0", "a\0b"])
def test_an_empty_search_finds_nothing(tmp_path: Path, query: str) -> None:
    with filled_project(tmp_path) as project:
        assert search.find_text(project, query) == []


@pytest.mark.parametrize("text", ['say "so"', "a*b", "NOT x", "^abc", "c'est", "%%%", "___"])
def test_special_characters_are_searched_literally(tmp_path: Path, text: str) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 3, text)
        assert search.find_text(project, text) == [3]
        assert search.find_text(project, text + "z") == []


def test_search_for_whole_words_and_patterns(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 3, "The")
        transcriptions.set_transcription(project, 5, "été")
        assert search.find_word(project, "the") == [1]
        assert search.find_word(project, "the", match_case=False) == [1, 3]
        assert search.find_word(project, "e\u0301te\u0301") == [5]
        assert search.find_pattern(project, "^[Tt]he$") == [1, 3]
        assert search.find_pattern(project, "^the$", match_case=False) == [1, 3]
        assert search.find_pattern(project, "e\u0301$") == [5]
        assert search.find_pattern(project, "^thee") == []
        with pytest.raises(InputError, match="not a regular expression"):
            search.find_pattern(project, "(")


def test_words_can_be_inserted_repeatedly_in_one_position(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        order = [1, 2, 3]
        for number in range(25):
            (new,) = word_edits.add_words(project, 1, [word_edits.NewWord((number, 0, 5, 5))], after=1)
            order.insert(1, new)
            assert word_ids(project, page_id=1) == order
        last = word_edits.add_words(project, 1, [word_edits.NewWord((190, 90, 50, 50), [(1, 2)])] * 2)
        assert word_ids(project, page_id=1) == order + last
        row = words.get_words(project, last)[0]
        assert (row.box, row.polygon, row.role, row.text) == ((190, 90, 10, 10), ((1, 2),), "train", None)
        with pytest.raises(InputError, match="off the page"):
            word_edits.add_words(project, 1, [word_edits.NewWord((200, 0, 5, 5))])
        with pytest.raises(InputError, match="no word 4 on page 1"):
            word_edits.add_words(project, 1, [word_edits.NewWord((0, 0, 5, 5))], after=4)


def test_move_split_and_join(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        word_edits.move_word(project, 3, (90, 10, 40, 20))
        assert words.get_words(project, [3])[0].polygon is None
        word_edits.set_role(project, [2], "val")
        left, right = word_edits.split_word(project, 2, 65)
        assert [(r.box, r.role, r.text) for r in words.get_words(project, [left, right])] == [
            ((50, 10, 15, 20), "val", None),
            ((65, 10, 25, 20), "val", None),
        ]
        assert word_ids(project, page_id=1) == [1, left, right, 3]
        joined = word_edits.join_words(project, [right, left, 1])
        row = words.get_words(project, [joined])[0]
        assert (row.box, row.text, row.role) == ((10, 10, 80, 20), None, "train")
        assert word_ids(project, page_id=1) == [joined, 3]


def test_invalid_edits_raise_input_error(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        import_contents(project, page_source(tmp_path / "source", WordRecord((0, 0, 5, 5), "a"), frame=1))
        for act, message in (
            (lambda: word_edits.set_role(project, [1], "unusual"), "no role 'unusual'"),
            (lambda: word_edits.split_word(project, 1, 10), "between 11 and 39"),
            (lambda: word_edits.split_word(project, 1, 40), "between 11 and 39"),
            (lambda: word_edits.split_word(project, 4, 10), "an image of its own"),
            (lambda: word_edits.move_word(project, 99, (0, 0, 1, 1)), "no word 99"),
            (lambda: word_edits.move_word(project, 1, (0, 200, 1, 1)), "off the page"),
            (lambda: word_edits.join_words(project, [1, 1]), "at least two"),
            (lambda: word_edits.join_words(project, [1, 6]), "different pages"),
        ):
            with pytest.raises(InputError, match=message):
                act()
        word_edits.delete_words(project, [1])
        with pytest.raises(InputError, match="no word 1"):
            word_edits.move_word(project, 1, (0, 0, 1, 1))


def test_a_hundred_thousand_ids_fit_in_one_edit(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        word_edits.set_role(project, range(1, 100_000), "val")
        assert role_counts(project) == {"val": (5, 3)}
        assert len(words.get_words(project, range(1, 5000))) == 5


def test_crops_are_cut_with_each_image_decoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.imaging import read

    decoded = []
    read_gray = read.read_gray

    def counting(path: Path, frame: int = 0) -> np.ndarray:
        decoded.append(path)
        return read_gray(path, frame)

    monkeypatch.setattr(read, "read_gray", counting)
    with filled_project(tmp_path) as project:
        refs = cropping.word_image_refs(project, [5, 3, 1, 4, 77])
        assert [ref.words for ref in refs] == [
            ((1, (10, 10, 30, 20)), (3, (100, 10, 40, 20))),
            ((4, None),),
            ((5, None),),
        ]
        word_edits.move_word(project, 1, (0, 0, 3, 2))
        pixels = dict(cropping.load_crops(project, [5, 3, 1, 4], raise_error))
        assert len(decoded) == 3
        assert {word_id: image.shape for word_id, image in pixels.items()} == {
            1: (2, 3),
            3: (20, 40),
            4: (20, 40),
            5: (20, 41),
        }
        assert pixels[1].tolist() == [[100, 200, 200], [200, 200, 200]]
        assert all(image.dtype == np.uint8 and image.flags.owndata for image in pixels.values())


def test_the_words_of_a_page_come_in_one_block_if_they_fit_in(tmp_path: Path) -> None:
    with Project.create(tmp_path / "kit") as project:
        for count in (2, 3):
            boxes = tuple(WordRecord((40 * number, 5, 30, 20), None) for number in range(count))
            image = draw_image(tmp_path / f"{count}.png", (200, 100 + count))
            import_contents(project, SourceContents(pages=(PageRecord(image, 200, 100 + count, words=boxes),)))
        first, second, *others = word_ids(project)

        def blocks(size: int) -> list[list[int]]:
            return [list(block.ids) for block in cropping.load_images(project, word_ids(project), ignore_events, size)]

        assert blocks(5) == [[first, second, *others]]
        assert blocks(4) == blocks(3) == [[first, second], others]
        assert blocks(2) == [[first, second], others[:2], others[2:]]


def test_unreadable_crops_are_reported_by_word(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        refs = cropping.word_image_refs(project, [1, 4])
        refs[1].path.unlink()
        with project.edit("a box off its page") as connection:
            connection.execute("UPDATE word SET x = 5000 WHERE id = 1")
        failed: list[tuple[int, type[DuctusError]]] = []
        loaded = cropping.load_crops(project, [1, 2, 4], lambda word_id, error: failed.append((word_id, type(error))))
        assert [word_id for word_id, _ in loaded] == [2]
        assert failed == [(1, InputError), (4, InputError)]


def test_a_path_out_of_the_project_is_refused(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        with project.transaction() as connection:
            connection.execute("UPDATE file SET path = '../../etc/secret.png'")
        with pytest.raises(InputError, match="outside its own folder"):
            cropping.word_image_refs(project, [1])


def test_crops_are_read_from_linked_images(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, crop_source(tmp_path / "out", ["a"]), copy=False)
        ((word_id, image),) = cropping.load_crops(project, [1], raise_error)
        assert (word_id, image.shape) == (1, (20, 40))


def test_box_that_is_moved_takes_its_outline_along_and_a_resized_one_drops_it(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        word = words.get_words(project, word_ids(project))[2]
        assert word.polygon == ((100, 10), (140, 10), (120, 30))
        word_edits.change_box(project, word.id, (103, 12, 40, 20))
        (moved,) = words.get_words(project, [word.id])
        assert (moved.box, moved.polygon) == ((103, 12, 40, 20), ((103, 12), (143, 12), (123, 32)))
        word_edits.change_box(project, word.id, (103, 12, 41, 20))
        (resized,) = words.get_words(project, [word.id])
        assert (resized.box, resized.polygon) == ((103, 12, 41, 20), None)


def test_neighbours_are_those_of_the_same_line_that_are_not_deleted(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        first, second, third, lone, _ = word_ids(project)
        assert (
            words.neighbour_in_line(project, second, 1) == third
            and words.neighbour_in_line(project, second, -1) == first
        )
        assert words.neighbour_in_line(project, third, 1) is None and words.neighbour_in_line(project, lone, 1) is None
        word_edits.delete_words(project, [second])
        assert words.neighbour_in_line(project, first, 1) == third
