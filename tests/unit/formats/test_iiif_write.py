"""Annotation pages: each word and line where it is on the canvas, and who said it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.formats.iiif_write import CONFIDENCE, ORIGIN, CanvasTarget, annotation_page, write_annotation_page
from core.formats.records import LineRecord, PageRecord, RegionRecord, TextOrigin, WordRecord

CANVAS = "https://iiif.example.org/canvas/1"
SHA = "ab" * 32


def page(*words: WordRecord, lines: tuple[LineRecord, ...] = (), frame: int = 0) -> PageRecord:
    return PageRecord(Path("p.jpg"), 200, 100, frame=frame, words=words, lines=lines)


def target(*area: int) -> CanvasTarget:
    return CanvasTarget(CANVAS, area or (0, 0, 200, 100))  # type: ignore[arg-type]


def items(record: PageRecord, place: CanvasTarget | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = annotation_page(record, place or target(), "f. 1r")["items"]
    return found


def label(record: PageRecord) -> str:
    return str(annotation_page(record, target(), "f. 1r")["label"]["en"][0])


def words_of(record: PageRecord) -> list[dict[str, Any]]:
    return [item for item in items(record) if item["textGranularity"] == "word"]


def test_words_and_lines_in_reading_order() -> None:
    record = page(
        WordRecord((10, 10, 30, 20), "Dear", line=0),
        WordRecord((50, 12, 40, 20), "Sir", line=0),
        WordRecord((10, 50, 30, 20), "thanks", line=1),
    )
    assert [(i["textGranularity"], i["body"]["value"], i["target"]) for i in items(record)] == [
        ("line", "Dear Sir", f"{CANVAS}#xywh=10,10,80,22"),
        ("word", "Dear", f"{CANVAS}#xywh=10,10,30,20"),
        ("word", "Sir", f"{CANVAS}#xywh=50,12,40,20"),
        ("line", "thanks", f"{CANVAS}#xywh=10,50,30,20"),
        ("word", "thanks", f"{CANVAS}#xywh=10,50,30,20"),
    ]


def test_annotation_is_a_supplementing_one_with_plain_text_and_no_language() -> None:
    document = annotation_page(page(WordRecord((10, 10, 30, 20), "Dear")), target(), "f. 1r")
    assert document["@context"][-1] == "http://iiif.io/api/presentation/3/context.json"
    assert set(document) == {"@context", "id", "type", "label", "items"}  # all that validators allow
    assert document["type"] == "AnnotationPage"
    for item in document["items"]:
        assert (item["type"], item["motivation"]) == ("Annotation", "supplementing")
        assert item["body"] == {"type": "TextualBody", "value": "Dear", "format": "text/plain"}
    ids = [document["id"], *(item["id"] for item in document["items"])]
    assert len(set(ids)) == len(ids) and all(name.startswith("urn:uuid:") for name in ids)
    assert annotation_page(page(WordRecord((10, 10, 30, 20), "Dear")), target(), "f. 1r") == document


def test_ids_stay_when_another_word_gets_a_text() -> None:
    rest = WordRecord((50, 10, 30, 20), "Sir", line=1)
    before = page(WordRecord((10, 10, 30, 20), None), rest)
    after = page(WordRecord((10, 10, 30, 20), "Dear"), rest)
    assert words_of(before)[0]["id"] == words_of(after)[1]["id"]


def test_boxes_are_in_units_of_the_canvas() -> None:
    record = page(WordRecord((10, 10, 30, 20), "Dear"))
    assert items(record, target(0, 0, 400, 200))[1]["target"] == f"{CANVAS}#xywh=20,20,60,40"
    assert items(record, target(1000, 500, 100, 50))[1]["target"] == f"{CANVAS}#xywh=1005,505,15,10"
    assert items(record, target(0, 0, 2, 1))[1]["target"].endswith(",1,1")


def test_page_of_no_canvas_is_named_by_the_hash_of_its_image() -> None:
    record = page(WordRecord((10, 10, 30, 20), "Dear"))
    assert items(record, CanvasTarget.of_image(SHA, record))[1]["target"] == f"urn:sha256:{SHA}#xywh=10,10,30,20"
    second = page(WordRecord((10, 10, 30, 20), "Dear"), frame=1)
    assert items(second, CanvasTarget.of_image(SHA, second))[1]["target"].startswith(f"urn:sha256:{SHA}:page:2#")


def test_canvas_with_a_fragment_gets_a_selector() -> None:
    found = items(page(WordRecord((10, 10, 30, 20), "Dear")), CanvasTarget(f"{CANVAS}#1", (0, 0, 200, 100)))
    assert found[0]["target"]["source"] == f"{CANVAS}#1"
    assert found[0]["target"]["selector"]["value"] == "xywh=10,10,30,20"


def test_line_is_left_out_where_one_of_its_words_has_no_text() -> None:
    record = page(WordRecord((10, 10, 30, 20), "Dear"), WordRecord((50, 10, 30, 20), None))
    assert [item["body"]["value"] for item in items(record)] == ["Dear"]


def test_uncut_line_has_its_own_text() -> None:
    lines = (LineRecord((5, 5, 100, 20), "Dear Sir", number=0), LineRecord((5, 40, 100, 20), None, number=1))
    (item,) = items(page(lines=lines))
    assert (item["textGranularity"], item["body"]["value"]) == ("line", "Dear Sir")
    assert item["target"] == f"{CANVAS}#xywh=5,5,100,20"


def test_text_of_a_region_without_lines_is_a_block() -> None:
    regions = (RegionRecord((5, 5, 100, 20), text="in the margin"), RegionRecord((5, 40, 100, 20)))
    (item,) = items(replace(page(), regions=regions))
    assert (item["textGranularity"], item["body"]["value"]) == ("block", "in the margin")
    assert item["target"] == f"{CANVAS}#xywh=5,5,100,20"


def test_who_said_it() -> None:
    origins = [
        TextOrigin("imported"),
        TextOrigin("typed"),
        TextOrigin("accepted", "m1", 0.87654321),
        TextOrigin("suggested", "m1", 0.5),
    ]
    record = page(*[WordRecord((10, 10, 30, 20), "x", line=n, origin=origin) for n, origin in enumerate(origins)])
    model = {"type": "Software", "name": "m1"}
    found = [(item.get("creator"), item[ORIGIN], item.get(CONFIDENCE)) for item in words_of(record)]
    assert found == [
        (None, "imported", None),
        ({"type": "Person"}, "typed", None),
        ([{"type": "Person"}, model], "accepted", 0.8765),
        (model, "suggested", 0.5),
    ]


def test_line_with_a_suggestion_counts_as_suggested() -> None:
    record = page(
        WordRecord((10, 10, 30, 20), "Dear", origin=TextOrigin("typed")),
        WordRecord((50, 10, 30, 20), "Sir", origin=TextOrigin("suggested", "m1", 0.5)),
    )
    line = items(record)[0]
    assert line["textGranularity"] == "line" and line[ORIGIN] == "suggested"
    assert line["creator"] == {"type": "Software", "name": "m1"}
    assert label(record) == "f. 1r: transcriptions, and 1 suggestions of the model m1 that no person has checked"


def test_page_of_transcriptions_says_nothing_of_suggestions() -> None:
    record = page(WordRecord((10, 10, 30, 20), "Dear", origin=TextOrigin("typed")))
    assert label(record) == "f. 1r: transcriptions"


def test_file_is_json_with_one_annotation_a_line(tmp_path: Path) -> None:
    record = page(WordRecord((10, 10, 30, 20), 'Ærø "\\\n'), WordRecord((50, 10, 30, 20), "b"))
    out = tmp_path / "out.json"
    write_annotation_page(record, target(), "f. 1r", out)
    assert json.loads(out.read_bytes()) == annotation_page(record, target(), "f. 1r")
    assert sum('"Annotation"' in line for line in out.read_text("utf-8").splitlines()) == 3
    write_annotation_page(page(), target(), "f. 1r", out)
    assert json.loads(out.read_bytes())["items"] == []
    with pytest.raises(InputError):
        write_annotation_page(record, target(), "f. 1r", out / "below")


@settings(max_examples=150, deadline=None)
@given(
    boxes=st.lists(
        st.tuples(st.integers(0, 190), st.integers(0, 90), st.integers(1, 10), st.integers(1, 10)), max_size=6
    ),
    text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
    scale=st.integers(1, 40),
)
def test_every_word_with_text_comes_back_from_the_file(
    tmp_path_factory: pytest.TempPathFactory, boxes: list[Any], text: str, scale: int
) -> None:
    record = page(*[WordRecord(box, text, line=n // 2) for n, box in enumerate(boxes)])
    out = tmp_path_factory.mktemp("a") / "out.json"
    write_annotation_page(record, target(0, 0, 200 * scale, 100 * scale), "f. 1r", out)
    found = [item for item in json.loads(out.read_bytes())["items"] if item["textGranularity"] == "word"]
    assert [item["body"]["value"] for item in found] == [text] * len(boxes)
    for item, box in zip(found, boxes, strict=True):
        numbers = [int(part) for part in item["target"].partition("#xywh=")[2].split(",")]
        assert numbers == [side * scale for side in box]
