"""hOCR: read as different programs write it, and written as valid documents that read back as they were."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from document_helpers import HEIGHT, WIDTH, pages, sample_page
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from core.errors import InputError
from core.formats import hocr
from core.formats.hocr_title import parse_title
from core.formats.hocr_write import NAMESPACE, write_hocr
from core.formats.records import LineRecord, PageRecord, RegionRecord, TextOrigin, WordRecord, lines_in_order

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title>
<meta name='ocr-system' content='machine 4.1' /></head><body>
"""
PAGE = """<div class='ocr_page'
id='page_1' title='image "/scans/p.png"; bbox 0 0 {width} {height}; ppageno 0'>{body}</div>
"""
BODY = """
<div class='ocr_carea' id='block_1' title="bbox 10 10 390 110">
 <p class='ocr_par' id='par_1' lang='eng' title="bbox 10 10 380 60">
  <span class='ocr_line' id='line_1' title="bbox 10 10 380 50; baseline 0.01 -8; x_size 30">
   <span class='ocrx_word' id='word_1' title='bbox 10 10 60 50; x_wconf 96'><strong>Dear</strong></span>
   <span class='ocrx_word' id='word_2' title='bbox 70 12 120 50; x_wconf 31'><span class="ocrx_cinfo">S</span
   ><span class="ocrx_cinfo">ir</span>,</span>
   <span class='ocrx_word' id='word_3' title='bbox 130 12 180 50'> </span>
  </span>
  <span class='ocr_header' id='line_2' title="bbox 10 55 380 60">a &amp; whole
    line</span>
 </p>
</div>
<div class='ocr_photo' id='block_2' title="bbox 10 120 390 190"></div>
<div class='ocr_carea' id='block_3' title="bbox 10 195 390 199">no lines<script>alert("x")</script></div>
"""


def hocr_file(folder: Path, body: str = BODY, name: str = "p.hocr", width: int = 400, height: int = 200) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    Image.new("L", (400, 200), 255).save(folder / "p.png")
    page = PAGE.format(body=body, width=width, height=height)
    (folder / name).write_text(f"{HEAD}{page}</body></html>", encoding="utf-8")
    return folder / name


def read_body(folder: Path, body: str) -> PageRecord:
    (page,) = hocr.read(hocr_file(folder, body)).pages
    return page


def test_regions_lines_and_words(tmp_path: Path) -> None:
    path = hocr_file(tmp_path)
    found = hocr.read(path)
    (page,) = found.pages
    assert found.skipped == ()
    assert (page.image, page.width, page.height, page.frame, page.source) == (tmp_path / "p.png", 400, 200, 0, path)
    assert page.words == (
        WordRecord((10, 10, 50, 40), "Dear", ref="word_1", origin=TextOrigin("imported", "machine 4.1", 0.96)),
        WordRecord((70, 12, 50, 38), "Sir,", ref="word_2", origin=TextOrigin("imported", "machine 4.1", 0.31)),
        WordRecord((130, 12, 50, 38), None, ref="word_3"),
    )
    assert page.lines == (
        LineRecord((10, 10, 370, 40), None, None, "line_1", ((10, 42), (380, 46)), 0, 0),
        LineRecord((10, 55, 370, 5), "a & whole line", None, "line_2", None, 0, 1),
    )
    assert page.uncut_lines == page.lines[1:]
    assert page.regions == (
        RegionRecord((10, 10, 370, 50), ref="par_1"),  # the area around it has no lines of its own
        RegionRecord((10, 195, 380, 4), ref="block_3", text="no lines"),
    )


def test_boxes_are_scaled_to_the_image(tmp_path: Path) -> None:
    (page,) = hocr.read(hocr_file(tmp_path, width=800, height=400)).pages
    assert page.words[0].box == (5, 5, 25, 20) and page.lines[0].baseline == ((5, 21), (190, 23))
    with pytest.raises(InputError, match="right image"):
        hocr.read(hocr_file(tmp_path, width=200, height=400))
    (page,) = hocr.read(hocr_file(tmp_path, width=0, height=0)).pages
    assert page.words[0].box == (10, 10, 50, 40)


