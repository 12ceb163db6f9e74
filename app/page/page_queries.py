"""The queries of the page view; they run in a thread of the session. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.style.tokens import NOT_A_WORD
from core.geometry import Box
from core.project.content.line_words import lines_in_reading_order
from core.project.content.models import Model, active_model, is_starter
from core.project.content.pages import Line, Page, get_page, list_pages
from core.project.content.predictions import predictions_by_model
from core.project.content.statistics import page_state_counts
from core.project.content.transcriptions import Transcription, TranscriptionSource, list_transcriptions
from core.project.content.words import WordState, get_words, word_ids, word_summaries
from core.project.project import Project
from core.project.query.candidates import list_candidates
from core.recognition.candidates import RankedCandidate

LEGEND_STATES = (*WordState, NOT_A_WORD)
UNSURE = (WordState.UNCERTAIN, WordState.UNREAD)
"""The states of words that a person must read: without a suggestion, or with one that is hardly likely."""


@dataclass(frozen=True, slots=True)
class PageWord:
    """One word of a page. ``state`` is one of :data:`LEGEND_STATES`."""

    id: int
    page_id: int
    box: Box
    line: int
    position: int
    state: str
    text: str | None
    """The transcription, otherwise the prediction."""
    source: TranscriptionSource | None
    predicted: str | None
    status: str | None
    votes: int | None
    members: int | None
    confidence: float | None
    line_id: int | None = None
    """Its stored text line, if it has one."""

    @property
    def order(self) -> tuple[int, int, int]:
        return self.line, self.position, self.id

    @property
    def is_checked(self) -> bool:
        return self.state in (WordState.TYPED, WordState.ACCEPTED)

    @property
    def is_unsure(self) -> bool:
        return self.state in UNSURE


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page, its words and all its lines in reading order, and the active model, whose words are shown."""

    page: Page
    words: tuple[PageWord, ...]
    all_lines: tuple[Line, ...]
    model: Model | None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that were never cut into words."""
        return tuple(line for line in self.all_lines if not line.has_words)

    @property
    def is_starter(self) -> bool:
        """Return whether the suggestions are those of the starter model, which has no confidence."""
        return self.model is not None and is_starter(self.model)


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page in the list of pages; ``checked`` of its ``total`` words are transcribed."""

    id: int
    name: str
    checked: int
    total: int


@dataclass(frozen=True, slots=True)
class WordDetails:
    """Details that are read only for the selected word."""

    word_id: int
    transcription: Transcription | None
    candidates: tuple[RankedCandidate, ...]


def read_entries(project: Project) -> list[PageEntry]:
    """Return all pages in their order."""
    counts = page_state_counts(project, None)
    return [page_entry(page, counts.get(page.id, {})) for page in list_pages(project, with_counts=False)]


def page_entry(page: Page, counts: dict[str, int]) -> PageEntry:
    """Return the entry of a page with these numbers of words in each state."""
    checked = counts.get(WordState.TYPED, 0) + counts.get(WordState.ACCEPTED, 0)
    return PageEntry(page.id, page.name, checked, sum(counts.values()) - counts.get(NOT_A_WORD, 0))


def read_content(project: Project, page_id: int) -> PageContent:
    """Return the content of a page; raises InputError if there is no such page."""
    model = active_model(project)
    words = read_words(project, page_word_ids(project, page_id), None if model is None else model.name)
    return PageContent(
        get_page(project, page_id), tuple(words.values()), tuple(lines_in_reading_order(project, page_id)), model
    )


def page_word_ids(project: Project, page_id: int) -> list[int]:
    """Return all words of a page in reading order, those marked as not a word, too."""
    return word_ids(project, page_id=page_id, not_a_word=None)


def read_words(project: Project, ids: Sequence[int], model: str | None) -> dict[int, PageWord]:
    """Return the words of pages among ``ids``, by id and in their order; deleted words are left out."""
    summaries = {summary.word_id: summary for summary in word_summaries(project, ids, model)}
    words = {}
    for row in get_words(project, ids):
        summary = summaries.get(row.id)  # None: an import was redone meanwhile
        if row.page_id is None or row.box is None or row.deleted or summary is None:
            continue
        words[row.id] = PageWord(
            row.id,
            row.page_id,
            row.box,
            row.line,
            row.position,
            NOT_A_WORD if row.not_a_word else summary.state,
            summary.text,
            row.source,
            summary.predicted,
            summary.status,
            summary.votes,
            summary.members,
            summary.confidence,
            row.line_id,
        )
    return words


def read_details(project: Project, word_id: int, model: str | None) -> WordDetails:
    """Return the current transcription and the candidates of one word."""
    current = current_transcription(project, word_id)
    prediction = predictions_by_model(project, word_id).get(model) if model else None
    if prediction is None:
        return WordDetails(word_id, current, ())
    transcriptions = {word_id: None if current is None else current.text}
    return WordDetails(word_id, current, list_candidates(project, [prediction], transcriptions)[word_id].ranked)


def current_transcription(project: Project, word_id: int) -> Transcription | None:
    return next((given for given in list_transcriptions(project, word_id) if given.current), None)


def count_states(words: Iterable[PageWord]) -> dict[str, int]:
    """Return the number of words in each of :data:`LEGEND_STATES`."""
    return dict.fromkeys(LEGEND_STATES, 0) | Counter(word.state for word in words)
