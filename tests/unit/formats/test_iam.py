"""The IAM database."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from core.errors import InputError
from core.formats import iam

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