def test_a_line_is_read_whole_without_usable_words(tmp_path: Path) -> None:
    body = "<span class='ocr_line' title='bbox 10 10 90 40'><span class='ocrx_word'>two</span> words</span>"
    found = hocr.read(hocr_file(tmp_path, body))
    assert found.pages[0].lines == (LineRecord((10, 10, 80, 30), "two words"),) and not found.pages[0].words
    assert [(entry.place, entry.reason) for entry in found.skipped] == [("line 1, word 1", "it has no box")]


def test_a_line_without_a_box_is_that_of_its_words(tmp_path: Path) -> None:
    word = "<span class='ocrx_word' title='bbox {} 10 {} 40'>x</span>"
    page = read_body(tmp_path, f"<span class='ocr_line'>{word.format(10, 50)}{word.format(60, 90)}</span>")
    assert [line.box for line in page.lines] == [(10, 10, 80, 30)]
    found = hocr.read(hocr_file(tmp_path, BODY + "<span class='ocr_line' id='l9'>lost</span>"))
    assert [(entry.place, "no box" in entry.reason) for entry in found.skipped] == [("l9", True)]


def test_words_outside_of_lines_are_put_into_lines(tmp_path: Path) -> None:
    word = "<span class='ocrx_word' title='bbox {} {} {} {}'>x</span>"
    row = word.format(10, 10, 50, 40) + word.format(60, 15, 90, 45)
    page = read_body(tmp_path, f"<p class='ocr_par' title='bbox 0 0 200 100'>{row}{word.format(10, 50, 50, 80)}</p>")
    assert [word.line for word in page.words] == [0, 0, 1]
    assert [(line.box, line.region, line.number) for line in page.lines] == [
        ((10, 10, 80, 35), 0, 0),
        ((10, 50, 40, 30), 0, 1),
    ]


def test_a_float_with_lines_is_a_region(tmp_path: Path) -> None:
    line = "<span class='ocr_line' title='bbox 10 10 90 40'>head</span>"
    page = read_body(tmp_path, f"<div class='ocr_header' title='bbox 0 0 100 50'>{line}</div>")
    assert page.regions == (RegionRecord((0, 0, 100, 50), "header"),)
    assert page.lines[0].region == 0 and page.lines[0].text == "head"


@pytest.mark.parametrize(
    ("title", "baseline"),
    [
        ("baseline 0 -5", ((10, 35), (110, 35))),
        ("baseline -0.1 0", ((10, 40), (110, 30))),
        ("baseline -4", ((10, 36), (110, 36))),
        (
            "baseline 0.001 0 -10",
            ((10, 30), (22, 30), (35, 31), (48, 31), (60, 32), (72, 34), (85, 36), (98, 38), (110, 40)),
        ),
        ("baseline nan 0", None),
        ("baseline 1e300 1e300", None),
        ("baseline x", None),
        ("baseline", None),
        ("textangle 90; baseline 0 -5", None),
        ("textangle 0; baseline 0 -5", ((10, 35), (110, 35))),
    ],
)
def test_baselines(tmp_path: Path, title: str, baseline: object) -> None:
    page = read_body(tmp_path, f"<span class='ocr_line' title='bbox 10 10 110 40; {title}'>x</span>")
    assert page.lines[0].baseline == baseline


def test_rejected_readings_and_comments_are_no_text(tmp_path: Path) -> None:
    inner = "<ins class='alt'>King</ins><del class='alt'>Ring</del><!-- Sing --><style>p {}</style>"
    line = (
        f"<span class='ocr_line' title='bbox 1 1 90 40'><span class='ocrx_word' title='bbox 1 1 50 40'>{inner}</span>"
    )
    assert read_body(tmp_path, line + "</span>").words[0].text == "King"


LETTERS = """
<span class='ocrx_cinfo' title='x_bboxes 1 1 9 9; x_conf 99'>T</span>
 <span class='ocrx_cinfo' id='lstm_choices_1'>
  <span class='ocrx_cinfo' id='choice_1' title='x_confs 95'>T</span>
  <span class='ocrx_cinfo' id='choice_2' title='x_confs 0'>I</span></span>
<span class='ocrx_cinfo' title='x_bboxes 9 1 20 9; x_conf 99'>o</span>
"""


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (LETTERS, "To"),
        (f"To {LETTERS[LETTERS.index('<span', 5) :].rpartition('<span')[0]}", "To"),
        ("<b>T</b><i>o</i>", "To"),
    ],
)
def test_letters_and_choices_of_letters(tmp_path: Path, word: str, text: str) -> None:
    line = (
        "<span class='ocr_line' title='bbox 1 1 90 40'><span class='ocrx_word' title='bbox 1 1 50 40'>{}</span></span>"
    )
    page = read_body(tmp_path, line.format(word))
    assert (page.words[0].text, page.lines[0].text) == (text, text)


