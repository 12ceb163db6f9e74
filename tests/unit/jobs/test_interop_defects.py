"""One test for each defect that was found when files of many archives were imported, cut, edited and exported again.

They use the commands as a person types them, so that each can be run against the version in which the defect was found.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from line_helpers import LETTERS, SIZE, TOPS, written
from lxml import etree
from PIL import Image, ImageDraw
from shape_files import ALL_SHAPES

from core.cli.main import main
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordRow, get_words, word_ids
from core.project.project import Project


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """Run a command that must succeed; return its result."""
    capsys.readouterr()
    assert main([*map(str, arguments), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {**events[-1], "texts": [str(event.get("text", "")) for event in events]}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project."""
    Project.create(tmp_path / "p").close()
    return tmp_path / "p.ductus"


def shape(name: str, folder: Path) -> Path:
    """Write a shape; return its source."""
    return next(shape for shape in ALL_SHAPES if shape.name == name).write(folder)


def words(project: Path) -> list[WordRow]:
    with Project.open(project, read_only=True) as opened:
        return get_words(opened, word_ids(opened))


def texts(project: Path) -> list[str | None]:
    return [row.text for row in words(project)]


def exported(capsys: pytest.CaptureFixture[str], project: Path, format: str) -> Any:
    """Export a project of one page; return the root of its document."""
    out = project.parent / "out"
    run(capsys, "export", project, out, "--format", format)
    return etree.parse(next(out.glob("*.xml"))).getroot()


def page_document(*lines: tuple[str, str, str]) -> str:
    """Return PAGE XML of the drawn page with lines (id, points, text)."""
    inner = "".join(
        f'<TextLine id="{ref}"><Coords points="{points}"/><TextEquiv><Unicode>{text}</Unicode></TextEquiv></TextLine>'
        for ref, points, text in lines
    )
    return (
        '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Metadata/>'
        f'<Page imageFilename="p.png" imageWidth="{SIZE[0]}" imageHeight="{SIZE[1]}"><TextRegion id="r">'
        f'<Coords points="0,0 {SIZE[0]},0 {SIZE[0]},{SIZE[1]} 0,{SIZE[1]}"/>{inner}</TextRegion></Page></PcGts>'
    )


