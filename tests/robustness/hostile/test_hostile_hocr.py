"""hOCR from strangers: every harm ends in a sentence or in words that can be taken in and undone, within limits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hostile_helpers import MANY, Watch, digest, harmed, in_limits, seeds, taken_in_and_out
from page_record_helpers import HEIGHT, WIDTH, sample_page
from PIL import Image
from tally import Harm, tally

from core.errors import InputError
from core.formats import hocr
from core.formats.hocr_write import write_hocr
from core.formats.sources import read_source
from core.project.project import Project

pytestmark = pytest.mark.timeout(3600)


def sound(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    Image.new("L", (WIDTH, HEIGHT), 255).save(folder / "p.png")
    write_hocr(sample_page(folder / "p.png"), folder / "p.hocr")
    return folder / "p.hocr"


def test_harmed_files(tmp_path: Path) -> None:
    whole = sound(tmp_path / "whole").read_bytes()
    path = sound(tmp_path / "in")
    watch = Watch()
    with Project.create(tmp_path / "archive") as project:
        for seed in seeds():
            path.write_bytes(harmed(whole, seed))
            before = digest(path.parent)
            found = watch.try_it(lambda: hocr.read(path))
            if seed % 5 == 0:
                taken_in_and_out(project, found)
            watch.try_it(lambda: read_source(path.parent))
            assert digest(path.parent) == before
    assert watch.refused and watch.taken
    tally(
        Harm.TRANSCRIPTIONS,
        "hocr: damaged files (bits, cuts, duplicated parts, odd numbers)",
        watch.cases,
        watch.outcome,
    )


LAUGHS = '<!ENTITY a "ha">' + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(10))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "declared", [LAUGHS, '<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ATTLIST span title CDATA "bbox 1 1 9 9">']
)
def test_declarations_are_refused(tmp_path: Path, encoding: str, declared: str) -> None:
    path = sound(tmp_path)
    body = path.read_text("utf-8").replace("<!DOCTYPE html>", f"<!DOCTYPE html [{declared}]>").partition("?>")[2]
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{body}'.encode(encoding))
    with pytest.raises(InputError, match="DOCTYPE"):
        hocr.read(path)
    tally(Harm.TRANSCRIPTIONS, "hocr: entities or attributes in a DOCTYPE", 1, "refused")


PAGE = ("<html><body><div class='ocr_page' title='image \"p.png\"'>", "</div></body></html>")
LINE = "<span class='ocr_line' title='bbox 1 1 9 9'>x</span>"
COUNT = 200_000
BOMBS: dict[str, tuple[Callable[[], str], bool]] = {
    "sixteen million tags": (lambda: "<b>" * 2**24, False),
    "nested ten thousand deep": (lambda: "<div>" * 10_000 + "</div>" * 10_000, False),
    "many attributes": (lambda: "<b a= b= c= d= e= f= g=>" * 700_000, False),
    "words in no line": (lambda: "<i class='ocrx_word' title='bbox 1 1 9 9'>x</i>" * COUNT, True),
    "words without a box": (lambda: "<i class='ocrx_word'>x</i>" * COUNT, True),
    "lines deep in regions": (
        lambda: "<p class='ocr_carea' title='bbox 0 0 9 9'><div>" * 100 + LINE * 200_000 + "</div>" * 100,
        True,
    ),
    "regions in regions": (lambda: ("<div class='ocr_carea' title='bbox 0 0 9 9'>" * 240 + "</div>" * 240) * 900, True),
    "words in words": (lambda: ("<b class='ocrx_word' title='bbox 0 0 9 9'>" * 240 + "x" + "</b>" * 240) * 900, True),
    "pages in pages": (lambda: "<div class='ocr_page' title='bbox 0 0 9 9'>" * 200 + LINE * 200_000, True),
    "a hundred thousand pages": (lambda: "</div>" + f"<div class='ocr_page'>{LINE}</div>" * 50_000, True),
    "many pages without an image": (
        lambda: "</div>" + "<div class='ocr_page' title='image none.png'></div>" * 50_000,
        True,
    ),
    "a title of a million quotes": (
        lambda: "<i class='ocr_line' title='bbox 1 1 9 9; " + '" ;' * 2_000_000 + "'>x</i>",
        True,
    ),
    "a baseline of a million numbers": (
        lambda: f"<i class='ocr_line' title='bbox 1 1 9 9; baseline {'1 ' * 1_000_000}'>x</i>",
        True,
    ),
    "a DOCTYPE that never ends": (lambda: "<!DOCTYPE " * 6_000, True),
}
QUICK = ("nested ten thousand deep", "a DOCTYPE that never ends")


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_bombs(name: str, tmp_path: Path) -> None:
    make, may_be_read = BOMBS[name]
    if not MANY and name not in QUICK:
        pytest.skip("takes seconds, so it belongs to `make robustness`")
    Image.new("L", (200, 100), 255).save(tmp_path / "p.png")
    (tmp_path / "p.hocr").write_text(PAGE[0] + make() + PAGE[1], encoding="ascii")
    told = in_limits("from core.formats import hocr", "hocr.read(Path(sys.argv[1]))", tmp_path / "p.hocr")
    assert told.startswith("refused") or may_be_read, told
    outcome = f"{'read' if told.startswith('read') else 'refused'} within 1 GB and 10 s"
    tally(Harm.TRANSCRIPTIONS, f"hocr: {name}", 1, outcome)


def test_scripts_are_neither_run_nor_read(tmp_path: Path) -> None:
    path = sound(tmp_path)
    script = "<script>document.title = 'x'</script><iframe src='http://localhost:9/'></iframe>"
    path.write_text(path.read_text("utf-8").replace(">the<", f">{script}the<"), encoding="utf-8")
    assert hocr.read(path).pages[0].words[0].text == "the"
    tally(Harm.TRANSCRIPTIONS, "hocr: scripts and frames", 1, "read without them")
