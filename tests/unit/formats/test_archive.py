"""Zip files as sources: what is unpacked, what is refused, and that nothing stays behind."""

from __future__ import annotations

import io
import stat
import struct
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from document_helpers import page_xml, read_sources, scan, zip_folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.formats import archive
from core.formats.archive import unpack, unpack_sources
from core.formats.sources import open_sources, read_source


@pytest.fixture(autouse=True)
def temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep temporary folders in a place where leftovers can be seen."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def zip_of(path: Path, *entries: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in entries:
            out.writestr(name, data)
    return path


def pages_zip(folder: Path, path: Path) -> Path:
    scan(folder / "a.png")
    page_xml(folder / "page/a.xml", "a.png", "word")
    return zip_folder(folder, path)


def test_pages_of_a_zip_exist_as_long_as_needed(tmp_path: Path, temporary_files: Path) -> None:
    source = pages_zip(tmp_path / "in", tmp_path / "Pages.ZIP")
    assert read_source(source).word_count == 1
    assert list(temporary_files.iterdir()) == []
    with open_sources([source]) as found:
        (page,) = found.pages
        assert [word.text for word in page.words] == ["word"]
        assert page.image.is_file() and page.source is not None and page.source.is_file()
    assert list(temporary_files.iterdir()) == []


def test_zip_is_combined_with_other_sources(tmp_path: Path) -> None:
    """Transcriptions in one zip, images in another and beside them."""
    page_xml(tmp_path / "texts/a.xml", "a.png", "one")
    page_xml(tmp_path / "texts/b.xml", "b.png", "two")
    scan(tmp_path / "images/a.png", 10)
    beside = scan(tmp_path / "b.png", 20)
    texts, images = (zip_folder(tmp_path / name, tmp_path / f"{name}.zip") for name in ("texts", "images"))
    with open_sources([texts, images, beside]) as found:
        assert sorted(word.text or "" for page in found.pages for word in page.words) == ["one", "two"]
        assert len(found.pages) == 2 and found.skipped == ()


def test_names_of_what_is_skipped_are_those_in_the_zip(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    pages_zip(folder, tmp_path / "x.zip")
    page_xml(folder / "page/lost.xml", "lost.png", "word")
    (folder / "inner.zip").write_bytes(b"PK")
    source = zip_folder(folder, tmp_path / "x.zip")
    found = read_sources([source])
    assert {entry.file for entry in found.skipped} == {source / "page/lost.xml", source / "inner.zip"}
    assert not any("temporary" in str(entry) for entry in found.skipped)
    alone = zip_of(tmp_path / "alone.zip", ("bad.xml", b"<nothing"))
    with pytest.raises(InputError, match=r"alone\.zip") as caught:
        read_sources([alone])
    assert "temporary" not in str(caught.value)


def test_files_are_removed_after_errors(tmp_path: Path, temporary_files: Path) -> None:
    source = pages_zip(tmp_path / "in", tmp_path / "x.zip")
    with pytest.raises(ZeroDivisionError), unpack_sources([source]):
        raise ZeroDivisionError
    damaged = tmp_path / "damaged.zip"
    data = bytearray(source.read_bytes())
    data[60:90] = bytes(30)
    damaged.write_bytes(data)
    with pytest.raises(InputError, match="damaged"):
        read_sources([source, damaged])
    assert list(temporary_files.iterdir()) == []


def link(name: str, target: str) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target.encode()


def device(name: str) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFIFO | 0o666) << 16
    return info, b""


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([("../out.xml", b"x")], "leads out"),
        ([("a/../../out.xml", b"x")], "leads out"),
        ([("/etc/out.xml", b"x")], "leads out"),
        ([("C:\\out.xml", b"x")], "leads out"),
        ([("c:out.xml", b"x")], "leads out"),
        ([("a/b:stream.xml", b"x")], "leads out"),
        ([("..\\out.xml", b"x")], "leads out"),
        ([("\\\\server\\share\\out.xml", b"x")], "leads out"),
        ([link("a.png", "/etc/passwd")], "symbolic link"),
        ([link("a", ".."), ("a/x", b"x")], "symbolic link"),
        ([device("pipe")], "not a plain file"),
        ([("A/x.xml", b"1"), ("a/X.XML", b"2")], "same name"),
        ([("é.xml", b"1"), ("e\u0301.xml", b"2")], "same name"),
        ([("a", b"1"), ("a/b", b"2")], "both a file and a folder"),
        ([("a/b", b"1"), ("a", b"2")], "same name"),
        ([("x" * 1200, b"1")], "too long a name"),
        ([("d/" * 40 + "x", b"1")], "too long a name"),
        ([("bomb.xml", bytes(30 * 2**20))], "250 times"),
        ([(f"bomb{n}.xml", bytes(12 * 2**20)) for n in range(3)], "250 times"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_unsafe_zip_is_refused_before_anything_is_written(
    tmp_path: Path, temporary_files: Path, entries: list[tuple[zipfile.ZipInfo | str, bytes]], reason: str
) -> None:
    source = zip_of(tmp_path / "bad.zip", *entries)
    with pytest.raises(InputError, match=reason) as caught:
        read_sources([source])
    assert str(caught.value).count(str(source)) == 1 and "\n" not in str(caught.value)
    assert list(temporary_files.iterdir()) == []
    with pytest.raises(InputError):
        unpack(source, tmp_path / "unpacked")
    assert not (tmp_path / "unpacked").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"bad.zip", "temporary"}


