"""Published collections of words: the George Washington boxes, and the IAM database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from core.errors import InputError
from core.formats import gtp, iam
from core.formats.gtp import group_into_lines
from core.formats.records import WordRecord

WORDS = """#--- words.txt ---
a01-000u-00-00 ok 154 408 768 27 51 AT A
a01-000u-00-01 err 154 507 766 213 48 NN MOVE
a01-000u-00-02 ok 154 796 764 70 50 TO to stop
a01-000u-00-03 ok 154 1 2 3 4 TO missing
a01-000u-00-00 ok 154 408 768 27 51 AT again
../../etc/pass ok 154 1 2 3 4 TO x
a01-000u-00-05 maybe 154 1 2 3 4 TO x
a01-000u-00-06 ok
"""


def in_lines(words: Sequence[WordRecord]) -> bytes:
    """Return words as a ``.gtp`` file has them."""
    rows = ((*word.box, word.text or "") for word in words)
    return "".join(f"{x} {y} {x + width} {y + height} {text}\n" for x, y, width, height, text in rows).encode()


def page_set(root: Path, gtp_text: str | bytes, name: str = "7") -> Path:
    (root / "pages").mkdir(parents=True, exist_ok=True)
    (root / "GT").mkdir(exist_ok=True)
    Image.new("L", (300, 200), 255).save(root / "pages" / f"{name}.png")
    data = gtp_text if isinstance(gtp_text, bytes) else gtp_text.encode()
    (root / "GT" / f"{name}.gtp").write_bytes(data)
    return root


def test_boxes_are_read_and_lines_derived(tmp_path: Path) -> None:
    text = "10 12 50 30 second line\r\n\r\n60 10 100 32 of\n10 50 50 70 word\n280 52 400 90 cut\n60 51 99 69\n"
    found = gtp.read(page_set(tmp_path, b"\xef\xbb\xbf" + text.encode()))
    page = found.pages[0]
    assert (page.width, page.height, page.image.name) == (300, 200, "7.png")
    assert [(w.box, w.text, w.line) for w in page.words] == [
        ((10, 12, 40, 18), "second line", 0),
        ((60, 10, 40, 22), "of", 0),
        ((10, 50, 40, 20), "word", 1),
        ((280, 52, 20, 38), "cut", 1),
        ((60, 51, 39, 18), None, 1),
    ]
    assert gtp.read(tmp_path / "GT" / "7.gtp").pages == found.pages


def test_unusable_lines_are_skipped(tmp_path: Path) -> None:
    rows = [
        b"10 10 20 20 good",
        b"1 2 3 word",
        b"20 10 10 20 reversed",
        b"400 10 410 20 outside",
        b"10 10 20 20 \xff",
        b"10 10 20 20 a\0b",
        b"99999999999 1 2 3 x",
        "١ ٢ ٣ ٤ x".encode(),
    ]
    found = gtp.read(page_set(tmp_path, b"\n".join(rows)))
    assert [w.text for w in found.pages[0].words] == ["good"]
    assert [s.place for s in found.skipped] == [f"line {i}" for i in range(2, 9)]
    assert "300 x 200" in found.skipped[2].reason


def test_unusable_pages_are_skipped_or_raise_input_error(tmp_path: Path) -> None:
    root = page_set(tmp_path / "set", "1 1 9 9 a\n", "10")
    page_set(root, "1 1 9 9 a\n", "2")
    page_set(root, "not boxes", "3")
    (root / "GT" / "4.gtp").write_text("1 1 9 9 a\n")
    (root / "pages" / "5.png").symlink_to(tmp_path / "outside.png")
    Image.new("L", (30, 20)).save(tmp_path / "outside.png")
    (root / "GT" / "5.gtp").write_text("1 1 9 9 a\n")
    page_set(root, "1 1 9 9 a\n" * (gtp.MAX_WORDS + 1), "6")
    found = gtp.read(root)
    assert [p.image.name for p in found.pages] == ["2.png", "10.png"]
    assert [s.file.name for s in found.skipped] == ["3.gtp", "4.gtp", "5.gtp", "6.gtp"]
    for source, message in [
        (root / "GT" / "3.gtp", r"3\.gtp \(line 1\): the line is not"),
        (root / "GT" / "4.gtp", "'4' was not found"),
        (tmp_path / "none", "no such"),
        (root / "pages", "no page with"),
    ]:
        with pytest.raises(InputError, match=message):
            gtp.read(source)


def test_group_into_lines_follows_sloping_lines() -> None:
    boxes = [(60 * i, 100 * line + 6 * i, 50, 40 + 7 * (i % 3)) for line in range(4) for i in range(20)]
    assert group_into_lines(boxes) == [line for line in range(4) for _ in range(20)]
    assert group_into_lines([]) == []


BOX = st.tuples(st.integers(0, 250), st.integers(0, 150), st.integers(1, 50), st.integers(1, 50))


WORD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n"), min_size=1, max_size=12)


STRIPPED = WORD.map(lambda s: s.strip(" \t\r")).filter(bool)


@given(st.lists(st.tuples(BOX, st.none() | STRIPPED), max_size=12))
def test_every_word_comes_back(rows: list) -> None:
    words, unusable = gtp.parse(in_lines([WordRecord(box, text) for box, text in rows]), (300, 200))
    assert [(w.box, w.text) for w in words] == rows and not unusable
    assert {w.line for w in words} == set(range(len({w.line for w in words})))


@given(st.binary(max_size=60))
def test_any_bytes_give_boxes_inside_the_page(data: bytes) -> None:
    words, _ = gtp.parse(b"1 1 5 5 a\n" + data, (30, 20))
    for x, y, width, height in (word.box for word in words):
        assert x >= 0 and y >= 0 and 1 <= width <= 30 - x and 1 <= height <= 20 - y


def test_george_washington(shared_data: Callable[[str], Path]) -> None:
    found = gtp.read(shared_data("gw20"))
    assert (len(found.pages), found.word_count, found.skipped) == (20, 4860, ())
    in_order = total = 0
    for page in found.pages:
        assert page.source is not None
        assert in_lines(page.words).split() == page.source.read_bytes().split()
        order = sorted(range(len(page.words)), key=lambda i: (page.words[i].line, page.words[i].box[0]))
        in_order += sum(b == a + 1 for a, b in pairwise(order))
        total += len(order) - 1
    assert in_order / total > 0.99  # line by line, words come in the order in which people listed them


def iam_set(root: Path) -> Path:
    for i in range(3):
        path = root / "words" / "a01" / "a01-000u" / f"a01-000u-00-{i:02}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("L", (20, 10)).save(path)
    return root


def test_words_txt_gives_crops_and_skips_segmentation_errors(tmp_path: Path) -> None:
    (iam_set(tmp_path) / "words.txt").write_bytes(WORDS.encode() + b"a01-000u-00-07 ok 1 1 1 1 1 T \xff\n")
    found = iam.read(tmp_path)
    assert [(c.ref, c.text, c.page) for c in found.crops] == [
        ("a01-000u-00-00", "A", "a01-000u"),
        ("a01-000u-00-02", "to stop", "a01-000u"),
    ]
    assert [s.place for s in found.skipped] == [
        "line 3",
        "a01-000u-00-03",
        "line 6",
        "line 7",
        "line 8",
        "line 9",
        "line 10",
    ]
    with_errors = iam.read(tmp_path / "words.txt", include_errors=True)
    assert [c.text for c in with_errors.crops] == ["A", "MOVE", "to stop"]


def test_xml_forms_give_writer_and_segmentation(tmp_path: Path) -> None:
    xml = iam_set(tmp_path) / "xml"
    xml.mkdir()
    (xml / "a01-000u.xml").write_text(
        '<form id="a01-000u" writer-id="042"><handwritten-part>'
        '<line id="a01-000u-00" segmentation="ok"><word id="a01-000u-00-00" text="A"/>'
        '<word id="../x" text="A"/></line>'
        '<line id="a01-000u-01" segmentation="err"><word id="a01-000u-00-01" text="MOVE"/></line>'
        "</handwritten-part></form>"
    )
    (xml / "other.xml").write_text("<page/>")
    found = iam.read(tmp_path)
    assert [(c.text, c.writer) for c in found.crops] == [("A", "042")]
    assert [s.place for s in found.skipped] == ["../x", "a01-000u-00-01", ""]


def test_links_out_of_the_folder_are_skipped(tmp_path: Path) -> None:
    root = iam_set(tmp_path / "iam")
    (root / "words.txt").write_text(WORDS)
    outside = tmp_path / "outside.png"
    Image.new("L", (20, 10)).save(outside)
    (root / "words" / "a01-000u-00-00.png").symlink_to(outside)
    assert [c.text for c in iam.read(root).crops] == ["to stop"]


def test_unusable_iam_folder_raises_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither"):
        iam.read(tmp_path)
    (tmp_path / "words.txt").write_text(WORDS)
    with pytest.raises(InputError, match="no folder 'words'"):
        iam.read(tmp_path)
    (tmp_path / "words").mkdir()
    with pytest.raises(InputError, match="no word of IAM can be used; the first reason: there is no such file"):
        iam.read(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        iam.read(tmp_path / "missing")


@given(st.text(max_size=60))
def test_any_line_of_words_txt_gives_an_entry_or_a_reason(line: str) -> None:
    found = iam.parse_line(line)
    if isinstance(found, iam.Entry):
        assert ".." not in found.ref and "/" not in found.ref
    assert not isinstance(iam.parse_line("a01-000u-00-00 ok 1 2 3 4 5 AT " + line), str) or "\0" in line
