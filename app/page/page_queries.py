"""What the place Page knows of a page and its words, read in a thread of the session's. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.style.tokens import NOT_A_WORD
from core.geometry import Box
from core.project.content.models import list_models
from core.project.content.pages import Line, Page, get_page, list_lines, list_pages
from core.project.content.predictions import predictions_by_model
from core.project.content.statistics import page_state_counts
from core.project.content.transcriptions import Transcription, list_transcriptions
from core.project.content.words import WordFilter, WordState, get_words, word_ids, word_summaries
from core.project.project import Project
from core.project.query.candidates import list_candidates
from core.recognition.candidates import RankedCandidate

SHOWN = (*WordState, NOT_A_WORD)
"""What the legend tells apart."""


@dataclass(frozen=True, slots=True)
class PageWord:
    """One word of a page as the screen shows it. ``state`` is one of :data:`SHOWN`."""

    id: int
    page_id: int
    box: Box
    polygon: tuple[tuple[int, int], ...] | None
    line: int
    position: int
    state: str
    text: str | None
    """A person's reading, else the model's."""
    source: str | None
    predicted: str | None
    votes: int | None
    members: int | None
    distance: float | None
    confidence: float | None

    @property
    def order(self) -> tuple[int, int, int]:
        return self.line, self.position, self.id


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page, its words in reading order, its lines without words, and the model whose words are shown."""

    page: Page
    words: tuple[PageWord, ...]
    lines: tuple[Line, ...]
    model: str | None


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page in the chooser: how many of its words a person has read."""

    id: int
    name: str
    read: int
    total: int


@dataclass(frozen=True, slots=True)
class WordDetails:
    """What is asked only for the word that is chosen."""

    word_id: int
    reading: Transcription | None
    candidates: tuple[RankedCandidate, ...]


def read_entries(project: Project) -> list[PageEntry]:
    """All pages in their order with how far each is read."""
    counts = page_state_counts(project, None)
    entries = []
    for one in list_pages(project):
        states = counts.get(one.id, {})
        read = states.get("typed", 0) + states.get("accepted", 0)
        entries.append(PageEntry(one.id, one.name, read, sum(states.values())))
    return entries


def read_content(project: Project, page_id: int) -> PageContent:
    """All there is to show of a page; raises InputError when there is no such page."""
    ids = word_ids(project, WordFilter(page_id=page_id, not_a_word=None))
    model = active_name(project)
    found = tuple(read_words(project, ids, model).values())
    return PageContent(get_page(project, page_id), found, tuple(list_lines(project, page_id)), model)


def read_words(project: Project, ids: Sequence[int], model: str | None) -> dict[int, PageWord]:
    """The words of pages among these ids, by id in the order asked; deleted ones are left out."""
    states = {state.word_id: state for state in word_summaries(project, ids, model)}
    found = {}
    for row in get_words(project, ids):
        if row.page_id is None or row.box is None or row.deleted:
            continue
        state = states[row.id]
        found[row.id] = PageWord(
            row.id,
            row.page_id,
            row.box,
            row.polygon,
            row.line,
            row.position,
            NOT_A_WORD if row.not_a_word else state.state,
            state.text,
            row.source,
            state.predicted,
            state.votes,
            state.members,
            state.distance,
            state.confidence,
        )
    return found


def read_details(project: Project, word_id: int, model: str | None) -> WordDetails:
    """Read the current transcription and the candidates of one word."""
    current = next((reading for reading in list_transcriptions(project, word_id) if reading.current), None)
    prediction = predictions_by_model(project, word_id).get(model) if model else None
    if prediction is None:
        return WordDetails(word_id, current, ())
    transcriptions = {word_id: None if current is None else current.text}
    return WordDetails(word_id, current, list_candidates(project, [prediction], transcriptions)[word_id].ranked)


def active_name(project: Project) -> str | None:
    """The name of the model in use, or None."""
    return next((model.name for model in list_models(project) if model.active), None)


def merged(
    words: Iterable[PageWord], asked: Iterable[int], found: Mapping[int, PageWord], page_id: int
) -> list[PageWord]:
    """``words`` of a page with the asked ones as they were found now, in reading order."""
    again = set(asked)
    kept = [word for word in words if word.id not in again]
    kept += [word for word in found.values() if word.page_id == page_id]
    return sorted(kept, key=lambda word: word.order)


def counted(words: Iterable[PageWord]) -> dict[str, int]:
    """How many words are in each state of :data:`SHOWN`."""
    return dict.fromkeys(SHOWN, 0) | Counter(word.state for word in words)