def test_limits_of_number_and_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = zip_of(tmp_path / "x.zip", *[(f"{n}.txt", b"0123456789") for n in range(30)])
    for name, limit in (
        ("MAX_ENTRIES", 29),
        ("MAX_ENTRY_BYTES", 9),
        ("MAX_TOTAL_BYTES", 299),
        ("MAX_DIRECTORY_BYTES", 1000),
    ):
        with monkeypatch.context() as patch, pytest.raises(InputError, match="the zip file has"):
            patch.setattr(archive, name, limit)
            unpack(source, tmp_path / name)
    assert unpack(source, tmp_path / "all") == [] and len(list((tmp_path / "all").iterdir())) == 30


def test_huge_list_of_entries_is_not_read_into_memory(tmp_path: Path) -> None:
    """A sparse file whose end says that its list of entries is 3 GB long."""
    source = tmp_path / "huge.zip"
    size = 3 * 2**30
    with source.open("wb") as file:
        file.seek(size)
        file.write(struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, size, 0, 0))
    with pytest.raises(InputError, match="more than 50,000 entries"):
        unpack(source, tmp_path / "out")


def test_size_in_the_header_is_not_trusted(tmp_path: Path) -> None:
    """An entry that says it has 10 bytes unpacks to a hundred megabytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("a.xml", bytes(100 * 2**20))
    data = buffer.getvalue()
    real, small = struct.pack("<L", 100 * 2**20), struct.pack("<L", 10)
    source = tmp_path / "liar.zip"
    source.write_bytes(data.replace(real, small))
    with pytest.raises(InputError):
        unpack(source, tmp_path / "out")
    assert sum(path.stat().st_size for path in (tmp_path / "out").rglob("*")) <= 2**20


def test_encrypted_and_rare_methods_are_refused(tmp_path: Path) -> None:
    plain = zip_of(tmp_path / "plain.zip", ("a.xml", b"<a/>"))
    data = bytearray(plain.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    encrypted = tmp_path / "encrypted.zip"
    encrypted.write_bytes(data)
    with pytest.raises(InputError, match="encrypted"):
        read_sources([encrypted])
    for method in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in/a.xml").write_text("<a/>")
        with pytest.raises(InputError, match="method"):
            read_sources([zip_folder(tmp_path / "in", tmp_path / f"{method}.zip", method)])


def test_what_is_no_zip_is_refused(tmp_path: Path) -> None:
    for name, data in (("empty", b""), ("text", b"hello" * 100), ("cut", b"PK\x03\x04" + bytes(50))):
        source = tmp_path / f"{name}.zip"
        source.write_bytes(data)
        with pytest.raises(InputError, match="damaged"):
            read_sources([source])
    nothing = zip_of(tmp_path / "nothing.zip", ("readme.doc", b"x"))
    with pytest.raises(InputError, match="nothing in this folder is of a known format"):
        read_sources([nothing])
    with pytest.raises(InputError, match="no such file"):
        read_sources([tmp_path / "missing.zip"])


def test_full_disk_is_told_before_unpacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = zip_of(tmp_path / "x.zip", ("a.txt", b"0123456789"))
    monkeypatch.setattr(archive.shutil, "disk_usage", lambda path: SimpleNamespace(free=9))
    with pytest.raises(InputError, match="free"):
        unpack(source, tmp_path / "out")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.text("aA./\\:\0 é\u202e%", min_size=1, max_size=12), st.binary(max_size=20)),
        min_size=1,
        max_size=5,
    ),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=4),
)
def test_any_zip_is_unpacked_inside_its_folder_or_refused(
    tmp_path: Path, entries: list[tuple[str, bytes]], changes: list[tuple[int, int]]
) -> None:
    with tempfile.TemporaryDirectory(dir=tmp_path) as name:
        folder = Path(name)
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as out:
            for entry, data in entries:
                info = zipfile.ZipInfo()
                info.filename = entry
                out.writestr(info, data)
        data = bytearray(buffer.getvalue())
        for place, value in changes:
            data[place % len(data)] = value
        (folder / "x.zip").write_bytes(data)
        (folder / "a").mkdir()
        with suppress(InputError):
            unpack(folder / "x.zip", folder / "a" / "out")
        assert {path.name for path in folder.iterdir()} <= {"x.zip", "a"}
        assert {path.name for path in (folder / "a").glob("*")} <= {"out"}
