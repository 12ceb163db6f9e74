"""The images of transcriptions: in usual folders nearby, given with them or elsewhere, in any case, never outside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from document_helpers import alto_xml, page_xml, read_sources, scan
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.formats.files import find_image, image_root
from core.formats.image_search import WantedImage, search_images
from core.formats.records import SourceContents
from core.imaging.read import IMAGE_SUFFIXES


def images(found: SourceContents) -> list[Path]:
    return [page.image for page in found.pages]


@pytest.mark.parametrize(
    ("transcription", "image", "declared"),
    [
        ("OCR-D-GT-PAGE/p.xml", "OCR-D-IMG/p.png", "p.png"),
        ("OCR-D-GT-PAGE/PAGE_1.xml", "OCR-D-IMG/IMG_1.png", "OCR-D-IMG/IMG_1.png"),
        ("alto/p.xml", "jpg/p.png", "p.png"),
        ("alto/p.xml", "JPG/P.PNG", "p.png"),
        ("alto/p.xml", "tif/p.png", "p.tif"),
        ("alto/p.xml", "images/other name.png", "other%20name.png"),
        ("page/p.xml", "images/p.png", "C:\\scans\\p.png"),
        ("xml/p.xml", "img/p.png", "nothing.png"),
        ("vol 1/page/p.xml", "vol 1/Scans/p.png", "p.png"),
        ("p.xml", "images/p.png", "p.png"),
        ("p.xml", "P.Png", "p.png"),
        ("p.page.xml", "p.png", "gone.jpg"),
        ("p.png.xml", "p.png", "gone.jpg"),
        ("p.page.xml", "p.page.png", "gone.jpg"),
        ("xml/SET/p.xml", "img/p.png", "p.tif"),
        ("xml/SET/p.xml", "img/SET/p.png", "p.tif"),
        ("page/p.xml", "p.png", "p.jpg"),
        ("e\u0301.xml", "\u00e9.png", "e\u0301.png"),
    ],
)
@pytest.mark.parametrize("whole", [True, False], ids=["folder", "file"])
def test_images_are_found_in_usual_places(
    tmp_path: Path, transcription: str, image: str, declared: str, whole: bool
) -> None:
    root = tmp_path / "root"
    scan(root / image)
    page_xml(root / transcription, declared, "word")
    found = read_sources([root if whole else root / transcription])
    assert images(found) == [root / image] and found.word_count == 1


def test_images_of_other_sets_are_not_taken(tmp_path: Path) -> None:
    scan(tmp_path / "img/p.png")
    page_xml(tmp_path / "vol 1/page/p.xml", "p.png", "word")
    with pytest.raises(InputError, match="was not found"):
        read_sources([tmp_path / "vol 1/page/p.xml"])
    with pytest.raises(InputError, match="was not found"):
        read_sources([tmp_path])


def test_images_sorted_like_their_transcriptions_are_found(tmp_path: Path) -> None:
    for n in (1, 2):
        scan(tmp_path / f"images/vol {n}/p.png", 50 * n)
        page_xml(tmp_path / f"pagexml/vol {n}/p.xml", "p.png", f"vol{n}")
    assert images(read_sources([tmp_path])) == [tmp_path / f"images/vol {n}/p.png" for n in (1, 2)]


def test_image_of_another_volume_is_not_taken(tmp_path: Path) -> None:
    for name in ("vol1", "vol2"):
        page_xml(tmp_path / name / "page/p.xml", "p.png", name)
    scan(tmp_path / "vol1/img/p.png")
    found = read_sources([tmp_path])
    assert [word.text for page in found.pages for word in page.words] == ["vol1"]
    assert [entry.file for entry in found.skipped] == [tmp_path / "vol2/page/p.xml"]


@pytest.mark.parametrize("declared", ["../secret/p.png", "/{root}/secret/p.png", "img/p.png", "..\\secret\\p.png"])
def test_no_image_outside_is_taken(tmp_path: Path, declared: str) -> None:
    scan(tmp_path / "secret/p.png")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/img").symlink_to(tmp_path / "secret")
    (tmp_path / "in/p.png").symlink_to(tmp_path / "secret/p.png")
    path = page_xml(tmp_path / "in/p.xml", declared.format(root=tmp_path), "word")
    for source in (path, path.parent):
        with pytest.raises(InputError, match="was not found beside it"):
            read_sources([source], "pagexml")


def test_images_and_transcriptions_given_together_belong_together(tmp_path: Path) -> None:
    """Also when they lie in unrelated folders, and when the name differs only in case and kind of image."""
    page = page_xml(tmp_path / "work/new/p.xml", "p.tif", "one")
    alto = alto_xml(tmp_path / "work/old/q.xml", "nothing.jpg", "two")
    first, second = scan(tmp_path / "photos from maria/P.PNG", 10), scan(tmp_path / "q.png", 20)
    extra = scan(tmp_path / "extra.png", 30)
    found = read_sources([page, second, alto, extra, first])
    assert [(p.image, [w.text for w in p.words]) for p in found.pages] == [
        (first, ["one"]),
        (second, ["two"]),
        (extra, []),
    ]
    assert found.skipped == ()
    folders = read_sources([tmp_path / "work/new", tmp_path / "photos from maria"])
    assert images(folders) == [first] and folders.word_count == 1


def test_given_images_come_before_those_beside(tmp_path: Path) -> None:
    page = page_xml(tmp_path / "a/p.xml", "p.png", "one")
    scan(tmp_path / "a/p.png", 10)
    chosen = scan(tmp_path / "b/p.png", 20)
    assert images(read_sources([page, chosen])) == [chosen]


def test_images_are_found_anywhere_in_the_folder_named_for_them(tmp_path: Path) -> None:
    page_xml(tmp_path / "texts/1/p.xml", "p.tif", "one")
    page_xml(tmp_path / "texts/2/p.xml", "2/p.png", "two")
    page_xml(tmp_path / "texts/3/gone.xml", "gone.png", "three")
    for n in (1, 2):
        scan(tmp_path / f"elsewhere/deep/{n}/p.png", 50 * n)
    found = read_sources([tmp_path / "texts"], images=tmp_path / "elsewhere")
    assert images(found) == [tmp_path / f"elsewhere/deep/{n}/p.png" for n in (1, 2)]
    assert [entry.file.name for entry in found.skipped] == ["gone.xml"]
    with pytest.raises(InputError):
        read_sources([tmp_path / "texts"])
    with pytest.raises(InputError, match="missing"):
        read_sources([tmp_path / "texts"], images=tmp_path / "missing")


def test_ambiguous_images_are_not_guessed(tmp_path: Path) -> None:
    page_xml(tmp_path / "texts/p.xml", "p.png", "one")
    for name in ("x", "y"):
        scan(tmp_path / f"elsewhere/{name}/p.png")
    with pytest.raises(InputError, match="several images may be its own"):
        read_sources([tmp_path / "texts"], images=tmp_path / "elsewhere")


def test_image_root_is_above_folders_of_transcriptions(tmp_path: Path) -> None:
    root = Path(tmp_path).resolve()
    for name in ("page", "PAGE", "alto_v4", "OCR-D-GT-PAGE", "OCR-D-SEG-LINE", "page-xml", "hocr"):
        (root / name).mkdir(exist_ok=True)
        assert image_root(root / name) == root
    for name in ("pages", "letters", "goethe"):
        (root / name).mkdir()
        assert image_root(root / name) == root / name


def test_search_ends_with_its_block(tmp_path: Path) -> None:
    elsewhere = scan(tmp_path / "b/p.png")
    xml = page_xml(tmp_path / "a/p.xml", "p.png", "one")
    with search_images(given=[elsewhere]):
        assert find_image(xml, "p.png", xml.parent, IMAGE_SUFFIXES) == elsewhere
    with pytest.raises(InputError):
        find_image(xml, "p.png", xml.parent, IMAGE_SUFFIXES)


def test_each_folder_is_listed_once_however_many_pages_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def listings(count: int) -> int:
        folder = tmp_path / str(count)
        for n in range(count):
            scan(folder / f"jpg/{n}.PNG")
            page_xml(folder / f"page/{n}.xml", f"{n}.png", "word")
        listed = []
        with monkeypatch.context() as patch:
            patch.setattr("os.scandir", lambda path, scandir=os.scandir: listed.append(path) or scandir(path))
            assert len(read_sources([folder]).pages) == count
        return len(listed)

    assert listings(24) == listings(3)


@given(st.one_of(st.none(), st.text(max_size=30)), st.text("ab./\\%2F\0", min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_wanted_names_have_no_folders(declared: str | None, name: str) -> None:
    wanted = WantedImage.of(Path("x") / (name.replace("/", "").replace("\0", "") or "y"), declared, IMAGE_SUFFIXES)
    assert not any(char in found for found in wanted.names for char in "/\0")