def test_a_line_written_as_one_word_is_a_whole_line(tmp_path: Path) -> None:
    line = "<span class='ocr_line' title='bbox 1 1 90 40'><span class='ocrx_word' title='bbox {}; x_wconf 3'>{}"
    page = read_body(tmp_path, line.format("1 1 90 40", "two words") + "</span></span>")
    assert not page.words and page.uncut_lines[0].text == "two words"
    assert len(read_body(tmp_path, line.format("1 1 80 40", "two words") + "</span></span>").words) == 1
    assert len(read_body(tmp_path, line.format("1 1 90 40", "one") + "</span></span>").words) == 1


def test_a_word_inside_a_word_is_no_other_word(tmp_path: Path) -> None:
    inner = "<span class='ocr_word' title='bbox 1 1 50 40'><span class='ocrx_word' title='x_wconf -2'>To</span></span>"
    page = read_body(tmp_path, f"<span class='ocr_line' title='bbox 1 1 90 40'>{inner}</span>")
    assert [(word.box, word.text) for word in page.words] == [((1, 1, 49, 39), "To")]


def test_suggestions_come_without_text(tmp_path: Path) -> None:
    word = "<span class='ocrx_word' data-origin='{}' title='bbox 10 10 50 40; x_wconf 87'>{}</span>"
    line = "<span class='ocr_line' title='bbox 10 10 110 40'>{}</span>"
    page = read_body(tmp_path, line.format(word.format("suggested", "King") + word.format("typed", "Sir")))
    assert [word.text for word in page.words] == [None, "Sir"] and page.lines[0].text is None
    unboxed = "<span class='ocrx_word' data-origin='suggested'>King</span>"
    assert read_body(tmp_path, line.format(unboxed)).lines[0].text is None


@pytest.mark.parametrize(
    ("pages", "frames"),
    [
        ([("p.tif", 0), ("p.tif", 1), ("p.tif", 2)], [0, 1, 2]),
        ([("p.tif", 2), ("p.tif", 0)], [2, 0]),
        ([("p.tif", 7), ("p.tif", 8)], [0, 1]),
        ([("p.tif", 1), ("p.tif", 1)], [0, 1]),
        ([("p.tif", 1)], [1]),
        ([("p.tif", None), ("q.png", 12), ("p.tif", None)], [0, 0, 1]),
    ],
)
def test_pages_are_frames_of_their_image(
    tmp_path: Path, pages: list[tuple[str, int | None]], frames: list[int]
) -> None:
    image = Image.new("L", (40, 20), 255)
    image.save(tmp_path / "p.tif", save_all=True, append_images=[image, image])
    image.save(tmp_path / "q.png")
    body = "".join(
        f"<div class='ocr_page' title='image \"{name}\"; bbox 0 0 40 20{'' if n is None else f'; ppageno {n}'}'>"
        "<span class='ocr_line' title='bbox 1 1 9 9'>x</span></div>"
        for name, n in pages
    )
    (tmp_path / "book.hocr").write_text(f"<html><body>{body}</body></html>")
    found = hocr.read(tmp_path / "book.hocr")
    assert [(page.image.name, page.frame) for page in found.pages] == [
        (name, frame) for (name, _), frame in zip(pages, frames, strict=True)
    ]


def test_a_page_that_cannot_be_used_is_skipped(tmp_path: Path) -> None:
    path = hocr_file(tmp_path)
    page = PAGE.format(body="", width=400, height=200).replace("p.png", "none.png")
    path.write_text(path.read_text().replace("</body>", page + "</body>"))
    path.rename(tmp_path / "book.hocr")
    found = hocr.read(tmp_path / "book.hocr")
    assert len(found.pages) == 1
    assert [entry.place for entry in found.skipped] == ["page 2"] and "none.png" in found.skipped[0].reason


