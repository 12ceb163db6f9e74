"""The pages as the grid shows them: their counts, order and filter. Needs no window."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.text.names import by_name
from core.project.content.cut_pages import pages_cut_before
from core.project.content.models import active_model
from core.project.content.pages import list_pages, uncut_line_counts
from core.project.content.statistics import PageCounts, page_counts
from core.project.content.words import WordState, word_ids
from core.project.project import Project

CROPS = 0
"""The page id that stands for all word images without a page."""
ORDERS = ("order", "name", "unread")
SHARES = ("typed", "accepted", "aligned", "predicted", "unread")
"""The parts of a state bar: all suggestions are one of them."""
MIXED = "mixed"
_SAMPLES = 4


@dataclass(frozen=True, slots=True)
class PageSummary:
    """A page, or all word images without a page (``page_id`` is :data:`CROPS`)."""

    page_id: int
    name: str
    image: Path | None
    frame: int
    sha256: str
    counts: tuple[int, ...]
    """Words in each ``WordState``."""
    role: str
    """The role of its words; :data:`MIXED` if they have several, empty without words."""
    lines: int = 0
    """Lines without words."""
    samples: tuple[int, ...] = ()
    """Ids of some word images to show in place of a page."""
    was_cut_before: bool = False
    """True if an earlier line reader may have cut words of it that nobody has checked."""

    @property
    def words(self) -> int:
        return sum(self.counts)

    @property
    def shares(self) -> tuple[int, ...]:
        """Words in each of :data:`SHARES`."""
        return state_shares(dict(zip(map(str, WordState), self.counts, strict=True)))

    @property
    def checked(self) -> int:
        """Words that a person has typed, imported or accepted."""
        return self.shares[0] + self.shares[1]


def state_shares(states: Mapping[str, int]) -> tuple[int, ...]:
    """Return the words in each of :data:`SHARES`, given those in each ``WordState``."""
    predicted = states["seen"] + states["unseen"] + states["unlisted"] + states["uncertain"]
    return states["typed"], states["accepted"], states["aligned"], predicted, states["unread"]


def read_page_summaries(project: Project) -> list[PageSummary]:
    """Return all pages in their order, and last the word images without a page, if any, under the name ""."""
    model = active_model(project)
    counts = page_counts(project, model.name if model else None)
    lines, cut_before = uncut_line_counts(project), set(pages_cut_before(project))
    none = PageCounts(dict.fromkeys(WordState, 0), {})
    summaries = [
        PageSummary(
            page.id,
            page.name,
            page.image,
            page.frame,
            page.sha256,
            tuple(counts.get(page.id, none).states.values()),
            _common_role(counts.get(page.id, none).roles),
            lines.get(page.id, 0),
            was_cut_before=page.id in cut_before,
        )
        for page in list_pages(project, with_counts=False)
    ]
    if CROPS in counts:
        samples = tuple(word_ids(project, page_id=CROPS)[:_SAMPLES])
        states, role = tuple(counts[CROPS].states.values()), _common_role(counts[CROPS].roles)
        summaries.append(PageSummary(CROPS, "", None, 0, "", states, role, samples=samples))
    return summaries


def filter_and_sort(pages: Sequence[PageSummary], order: str, text: str) -> list[PageSummary]:
    """Return the pages whose names contain every word of ``text``, in one of :data:`ORDERS`."""
    parts = text.casefold().split()
    found = [page for page in pages if all(part in page.name.casefold() for part in parts)]
    if order == "name":
        in_order = by_name(found, lambda page: page.name)
        return sorted(in_order, key=lambda page: page.page_id == CROPS)
    if order == "unread":
        return sorted(found, key=lambda page: page.checked - page.words)
    return found


def word_ids_on_pages(project: Project, page_ids: Sequence[int]) -> list[int]:
    """Return the words on these pages that are not deleted; :data:`CROPS` stands for those without a page."""
    return [word_id for page_id in page_ids for word_id in word_ids(project, page_id=page_id, not_a_word=None)]


def _common_role(counts: Mapping[str, int]) -> str:
    return "" if not counts else next(iter(counts)) if len(counts) == 1 else MIXED
