"""Images with their texts beside them: words named after their words, lines with `.gt.txt`, scans with plain texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from document_helpers import page_xml, read_sources, scan
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from project_helpers import draw_image

from core.errors import InputError
from core.formats import line_images
from core.formats.images import read_scans, read_word_images, word_in_name
from core.formats.records import LineRecord, RegionRecord
from core.formats.sources import detect_format

LINE = (200, 48)


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
    with pytest.raises(InputError, match="'name' or 'none'"):
        read_word_images(tmp_path, labels="both")  # type: ignore[arg-type]


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


def test_line_images_with_texts_become_pages_of_one_uncut_line(tmp_path: Path) -> None:
    for name, text in (("10", "tenth"), ("9", "ninth line\n"), ("sub/1", "\ufefffirst\r\n")):
        draw_image(tmp_path / f"{name}.png", LINE, 30 + len(name))
        (tmp_path / f"{name}.gt.txt").write_text(text, encoding="utf-8")
    assert detect_format(tmp_path) == "lines"
    found = read_sources([tmp_path])
    assert found.formats == ("lines",) and found.skipped == () and found.word_count == 0
    assert [page.lines for page in found.pages] == [
        (LineRecord((0, 0, 200, 48), text),) for text in ("ninth line", "tenth", "first")
    ]
    assert found.uncut_line_count == 3


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["a.png", "a.bin.png", "a.nrm.png"], "a.png"),
        (["a.bin.png", "a.nrm.png"], "a.nrm.png"),
        (["a.bin.png"], "a.bin.png"),
        (["A.TIF"], "A.TIF"),
        (["a.jpg"], "a.jpg"),
    ],
)
def test_best_version_of_a_line_image_is_used(tmp_path: Path, names: list[str], chosen: str) -> None:
    for name in names:
        draw_image(tmp_path / name, LINE)
    (tmp_path / "a.gt.txt").write_text("text")
    found = read_sources([tmp_path])
    assert [page.image.name for page in found.pages] == [chosen] and found.skipped == ()


def test_missing_and_unusable_parts_are_reported(tmp_path: Path) -> None:
    for name in ("a", "untranscribed", "latin1"):
        draw_image(tmp_path / f"{name}.png", LINE)
    (tmp_path / "a.gt.txt").write_text(" \n")
    (tmp_path / "lost.gt.txt").write_text("text")
    (tmp_path / "latin1.gt.txt").write_bytes("é".encode("latin-1"))
    found = read_sources([tmp_path])
    assert [page.lines[0].text for page in found.pages] == [None]
    assert {entry.file.name: entry.reason.split(".")[0] for entry in found.skipped} == {
        "lost.gt.txt": "there is no image of this name beside it",
        "latin1.gt.txt": "the text is not UTF-8",
        "latin1.png": "it has no transcription latin1",
        "untranscribed.png": "it has no transcription untranscribed",
    }


def test_single_text_and_texts_given_with_images(tmp_path: Path) -> None:
    image = draw_image(tmp_path / "images/a.png", LINE)
    text = tmp_path / "texts/a.gt.txt"
    text.parent.mkdir()
    text.write_text("some text")
    found = read_sources([text, image])
    assert [(page.image, page.lines[0].text) for page in found.pages] == [(image, "some text")]
    with pytest.raises(InputError, match="no image of this name"):
        read_sources([text])


def test_links_and_large_texts_are_refused(tmp_path: Path) -> None:
    draw_image(tmp_path / "in/a.png", LINE)
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (tmp_path / "in/a.gt.txt").symlink_to(secret)
    with pytest.raises(InputError, match="leads out"):
        read_sources([tmp_path / "in"])
    (tmp_path / "in/a.gt.txt").unlink()
    (tmp_path / "in/a.gt.txt").write_bytes(b"x" * (line_images.MAX_BYTES + 1))
    with pytest.raises(InputError, match="larger than 1 MB"):
        read_sources([tmp_path / "in"])


def test_text_beside_a_page_is_its_region(tmp_path: Path) -> None:
    image = scan(tmp_path / "p.png")
    (tmp_path / "p.txt").write_text("\ufefffirst line\nsecond line\n", encoding="utf-8")
    scan(tmp_path / "q.png", 20)
    for sources in ([tmp_path], [image, tmp_path / "q.png"]):
        pages = {page.image.name: page for page in read_sources(sources).pages}
        region = RegionRecord((0, 0, 300, 400), text="first line\nsecond line")
        assert pages["p.png"].regions == (region,) and pages["p.png"].lines == ()
        assert pages["p.png"].source == tmp_path / "p.txt"
        assert pages["q.png"].regions == () and pages["q.png"].source is None


def test_texts_given_with_images_elsewhere(tmp_path: Path) -> None:
    image = scan(tmp_path / "jpg/p.png")
    texts = [tmp_path / name for name in ("P.txt", "other.txt")]
    for path in texts:
        path.write_text("words")
    found = read_sources([image, *texts])
    assert [page.regions[0].text for page in found.pages] == ["words"]
    assert [(entry.file, entry.reason) for entry in found.skipped] == [(texts[1], "no image of this name was given")]


def test_text_beside_a_transcribed_page_is_not_used(tmp_path: Path) -> None:
    scan(tmp_path / "p.png")
    page_xml(tmp_path / "p.xml", "p.png", "word")
    (tmp_path / "p.txt").write_text("other")
    (page,) = read_sources([tmp_path]).pages
    assert page.source == tmp_path / "p.xml" and all(region.text is None for region in page.regions)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_any_text_is_one_line_or_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.gt.txt"
    path.write_bytes(data)
    try:
        text = line_images.read_text(path)
    except InputError as error:
        assert "UTF-8" in str(error)
    else:
        assert text is None or (text == text.strip() and "\n" not in text)
