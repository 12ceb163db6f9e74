"""Naming formats, one door to all, and XML that means harm."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from core.errors import InputError
from core.formats import xml_safe
from core.formats.detect import detect, read_source
from core.formats.xml_safe import parse, root_name


def image(path: Path, height: int = 40) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (60, height), 255).save(path)


def test_folders(tmp_path: Path) -> None:
    image(tmp_path / "folder" / "word_1.png")
    image(tmp_path / "scans" / "1.png", 900)
    image(tmp_path / "table" / "1.png")
    (tmp_path / "table" / "words.csv").write_text("file;text\n1.png;a\n")
    image(tmp_path / "gtp" / "pages" / "1.png", 900)
    (tmp_path / "gtp" / "GT").mkdir()
    (tmp_path / "gtp" / "GT" / "1.gtp").write_text("1 1 9 9 a\n")
    image(tmp_path / "iam" / "words" / "a01-000u-00-00.png")
    (tmp_path / "iam" / "words.txt").write_text("a01-000u-00-00 ok 1 1 1 1 1 AT A\n")
    for name, root in (("pagexml", "PcGts"), ("alto", "alto")):
        image(tmp_path / name / "1.png", 900)
        (tmp_path / name / "1.xml").write_text(f'<{root}><Page imageFilename="1.png"/></{root}>')
        (tmp_path / name / "mets.xml").write_text("<mets/>")
    for name in ("folder", "scans", "table", "gtp", "iam", "pagexml", "alto"):
        assert detect(tmp_path / name) == name
        found = read_source(tmp_path / name)
        assert found.format == name and (found.pages or found.crops)


def test_files(tmp_path: Path) -> None:
    names = {
        "a.gtp": ("", "gtp"),
        "words.txt": ("# words", "iam"),
        "a.csv": ("", "table"),
        "a.txt": ("file\ttext\n", "table"),
        "a.PDF": ("", "scans"),
        "p.xml": ('<x:PcGts xmlns:x="urn:any"/>', "pagexml"),
        "q.xml": ("<!-- x --><alto/>", "alto"),
    }
    for name, (text, kind) in names.items():
        (tmp_path / name).write_text(text)
        assert detect(tmp_path / name) == kind
    for name, text, told in [
        ("a.doc", "", "not known"),
        ("b.txt", "some text", "not known"),
        ("b.xml", "<html/>", "neither PAGE nor ALTO"),
        ("c.xml", "<html", "not well-formed"),
        ("d.xml", "", "empty"),
    ]:
        (tmp_path / name).write_text(text)
        with pytest.raises(InputError, match=told):
            detect(tmp_path / name)


def test_what_has_no_format(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        detect(tmp_path / "x")
    with pytest.raises(InputError, match="nothing in this folder"):
        detect(tmp_path)
    (tmp_path / "x.png").touch()
    assert detect(tmp_path) == "scans"
    with pytest.raises(InputError, match="the file is empty"):
        read_source(tmp_path)


def test_options_reach_the_format(tmp_path: Path) -> None:
    image(tmp_path / "word_1.png")
    assert read_source(tmp_path, "folder", labels="none").crops[0].text is None
    assert read_source(tmp_path, "scans").pages[0].height == 40
    with pytest.raises(InputError, match="'scans' has no option 'labels'"):
        read_source(tmp_path, "scans", labels="none")
    with pytest.raises(InputError, match="not 'word'"):
        read_source(tmp_path, "word")


BILLION = (
    '<!DOCTYPE PcGts [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]><PcGts>&i;</PcGts>"
)


@pytest.mark.parametrize(
    "text",
    [
        BILLION,
        '<!DOCTYPE alto [<!ENTITY x SYSTEM "file:///etc/passwd">]><alto>&x;</alto>',
        '<!DOCTYPE alto [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;]><alto/>',
        '<!DOCTYPE alto [<!ENTITY x "y">]><alto a="&x;"/>',
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE alto [<!ENTITY x "y">]><alto/>',
    ],
)
def test_entities_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.xml"
    path.write_bytes(text.encode("utf-16" if "UTF-16" in text else "utf-8"))
    with pytest.raises(InputError, match="declares entities") as caught:
        parse(path)
    assert "\n" not in str(caught.value) and "root:" not in str(caught.value)
    for name in ("pagexml", "alto"):
        with pytest.raises(InputError, match="declares entities"):
            read_source(path, name)


def test_a_doctype_alone_is_harmless(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text('<!DOCTYPE alto SYSTEM "file:///etc/passwd"><!-- x --><alto><?go?><Page/></alto>')
    tree = parse(path)
    assert [xml_safe.local(e) for e in tree.getroot()] == ["", "Page"]
    assert root_name(path) == "alto"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"  \n", "empty"),
        (b"<a><b></a>", r"line 1\): this is not well-formed"),
        (b"<a>\0</a>", "not well-formed"),
        (b"<a>" * 5000 + b"</a>" * 5000, "not well-formed"),
        (b"<a>\xff</a>", "not well-formed"),
        (b"just text", "not well-formed"),
        (b'<?xml version="1.0" encoding="no-such"?><a/>', "unknown encoding: no-such"),
        (b'<?xml version="1.0" encoding="shift_jis"?><a/>', "Save it as UTF-8"),
        (b"<a>&undeclared;</a>", "not well-formed"),
    ],
)
def test_xml_that_is_none(tmp_path: Path, data: bytes, told: str) -> None:
    (tmp_path / "x.xml").write_bytes(data)
    with pytest.raises(InputError, match=told) as caught:
        parse(tmp_path / "x.xml")
    assert "\n" not in str(caught.value)


def test_xml_of_absurd_size_and_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.xml").write_text("<a>too much</a>")
    monkeypatch.setattr(xml_safe, "MAX_BYTES", 10)
    with pytest.raises(InputError, match="larger than"):
        parse(tmp_path / "x.xml")
    with pytest.raises(InputError, match="no such file"):
        parse(tmp_path / "y.xml")
    assert root_name(tmp_path / "y.xml") == "" and root_name(tmp_path / "x.xml") == "a"


def test_naming_formats_needs_no_heavy_library() -> None:
    code = "import sys, core.formats.detect; print([m for m in ('lxml', 'PIL', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("gw20", "gtp"),
        ("gw20/pages", "scans"),
        ("dhsd", "table"),
        ("dhsd/words", "folder"),
        ("copiste_fr", "table"),
        ("copiste_fr/pages", "alto"),
        ("hooker_en", "pagexml"),
    ],
)
def test_real_sources(shared_data: Callable[[str], Path], name: str, kind: str) -> None:
    top, _, inner = name.partition("/")
    assert detect(shared_data(top) / inner) == kind
