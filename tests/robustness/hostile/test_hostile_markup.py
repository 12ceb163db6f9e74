"""PAGE XML, ALTO and hOCR from strangers: harm ends in a sentence or in words that can be taken in and undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from document_helpers import HEIGHT, WIDTH, sample_page
from hostile_helpers import MANY, Watch, by_hypothesis, digest, harmed, in_limits, seeds, sly_text, taken_in_and_out
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tally import Harm, tally

from core.errors import InputError
from core.formats import alto, hocr, iam, pagexml
from core.formats.alto_write import write_alto
from core.formats.hocr_write import write_hocr
from core.formats.pagexml_write import write_pagexml
from core.formats.records import LineRecord, PageRecord, WordRecord
from core.formats.sources import read_source
from core.project.project import Project

pytestmark = pytest.mark.timeout(3600)

READERS: dict[str, Any] = {"pagexml": pagexml, "alto": alto, "hocr": hocr}
XML = ("alto", "pagexml")
WRITERS: dict[str, Any] = {"pagexml": write_pagexml, "alto": write_alto}


def sound(folder: Path, kind: str) -> Path:
    """A whole file of a kind with its image, written by our own writer."""
    folder.mkdir(parents=True, exist_ok=True)
    image = folder / "p.png"
    if kind == "hocr":
        Image.new("L", (WIDTH, HEIGHT), 255).save(image)
        write_hocr(sample_page(image), folder / "p.hocr")
        return folder / "p.hocr"
    Image.new("L", (200, 100), 255).save(image)
    words = (
        WordRecord((10, 10, 30, 20), "the", ref="w1"),
        WordRecord((50, 10, 40, 20), "Kïng & ﬁ", ((50, 10), (90, 12), (88, 30)), ref="w2"),
        WordRecord((10, 50, 30, 20), None, line=1),
    )
    lines = (LineRecord((10, 75, 180, 20), "a whole line", ref="l9"),)
    WRITERS[kind](PageRecord(image, 200, 100, words=words, lines=lines, source=folder / "p.xml"), folder / "p.xml")
    return folder / "p.xml"


@pytest.mark.parametrize("kind", sorted(READERS))
def test_harmed_files(kind: str, tmp_path: Path) -> None:
    whole = sound(tmp_path / "whole", kind).read_bytes()
    path = sound(tmp_path / "in", kind)
    watch = Watch()
    with Project.create(tmp_path / "archive") as project:
        for seed in seeds():
            path.write_bytes(harmed(whole, seed))
            before = digest(path.parent)
            found = watch.try_it(lambda: READERS[kind].read(path))
            if seed % 5 == 0:
                taken_in_and_out(project, found)
            watch.try_it(lambda: read_source(path.parent))
            assert digest(path.parent) == before
    assert watch.refused and watch.taken
    tally(
        Harm.TRANSCRIPTIONS,
        f"{kind}: damaged files (bits, cuts, duplicated parts, odd numbers)",
        watch.cases,
        watch.outcome,
    )


ATTRIBUTES = (
    "id",
    "imageFilename",
    "imageWidth",
    "imageHeight",
    "points",
    "regionRef",
    "index",
    "custom",
    "WIDTH",
    "HEIGHT",
    "HPOS",
    "VPOS",
    "CONTENT",
    "POINTS",
    "ID",
    "SUBS_TYPE",
    "SUBS_CONTENT",
    "WC",
    "xml:space",
)
ELEMENTS = (
    "Page",
    "ReadingOrder",
    "OrderedGroup",
    "RegionRefIndexed",
    "TextRegion",
    "TextLine",
    "Word",
    "Coords",
    "TextEquiv",
    "Unicode",
    "Point",
    "PrintSpace",
    "TextBlock",
    "String",
    "SP",
    "Shape",
    "Polygon",
    "MeasurementUnit",
    "fileName",
    "Glyph",
)
numbers = st.one_of(
    st.integers().map(str), st.floats().map(str), st.sampled_from(["200", "100", "p.png", "10,10 60,10 60,50"])
)
points = st.lists(st.tuples(st.floats(), st.floats()), max_size=5).map(
    lambda pairs: " ".join(f"{x},{y}" for x, y in pairs)
)
value = st.one_of(numbers, points, sly_text)
leaf = st.tuples(st.sampled_from(ELEMENTS), st.dictionaries(st.sampled_from(ATTRIBUTES), value, max_size=4))
tree: Any = st.recursive(
    st.tuples(leaf, st.just([]), sly_text),
    lambda inner: st.tuples(leaf, st.lists(inner, max_size=4), sly_text),
    max_leaves=15,
)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _text_of(node: Any) -> str:
    (name, attributes), inner, text = node
    told = "".join(f' {key}="{_escaped(content)}"' for key, content in attributes.items())
    return f"<{name}{told}>{_escaped(text)}{''.join(map(_text_of, inner))}</{name}>"


@pytest.mark.parametrize("kind", XML)
def test_trees_of_anything(kind: str, tmp_path: Path) -> None:
    path = sound(tmp_path / "in", kind)
    watch = Watch()
    root, page = ("PcGts", '<Page imageFilename="p.png">') if kind == "pagexml" else ("alto", "<Page>")

    @by_hypothesis
    @given(st.lists(tree, max_size=3), st.sampled_from(["utf-8", "utf-16", "latin-1"]))
    def any_tree(trees: list[Any], encoding: str) -> None:
        inner = "".join(map(_text_of, trees))
        whole = f'<?xml version="1.0" encoding="{encoding}"?><{root}>{page}{inner}</Page></{root}>'
        path.write_bytes(whole.encode(encoding, "surrogatepass" if "utf" in encoding else "replace"))
        watch.try_it(lambda: READERS[kind].read(path))

    any_tree()
    tally(Harm.TRANSCRIPTIONS, f"{kind}: random XML trees (hypothesis)", watch.cases, watch.outcome)


HEAD = {
    "pagexml": ('<PcGts><Page imageFilename="{image}">', "</Page></PcGts>"),
    "alto": ("<alto><Description><fileName>{image}</fileName></Description><Layout><Page>", "</Page></Layout></alto>"),
}
LAUGHS = '<!ENTITY a "ha">' + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(10))
DOCTYPES = {
    "billion laughs": f"<!DOCTYPE x [{LAUGHS}]>",
    "quadratic": '<!DOCTYPE x [<!ENTITY a "' + "A" * 100_000 + '">]>',
    "external entity": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    "parameter entity": '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://localhost:9/x.dtd">%a;]>',
    "entity for one file": '<!DOCTYPE x [<!ENTITY a SYSTEM "secret.txt" NDATA n>]>',
    "default attribute": '<!DOCTYPE x [<!ATTLIST Word custom CDATA "' + "A" * 100_000 + '">]>',
}


@pytest.mark.parametrize("kind", XML)
@pytest.mark.parametrize("name", sorted(DOCTYPES))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(kind: str, name: str, encoding: str, tmp_path: Path) -> None:
    path = sound(tmp_path, kind)
    (tmp_path / "secret.txt").write_text("a secret")
    head, tail = HEAD[kind]
    body = f"{DOCTYPES[name]}{head.format(image='p.png')}<TextLine>&j;&a;</TextLine>{tail}"
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{body}'.encode(encoding))
    watch = Watch()
    with pytest.raises(InputError, match="DOCTYPE"):
        READERS[kind].read(path)
    watch.try_it(lambda: read_source(tmp_path))
    tally(Harm.TRANSCRIPTIONS, f"{kind}: {name} in a DOCTYPE", 2, "refused")


def test_an_outside_dtd_is_neither_needed_nor_fetched(tmp_path: Path) -> None:
    path = sound(tmp_path, "pagexml")
    body = path.read_text(encoding="utf-8")
    head, _, rest = body.partition("?>")
    path.write_text(f'{head}?><!DOCTYPE PcGts SYSTEM "http://localhost:9/x.dtd">{rest}', encoding="utf-8")
    assert len(pagexml.read(path).pages[0].words) == 3
    tally(Harm.TRANSCRIPTIONS, "pagexml: DOCTYPE with an external definition", 1, "read without it")


@pytest.mark.parametrize(
    "image",
    [
        "/etc/hostname",
        "../out.png",
        "..\\out.png",
        "C:\\out.png",
        "\\\\host\\share\\out.png",
        "link.png",
        "file:///etc/hostname",
        "%2e%2e%2fout.png",
        "inner/../../out.png",
        "x" * 5000,
        "a/" * 3000 + "p.png",
        "out\u202egnp.png",
        "linked/out.png",
    ],
)
@pytest.mark.parametrize("kind", XML)
def test_images_outside_the_folder_are_not_taken(kind: str, image: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    Image.new("L", (200, 100), 255).save(tmp_path / "out.png")
    (folder / "link.png").symlink_to(tmp_path / "out.png")
    (folder / "linked").symlink_to(tmp_path)
    head, tail = HEAD[kind]
    (folder / "q.xml").write_text(f"{head.format(image=image)}{tail}", encoding="utf-8")
    watch = Watch()
    assert watch.try_it(lambda: READERS[kind].read(folder / "q.xml")) is None
    assert watch.try_it(lambda: READERS[kind].read(folder)) is None
    tally(Harm.TRANSCRIPTIONS, f"{kind}: image reference that leaves the folder", 2, "refused")


@pytest.mark.parametrize("kind", XML)
def test_files_linked_from_outside_are_left_alone(kind: str, tmp_path: Path) -> None:
    outside = sound(tmp_path / "out", kind)
    folder = tmp_path / "in"
    (folder / "inner").mkdir(parents=True)
    Image.new("L", (200, 100), 255).save(folder / "p.png")
    (folder / "p.xml").symlink_to(outside)
    with pytest.raises(InputError, match="leads out"):
        READERS[kind].read(folder)
    tally(Harm.TRANSCRIPTIONS, f"{kind}: transcription linked from outside", 1, "ignored")


@pytest.mark.parametrize("read", [pagexml.read, alto.read, read_source, iam.read], ids=lambda f: f.__module__)
def test_what_is_no_plain_file_is_not_waited_for(read: Callable[[Path], object], tmp_path: Path) -> None:
    import os

    folder = tmp_path / "in"
    (folder / "words").mkdir(parents=True)
    os.mkfifo(folder / "p.xml")
    os.mkfifo(folder / "words.txt")
    watch = Watch()
    assert watch.try_it(lambda: read(folder)) is None
    assert watch.try_it(lambda: read(folder / "p.xml")) is None
    tally(Harm.TRANSCRIPTIONS, "a pipe instead of a file", 2, "refused at once")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "declared", [LAUGHS, '<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ATTLIST span title CDATA "bbox 1 1 9 9">']
)
def test_declarations_in_hocr_are_refused(tmp_path: Path, encoding: str, declared: str) -> None:
    path = sound(tmp_path, "hocr")
    body = path.read_text("utf-8").replace("<!DOCTYPE html>", f"<!DOCTYPE html [{declared}]>").partition("?>")[2]
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{body}'.encode(encoding))
    with pytest.raises(InputError, match="DOCTYPE"):
        hocr.read(path)
    tally(Harm.TRANSCRIPTIONS, "hocr: entities or attributes in a DOCTYPE", 1, "refused")


PAGE = ('<PcGts><Page imageFilename="p.png">', "</Page></PcGts>")
ALTO = ("<alto><Layout><Page>", "</Page></Layout></alto>")
COUNT = 450_000
LINE = '<TextLine HPOS="1" VPOS="1" WIDTH="9" HEIGHT="9"/>'

HOCR = ("<html><body><div class='ocr_page' title='image \"p.png\"'>", "</div></body></html>")
HOCR_COUNT = 200_000
HOCR_LINE = "<span class='ocr_line' title='bbox 1 1 9 9'>x</span>"

BOMBS: dict[tuple[str, str], tuple[Callable[[], str], bool]] = {
    ("pagexml", "sixteen million tags"): (lambda: PAGE[0] + "<a/>" * 2**24 + PAGE[1], False),
    ("pagexml", "words without an outline"): (lambda: _in(PAGE, f"<TextLine>{'<Word/>' * COUNT}</TextLine>"), True),
    ("pagexml", "lines without an outline"): (lambda: _in(PAGE, "<TextLine/>" * COUNT), True),
    ("alto", "strings without a box"): (lambda: _in(ALTO, f"<TextLine>{'<String/>' * COUNT}</TextLine>"), True),
    ("pagexml", "many attributes"): (lambda: _in(PAGE, "<a b='' c='' d='' e='' f='' g=''/>" * 400_000 * 3), False),
    ("alto", "one tag of all attributes"): (
        lambda: _in(ALTO, "<a" + "".join(f" a{i}=''" for i in range(10**6)) + "/>"),
        True,
    ),
    ("pagexml", "lines deep in regions"): (
        lambda: _in(PAGE, "<TextRegion id='r'>" * 240 + "<TextLine/>" * 300_000 + "</TextRegion>" * 240),
        True,
    ),
    ("alto", "pages in pages"): (lambda: _in(ALTO, "<Page>" * 100 + LINE * 100_000 + "</Page>" * 100), True),
    ("pagexml", "a thousand regions in the order"): (
        lambda: _in(
            PAGE,
            "<ReadingOrder>"
            + "<OrderedGroup>" * 200
            + "<RegionRef regionRef='r'/>" * 400_000
            + "</OrderedGroup>" * 200
            + "</ReadingOrder>",
        ),
        True,
    ),
    ("pagexml", "nested ten thousand deep"): (lambda: _in(PAGE, "<a>" * 10_000 + "</a>" * 10_000), False),
    ("pagexml", "an outline of a million points"): (
        lambda: _in(PAGE, f"<TextLine><Coords points='{'1,1 9,9 ' * 500_000}'/></TextLine>"),
        True,
    ),
    ("pagexml", "a text of nine megabytes"): (
        lambda: _in(
            PAGE,
            "<TextLine><Coords points='1,1 9,1 9,9'/><TextEquiv><Unicode>"
            + "a" * 9_000_000
            + "</Unicode></TextEquiv></TextLine>",
        ),
        True,
    ),
    ("hocr", "sixteen million tags"): (lambda: _in(HOCR, "<b>" * 2**24), False),
    ("hocr", "nested ten thousand deep"): (lambda: _in(HOCR, "<div>" * 10_000 + "</div>" * 10_000), False),
    ("hocr", "many attributes"): (lambda: _in(HOCR, "<b a= b= c= d= e= f= g=>" * 700_000), False),
    ("hocr", "words in no line"): (
        lambda: _in(HOCR, "<i class='ocrx_word' title='bbox 1 1 9 9'>x</i>" * HOCR_COUNT),
        True,
    ),
    ("hocr", "words without a box"): (lambda: _in(HOCR, "<i class='ocrx_word'>x</i>" * HOCR_COUNT), True),
    ("hocr", "lines deep in regions"): (
        lambda: _in(
            HOCR, "<p class='ocr_carea' title='bbox 0 0 9 9'><div>" * 100 + HOCR_LINE * 200_000 + "</div>" * 100
        ),
        True,
    ),
    ("hocr", "regions in regions"): (
        lambda: _in(HOCR, ("<div class='ocr_carea' title='bbox 0 0 9 9'>" * 240 + "</div>" * 240) * 900),
        True,
    ),
    ("hocr", "words in words"): (
        lambda: _in(HOCR, ("<b class='ocrx_word' title='bbox 0 0 9 9'>" * 240 + "x" + "</b>" * 240) * 900),
        True,
    ),
    ("hocr", "pages in pages"): (
        lambda: _in(HOCR, "<div class='ocr_page' title='bbox 0 0 9 9'>" * 200 + HOCR_LINE * 200_000),
        True,
    ),
    ("hocr", "a hundred thousand pages"): (
        lambda: _in(HOCR, "</div>" + f"<div class='ocr_page'>{HOCR_LINE}</div>" * 50_000),
        True,
    ),
    ("hocr", "many pages without an image"): (
        lambda: _in(HOCR, "</div>" + "<div class='ocr_page' title='image none.png'></div>" * 50_000),
        True,
    ),
    ("hocr", "a title of a million quotes"): (
        lambda: _in(HOCR, "<i class='ocr_line' title='bbox 1 1 9 9; " + '" ;' * 2_000_000 + "'>x</i>"),
        True,
    ),
    ("hocr", "a baseline of a million numbers"): (
        lambda: _in(HOCR, f"<i class='ocr_line' title='bbox 1 1 9 9; baseline {'1 ' * 1_000_000}'>x</i>"),
        True,
    ),
    ("hocr", "a DOCTYPE that never ends"): (lambda: _in(HOCR, "<!DOCTYPE " * 6_000), True),
}
QUICK = {
    *(("pagexml", name) for name in ("sixteen million tags", "nested ten thousand deep", "many attributes")),
    *(("hocr", name) for name in ("nested ten thousand deep", "a DOCTYPE that never ends")),
}


def _in(around: tuple[str, str], inner: str) -> str:
    return around[0] + inner + around[1]


@pytest.mark.parametrize(("kind", "name"), sorted(BOMBS))
def test_bombs(kind: str, name: str, tmp_path: Path) -> None:
    make, may_be_read = BOMBS[kind, name]
    if not MANY and (kind, name) not in QUICK:
        pytest.skip("takes seconds, so it belongs to `make robustness`")
    Image.new("L", (200, 100), 255).save(tmp_path / "p.png")
    path = tmp_path / ("p.hocr" if kind == "hocr" else "p.xml")
    path.write_text(make(), encoding="ascii")
    told = in_limits(f"from core.formats import {kind}", f"{kind}.read(Path(sys.argv[1]))", path)
    assert told.startswith("refused") or may_be_read, told
    outcome = f"{'read' if told.startswith('read') else 'refused'} within 1 GB and 10 s"
    tally(Harm.TRANSCRIPTIONS, f"{kind}: {name}", 1, outcome)


def test_scripts_in_hocr_are_neither_run_nor_read(tmp_path: Path) -> None:
    path = sound(tmp_path, "hocr")
    script = "<script>document.title = 'x'</script><iframe src='http://localhost:9/'></iframe>"
    path.write_text(path.read_text("utf-8").replace(">the<", f">{script}the<"), encoding="utf-8")
    assert hocr.read(path).pages[0].words[0].text == "the"
    tally(Harm.TRANSCRIPTIONS, "hocr: scripts and frames", 1, "read without them")
