"""Error rates of whole pages: edits, order, intervals, misread words; and of pages of a project against transcripts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from ensemble_helpers import ensemble
from hypothesis import given
from hypothesis import strategies as st

from core.cli.main import main
from core.errors import InputError, Stopped
from core.evaluation.page_text import PageText, bootstrap_ratio, character_error_rate, error_rates
from core.evaluation.word_errors import found_boxes, found_lines, word_fates
from core.events import ignore_events
from core.formats.pagexml_write import write_pagexml
from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.jobs.evaluation.evaluate_pages import evaluate_pages
from core.project.content.models import ON_PAGES, delete_model, get_model, load_evaluation, model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.word_images import load_images
from core.store.model_file import load_ensemble, save_ensemble
from core.training.samples import Samples

LINES = st.lists(st.text("abc d", max_size=8), max_size=5)


def test_a_perfect_page_has_no_errors_and_space_does_not_count() -> None:
    rates = error_rates([PageText(("the  orders ", "", "of the day"), ("the orders", "of the day"))])
    assert [rates[name]["value"] for name in ("cer", "wer", "cer_by_line", "wer_by_line")] == [0, 0, 0, 0]
    assert rates["wer"]["length"] == 5 and rates["cer"]["length"] == len("the orders of the day")


def test_edits_are_counted_against_what_is_written() -> None:
    rates = error_rates([PageText(("abcd efgh",), ("abxd",))])
    assert rates["cer"]["edits"] == 6 and rates["cer"]["value"] == pytest.approx(6 / 9)
    assert rates["wer"]["value"] == 1.0
    assert rates["cer"]["interval"] is None, "one page has no spread"


def test_swapped_lines_count_only_where_order_counts() -> None:
    rates = error_rates([PageText(("first line here", "second one"), ("second one", "first line here"))])
    assert rates["cer_by_line"]["value"] == rates["wer_by_line"]["value"] == 0
    assert rates["cer"]["value"] > 0.5 and rates["wer"]["value"] > 0.5


def test_a_missing_line_costs_its_length_and_a_surplus_one_its_own() -> None:
    rates = error_rates([PageText(("abcde", "fgh"), ("abcde",)), PageText(("abcde",), ("abcde", "xy"))])
    assert rates["cer_by_line"]["edits"] == 3 + 2
    assert rates["cer_by_line"]["length"] == 13


@given(st.lists(st.tuples(LINES, LINES), min_size=1, max_size=3))
def test_without_order_there_are_no_more_word_edits_than_all_words(pages: list[tuple[list[str], list[str]]]) -> None:
    texts = [PageText(tuple(written), tuple(read)) for written, read in pages]
    rates = error_rates(texts)
    words = sum(len(" ".join(lines).split()) for page in texts for lines in (page.written, page.read))
    assert 0 <= rates["wer_by_line"]["edits"] <= words
    swapped = [PageText(page.read, page.written) for page in texts]
    assert error_rates(swapped)["wer_by_line"]["edits"] == rates["wer_by_line"]["edits"]


def test_no_text_gives_no_rate() -> None:
    assert error_rates([PageText((), ("some",))])["cer"]["value"] is None


def test_the_interval_widens_with_the_spread_of_pages() -> None:
    even = bootstrap_ratio(np.full(20, 10), np.full(20, 100))
    uneven = bootstrap_ratio(np.array([0, 20] * 10), np.full(20, 100))
    assert even == [pytest.approx(0.1)] * 2
    assert uneven is not None and uneven[0] < 0.09 < 0.11 < uneven[1]


def test_characters_of_single_words_are_counted_over_all_of_them() -> None:
    rate = character_error_rate(["the", "orders", "caf\u00e9"], ["the", "order", "cafe\u0301"])
    assert (rate["edits"], rate["length"]) == (1, 13) and rate["value"] == pytest.approx(1 / 13)
    low, high = rate["interval"]
    assert low == 0 and rate["value"] < high < 0.25
    assert character_error_rate([], [])["value"] is None
    assert character_error_rate(["ab"], [""])["value"] == 1.0, "an empty suggestion costs all letters"


def test_drawing_in_parts_gives_the_same_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    parts, wholes = np.arange(30) % 4, np.full(30, 5)
    whole = bootstrap_ratio(parts, wholes)
    monkeypatch.setattr("core.evaluation.page_text._DRAWN_AT_ONCE", 100)
    assert bootstrap_ratio(parts, wholes) == whole


def test_letters_alone_do_not_count_capitals_and_marks() -> None:
    rates = error_rates([PageText(("Orders, of the 5th Day.",), ("orders of the 5th day",))])
    assert rates["cer"]["edits"] == 4 and rates["cer_letters"]["edits"] == rates["wer_letters"]["edits"] == 0
    assert rates["cer_letters"]["length"] == len("orders of the 5th day")
    other = error_rates([PageText(("à la Reine",), ("a la reine",))])
    assert other["cer_letters"]["edits"] == 1, "a letter with an accent is another letter"


INK = np.zeros((100, 200), bool)
INK[20:30, 10:190] = INK[60:70, 10:190] = True


def test_a_line_is_found_by_its_ink_whatever_the_margins() -> None:
    true = [[(0, 10, 200, 30)], [(0, 50, 200, 30)]]
    assert found_lines(INK, true, [[(5, 18, 190, 14)], [((0, 40), (199, 40), (199, 90), (0, 90))]]) == 2
    assert found_lines(INK, true, [[(0, 0, 200, 100)]]) == 0, "both lines as one share only half of its ink"
    assert found_lines(INK, true, [[(0, 10, 90, 30)]]) == 0, "less than half of the line"
    assert found_lines(INK, true, [[(0, 10, 80, 30), (90, 10, 90, 30)]]) == 1, "the boxes of words together"
    assert found_lines(INK, true, []) == found_lines(INK, [], true) == 0


def test_a_line_without_ink_is_not_found() -> None:
    assert found_lines(INK, [[(0, 80, 200, 15)]], [[(0, 80, 200, 15)]]) == 0


def test_boxes_are_paired_one_to_one() -> None:
    true = [(0, 0, 10, 10), (20, 0, 10, 10)]
    assert found_boxes(true, [(1, 0, 10, 10), (20, 2, 10, 10)]) == 2
    assert found_boxes(true, [(0, 0, 10, 10), (0, 0, 10, 9)]) == 1, "two for one count once"
    assert found_boxes(true, [(0, 0, 30, 10)]) == 0 and found_boxes([], true) == 0


def fates(written: str, read: str) -> dict[str, int]:
    counts = word_fates([PageText(tuple(written.split("\n")), tuple(read.split("\n")))])
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize(
    ("written", "read", "expected"),
    [
        ("to the camp", "to the camp", {"right": 3}),
        ("to the camp", "to the lamp", {"right": 2, "misread": 1}),
        ("to the camp", "tothe camp", {"cut": 2, "right": 1}),
        ("to the regiment", "to the regi ment", {"right": 2, "cut": 1}),
        ("orders for\nthe camp", "orders for", {"right": 2, "missed": 2}),
        ("orders", "orders xyz", {"right": 1, "ghost": 1}),
        ("Orders, sir", "orders sir", {"misread": 1, "right": 1}),
        ("", "stain", {"ghost": 1}),
        ("lost line", "", {"missed": 2}),
    ],
)
def test_fates_of_words(written: str, read: str, expected: dict[str, int]) -> None:
    assert fates(written, read) == expected


words = st.lists(st.text("abc ", max_size=12), max_size=4).map("\n".join)


@given(words, words)
def test_every_word_has_one_fate(written: str, read: str) -> None:
    found = fates(written, read)
    assert sum(found.values()) - found.get("ghost", 0) == len(written.split())
    assert found.get("ghost", 0) <= len(read.split())
    assert fates(written, written).get("right", 0) == len(written.split())


WRITTEN = (("orders", "of", "the", "day"), ("second", "line"))
READ = ("orders", "or", "the", "day", "second", "lime")


def boxes(line: int) -> list[tuple[int, int, int, int]]:
    return [(20 + 120 * place, 30 + 100 * line, 100, 40) for place in range(len(WRITTEN[line]))]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    page = np.full((260, 520), 240, np.uint8)
    for line in range(2):
        for x, y, w, h in boxes(line):
            for stroke in range(x + 5, x + w - 5, 12):
                page[y + 8 : y + h - 8, stroke : stroke + 4] = 20
    cv2.imwrite(str(tmp_path / "page.png"), page)
    return tmp_path / "page.png"


def record(image: Path, *, with_text: bool) -> PageRecord:
    texts = WRITTEN if with_text else tuple((None,) * len(line) for line in WRITTEN)
    words = tuple(
        WordRecord(box, text, line=number)
        for number in range(2)
        for box, text in zip(boxes(number), texts[number], strict=True)
    )
    lines = tuple(LineRecord((15, 25 + 100 * number, 490, 50), number=number) for number in range(2))
    return PageRecord(image, 520, 260, words=words, lines=lines)


@pytest.fixture
def truth(image: Path, tmp_path: Path) -> Path:
    write_pagexml(record(image, with_text=True), tmp_path / "page.xml")
    return tmp_path / "page.xml"


@pytest.fixture
def project(tmp_path: Path, image: Path) -> Project:
    project = Project.create(tmp_path / "p")
    import_contents(project, SourceContents(pages=(record(image, with_text=False),)))
    model_path(project, "m").parent.mkdir(exist_ok=True)
    save_ensemble(model_path(project, "m"), ensemble())
    register_model(project, "m")
    ids = word_ids(project)
    save_predictions(project, "m", [Prediction(i, t, "seen", 1, 1, 0.1) for i, t in zip(ids, READ, strict=True)])
    with project.edit("type"):
        set_transcription(project, ids[1], "of", TranscriptionSource.TYPED)
    return project


def test_suggestions_are_compared_and_typed_words_do_not_help(project: Project, truth: Path) -> None:
    result = evaluate_pages(project, [truth], None, ignore_events, lambda: False)
    assert (result["model"], result["pages"], result["unread"]) == ("m", 1, 0)
    assert result["wer"]["value"] == pytest.approx(2 / 6) and result["cer"]["edits"] == 2
    assert result["wer_by_line"]["edits"] == 2
    assert result["lines"] == {"found": 1.0, "interval": None, "true": 2, "precision": 1.0}
    assert result["words"] == {"found": 1.0, "interval": None, "true": 6, "precision": 1.0}


def test_words_without_a_suggestion_count_as_not_read(project: Project, truth: Path) -> None:
    with project.transaction() as connection:
        connection.execute("DELETE FROM prediction WHERE text IN ('orders', 'the')")
    result = evaluate_pages(project, [truth], "m", ignore_events, lambda: False)
    assert result["unread"] == 2 and result["wer"]["edits"] == 4


def test_pages_of_other_images_are_refused_in_one_sentence(project: Project, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    cv2.imwrite(str(other), np.full((260, 520), 200, np.uint8))
    write_pagexml(record(other, with_text=True), tmp_path / "other.xml")
    with pytest.raises(InputError, match=r"other.xml: it has no transcribed page of an image in this project"):
        evaluate_pages(project, [tmp_path / "other.xml"], None, ignore_events, lambda: False)


def test_a_stop_changes_nothing(project: Project, truth: Path) -> None:
    with pytest.raises(Stopped):
        evaluate_pages(project, [truth], None, ignore_events, lambda: True)


def test_the_command_shows_and_keeps_the_figures(
    project: Project, truth: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(project.folder), "--pages", str(truth)]) == 0
    shown = capsys.readouterr().out
    assert "33.3%" in shown and "joined to a neighbour or split" in shown
    assert main(["evaluate", str(project.folder), "--pages", str(truth), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out.splitlines()[-1])
    stored = load_evaluation(get_model(project, "m"), ON_PAGES)
    assert stored is not None and stored["wer"] == printed["wer"] and stored["measured_at"]
    delete_model(project, "m")
    assert not list((project.folder / "models").glob("*pages.json"))


def test_transcripts_need_no_images_beside_them(
    project: Project, truth: Path, image: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image.unlink()
    assert main(["evaluate", str(project.folder), "--pages", str(truth), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["pages"] == 1


def test_pages_that_the_model_learnt_from_are_not_measured(project: Project, truth: Path) -> None:
    (block,) = load_images(project, word_ids(project)[:1], ignore_events)
    digests = Samples.of(block.images, ["?"]).image_hashes()
    file = get_model(project, "m").file
    whole = load_ensemble(file)
    members = (replace(whole.members[0], trained_on=digests), *whole.members[1:])
    save_ensemble(file, replace(whole, members=members), replace=True)
    with pytest.raises(InputError, match="'m' learnt from words of all 1 pages"):
        evaluate_pages(project, [truth], None, ignore_events, lambda: False)
