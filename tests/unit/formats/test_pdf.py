"""Searchable PDFs: their invisible text with its order and places, read back with pypdfium2, poppler and pikepdf."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pdf_helpers import nearest, pdfium_text, pdfium_words, poppler_words, rendered
from project_helpers import REPOSITORY

from core.formats import pdf_write
from core.formats.pdf_font import CharacterCodes, InvisibleFonts, font_program
from core.formats.pdf_text import placed_lines, text_operators, visual_order
from core.formats.pdf_write import PdfWriter, page_size
from core.formats.records import LineRecord, PageRecord, WordRecord
from core.imaging.embed import EmbeddedImage, embed_image

DPI = 200.0
SCALE = DPI / 72
LATIN = (
    WordRecord((60, 50, 300, 90), "Orders,", line=0),
    WordRecord((380, 62, 150, 60), "and", line=0),
    WordRecord((520, 40, 400, 120), "instructions", line=0),  # overlaps the word before
    WordRecord((920, 70, 90, 55), "ſœ", line=0),  # touches it
    WordRecord((70, 210, 120, 80), "𝔄b", line=1),
    WordRecord((200, 205, 240, 95), "Ωμέγα", line=1),
    WordRecord((470, 220, 40, 70), "I", line=1),
    WordRecord((540, 215, 200, 80), "漢字", line=1),
    WordRecord((780, 215, 100, 80), "e\u0301t\u00e9", line=1),
)
RIGHT_TO_LEFT = (
    WordRecord((700, 400, 250, 90), "שלום", line=2),
    WordRecord((430, 410, 280, 80), "עולם", line=2),  # overlaps
    WordRecord((150, 400, 220, 90), "12.5", line=2),
    WordRecord((700, 600, 250, 90), "مكتب", line=3),
    WordRecord((300, 610, 300, 80), "كِتاب", line=3),
)
CROWDED = ("and", "instructions", "𝔄b", "עולם")
"""Words that overlap the next one, touch it or almost: they are cut for a gap."""
SHALOM = "שלום"


def cut_of(word: WordRecord) -> float:
    return 0.25 if word.text in CROWDED else 0.0


def gray_image(width: int = 1100, height: int = 800, dpi: float = DPI) -> EmbeddedImage:
    import cv2

    pixels = np.full((height, width), 230, np.uint8)
    data = cv2.imencode(".jpg", pixels)[1].tobytes()
    return EmbeddedImage(data, "DCTDecode", width, height, 1, dpi=(dpi, dpi))


def page(*words: WordRecord, lines: tuple[LineRecord, ...] = ()) -> PageRecord:
    return PageRecord(Path("x.png"), 1100, 800, words=words, lines=lines)


def write(path: Path, *pages: PageRecord, image: EmbeddedImage | None = None, remark: str | None = None) -> Path:
    parts = path.parent / "parts"
    parts.mkdir(exist_ok=True)
    writer = PdfWriter(parts)
    for number, record in enumerate(pages, start=1):
        writer.add_page(image or gray_image(), record, f"folio {number}")
    writer.save(path, "A book", remark)
    with pikepdf.Pdf.open(path) as pdf:
        assert pdf.check_pdf_syntax() == []
    return path


@pytest.mark.parametrize("words", [LATIN, RIGHT_TO_LEFT, LATIN + RIGHT_TO_LEFT])
def test_pdfium_finds_every_word_in_its_box(tmp_path: Path, words: tuple[WordRecord, ...]) -> None:
    found = pdfium_words(write(tmp_path / "x.pdf", page(*words)), 0)
    for word in words:
        assert nearest(found, word.text or "", word.box, SCALE, cut_of(word)) < 3, (word, found)


@pytest.mark.parametrize("words", [LATIN, RIGHT_TO_LEFT, LATIN + RIGHT_TO_LEFT])
def test_poppler_finds_every_word_in_its_box(tmp_path: Path, words: tuple[WordRecord, ...]) -> None:
    found = poppler_words(write(tmp_path / "x.pdf", page(*words)), 0)
    for word in words:
        assert nearest(found, visual_order(word.text or ""), word.box, SCALE, cut_of(word)) < 0.1, (word, found)


@pytest.mark.parametrize("words", [LATIN, RIGHT_TO_LEFT])
def test_neighbours_have_a_gap_from_which_readers_see_a_blank(tmp_path: Path, words: tuple[WordRecord, ...]) -> None:
    words = tuple(word for word in words if word.line in (0, 2))
    found = sorted(pdfium_words(write(tmp_path / "x.pdf", page(*words)), 0), key=lambda word: word.corners)
    assert len(found) == len(words)
    for left, right in pairwise(found):
        assert right.corners[0] - left.corners[2] > 0.15 * (right.corners[3] - right.corners[1]) / 1.4


def test_copied_text_has_the_words_in_reading_order(tmp_path: Path) -> None:
    lines = pdfium_text(write(tmp_path / "x.pdf", page(*LATIN)), 0)
    assert " ".join(lines).split() == [word.text for word in LATIN]
    assert pdfium_text(write(tmp_path / "x.pdf", page(*RIGHT_TO_LEFT[:2])), 0) == ["שלום עולם"]
    assert pdfium_text(write(tmp_path / "x.pdf", page(*RIGHT_TO_LEFT[3:])), 0) == ["مكتب كِتاب"]


def test_words_of_several_lines_are_not_mixed(tmp_path: Path) -> None:
    words = [
        WordRecord((40 + 200 * i, 40 + 90 * line + 3 * i, 170, 60), f"w{line}{i}", line=line)
        for line in range(8)
        for i in range(5)
    ]
    assert pdfium_text(write(tmp_path / "x.pdf", page(*words)), 0) == [
        " ".join(f"w{line}{i}" for i in range(5)) for line in range(8)
    ]


def test_uncut_line_is_found(tmp_path: Path) -> None:
    line = LineRecord((50, 100, 900, 80), "given under my hand")
    path = write(tmp_path / "x.pdf", page(lines=(line,)))
    assert pdfium_text(path, 0) == ["given under my hand"]
    words = pdfium_words(path, 0)
    assert words[0].corners[0] * SCALE == pytest.approx(50, abs=1)
    assert words[-1].corners[2] * SCALE == pytest.approx(950, abs=1)


def test_text_is_invisible(tmp_path: Path) -> None:
    with_text = rendered(write(tmp_path / "a.pdf", page(*LATIN, *RIGHT_TO_LEFT)), 0, SCALE)
    without = rendered(write(tmp_path / "b.pdf", page()), 0, SCALE)
    assert with_text.shape == (800, 1100) and np.array_equal(with_text, without)


def test_metadata_and_page_labels(tmp_path: Path) -> None:
    path = write(tmp_path / "x.pdf", page(), page(), remark="2 of 3 words are suggestions that nobody has checked.")
    with pikepdf.Pdf.open(path) as pdf:
        assert str(pdf.docinfo["/Title"]) == "A book" and str(pdf.docinfo["/Producer"]) == "Ductus"
        assert "nobody has checked" in str(pdf.docinfo["/Subject"])
        metadata = pdf.open_metadata()
        assert metadata["dc:title"] == "A book" and metadata["pdf:Producer"] == "Ductus"
        assert "nobody has checked" in metadata["dc:description"]
        assert [pdf_page.label for pdf_page in pdf.pages] == ["folio 1", "folio 2"]


@given(title=st.text(max_size=30), text=st.text(min_size=1, max_size=12), remark=st.text(max_size=30))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_gives_a_whole_pdf(tmp_path: Path, title: str, text: str, remark: str) -> None:
    writer = PdfWriter(tmp_path)
    writer.add_page(gray_image(20, 20), PageRecord(Path("x"), 20, 20, words=(WordRecord((0, 0, 1, 1), text),)), title)
    writer.save(tmp_path / "x.pdf", title, remark)
    with pikepdf.Pdf.open(tmp_path / "x.pdf") as pdf:
        assert pdf.check_pdf_syntax() == [] and len(pdf.pages) == 1


def test_size_of_the_page_is_that_of_the_paper() -> None:
    assert page_size(gray_image(1000, 2000, 100)) == (720, 1440)
    image = EmbeddedImage(b"", "DCTDecode", 1000, 3000, 1, orientation=6, dpi=(300, 150))
    assert page_size(image) == (720, 480)
    assert max(page_size(EmbeddedImage(b"", "FlateDecode", 100_000, 50_000, 1, dpi=(72, 72)))) == pytest.approx(14_400)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_scan_is_shown_upright(tmp_path: Path, orientation: int) -> None:
    from PIL import Image

    from core.imaging.read import read_gray

    pixels = np.full((60, 100), 255, np.uint8)
    pixels[:30, :25] = 0
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(pixels).save(tmp_path / "x.jpg", exif=exif, dpi=(72, 72), quality=95)
    image, gray = embed_image(tmp_path / "x.jpg"), read_gray(tmp_path / "x.jpg")
    assert image.data == (tmp_path / "x.jpg").read_bytes()
    assert image.upright_size == (gray.shape[1], gray.shape[0])
    record = PageRecord(Path("x"), gray.shape[1], gray.shape[0])
    shown = rendered(write(tmp_path / "x.pdf", record, image=image), 0, 1)
    assert np.abs(shown.astype(int) - gray).max() < 40


def test_parts_are_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_write, "_PART_BYTES", 20_000)
    pages = [page(WordRecord((10, 10, 200, 60), f"page{number}")) for number in range(70)]
    path = write(tmp_path / "x.pdf", *pages)
    assert [pdfium_text(path, number) for number in (0, 35, 69)] == [["page0"], ["page35"], ["page69"]]
    with pikepdf.Pdf.open(path) as pdf:
        assert [pdf_page.label for pdf_page in pdf.pages] == [f"folio {number}" for number in range(1, 71)]
    assert len(list((tmp_path / "parts").iterdir())) > 5


MANY_PAGES = """
import sys
from itertools import pairwise
from pathlib import Path
import numpy as np, cv2, pikepdf
from core.formats.pdf_write import PdfWriter
from core.formats.records import PageRecord, WordRecord
from core.imaging.embed import EmbeddedImage