def drawn(folder: Path, *lines: tuple[str, str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    written(folder / "p.png")
    (folder / "p.xml").write_text(page_document(*lines), "utf-8")
    return folder / "p.xml"


def line_points(top: int) -> str:
    return f"40,{top - 20} 860,{top - 20} 860,{top + 70} 40,{top + 70}"


def words_by_line(root: Any) -> dict[str, str]:
    """Return the texts of the words of each line of PAGE."""
    return {
        line.get("id"): " ".join(unicode.text for unicode in line.iterfind("{*}Word/{*}TextEquiv/{*}Unicode"))
        for line in root.iter("{*}TextLine")
    }


def test_a1_words_of_cut_lines_stay_in_their_lines(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # the box around the first line also holds the second, because its outline reaches down beside it
    first = "40,40 860,40 860,250 850,250 850,130 40,130"
    source = drawn(
        tmp_path / "s", ("l1", first, "mount and nothing"), ("l2", line_points(TOPS[1]), "these are letters")
    )
    run(capsys, "import", project, source, "--segment")
    root = exported(capsys, project, "pagexml")
    assert words_by_line(root) == {"l1": "mount and nothing", "l2": "these are letters"}


def test_a2_the_text_of_a_line_follows_its_words(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("page-2019-complete", tmp_path / "s"))
    with Project.open(project) as opened:
        set_transcription(opened, word_ids(opened)[1], "Queen")
    root = exported(capsys, project, "pagexml")
    assert root.findtext(".//{*}TextLine/{*}TextEquiv/{*}Unicode") == "the Queen"
    assert root.findtext(".//{*}TextRegion/{*}TextEquiv/{*}Unicode") == "the Queen\nDear Sir"


def test_a2_a_word_in_place_of_a_sign_gets_a_blank(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = shape("page-2019-complete", tmp_path / "s")
    for old, new in ((">King<", ">.<"), (">the King<", ">the.<"), ("the King\n", "the.\n")):
        source.write_text(source.read_text("utf-8").replace(old, new), "utf-8")
    run(capsys, "import", project, source)
    with Project.open(project) as opened:
        for text, line in (("!", "the!"), ("King", "the King")):
            set_transcription(opened, word_ids(opened)[1], text)
            root = exported(capsys, project, "pagexml")
            assert root.findtext(".//{*}TextLine/{*}TextEquiv/{*}Unicode") == line


def test_a3_a_right_to_left_line_is_cut_from_the_right(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # drawn are words of 5, 3 and 7 letters from left to right: the first word, of 7, is the rightmost
    assert LETTERS == (5, 3, 7)
    source = drawn(tmp_path / "s", ("l1", line_points(TOPS[0]), "אבגדהוז חטי כלמנס"))
    run(capsys, "import", project, source, "--segment")
    found = words(project)
    assert [row.text for row in found] == ["אבגדהוז", "חטי", "כלמנס"]
    boxes = [row.box for row in found if row.box is not None]
    assert boxes[0][0] > boxes[1][0] > boxes[2][0]
    assert boxes[0][2] > boxes[2][2] > boxes[1][2]


def test_a4_the_text_of_the_line_is_right_where_old_words_differ(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = shape("page-2013-transkribus-stale-word", tmp_path / "s")
    dry = run(capsys, "import", project, source, "--dry-run")
    result = run(capsys, "import", project, source)
    assert (dry["skipped"], dry["notes"]) == (0, 1)
    assert texts(project) == ["the", "King"] and (result["skipped"], result["notes"]) == (0, 1)


def test_a4_words_corrected_by_their_line_go_out_corrected(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("page-2013-transkribus-stale-word", tmp_path / "s"))
    assert words_by_line(exported(capsys, project, "pagexml")) == {"l1": "the King"}


def test_a4_words_that_fit_the_line_in_no_way_do_not_come_in(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("page-2013-transkribus-stale-words-of-another-number", tmp_path / "s"))
    assert texts(project) == ["Dear", "Sir"]


def test_a4_a_correction_beside_an_old_word_corrects_that_too(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("page-2013-transkribus-stale-word", tmp_path / "s"))
    with Project.open(project) as opened:
        set_transcription(opened, word_ids(opened)[1], "Queen")
    assert [unicode.text for unicode in exported(capsys, project, "pagexml").iter("{*}Unicode")] == [
        *("the", "Queen", "the Queen"),
        "the Queen",
    ]


def test_a4_words_found_again_replace_those_that_did_not_fit(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = drawn(tmp_path / "s", ("l1", line_points(TOPS[0]), "mount and nothing"))
    old = '<Word id="w1"><Coords points="60,60 90,60 90,90"/><TextEquiv><Unicode>mountand</Unicode></TextEquiv></Word>'
    source.write_text(source.read_text().replace("<TextEquiv>", f"{old}<TextEquiv>", 1))
    run(capsys, "import", project, source, "--segment")
    root = exported(capsys, project, "pagexml")
    assert words_by_line(root) == {"l1": "mount and nothing"}
    assert root.findtext(".//{*}TextLine/{*}TextEquiv/{*}Unicode") == "mount and nothing"


def test_a5_one_layer_of_a_workspace_is_read(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "import", project, shape("mets-ocrd-workspace-as-a-folder", tmp_path / "s"))
    assert sorted(map(str, texts(project))) == ["King", "Queen", "the", "the"]


def test_a6_a_transcription_given_with_its_image_is_read(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = shape("alto-beside-jpg-folder", tmp_path / "s")
    run(capsys, "import", project, source, tmp_path / "s" / "jpg" / "p.jpg")
    assert texts(project) == ["the", "King", "Dear", "Sir"]


def test_a7_a_line_whose_words_do_not_fit_its_ink_stays_whole(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = drawn(tmp_path / "s", ("l1", line_points(TOPS[0]), "I wondrously"), ("l2", line_points(TOPS[1]), "m i m"))
    image = Image.new("L", SIZE, 240)
    draw = ImageDraw.Draw(image)
    draw.rectangle((60, TOPS[0], 500, TOPS[0] + 30), fill=30)  # the first word's ink is as long as a whole line
    draw.rectangle((620, TOPS[0], 632, TOPS[0] + 30), fill=30)
    image.save(tmp_path / "s" / "p.png")
    result = run(capsys, "import", project, source, "--segment")
    assert texts(project) == []
    assert any("l1" in text and "kept whole" in text for text in result["texts"])


def test_b8_the_text_of_a_region_without_lines_is_kept(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("page-region-text-only", tmp_path / "s"))
    contents = [string.get("CONTENT") for string in exported(capsys, project, "alto").iter("{*}String")]
    assert contents == ["a line", "the King Dear Sir"]


@pytest.mark.parametrize("format", ["pagexml", "alto"])
def test_b9_new_documents_have_baselines(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    run(
        capsys,
        "import",
        project,
        shape("alto-mm10" if format == "pagexml" else "page-2018-no-line-texts", tmp_path / "s"),
    )
    lines = list(exported(capsys, project, format).iter("{*}TextLine"))
    assert len(lines) == 2
    assert all(line.find("{*}Baseline") is not None or line.get("BASELINE") for line in lines)
    assert all(line.find("{*}Coords") is not None or line.find("{*}Shape") is not None for line in lines)


def test_b9_lines_regions_and_baselines_go_from_alto_to_page(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("alto-4-escriptorium", tmp_path / "s"))
    root = exported(capsys, project, "pagexml")
    assert [line.get("points") for line in root.iter("{*}Baseline")] == ["20,52 220,54", "20,112 120,110 220,114"]
    assert [region.get("custom") for region in root.iter("{*}TextRegion")] == ["structure {type:Main;}"]
    assert [unicode.text for unicode in root.iter("{*}Unicode")] == ["the King"]


def test_b9_types_of_lines_go_from_alto_to_page_and_back(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("alto-4-escriptorium", tmp_path / "s"))
    root = exported(capsys, project, "pagexml")
    assert [line.get("custom") for line in root.iter("{*}TextLine")] == ["structure {type:DefaultLine:ink;}"] * 2
    second = Project.create(tmp_path / "second")
    second.close()
    run(capsys, "import", second.folder, tmp_path / "out", "--images", tmp_path / "s")
    run(capsys, "export", second.folder, tmp_path / "alto", "--format", "alto")
    alto = etree.parse(next((tmp_path / "alto").glob("*.xml"))).getroot()
    (tag,) = [tag for tag in alto.iter("{*}OtherTag") if tag.get("TYPE") == "line type"]
    assert tag.get("LABEL") == "DefaultLine:ink"
    assert [line.get("TAGREFS") for line in alto.iter("{*}TextLine")] == [tag.get("ID")] * 2


def test_b10_twin_strings_are_both_kept(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "import", project, shape("alto-bnf-twin-strings", tmp_path / "s"))
    strings = [string.get("CONTENT") for string in exported(capsys, project, "alto").iter("{*}String")]
    assert strings == ["the", "King", "King"]


@pytest.mark.parametrize("name", ["page-ocrd-folders", "alto-beside-jpg-folder", "page-image-name-in-another-case"])
def test_b11_images_are_found_in_usual_places(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    run(capsys, "import", project, shape(name, tmp_path / "s"))
    assert texts(project) == ["the", "King", "Dear", "Sir"]


def test_b12_a_dry_run_counts_lines_and_the_import_says_that_they_can_be_cut(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = drawn(
        tmp_path / "s",
        ("l1", line_points(TOPS[0]), "mount and nothing"),
        ("l2", line_points(TOPS[1]), "these are letters"),
    )
    assert main(["import", str(project), str(source), "--dry-run"]) == 0
    assert "2 lines" in capsys.readouterr().out
    assert main(["import", str(project), str(source)]) == 0
    output = capsys.readouterr().out
    assert "2 lines have no word boxes" in output and "cut" in output


def test_b13_an_untranscribed_line_of_alto_has_a_string(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("page-2013-transkribus-lines-without-words", tmp_path / "s"))
    lines = list(exported(capsys, project, "alto").iter("{*}TextLine"))
    assert [[string.get("CONTENT") for string in line.iterfind("{*}String")] for line in lines] == [["the King"], [""]]


def test_b14_texts_of_line_images_are_read(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(capsys, "import", project, shape("line-images-with-texts", tmp_path / "s"))
    assert result["lines"] == 2


@pytest.mark.parametrize("name", ["page-mpxml", "alto-suffix", "hocr", "page-size-0x0", "page-jpeg-2000"])
def test_c_other_names_sizes_and_images_are_known(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    run(capsys, "import", project, shape(name, tmp_path / "s"))
    assert texts(project) == ["the", "King", "Dear", "Sir"]


def test_c_both_formats_of_a_mixed_folder_are_read(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("folder-of-page-and-alto", tmp_path / "s"))
    assert texts(project) == ["the", "King", "the", "King", "Dear", "Sir"]


def test_c_points_of_alto_are_separated_by_blanks(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, shape("page-2019-escriptorium", tmp_path / "s"))
    polygons = [polygon.get("POINTS") for polygon in exported(capsys, project, "alto").iter("{*}Polygon")]
    assert "20 20 210 22 220 58 22 60" in polygons and not any("," in points for points in polygons)


def test_c_lines_are_in_the_order_of_custom(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "import", project, shape("page-2013-transkribus-lines-in-the-order-of-custom", tmp_path / "s"))
    assert texts(project) == ["the", "King", "Dear", "Sir"]


def test_c_a_copy_of_an_image_with_a_document_of_its_own_is_the_same_page(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = drawn(tmp_path / "s", ("l1", line_points(TOPS[0]), "mount and nothing"))
    (tmp_path / "s" / "q.png").write_bytes((tmp_path / "s" / "p.png").read_bytes())
    other = page_document(("x1", line_points(TOPS[1]), "these are letters")).replace("p.png", "q.png")
    (tmp_path / "s" / "q.xml").write_text(other)
    result = run(capsys, "import", project, first.parent)
    assert (result["pages"], result["lines"], result["skipped"]) == (1, 1, 1)
