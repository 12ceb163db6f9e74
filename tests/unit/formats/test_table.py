"""Tables of word images: rows, escaping, and nothing from outside the folder."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from document_helpers import write_crops
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from core.errors import InputError
from core.formats import table
from core.formats.records import CropRecord


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
