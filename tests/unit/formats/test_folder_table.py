"""Crops from a folder and from a table: labels, order, and nothing from outside the folder."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from core.errors import InputError
from core.formats import folder, scans, table
from core.formats.records import CropRecord


def crop(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (12, 8), 200).save(path)
    return path


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("word.png", "word"),
        ("word_0012.png", "word"),
        ("0012_word.png", "word"),
        ("0012_word_3.png", "word"),
        ("Strasse_neu_1.png", "Strasse_neu"),
        ("0012.png", None),
        ("1754_1.png", "1754"),
        ("café/0001.png", "café"),
        ("train/the/7.png", "the"),
        ("_1.png", "_1"),
    ],
)
def test_the_word_in_a_name(name: str, label: str | None) -> None:
    assert folder.label_of(Path(name)) == label


def test_folder_in_natural_order(tmp_path: Path) -> None:
    for name in ("a_10.png", "a_2.png", "b/1.png", "a_2.txt", ".hidden.png", "x.pdf"):
        crop(tmp_path / name) if name.endswith("png") else (tmp_path / name).write_text("x")
    (tmp_path / "broken_1.png").write_bytes(b"\x89PNG")
    (tmp_path / "zero.png").touch()
    found = folder.read(tmp_path)
    assert [c.ref for c in found.crops] == ["a_2.png", "a_10.png", "b/1.png"]
    assert [c.text for c in found.crops] == ["a", "a", "b"]
    assert {s.file.name for s in found.skipped} == {"broken_1.png", "zero.png"}
    assert "empty" in next(s.reason for s in found.skipped if s.file.name == "zero.png")
    assert {c.text for c in folder.read(tmp_path, labels="none").crops} == {None}


def test_folder_leaves_links_that_lead_out(tmp_path: Path) -> None:
    outside = crop(tmp_path / "outside.png")
    inside = crop(tmp_path / "set" / "in_1.png")
    (tmp_path / "set" / "out_1.png").symlink_to(outside)
    (tmp_path / "set" / "copy_1.png").symlink_to(inside)
    found = folder.read(tmp_path / "set")
    assert [c.text for c in found.crops] == ["copy", "in"]
    assert "leads out" in found.skipped[0].reason


def test_folder_without_anything(tmp_path: Path) -> None:
    for source, told in [(tmp_path, "no readable image"), (tmp_path / "x", "no such file")]:
        with pytest.raises(InputError, match=told):
            folder.read(source)
    with pytest.raises(InputError, match="this is a file"):
        folder.read(crop(tmp_path / "a.png"))
    with pytest.raises(InputError, match="'name' or 'none'"):
        folder.read(tmp_path, labels="both")  # type: ignore[arg-type]


def write_table(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_table_with_any_delimiter(tmp_path: Path, delimiter: str, bom: bytes) -> None:
    crop(tmp_path / "w" / "1.png")
    head = delimiter.join(["text", "File", "role", "writer", "page", "more"])
    row = delimiter.join(["né", "w\\1.png", "Test", "7", "p3", "x"])
    found = table.read(write_table(tmp_path / "t.csv", bom + f"{head}\r\n{row}\r\n".encode()))
    assert found.crops == (CropRecord(tmp_path / "w/1.png", "né", "test", "7", "p3", "w/1.png"),)


def test_table_rows_that_cannot_be_used(tmp_path: Path) -> None:
    root = tmp_path / "set"
    crop(root / "1.png")
    crop(tmp_path / "secret.png")
    (root / "link.png").symlink_to(tmp_path / "secret.png")
    (root / "folder").symlink_to(tmp_path)
    (root / "zero.png").touch()
    (root / "words.txt").write_text("x")
    bad = {
        "/etc/passwd": "absolute",
        "C:\\x.png": "absolute",
        "\\\\host\\x.png": "absolute",
        "../secret.png": "leads out",
        "a/../../secret.png": "leads out",
        "..\\secret.png": "leads out",
        "link.png": "leads out",
        "folder/secret.png": "leads out",
        "zero.png": "the file is empty",
        "words.txt": "not the name of an image",
        "missing.png": "is not there",
        "": "is empty",
    }
    rows = "".join(f"{name},x\n" for name in bad)
    found = table.read(write_table(root / "t.csv", f"file,text,role\n1.png,a\n1.png,b\n1.png,c,boss\n{rows}"))
    assert [c.text for c in found.crops] == ["a"]
    assert [s.place for s in found.skipped] == [f"line {i}" for i in range(3, 17)]
    assert "listed in line 2" in found.skipped[0].reason and "'boss'" in found.skipped[1].reason
    for skipped, (name, told) in zip(found.skipped[2:], bad.items(), strict=True):
        assert told in skipped.reason, name


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"name,text\na,b\n", "no column 'file'"),
        (b"file,file\na,b\n", "stands twice"),
        (b"file,text\n", "only a header"),
        (b"file,text\n\na\0b,x\n", r"line 3\): there is a NUL byte"),
        (b"file,text\na.png,\xed\xa0\x80\n", r"line 2\): the table is not UTF-8"),
        (b"file,text\na.png,caf\xe9\n", "not UTF-8"),
        ("file,text\na.png,b\n".encode("utf-16"), "UTF-16"),
        (b"file,text\na.png," + b"x" * 200_000, r"line 2\): .*too long"),
        (b'file,text\na.png,"open\n', "cannot be read"),
        (b'file,text\na.png,"a"b\n', "cannot be read"),
        (b"file,text\nnone.png,b\n", "no usable row; the first reason: 'none.png' is not there"),
    ],
)
def test_tables_that_are_refused(tmp_path: Path, data: bytes, told: str) -> None:
    before = csv.field_size_limit()
    with pytest.raises(InputError, match=told) as caught:
        table.read(write_table(tmp_path / "t.csv", data))
    assert "\n" not in str(caught.value)
    assert csv.field_size_limit() == before


def test_the_table_of_a_folder(tmp_path: Path) -> None:
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


def test_formulas_are_shielded(tmp_path: Path) -> None:
    image = crop(tmp_path / "-1.png")
    texts = ["=1+1", "+x", "-x", "@x", "\tx", "\rx", "'=x", "''@", "'x", "x=1"]
    for text in texts:
        table.write(tmp_path / "t.csv", [CropRecord(image, text)])
        with (tmp_path / "t.csv").open(newline="", encoding="utf-8") as stream:
            file, cell = list(csv.reader(stream))[1][:2]
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) and file == "'-1.png"
        assert table.read(tmp_path / "t.csv").crops[0].text == text


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(text=TEXT, writer=st.none() | TEXT, page=st.none() | TEXT, role=st.sampled_from([None, "train", "val"]))
def test_tables_come_back_as_they_were(
    tmp_path: Path, text: str, writer: str | None, page: str | None, role: str | None
) -> None:
    record = CropRecord(crop(tmp_path / "1.png"), text, role, writer, page, "1.png")
    table.write(tmp_path / "t.csv", [record])
    assert table.read(tmp_path / "t.csv").crops == (record,)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(data=st.binary(max_size=80))
def test_any_bytes_as_a_table_give_crops_or_one_sentence(tmp_path: Path, data: bytes) -> None:
    try:
        found = table.read(write_table(tmp_path / "t.csv", b"file,text\n" + data))
    except InputError as error:
        assert str(error).startswith(str(tmp_path))
    else:
        assert found.crops


def test_what_a_table_cannot_store(tmp_path: Path) -> None:
    image = crop(tmp_path / "1.png")
    target = tmp_path / "t.csv"
    target.write_text("old")
    for record, told in [
        (CropRecord(image, "\ud800"), "surrogate"),
        (CropRecord(image, "a\0"), "NUL"),
        (CropRecord(Path("/elsewhere/1.png"), "a"), "does not lie"),
    ]:
        with pytest.raises(InputError, match=told):
            table.write(target, [record])
    assert target.read_text() == "old" and len(list(tmp_path.iterdir())) == 2
    with pytest.raises(InputError, match="cannot be written"):
        table.write(image / "t.csv", [])


def test_scans(tmp_path: Path) -> None:
    Image.new("L", (30, 40)).save(tmp_path / "page 10.png")
    pages = [Image.new("L", (20 + i, 30)) for i in range(2)]
    pages[0].save(tmp_path / "page 2.tif", save_all=True, append_images=pages[1:])
    (tmp_path / "page 3.jpg").write_bytes(b"\xff\xd8\xff")
    found = scans.read(tmp_path)
    assert [(p.image.name, p.frame, p.width, p.height) for p in found.pages] == [
        ("page 2.tif", 0, 20, 30),
        ("page 2.tif", 1, 21, 30),
        ("page 10.png", 0, 30, 40),
    ]
    assert [s.file.name for s in found.skipped] == ["page 3.jpg"] and found.word_count == 0
    assert len(scans.read(tmp_path / "page 2.tif").pages) == 2
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.png").symlink_to(tmp_path / "page 10.png")
    for source, told in [
        (tmp_path / "page 3.jpg", "not an image"),
        (tmp_path / "none", "no such"),
        (tmp_path / "out", "no readable scan .* leads out"),
    ]:
        with pytest.raises(InputError, match=told):
            scans.read(source)


def test_real_tables(shared_data: Callable[[str], Path]) -> None:
    german = table.read(shared_data("dhsd"))
    assert (german.word_count, german.skipped) == (4711, ())
    assert len({c.writer for c in german.crops}) == 29
    french = table.read(shared_data("copiste_fr") / "words.csv")
    assert (french.word_count, french.skipped) == (12046, ())
    assert len({c.writer for c in french.crops}) == 49 and french.crops[0].text == "Orenbourg."
