"""Tables, gtp and IAM from strangers: harmed line by line and cell by cell."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from document_helpers import write_crops
from hostile_helpers import (
    CASES,
    MANY,
    Watch,
    by_hypothesis,
    digest,
    harmed,
    in_limits,
    seeds,
    sly_text,
    taken_in_and_out,
)
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tally import Harm, tally

from core.errors import InputError
from core.formats import gtp, iam, table
from core.formats.gtp import group_into_lines
from core.formats.records import CropRecord
from core.formats.sources import read_source
from core.project.project import Project

pytestmark = pytest.mark.timeout(3600)

LISTING = """# a comment
a01-000u-00-00 ok 154 408 768 27 51 AT A
a01-000u-00-01 ok 154 507 766 213 48 NN MOVE
a01-000u-00-02 err 154 796 764 70 50 TO to
"""
FORM = """<form id="a01-000u" writer-id="007"><handwritten-part><line segmentation="ok">
<word id="a01-000u-00-00" text="A"/><word id="a01-000u-00-01" text="MO&amp;VE"/></line>
<line segmentation="err"><word id="a01-000u-00-02" text="to"/></line></handwritten-part></form>
"""


def table_in(folder: Path) -> Path:
    crops = []
    for number, text in enumerate(("the", "=1+1", None, "Kïng", "two words", 'quo"te')):
        image = folder / "inner" / f"{number}.png"
        image.parent.mkdir(parents=True, exist_ok=True)
        Image.new("L", (40 + number, 20), 200).save(image)
        crops.append(CropRecord(image, text, role="train" if number else "test", writer="a", page="p1"))
    write_crops(folder / "t.csv", crops)
    return folder / "t.csv"


def gtp_in(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    Image.new("L", (200, 100), 255).save(folder / "p.png")
    (folder / "p.gtp").write_text("10 10 40 30 the\n50 12 90 32 Kïng\n10 50 19 59\n", encoding="utf-8")
    return folder / "p.gtp"


def iam_in(folder: Path) -> Path:
    for number in range(3):
        image = folder / "words" / "a01" / "a01-000u" / f"a01-000u-00-{number:02}.png"
        image.parent.mkdir(parents=True, exist_ok=True)
        Image.new("L", (40 + number, 20), 200).save(image)
    (folder / "words.txt").write_text(LISTING, encoding="utf-8")
    return folder / "words.txt"


def iam_forms_in(folder: Path) -> Path:
    iam_in(folder)
    (folder / "words.txt").unlink()
    (folder / "xml").mkdir()
    (folder / "xml" / "a01-000u.xml").write_text(FORM, encoding="utf-8")
    return folder / "xml" / "a01-000u.xml"


MAKERS: dict[str, tuple[Callable[[Path], Path], Callable[[Path], Any]]] = {
    "table": (table_in, table.read),
    "gtp": (gtp_in, gtp.read),
    "iam": (iam_in, iam.read),
    "iam forms": (iam_forms_in, lambda path: iam.read(path.parents[1])),
}


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_harmed_files(kind: str, tmp_path: Path) -> None:
    make, read = MAKERS[kind]
    path = make(tmp_path / "in")
    whole = path.read_bytes()
    watch = Watch()
    with Project.create(tmp_path / "archive") as project:
        for seed in seeds():
            path.write_bytes(harmed(whole, seed))
            before = digest(tmp_path / "in")
            found = watch.try_it(lambda: read(path))
            if seed % 5 == 0:
                taken_in_and_out(project, found)
                watch.try_it(lambda: read_source(tmp_path / "in"))
            assert digest(tmp_path / "in") == before
    assert watch.refused and watch.taken
    tally(
        Harm.TRANSCRIPTIONS,
        f"{kind}: damaged files (bits, cuts, duplicated parts, odd numbers)",
        watch.cases,
        watch.outcome,
    )


def test_tables_of_any_cells(tmp_path: Path) -> None:
    path = table_in(tmp_path)
    watch = Watch()
    names = st.sampled_from(["inner/0.png", "inner/1.png", "inner\\2.png"])
    rows = st.lists(st.lists(st.one_of(names, sly_text), max_size=7), max_size=6)

    @by_hypothesis
    @given(rows, st.sampled_from([",", ";", "\t"]))
    def any_table(rows: list[list[str]], delimiter: str) -> None:
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, delimiter=delimiter, escapechar="\\")
        writer.writerows([["file", "text", "role", "writer", "page"], *rows])
        path.write_bytes(stream.getvalue().encode("utf-8", "surrogatepass"))
        watch.try_it(lambda: table.read(path))

    any_table()
    tally(Harm.TRANSCRIPTIONS, "table: random cells (hypothesis)", watch.cases, watch.outcome)


@pytest.mark.parametrize("kind", ["gtp", "iam"])
def test_lists_of_any_lines(kind: str, tmp_path: Path) -> None:
    make, read = MAKERS[kind]
    path = make(tmp_path)
    watch = Watch()
    number = st.one_of(st.integers(-10, 250).map(str), st.integers().map(str), sly_text)
    ids = st.one_of(st.sampled_from(["a01-000u-00-00", "a01-000u-00-01", "a01-000u-00-01"]), sly_text)
    gtp_line = st.tuples(number, number, number, number, sly_text)
    iam_line = st.tuples(
        ids, st.sampled_from(["ok", "err", "no"]), number, number, number, number, number, sly_text, sly_text
    )
    lines: Any = st.lists(gtp_line if kind == "gtp" else iam_line, max_size=8)

    @by_hypothesis
    @given(
        st.one_of(
            lines.map(lambda rows: "\n".join(map(" ".join, rows)).encode("utf-8", "surrogatepass")),
            st.binary(max_size=200),
        )
    )
    def any_list(data: bytes) -> None:
        path.write_bytes(data)
        watch.try_it(lambda: read(path))

    any_list()
    tally(Harm.TRANSCRIPTIONS, f"{kind}: random lines (hypothesis)", watch.cases, watch.outcome)


@pytest.mark.parametrize(
    "name",
    [
        "/etc/hostname.png",
        "../out.png",
        "..\\out.png",
        "C:\\out.png",
        "C:out.png",
        "\\\\host\\out.png",
        "link.png",
        "linked/out.png",
        "inner/../../out.png",
        "x" * 5000 + ".png",
        "a/" * 3000 + "0.png",
        "fifo.png",
        "inner",
    ],
)
def test_table_rows_that_lead_out_are_skipped(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    path = table_in(folder)
    Image.new("L", (40, 20), 200).save(tmp_path / "out.png")
    (folder / "link.png").symlink_to(tmp_path / "out.png")
    (folder / "linked").symlink_to(tmp_path)
    os.mkfifo(folder / "fifo.png")
    path.write_text(f"file,text\ninner/0.png,good\n{name},bad\n", encoding="utf-8")
    watch = Watch()
    found: Any = watch.try_it(lambda: table.read(path))
    assert [crop.text for crop in found.crops] == ["good"] and len(found.skipped) == 1
    tally(Harm.TRANSCRIPTIONS, "table: image reference that leaves the folder", 1, "row skipped, with the reason")


@pytest.mark.parametrize("kind", ["table", "gtp", "iam forms"])
def test_files_linked_from_outside_are_left_alone(kind: str, tmp_path: Path) -> None:
    make, read = MAKERS[kind]
    inside, outside = make(tmp_path / "in"), make(tmp_path / "out")
    inside.unlink()
    inside.symlink_to(outside)
    with pytest.raises(InputError):
        iam.read(tmp_path / "in") if kind == "iam forms" else read(inside.parent)
    tally(Harm.TRANSCRIPTIONS, f"{kind}: file linked from outside", 1, "ignored")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\xff\xfef\0i\0l\0e\0", "UTF-16"),
        (b"file,text\n\xff,x\n", "line 2.*not UTF-8"),
        (b"file,text\ninner/0.png,a\0b\n", "line 2.*NUL"),
        (b"file,text\ninner/0.png,\xed\xa0\x80\n", "not UTF-8"),
        (b'file,text\n"inner/0.png', "unexpected end"),
        (b"file,text,file\n", "two columns"),
        (b'file,text\ninner/0.png,"' + b"x" * 200_000 + b'"\n', "too long"),
        (b"file,text\ninner/0.png" + b"," * 2000 + b"\n", "more than 1,000 cells"),
        (b"file,text\n" + b"x" * 1_100_000, "longer than"),
        (b"text\nx\n", "no column 'file'"),
        (b"\r\n" * 50 + b"file,text\n", "no column 'file'"),
        (b"file,text\ninner/0.png,\xf0\x9f", "not UTF-8"),
    ],
)
def test_tables_that_are_none(data: bytes, reason: str, tmp_path: Path) -> None:
    path = table_in(tmp_path)
    path.write_bytes(data)
    with pytest.raises(InputError, match=reason):
        table.read(path)
    tally(Harm.TRANSCRIPTIONS, "table: not a table", 1, "refused")


@pytest.mark.skipif(not MANY, reason="takes seconds, so it belongs to `make robustness`")
@pytest.mark.parametrize("kind", ["table", "gtp", "iam"])
def test_many_lines_of_no_use_are_not_gathered_for_ever(kind: str, tmp_path: Path) -> None:
    path = MAKERS[kind][0](tmp_path)
    times = 16
    path.write_bytes((b"file,text\n" if kind == "table" else b"") + b"x\n" * (times * 2**18))
    told = in_limits(f"from core.formats import {kind}", f"{kind}.read(Path(sys.argv[1]))", path)
    assert told.startswith("refused")
    tally(Harm.TRANSCRIPTIONS, f"{kind}: millions of useless lines", 1, "refused within 1 GB and 10 s")


@pytest.mark.skipif(not MANY, reason="a line of a gigabyte belongs to `make robustness`")
@pytest.mark.parametrize("kind", ["table", "gtp", "iam", "pagexml", "alto"])
@pytest.mark.parametrize("size", [2**30, 2**26 - 100], ids=["1 GB", "64 MB"])
def test_one_endless_line(kind: str, size: int, tmp_path: Path) -> None:
    if kind in MAKERS:
        path = MAKERS[kind][0](tmp_path)
        head = b"file,text\n" if kind == "table" else b""
    else:
        path, head = tmp_path / "p.xml", b"<PcGts><Page" if kind == "pagexml" else b"<alto><Page"
    with path.open("wb") as stream:
        stream.write(head)
        for _ in range(size // 2**20):
            stream.write(b"a" * 2**20)
    told = in_limits(f"from core.formats import {kind}", f"{kind}.read(Path(sys.argv[1]))", path)
    path.unlink()
    assert told.startswith("refused")
    tally(Harm.TRANSCRIPTIONS, f"{kind}: one line of {size >> 20} MB", 1, "refused within 1 GB and 10 s")


def test_ten_thousand_lines_on_a_page_are_found_in_time() -> None:
    boxes = [(i % 7, 2 * i, 5, 1) for i in range(10_000)]
    watch = Watch()
    lines: Any = watch.try_it(lambda: group_into_lines(boxes))
    assert lines == list(range(10_000))
    assert CASES and watch.taken == 1
    tally(Harm.TRANSCRIPTIONS, "gtp: ten thousand lines of one word", 1, "read in time")