def test_a_folder_is_read_without_other_html(tmp_path: Path) -> None:
    hocr_file(tmp_path, name="p.html")
    (tmp_path / "index.html").write_text("<html><p>Our scans</p></html>")
    (tmp_path / "bad.hocr").write_text("<html><p>nothing</p></html>")
    found = hocr.read(tmp_path)
    assert len(found.pages) == 1 and [entry.file.name for entry in found.skipped] == ["bad.hocr"]
    assert "ocr_page" in found.skipped[0].reason
    assert hocr.is_hocr(tmp_path / "p.html") and not hocr.is_hocr(tmp_path / "index.html")
    assert hocr.is_hocr(tmp_path / "bad.hocr") and not hocr.is_hocr(tmp_path / "p.png")


def test_images_outside_the_folder_are_not_read(tmp_path: Path) -> None:
    Image.new("L", (400, 200), 255).save(tmp_path / "secret.png")
    path = hocr_file(tmp_path / "in")
    (tmp_path / "in" / "p.png").unlink()
    for name in ("../secret.png", str(tmp_path / "secret.png"), "..\\\\secret.png"):
        path.write_text(path.read_text().replace("/scans/p.png", name))
        with pytest.raises(InputError, match="not found"):
            hocr.read(path)
        path = hocr_file(tmp_path / "in")
        (tmp_path / "in" / "p.png").unlink()


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ('image "a;b.png"; bbox 1 2 3 4', {"image": '"a;b.png"', "bbox": "1 2 3 4"}),
        ("bbox 1 2 3 4;;x_wconf 9;", {"bbox": "1 2 3 4", "x_wconf": "9"}),
        ("  BBOX\n1 2 3\t4 ", {"bbox": "1 2 3\t4"}),
        ('image "never closed; bbox 1 2', {"image": '"never closed', "bbox": "1 2"}),
        ("bbox", {"bbox": ""}),
        ("bbox 1 1 2 2; bbox 3 3 4 4", {"bbox": "1 1 2 2"}),
        (None, {}),
    ],
)
def test_titles(title: str | None, expected: dict[str, str]) -> None:
    assert parse_title(title) == expected


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.recursive(
        st.text(max_size=8),
        lambda inner: st.builds(
            lambda tag, name, title, children: (
                f"<{tag} class='{name}' id='i' title='{title}'>{''.join(children)}</{tag}>"
            ),
            st.sampled_from(["div", "span", "p", "b"]),
            st.sampled_from(["ocr_page", "ocr_carea", "ocr_par", "ocr_line", "ocr_header", "ocrx_word", "x"]),
            st.sampled_from(
                [
                    "",
                    "bbox 1 1 40 40",
                    "bbox 9 9 9 9",
                    "bbox -5 0 1e9 7",
                    "bbox 1 2 3",
                    "poly 1 1 9 9 1 9; bbox nan 0 1 1",
                ]
            ),
            st.lists(inner, max_size=4),
        ),
        max_leaves=20,
    )
)
def test_any_tree_gives_records_inside_the_page_or_a_sentence(tmp_path: Path, body: str) -> None:
    path = hocr_file(tmp_path)
    path.write_bytes(f"<div class='ocr_page'>{body}</div>".encode("utf-8", "replace"))
    try:
        pages = hocr.read(path).pages
    except InputError:
        return
    for page in pages:
        for record in (*page.words, *page.lines, *page.regions):
            x, y, width, height = record.box
            assert 0 <= x < x + width <= 400 and 0 <= y < y + height <= 200
        assert [line.number for line in page.lines] == list(range(len(page.lines)))
        assert {word.line for word in page.words} <= {line.number for line in page.lines}
        assert all(line.region is None or 0 <= line.region < len(page.regions) for line in page.lines)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    Image.new("L", (WIDTH, HEIGHT), 255).save(tmp_path / "p.png")
    return tmp_path / "p.png"


