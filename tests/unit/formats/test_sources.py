"""Several sources taken together, as a person drops them."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import draw

from core.errors import InputError
from core.formats.sources import read_sources


def test_one_source_is_read_as_ever(tmp_path: Path) -> None:
    draw(tmp_path / "words" / "the_1.png")
    found = read_sources([tmp_path / "words"])
    assert (found.format, [crop.text for crop in found.crops]) == ("folder", ["the"])
    unnamed = read_sources([tmp_path / "words"], labels=False)
    assert [crop.text for crop in unnamed.crops] == [None]


def test_loose_images_are_words_when_low_and_pages_when_high(tmp_path: Path) -> None:
    low = [draw(tmp_path / f"{word}.png") for word in ("of", "King_2")]
    high = [draw(tmp_path / f"sheet{n}.png", (300, 400)) for n in (2, 1)]
    assert [crop.text for crop in read_sources(low).crops] == ["of", "King"]
    assert [page.image for page in read_sources(high).pages] == high
    assert [page.height for page in read_sources(low, "scans").pages] == [20, 20]
    assert [crop.text for crop in read_sources(high, "folder", labels=False).crops] == [None, None]


def test_different_sources_become_one(tmp_path: Path) -> None:
    draw(tmp_path / "words" / "the_1.png")
    scan = draw(tmp_path / "scan.png", (300, 400))
    found = read_sources([tmp_path / "words", scan])
    assert found.format == "folder, scans"
    assert len(found.crops) == 1 and [page.image for page in found.pages] == [scan]


def test_the_image_of_a_transcribed_page_is_no_page_of_its_own(tmp_path: Path) -> None:
    image = draw(tmp_path / "p.png", (300, 400))
    xml = tmp_path / "p.xml"
    xml.write_text(
        '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page imageFilename="p.png"'
        ' imageWidth="300" imageHeight="400"><TextRegion id="r"><TextLine id="l"><Coords points="0,0 99,0 99,40"/>'
        '<Word id="w"><Coords points="5,5 50,5 50,30 5,30"/><TextEquiv><Unicode>the</Unicode></TextEquiv></Word>'
        "</TextLine></TextRegion></Page></PcGts>"
    )
    found = read_sources([image, xml])
    assert found.format == "pagexml" and len(found.pages) == 1
    assert [word.text for word in found.pages[0].words] == ["the"]


def test_a_bad_source_beside_good_ones_is_told_of(tmp_path: Path) -> None:
    good = draw(tmp_path / "scan.png", (300, 400))
    bad = tmp_path / "bad.xml"
    bad.write_text("<nothing/>")
    damaged = tmp_path / "cut.png"
    damaged.write_bytes(b"\x89PNG")
    found = read_sources([bad, good, damaged])
    assert [page.image for page in found.pages] == [good]
    assert {entry.file for entry in found.skipped} == {bad, damaged}
    assert all(entry.reason and str(entry.file) not in entry.reason for entry in found.skipped)


def test_nothing_usable_is_an_error(tmp_path: Path) -> None:
    bad = [tmp_path / "a.png", tmp_path / "b.png"]
    for path in bad:
        path.write_bytes(b"no image")
    with pytest.raises(InputError, match="no readable"):
        read_sources(bad)
    with pytest.raises(InputError, match="there is no such file"):
        read_sources([tmp_path / "missing"])
    with pytest.raises(InputError, match="None of the 2 sources"):
        read_sources([tmp_path / "missing", tmp_path / "too"])
    with pytest.raises(InputError):
        read_sources([draw(tmp_path / "scan.png")], "pagexml")
