"""Collections of word images: tables, the George Washington boxes, and the IAM database."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from document_helpers import write_crops
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from core.errors import InputError
from core.formats import gtp, iam, table
from core.formats.gtp import group_into_lines
from core.formats.records import CropRecord, WordRecord

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


def crop(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (12, 8), 200).save(path)
    return path


def write_table(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_any_delimiter_and_column_order_is_read(tmp_path: Path, delimiter: str, bom: bytes) -> None:
    crop(tmp_path / "w" / "1.png")
    head = delimiter.join(["text", "File", "role", "writer", "page", "more"])
    row = delimiter.join(["né", "w\\1.png", "Test", "7", "p3", "x"])
    found = table.read(write_table(tmp_path / "t.csv", bom + f"{head}\r\n{row}\r\n".encode()))
    assert found.crops == (CropRecord(tmp_path / "w/1.png", "né", "test", "7", "p3", "w/1.png"),)


def test_unusable_rows_are_skipped(tmp_path: Path) -> None:
    root = tmp_path / "set"
    crop(root / "1.png")
    crop(tmp_path / "secret.png")
    (root / "link.png").symlink_to(tmp_path / "secret.png")
    (root / "folder").symlink_to(tmp_path)
    (root / "zero.png").touch()
    (root / "words.txt").write_text("x")
    unusable = {
        "/etc/passwd": "absolute",
        "C:\\x.png": "absolute",
        "\\\\host\\x.png": "absolute",
        "../secret.png": "leads out",
        "a/../../secret.png": "leads out",
        "..\\secret.png": "leads out",
        "link.png": "leads out",
        "folder/secret.png": "leads out",
        "zero.png": "the file is empty",
        "words.txt": "not an image file",
        "missing.png": "There is no file",
        "": "is empty",
    }
    rows = "".join(f"{name},x\n" for name in unusable)
    found = table.read(write_table(root / "t.csv", f"file,text,role\n1.png,a\n1.png,b\n1.png,c,boss\n{rows}"))
    assert [c.text for c in found.crops] == ["a"]
    assert [s.place for s in found.skipped] == [f"line {i}" for i in range(3, 17)]
    assert "listed in line 2" in found.skipped[0].reason and "'boss'" in found.skipped[1].reason
    for skipped, (name, message) in zip(found.skipped[2:], unusable.items(), strict=True):
        assert message in skipped.reason, name


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"name,text\na,b\n", "no column 'file'"),
        (b"file,file\na,b\n", "two columns"),
        (b"file,text\n", "only a header"),
        (b"file,text\n\na\0b,x\n", r"line 3\): there is a NUL byte"),
        (b"file,text\na.png,\xed\xa0\x80\n", r"line 2\): the table is not UTF-8"),
        (b"file,text\na.png,caf\xe9\n", "not UTF-8"),
        ("file,text\na.png,b\n".encode("utf-16"), "UTF-16"),
        (b"file,text\na.png," + b"x" * 200_000, r"line 2\): .*too long"),
        (b'file,text\na.png,"open\n', "cannot be read"),
        (b'file,text\na.png,"a"b\n', "cannot be read"),
        (b"file,text\nnone.png,b\n", "no usable row; the first reason: There is no file 'none.png'"),
    ],
)
def test_invalid_tables_raise_input_error(tmp_path: Path, data: bytes, message: str) -> None:
    before = csv.field_size_limit()
    with pytest.raises(InputError, match=message) as caught:
        table.read(write_table(tmp_path / "t.csv", data))
    assert "\n" not in str(caught.value)
    assert csv.field_size_limit() == before


def test_folder_needs_exactly_one_table(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no table"):
        table.read(tmp_path)
    crop(tmp_path / "1.png")
    write_table(tmp_path / "words.csv", "file,text\n1.png,a\n")
    write_table(tmp_path / "other.csv", "year,count\n1,2\n")
    write_table(tmp_path / "latin.csv", b"caf\xe9")
    assert table.read(tmp_path).word_count == 1
    write_table(tmp_path / "more.tsv", "file\ttext\n1.png\ta\n")
    with pytest.raises(InputError, match="several tables"):
        table.read(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        table.read(tmp_path / "missing.csv")


def test_formulas_are_escaped(tmp_path: Path) -> None:
    image = crop(tmp_path / "-1.png")
    texts = ["=1+1", "+x", "-x", "@x", "\tx", "\rx", "'=x", "''@", "'x", "x=1"]
    for text in texts:
        write_crops(tmp_path / "t.csv", [CropRecord(image, text)])
        with (tmp_path / "t.csv").open(newline="", encoding="utf-8") as stream:
            file, cell = list(csv.reader(stream))[1][:2]
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) and file == "'-1.png"
        assert table.read(tmp_path / "t.csv").crops[0].text == text


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(text=TEXT, writer=st.none() | TEXT, page=st.none() | TEXT, role=st.sampled_from([None, "train", "val"]))
def test_write_and_read_round_trip(
    tmp_path: Path, text: str, writer: str | None, page: str | None, role: str | None
) -> None:
    record = CropRecord(crop(tmp_path / "1.png"), text, role, writer, page, "1.png")
    write_crops(tmp_path / "t.csv", [record])
    assert table.read(tmp_path / "t.csv").crops == (record,)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(data=st.binary(max_size=80))
def test_any_bytes_give_crops_or_raise_input_error(tmp_path: Path, data: bytes) -> None:
    try:
        found = table.read(write_table(tmp_path / "t.csv", b"file,text\n" + data))
    except InputError as error:
        assert str(error).startswith(str(tmp_path))
    else:
        assert found.crops


def test_real_tables(shared_data: Callable[[str], Path]) -> None:
    german = table.read(shared_data("dhsd"))
    assert (german.word_count, german.skipped) == (4711, ())
    assert len({c.writer for c in german.crops}) == 29
    french = table.read(shared_data("copiste_fr") / "words.csv")
    assert (french.word_count, french.skipped) == (12046, ())
    assert len({c.writer for c in french.crops}) == 49 and french.crops[0].text == "Orenbourg."