def check_structure(path: Path) -> None:
    """Assert what the specification of hOCR demands of the classes and properties that we use."""
    root = etree.parse(path).getroot()
    x = {"x": NAMESPACE}
    metas = {meta.get("name"): meta.get("content") for meta in root.iterfind(".//x:meta", x)}
    assert metas["ocr-system"] and {"ocr-langs", "ocr-scripts", "ocr-number-of-pages"} <= metas.keys()
    capabilities = set(metas["ocr-capabilities"].split())
    classes = {element.get("class") for element in root.iter() if element.get("class")}
    assert "ocr_page" in classes and classes <= capabilities
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    for element in root.iter():
        if (name := element.get("class")) is None:
            continue
        assert re.search(r"(^|; )bbox \d+ \d+ \d+ \d+(;|$)", element.get("title"))
        outer = [a.get("class") for a in element.iterancestors() if a.get("class")]
        allowed = {"ocr_page": 0, "ocr_carea": 1, "ocr_line": 2, "ocrx_word": 3}
        assert all(allowed[a] < allowed[name] for a in outer) and outer.count("ocr_page") == (name != "ocr_page")
        for prop in element.get("title").split(";"):
            assert prop.split()[0] in ("bbox", "poly", "image", "ppageno", "baseline", "x_wconf")
    data = path.read_bytes()
    # readers of HTML take no notice of the slash in these
    assert not re.search(rb"<(span|div|title|body)[^>]*/>", data)


def test_what_is_written_reads_back(image: Path) -> None:
    page = sample_page(image)
    out = image.with_name("p.hocr")
    write_hocr(page, out)
    check_structure(out)
    (found,) = hocr.read(out).pages
    unchecked = replace(page.words[4], text=None)
    assert found.words == tuple(replace(word, origin=None) for word in (*page.words[:4], unchecked))
    # a line with words has no text beyond theirs, and none if one is missing
    assert list(found.lines) == [line for line, _ in lines_in_order(page)] and found.regions == page.regions


def test_the_file_says_who_said_what(image: Path) -> None:
    out = image.with_name("p.hocr")
    page = sample_page(image)
    write_hocr(page, out)
    text = out.read_text(encoding="utf-8")
    assert '<meta name="unchecked-suggestions" content="yes"/>' in text
    assert '"bbox 50 60 80 80; x_wconf 87" data-origin="suggested" data-model="m1">Dear<' in text
    assert 'data-origin="accepted" data-model="m1">Sir<' in text and 'data-origin="typed">the<' in text
    write_hocr(replace(page, words=page.words[:4]), out)
    assert '<meta name="unchecked-suggestions" content="no"/>' in out.read_text(encoding="utf-8")
    assert "x_wconf" not in out.read_text(encoding="utf-8")


def test_names_ids_and_an_empty_page(tmp_path: Path) -> None:
    image = tmp_path / 'a "b"; c\'d 100%.png'
    Image.new("L", (WIDTH, HEIGHT), 255).save(image)
    words = tuple(
        WordRecord((10, 10 + 20 * i, 9, 9), "x", line=i, ref=ref) for i, ref in enumerate(("a b", "a", "a", None))
    )
    for page in (PageRecord(image, WIDTH, HEIGHT), PageRecord(image, WIDTH, HEIGHT, words=words)):
        write_hocr(page, tmp_path / "p.hocr")
        check_structure(tmp_path / "p.hocr")
        (found,) = hocr.read(tmp_path / "p.hocr").pages
        assert (found.image, [word.text for word in found.words]) == (image, ["x"] * len(page.words))


def test_a_control_character_is_refused_and_changes_nothing(image: Path) -> None:
    out = image.with_name("p.hocr")
    out.write_text("before")
    with pytest.raises(InputError, match="control character"):
        write_hocr(PageRecord(image, WIDTH, HEIGHT, words=(WordRecord((1, 1, 9, 9), "a\x07"),)), out)
    assert out.read_text() == "before"


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pages())
def test_any_page_reads_back(image: Path, page: PageRecord) -> None:
    out = image.with_name("p.hocr")
    write_hocr(page, out)
    check_structure(out)
    (found,) = hocr.read(out).pages
    assert [(w.box, w.text, w.line) for w in found.words] == [(w.box, w.text, w.line) for w in page.words]
    assert [(line.box, line.baseline, line.ref, line.number) for line in found.lines] == [
        (line.box, line.baseline, line.ref, line.number) for line in page.lines
    ]
    assert [line.text for line in found.uncut_lines] == [line.text for line in page.uncut_lines]
    # regions come in the order of their first lines
    assert sorted(found.regions, key=lambda r: r.ref or "") == list(page.regions)
    assert [line.region is None or found.regions[line.region].ref for line in found.lines] == [
        line.region is None or page.regions[line.region].ref for line in page.lines
    ]
