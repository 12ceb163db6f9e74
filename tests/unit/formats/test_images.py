"""Word images named after their words, and scans."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from core.errors import InputError
from core.formats.images import read_scans, read_word_images, word_in_name


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
def test_word_in_name(name: str, label: str | None) -> None:
    assert word_in_name(Path(name)) == label


def test_word_images_come_in_natural_order(tmp_path: Path) -> None:
    for name in ("a_10.png", "a_2.png", "b/1.png", "a_2.txt", ".hidden.png", "x.pdf"):
        crop(tmp_path / name) if name.endswith("png") else (tmp_path / name).write_text("x")
    (tmp_path / "broken_1.png").write_bytes(b"\x89PNG")
    (tmp_path / "zero.png").touch()
    found = read_word_images(tmp_path)
    assert [c.ref for c in found.crops] == ["a_2.png", "a_10.png", "b/1.png"]
    assert [c.text for c in found.crops] == ["a", "a", "b"]
    assert {s.file.name for s in found.skipped} == {"broken_1.png", "zero.png"}
    assert "empty" in next(s.reason for s in found.skipped if s.file.name == "zero.png")
    assert {c.text for c in read_word_images(tmp_path, labels="none").crops} == {None}


def test_links_out_of_the_folder_are_skipped(tmp_path: Path) -> None:
    outside = crop(tmp_path / "outside.png")
    inside = crop(tmp_path / "set" / "in_1.png")
    (tmp_path / "set" / "out_1.png").symlink_to(outside)
    (tmp_path / "set" / "copy_1.png").symlink_to(inside)
    found = read_word_images(tmp_path / "set")
    assert [c.text for c in found.crops] == ["copy", "in"]
    assert "leads out" in found.skipped[0].reason


def test_folder_without_images_raises_input_error(tmp_path: Path) -> None:
    for source, message in [(tmp_path, "no readable image"), (tmp_path / "x", "no such file")]:
        with pytest.raises(InputError, match=message):
            read_word_images(source)
    with pytest.raises(InputError, match="this is a file"):
        read_word_images(crop(tmp_path / "a.png"))


def test_scans_give_a_page_for_every_frame(tmp_path: Path) -> None:
    Image.new("L", (30, 40)).save(tmp_path / "page 10.png")
    pages = [Image.new("L", (20 + i, 30)) for i in range(2)]
    pages[0].save(tmp_path / "page 2.tif", save_all=True, append_images=pages[1:])
    (tmp_path / "page 3.jpg").write_bytes(b"\xff\xd8\xff")
    found = read_scans(tmp_path)
    assert [(p.image.name, p.frame, p.width, p.height) for p in found.pages] == [
        ("page 2.tif", 0, 20, 30),
        ("page 2.tif", 1, 21, 30),
        ("page 10.png", 0, 30, 40),
    ]
    assert [s.file.name for s in found.skipped] == ["page 3.jpg"] and found.word_count == 0
    assert len(read_scans(tmp_path / "page 2.tif").pages) == 2
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.png").symlink_to(tmp_path / "page 10.png")
    for source, message in [
        (tmp_path / "page 3.jpg", "not an image"),
        (tmp_path / "none", "no such"),
        (tmp_path / "out", "no readable scan .* leads out"),
    ]:
        with pytest.raises(InputError, match=message):
            read_scans(source)
