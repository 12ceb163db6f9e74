"""XML that is small on disk and large in memory, or quick to write and slow to go through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hostile_helpers import MANY, in_limits
from PIL import Image
from tally import Harm, tally

pytestmark = pytest.mark.timeout(3600)

PAGE = ('<PcGts><Page imageFilename="p.png">', "</Page></PcGts>")
ALTO = ("<alto><Layout><Page>", "</Page></Layout></alto>")
COUNT = 450_000
LINE = '<TextLine HPOS="1" VPOS="1" WIDTH="9" HEIGHT="9"/>'

BOMBS: dict[str, tuple[str, Callable[[], str], bool]] = {
    "sixteen million tags": ("pagexml", lambda: PAGE[0] + "<a/>" * 2**24 + PAGE[1], False),
    "words without an outline": ("pagexml", lambda: _in(PAGE, f"<TextLine>{'<Word/>' * COUNT}</TextLine>"), True),
    "lines without an outline": ("pagexml", lambda: _in(PAGE, "<TextLine/>" * COUNT), True),
    "strings without a box": ("alto", lambda: _in(ALTO, f"<TextLine>{'<String/>' * COUNT}</TextLine>"), True),
    "many attributes": ("pagexml", lambda: _in(PAGE, "<a b='' c='' d='' e='' f='' g=''/>" * 400_000 * 3), False),
    "one tag of all attributes": (
        "alto",
        lambda: _in(ALTO, "<a" + "".join(f" a{i}=''" for i in range(10**6)) + "/>"),
        True,
    ),
    "lines deep in regions": (
        "pagexml",
        lambda: _in(PAGE, "<TextRegion id='r'>" * 240 + "<TextLine/>" * 300_000 + "</TextRegion>" * 240),
        True,
    ),
    "pages in pages": ("alto", lambda: _in(ALTO, "<Page>" * 100 + LINE * 100_000 + "</Page>" * 100), True),
    "a thousand regions in the order": (
        "pagexml",
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
    "nested ten thousand deep": ("pagexml", lambda: _in(PAGE, "<a>" * 10_000 + "</a>" * 10_000), False),
    "an outline of a million points": (
        "pagexml",
        lambda: _in(PAGE, f"<TextLine><Coords points='{'1,1 9,9 ' * 500_000}'/></TextLine>"),
        True,
    ),
    "a text of nine megabytes": (
        "pagexml",
        lambda: _in(
            PAGE,
            "<TextLine><Coords points='1,1 9,1 9,9'/><TextEquiv><Unicode>"
            + "a" * 9_000_000
            + "</Unicode></TextEquiv></TextLine>",
        ),
        True,
    ),
}
QUICK = ("sixteen million tags", "nested ten thousand deep", "many attributes")


def _in(around: tuple[str, str], inner: str) -> str:
    return around[0] + inner + around[1]


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_bombs(name: str, tmp_path: Path) -> None:
    kind, make, may_be_read = BOMBS[name]
    if not MANY and name not in QUICK:
        pytest.skip("takes seconds, so it belongs to `make robustness`")
    Image.new("L", (200, 100), 255).save(tmp_path / "p.png")
    (tmp_path / "p.xml").write_text(make(), encoding="ascii")
    told = in_limits(f"from core.formats import {kind}", f"{kind}.read(Path(sys.argv[1]))", tmp_path / "p.xml")
    assert told.startswith("refused") or may_be_read, told
    outcome = f"{'read' if told.startswith('read') else 'refused'} within 1 GB and 10 s"
    tally(Harm.TRANSCRIPTIONS, f"{kind}: {name}", 1, outcome)
