"""What the grid of pages shows of each page, how it is sorted and filtered. Needs no window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.lexicon.text import natural_key
from core.project.content.models import list_models
from core.project.content.pages import list_pages
from core.project.content.statistics import page_roles, page_state_counts
from core.project.content.words import WordState
from core.project.project import Project

CROPS = 0
"""Stands for the word pictures, which lie on no page."""
ORDERS = ("order", "name", "unread")
SHARES = ("typed", "accepted", "predicted", "unread")
"""The parts of a tile's bar: what the model says counts as one."""
MIXED = "mixed"
_SAMPLES = 4


@dataclass(frozen=True, slots=True)
class PageSummary:
    """One page, or all word pictures (``page_id`` is :data:`CROPS`)."""

    page_id: int
    name: str
    number: int
    """The page's place in the project, from 1."""
    image: Path | None
    frame: int
    sha256: str
    counts: tuple[int, ...]
    """Words in each of ``WordState``."""
    role: str
    """What its words are for; :data:`MIXED`, or empty without words."""
    lines: int = 0
    """Lines that were not cut into words."""
    samples: tuple[int, ...] = ()
    """Some word pictures to show."""

    @property
    def words(self) -> int:
        return sum(self.counts)

    @property
    def shares(self) -> tuple[int, ...]:
        """Words in each of :data:`SHARES`."""
        by_state = dict(zip(map(str, WordState), self.counts, strict=True))
        predicted = by_state["seen"] + by_state["unseen"] + by_state["uncertain"]
        return by_state["typed"], by_state["accepted"], predicted, by_state["unread"]

    @property
    def read(self) -> int:
        """Words a person typed, brought along or accepted."""
        return self.shares[0] + self.shares[1]


def active_model(project: Project) -> str | None:
    """The name of the model in use, or None."""
    return next((model.name for model in list_models(project) if model.active), None)


def read_page_summaries(project: Project) -> list[PageSummary]:
    """All pages in their order; the word pictures, if any, come last under the name ""."""
    counts, roles = page_state_counts(project, active_model(project)), page_roles(project)
    lines: dict[int, int] = dict(project.query("SELECT page_id, count(*) FROM line GROUP BY page_id"))
    none = dict.fromkeys(WordState, 0)
    tiles = [
        PageSummary(
            page.id,
            page.name,
            number,
            page.image,
            page.frame,
            page.sha256,
            tuple(counts.get(page.id, none).values()),
            _role(roles.get(page.id, {})),
            lines.get(page.id, 0),
        )
        for number, page in enumerate(list_pages(project), 1)
    ]
    if CROPS in counts:
        some = project.query(
            "SELECT id FROM word WHERE page_id IS NULL AND deleted = 0 AND not_a_word = 0 ORDER BY id LIMIT ?",
            (_SAMPLES,),
        )
        tiles.append(
            PageSummary(
                CROPS,
                "",
                len(tiles) + 1,
                None,
                0,
                "",
                tuple(counts[CROPS].values()),
                _role(roles[CROPS]),
                samples=tuple(row[0] for row in some),
            )
        )
    return tiles


def arranged(tiles: Sequence[PageSummary], order: str, wanted: str = "") -> list[PageSummary]:
    """The tiles whose name holds every word of ``wanted``, by one of :data:`ORDERS`."""
    parts = wanted.casefold().split()
    kept = [tile for tile in tiles if all(part in tile.name.casefold() for part in parts)]
    if order == "name":
        return sorted(kept, key=lambda tile: (tile.page_id == CROPS, natural_key(tile.name)))
    if order == "unread":
        return sorted(kept, key=lambda tile: tile.read - tile.words)
    return kept


def word_ids_of(project: Project, page_ids: Sequence[int]) -> list[int]:
    """The words on these pages, not the deleted ones; :data:`CROPS` means the word pictures."""
    found: list[int] = []
    for page_id in page_ids:
        found += [
            row[0]
            for row in project.query(
                "SELECT id FROM word WHERE coalesce(page_id, 0) = ? AND deleted = 0"
                if page_id == CROPS
                else "SELECT id FROM word WHERE page_id = ? AND deleted = 0",
                (page_id,),
            )
        ]
    return found


def _role(counts: dict[str, int]) -> str:
    if not counts:
        return ""
    return next(iter(counts)) if len(counts) == 1 else MIXED
