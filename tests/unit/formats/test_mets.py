"""METS workspaces: one layer of transcriptions, in the order of the pages, with the images that the METS names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from document_helpers import alto_xml, mets_xml, page_xml, read_sources, scan, write, zip_folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.formats.mets import list_file_groups, open_workspace
from core.formats.records import SourceContents
from core.formats.sources import detect_format, read_source


def texts(found: SourceContents) -> list[list[str | None]]:
    return [[word.text for word in page.words] for page in found.pages]


def workspace(folder: Path) -> Path:
    """Make an OCR-D workspace of two pages with ground truth and the output of two later steps."""
    for n in (1, 2):
        scan(folder / f"OCR-D-IMG/IMG_{n}.png", 100 + n)
        scan(folder / f"OCR-D-IMG-BIN/BIN_{n}.png", 150 + n)
        page_xml(folder / f"OCR-D-GT-PAGE/GT_{n}.xml", f"OCR-D-IMG/IMG_{n}.png", f"true{n}", "word")
        alto_xml(folder / f"OCR-D-GT-ALTO/ALTO_{n}.xml", f"IMG_{n}.png", f"alto{n}")
        page_xml(
            folder / f"OCR-D-OCR-A/A_{n}.xml", f"OCR-D-IMG/IMG_{n}.png", f"first{n}", created="2020-01-01T00:00:00"
        )
        page_xml(
            folder / f"OCR-D-OCR-B/B_{n}.xml", f"OCR-D-IMG/IMG_{n}.png", f"later{n}", created="2021-01-01T00:00:00"
        )
    groups = {
        "OCR-D-IMG-BIN": [f"OCR-D-IMG-BIN/BIN_{n}.png" for n in (1, 2)],
        "OCR-D-IMG": [f"OCR-D-IMG/IMG_{n}.png" for n in (1, 2)],
        "OCR-D-OCR-B": [f"OCR-D-OCR-B/B_{n}.xml" for n in (1, 2)],
        "OCR-D-OCR-A": [f"OCR-D-OCR-A/A_{n}.xml" for n in (1, 2)],
        "OCR-D-GT-ALTO": [f"OCR-D-GT-ALTO/ALTO_{n}.xml" for n in (1, 2)],
        "OCR-D-GT-PAGE": [f"OCR-D-GT-PAGE/GT_{n}.xml" for n in (1, 2)],
    }
    pages = [[hrefs[n] for hrefs in groups.values()] for n in (1, 0)]
    mets_xml(folder / "mets.xml", groups, pages)
    return folder


def test_ground_truth_of_a_workspace_is_read_once_in_the_order_of_the_pages(tmp_path: Path) -> None:
    folder = workspace(tmp_path / "ws")
    for source in (folder, folder / "mets.xml"):
        assert detect_format(source) == "mets"
        found = read_sources([source])
        assert found.formats == ("mets",)
        assert texts(found) == [["true2", "word"], ["true1", "word"]]
        assert [page.image.name for page in found.pages] == ["IMG_2.png", "IMG_1.png"]
        (told,) = found.skipped
        assert "OCR-D-OCR-A" in told.reason and "OCR-D-GT-ALTO" in told.reason and "--file-group" in told.reason


def test_chosen_group_is_read_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    folder = workspace(tmp_path / "ws")
    assert texts(read_sources([folder], file_group="ocr-d-ocr-a")) == [["first2"], ["first1"]]
    with pytest.raises(InputError, match=r"no group of transcriptions 'X'.*OCR-D-GT-PAGE"):
        read_sources([folder], file_group="X")
    alone = tmp_path / "alone"
    scan(alone / "a.png")
    page_xml(alone / "a.xml", "a.png", "word")
    for source in (alone, alone / "a.xml"):
        with pytest.raises(InputError, match="no METS file"):
            read_sources([source], file_group="OCR-D-GT-PAGE")


def test_groups_are_listed_with_the_one_that_is_read_by_default(tmp_path: Path) -> None:
    folder = workspace(tmp_path / "ws")
    for source in (folder, folder / "mets.xml", zip_folder(folder, tmp_path / "ws.zip")):
        groups = list_file_groups(source)
        assert [group.name for group in groups if group.is_chosen] == ["OCR-D-GT-PAGE"]
        assert {group.name: group.format for group in groups} == {
            "OCR-D-OCR-B": "pagexml",
            "OCR-D-OCR-A": "pagexml",
            "OCR-D-GT-ALTO": "alto",
            "OCR-D-GT-PAGE": "pagexml",
        }
        assert all(group.files == 2 for group in groups)
    assert list_file_groups(tmp_path / "missing") == ()
    assert list_file_groups(scan(tmp_path / "x.png")) == ()


@pytest.mark.parametrize("inside", [True, False], ids=["dates in the files", "dates on the disk"])
def test_without_ground_truth_the_newest_group_is_read(tmp_path: Path, inside: bool) -> None:
    scan(tmp_path / "i/a.png")
    for name, year in (("OLD", 2001), ("NEW", 2019), ("MID", 2010)):
        created = f"{year}-05-06T07:08:09" if inside else ""
        path = page_xml(tmp_path / name / "a.xml", "i/a.png", name, created=created)
        os.utime(path, (year, 2100 - year) if inside else (year * 100, year * 100))
    groups = {"IMG": ["i/a.png"], "OLD": ["OLD/a.xml"], "NEW": ["NEW/a.xml"], "MID": ["MID/a.xml"]}
    mets_xml(tmp_path / "mets.xml", groups, [["i/a.png", "OLD/a.xml", "NEW/a.xml", "MID/a.xml"]])
    assert texts(read_sources([tmp_path])) == [["NEW"]]


def test_pages_without_a_transcription_are_scans_and_only_one_document_of_a_page_is_read(tmp_path: Path) -> None:
    for name in ("a", "b"):
        scan(tmp_path / f"{name}.png", ord(name))
    page_xml(tmp_path / "p/a.xml", "a.png", "one")
    page_xml(tmp_path / "p/again.xml", "a.png", "two")
    groups = {"IMG": ["a.png", "b.png"], "PAGE": ["p/a.xml", "p/again.xml"]}
    mets_xml(tmp_path / "METS.xml", groups, [["b.png"], ["a.png", "p/a.xml", "p/again.xml"]])
    found = read_sources([tmp_path])
    assert [page.image.name for page in found.pages] == ["b.png", "a.png"] and texts(found) == [[], ["one"]]
    assert [entry.file.name for entry in found.skipped] == ["again.xml"]


def test_workspace_without_structure_is_read_by_its_group(tmp_path: Path) -> None:
    scan(tmp_path / "img/a.png")
    page_xml(tmp_path / "GT/a.xml", "a.png", "one")
    page_xml(tmp_path / "OCR/a.xml", "a.png", "two")
    mets_xml(tmp_path / "mets.xml", {"OCR": ["OCR/a.xml"], "GT": ["GT/a.xml"]})
    assert texts(read_sources([tmp_path])) == [["one"]]


def test_transkribus_export_is_read(tmp_path: Path) -> None:
    """Groups inside groups with an ID only, pointers to areas, and both PAGE and ALTO."""
    folder = tmp_path / "123_title"
    scan(folder / "0001.png")
    page_xml(folder / "page/0001.xml", "0001.png", "right")
    alto_xml(folder / "alto/0001.xml", "0001.png", "converted")
    write(
        folder / "mets.xml",
        """<ns3:mets xmlns:ns2="http://www.w3.org/1999/xlink" xmlns:ns3="http://www.loc.gov/METS/"><ns3:fileSec>
        <ns3:fileGrp ID="MASTER"><ns3:fileGrp ID="IMG"><ns3:file ID="IMG_1" SEQ="1" MIMETYPE="image/png">
        <ns3:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" ns2:href="0001.png"/></ns3:file></ns3:fileGrp>
        <ns3:fileGrp ID="ALTO"><ns3:file ID="ALTO_1" MIMETYPE="application/xml">
        <ns3:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" ns2:href="alto/0001.xml"/></ns3:file></ns3:fileGrp>
        <ns3:fileGrp ID="PAGEXML"><ns3:file ID="PAGEXML_1" MIMETYPE="application/xml">
        <ns3:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" ns2:href="page/0001.xml"/></ns3:file></ns3:fileGrp>
        </ns3:fileGrp></ns3:fileSec><ns3:structMap ID="TR_STRUCT" TYPE="MANUSCRIPT"><ns3:div ID="D">
        <ns3:div ID="PAGE_1" ORDER="1" TYPE="SINGLE_PAGE"><ns3:fptr><ns3:area FILEID="IMG_1"/></ns3:fptr>
        <ns3:fptr><ns3:area FILEID="ALTO_1"/></ns3:fptr><ns3:fptr><ns3:area FILEID="PAGEXML_1"/></ns3:fptr>
        </ns3:div></ns3:div></ns3:structMap></ns3:mets>""",
    )
    for source in (folder, tmp_path, zip_folder(tmp_path, tmp_path.parent / f"{tmp_path.name}.zip")):
        found = read_sources([source])
        assert (found.formats, texts(found)) == (("mets",), [["right"]])


def test_escriptorium_export_is_read(tmp_path: Path) -> None:
    scan(tmp_path / "0001.png")
    alto_xml(tmp_path / "0001.xml", "0001.png", "right")
    mets_xml(tmp_path / "METS.xml", {"image": ["0001.png"], "export": ["0001.xml"]}, [["0001.png", "0001.xml"]])
    found = read_sources([zip_folder(tmp_path, tmp_path.parent / f"{tmp_path.name}.zip")])
    assert (found.formats, texts(found)) == (("mets",), [["right"]])


def test_images_of_the_mets_come_before_files_of_the_same_name(tmp_path: Path) -> None:
    scan(tmp_path / "ws/scans/1/p.png")
    scan(tmp_path / "ws/page/p.png")
    page_xml(tmp_path / "ws/page/p.xml", "elsewhere.tif", "word")
    pages = [["scans/1/p.png", "page/p.xml"]]
    mets_xml(tmp_path / "ws/mets.xml", {"IMG": ["scans/1/p.png"], "PAGE": ["page/p.xml"]}, pages)
    (page,) = read_sources([tmp_path / "ws"]).pages
    assert page.image == tmp_path / "ws/scans/1/p.png"


def test_order_attributes_are_followed(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        scan(tmp_path / f"{name}.png", ord(name))
        page_xml(tmp_path / f"{name}.xml", f"{name}.png", name)
    groups = {"IMG": ["a.png", "b.png", "c.png"], "PAGE": ["a.xml", "b.xml", "c.xml"]}
    mets = mets_xml(tmp_path / "mets.xml", groups, [[f"{name}.png", f"{name}.xml"] for name in "abc"])
    text = mets.read_text()
    for n, order in enumerate((10, 2, 1)):
        text = text.replace(f'ID="P{n}"', f'ID="P{n}" ORDER="{order}"')
    mets.write_text(text)
    assert texts(read_sources([mets])) == [["c"], ["b"], ["a"]]


@pytest.mark.parametrize(
    "href", ["../secret/p.xml", "/etc/passwd", "file:///etc/passwd", "http://example.org/p.xml", "link.xml", "", "\\p"]
)
def test_no_file_out_of_the_folder_or_from_the_web_is_read(tmp_path: Path, href: str) -> None:
    scan(tmp_path / "secret/p.png")
    page_xml(tmp_path / "secret/p.xml", "p.png", "secret")
    folder = tmp_path / "ws"
    folder.mkdir()
    (folder / "link.xml").symlink_to(tmp_path / "secret/p.xml")
    mets = mets_xml(folder / "mets.xml", {"GT": [href]}, [[href]])
    with pytest.raises(InputError, match="no file that it names is in its folder"):
        read_source(mets)


def test_mets_without_its_files_does_not_hide_other_transcriptions(tmp_path: Path) -> None:
    scan(tmp_path / "a.png")
    page_xml(tmp_path / "a.xml", "a.png", "word")
    mets_xml(tmp_path / "mets.xml", {"FULLTEXT": ["http://example.org/a.xml"]}, [["http://example.org/a.xml"]])
    found = read_sources([tmp_path])
    assert (found.formats, texts(found)) == (("pagexml",), [["word"]])


def small_workspace(folder: Path, word: str, mets: str = "mets.xml", group: str = "GT") -> Path:
    """Add one page with one word to a folder, and a METS that lists it."""
    scan(folder / f"{word}.png", len(word))
    page_xml(folder / f"{word}.xml", f"{word}.png", word)
    groups = {"IMG": [f"{word}.png"], group: [f"{word}.xml"]}
    return mets_xml(folder / mets, groups, [[f"{word}.png", f"{word}.xml"]])


def test_a_bad_workspace_does_not_stop_the_good_one_beside_it(tmp_path: Path) -> None:
    small_workspace(tmp_path / "b", "good")
    bad = small_workspace(tmp_path / "a", "worse", group="OTHER")
    (tmp_path / "a/worse.png").unlink()
    found = read_sources([tmp_path])
    assert texts(found) == [["good"]]
    assert [entry.file for entry in found.skipped] == [bad] and "its image" in found.skipped[0].reason
    assert texts(read_sources([tmp_path], file_group="GT")) == [["good"]], "the other has no such group"


def test_all_workspaces_of_a_folder_are_read_and_copies_of_a_mets_are_not(tmp_path: Path) -> None:
    mets = small_workspace(tmp_path, "one", "mets-1.xml")
    small_workspace(tmp_path, "three", "mets-2.xml")
    small_workspace(tmp_path / "inner", "inside")
    (tmp_path / "mets-3.xml").write_bytes(mets.read_bytes())
    found = read_sources([tmp_path])
    assert (texts(found), found.skipped) == ([["one"], ["three"], ["inside"]], ())


def test_of_groups_with_equal_dates_the_one_with_more_lines_and_words_is_read(tmp_path: Path) -> None:
    scan(tmp_path / "p.png")
    for name, words in (("SEG-PAGE", ()), ("SEG-WORD", ("two", "words")), ("SEG-LINE", ("one",))):
        page_xml(tmp_path / name / "p.xml", "p.png", *words, created="2020-01-01T00:00:00")
    groups = {name: [f"{name}/p.xml"] for name in ("SEG-PAGE", "SEG-WORD", "SEG-LINE")}
    mets_xml(tmp_path / "mets.xml", groups, [[f"{name}/p.xml" for name in groups]])
    assert texts(read_sources([tmp_path])) == [["two", "words"]]


def test_a_folder_with_only_a_mets_of_web_addresses_is_told_as_the_file_is(tmp_path: Path) -> None:
    address = "https://example.org/p.xml"
    mets = mets_xml(tmp_path / "ws/PPN1.xml", {"FULLTEXT": [address]}, [[address]])
    for source in (mets, mets.parent):
        with pytest.raises(InputError, match=r"no file that it names is in its folder. Put the images"):
            read_sources([source])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.recursive(
        st.just(""),
        lambda inner: st.builds(
            lambda name, attributes, parts: f"<{name} {attributes}>{''.join(parts)}</{name}>",
            st.sampled_from(["fileSec", "fileGrp", "file", "FLocat", "structMap", "div", "fptr", "area"]),
            st.sampled_from(
                ['ID="a"', 'FILEID="a"', 'USE="GT"', 'href="p.xml"', 'href="%"', 'ORDER="9"', 'TYPE="PHYSICAL"', ""]
            ),
            st.lists(inner, max_size=4),
        ),
        max_leaves=25,
    )
)
def test_any_structure_is_read_or_refused(tmp_path: Path, body: str) -> None:
    scan(tmp_path / "p.png")
    page_xml(tmp_path / "p.xml", "p.png", "word")
    mets = write(tmp_path / "mets.xml", f"<mets>{body}</mets>")
    try:
        for page in open_workspace(mets).pages:
            assert page.transcription in (None, tmp_path / "p.xml")
    except InputError:
        pass