def held():
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) // 1024

noise = np.random.default_rng(1).integers(0, 256, (1000, 1000), np.uint8)
data = cv2.imencode(".jpg", noise)[1].tobytes()
before = held()
writer = PdfWriter(Path(sys.argv[1]))
for number in range(600):
    record = PageRecord(Path("x"), 1000, 1000, words=(WordRecord((10, 10, 200, 60), "word"),))
    writer.add_page(EmbeddedImage(data + bytes(8), "DCTDecode", 1000, 1000, 1), record, str(number))
writer.save(Path(sys.argv[2]), "many")
print(held() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured by /proc")
def test_memory_is_bounded_over_hundreds_of_pages(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    arguments = [str(tmp_path / "parts"), str(tmp_path / "x.pdf")]
    done = subprocess.run(
        [sys.executable, "-c", MANY_PAGES, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    written = (tmp_path / "x.pdf").stat().st_size // 2**20
    assert written > 400 and int(done.stdout.split()[0]) < 200, (written, done.stdout)


@pytest.mark.parametrize(
    ("text", "visual"),
    [
        ("Orders,", "Orders,"),
        (SHALOM, SHALOM[::-1]),
        ("כ״ב", "ב״כ"),
        ("עולם12.5", "12.5םלוע"),
        ("12.5", "12.5"),
        ("مَكتب", "بتكَم"),
        ("abc" + SHALOM, "abc" + SHALOM[::-1]),
        (SHALOM + "abc", "abc" + SHALOM[::-1]),
        ("", ""),
    ],
)
def test_characters_are_ordered_as_they_stand_on_the_page(text: str, visual: str) -> None:
    assert visual_order(text) == visual


@given(st.text(max_size=30))
def test_no_character_is_lost(text: str) -> None:
    assert sorted(visual_order(text)) == sorted(text)


def small_page(*words: WordRecord, lines: tuple[LineRecord, ...] = ()) -> PageRecord:
    return PageRecord(Path("x.png"), 400, 300, words=words, lines=lines)


def test_lines_that_are_not_cut_are_spread_over_their_box() -> None:
    (line,) = placed_lines(small_page(lines=(LineRecord((10, 20, 110, 30), "to the sea"),)))
    assert [word.text for word in line.words] == ["to", "the", "sea"]
    assert line.words[0].box == (10, 20, 22, 30) and line.words[-1].box == pytest.approx((87, 20, 33, 30))
    (line,) = placed_lines(small_page(lines=(LineRecord((10, 20, 110, 30), f"{SHALOM} {SHALOM}"),)))
    assert line.words[0].box[0] > line.words[1].box[0]


def test_words_without_text_are_left_out() -> None:
    assert (
        text_operators(small_page(WordRecord((1, 1, 9, 9)), WordRecord((1, 1, 9, 9), " \t")), (1, 1), InvisibleFonts())
        == ""
    )


def test_one_word_fills_its_box() -> None:
    operators = text_operators(small_page(WordRecord((40, 100, 60, 28), "day")), (0.5, 0.25), InvisibleFonts())
    _, font, size, _, stretch, _, *matrix, codes, _, _ = operators.replace("BT 3 Tr\n", "BT ").split()
    assert (font, codes) == ("/F0", "<000200030004>")
    assert matrix[:5] == ["1", "0", "0", "1", "20.0000"]
    assert float(size) * 0.5 * 3 * float(stretch) / 100 == pytest.approx(30, abs=0.01)


def test_words_of_different_lines_are_apart_for_a_reader_that_joins_all_strings() -> None:
    words = [WordRecord((10, 10, 40, 20), "the"), WordRecord((60, 10, 40, 20), "sea", line=0)]
    words += [WordRecord((10, 40, 40, 20), SHALOM, line=1), WordRecord((10, 70, 40, 20), "day", line=2)]
    fonts = InvisibleFonts()
    operators = text_operators(small_page(*words), (1, 1), fonts)
    table = dict(re.findall("<(....)> <(.+?)>", fonts.codes.to_unicode().decode("ascii")))
    units = (table[code] for text in re.findall("<(.*?)>", operators) for code in re.findall("....", text))
    assert bytes.fromhex("".join(units)).decode("utf-16-be").split() == ["the", "sea", SHALOM[::-1], "day"]


def test_control_characters_and_surrogates_are_no_text() -> None:
    (line,) = placed_lines(small_page(WordRecord((1, 1, 90, 9), "a\0b\ud800")))
    assert [word.text for word in line.words] == ["a", "b\ufffd"]


@given(st.lists(st.text(min_size=1, max_size=2), max_size=300))
def test_codes_are_unique_and_mapped_back(units: list[str]) -> None:
    codes = CharacterCodes()
    units = [unit for unit in units if not any("\ud800" <= char <= "\udfff" for char in unit)]
    given_out = {unit: codes.encode(unit) for unit in units}
    assert len(set(given_out.values())) == len(given_out)
    table = codes.to_unicode().decode("ascii")
    for unit, code in given_out.items():
        assert f"<{code}> <{unit.encode('utf-16-be').hex().upper()}>" in table


def test_more_characters_than_codes_become_replacements() -> None:
    codes = CharacterCodes()
    for number in range(66_000):
        codes.encode(f"{number:x}")
    assert len(codes) == 65_535 and codes.encode("another") == codes.encode("\ufffd")


@pytest.mark.parametrize("extent", [(800, 200), (40, 1), (1000, 400)])
def test_font_is_a_whole_truetype_font(extent: tuple[int, int]) -> None:
    font = font_program(extent)
    words = struct.unpack(f">{len(font) // 4}I", font)
    assert len(font) % 4 == 0 and sum(words) & 0xFFFFFFFF == 0xB1B0AFBA
    count = struct.unpack(">H", font[4:6])[0]
    entries = [struct.unpack(">4sIII", font[12 + 16 * i : 28 + 16 * i]) for i in range(count)]
    assert [tag for tag, *_ in entries] == sorted(tag for tag, *_ in entries)
    assert all(a[2] + a[3] <= b[2] for a, b in pairwise(entries)) and entries[-1][2] + entries[-1][3] <= len(font)
