"""The jobs about parts: taking one out, merging it back, and the agreement of the people who transcribed words."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path

from core.errors import InputError, Stopped
from core.evaluation.metrics import Interval, wilson_interval
from core.events import JobPart, Listener, Progress, ShouldStop
from core.jobs.requests import PartRequest
from core.jobs.results import DifferentTexts, Merged, MergedWords, PeopleCompared, SettledWord, TakenOut, WordOnPage
from core.language import tr
from core.lexicon.text import nfc
from core.project.content.transcriptions import texts_by_person
from core.project.parts.merge import merge_part
from core.project.parts.take_out import part_folder, take_out
from core.project.project import Project

MAX_DIFFERENCES = 1000
"""Differences of two people that are listed."""


def find_pages(project: Project, wanted: str) -> list[int]:
    """Return the pages named by ids or by file names, separated by commas; raises InputError for an unknown one."""
    rows = project.query("SELECT id, name FROM page ORDER BY position, id")
    found: list[int] = []
    for item in (part.strip() for part in wanted.split(",")):
        ids = [page_id for page_id, name in rows if item in (str(page_id), name, Path(name).stem)]
        if not item or not ids:
            names = ", ".join(f"{page_id} ({name})" for page_id, name in rows[:10])
            raise InputError.at(
                project.folder,
                tr("there is no page '{item}'", item=item),
                hint=tr("Pages by id and name: {names}", names=names),
            )
        found += ids
    return list(dict.fromkeys(found))


def take_out_part(project: Project, request: PartRequest, emit: Listener, should_stop: ShouldStop) -> TakenOut:
    """Take pages out as a part (:func:`core.project.parts.take_out.take_out`)."""
    summary = take_out(
        project,
        part_folder(project.folder, request.out),
        request.page_ids,
        with_model=request.with_model,
        blind=request.blind,
        step=lambda done, total: emit(Progress(JobPart.COPYING, done, total)),
        should_stop=should_stop,
    )
    return TakenOut(summary.folder, summary.pages, summary.words, summary.transcriptions, summary.model)


def merge(project: Project, folder: Path, emit: Listener, should_stop: ShouldStop) -> Merged:
    """Merge the part in ``folder`` (:func:`core.project.parts.merge.merge_part`).

    ``agreement`` compares people on the words of which this part brought a transcription.
    """

    def report(done: int, total: int) -> None:
        if should_stop():
            raise Stopped.of("Stopped; nothing was merged.")
        emit(Progress(JobPart.PAGES, done, total))

    with Project.open(folder, read_only=True) as part:
        summary = merge_part(project, part, report)
    words = summary.words
    named = [*words.differing, *words.revived, *(word_id for word_id, _ in words.settled)]
    names = _page_names(project, named)
    compared = {*words.agreed, *words.differing}
    return Merged(
        part=folder,
        changed=not summary.is_empty,
        authors=summary.authors,
        pages=summary.pages,
        words=MergedWords(**{name: len(ids) for name, ids in asdict(words).items()}),
        open_differences=summary.open_differences,
        differing=[WordOnPage(i, names.get(i, "")) for i in words.differing],
        kept_transcribed=[WordOnPage(i, names.get(i, "")) for i in words.revived],
        settled=[SettledWord(i, names.get(i, ""), what) for i, what in words.settled],
        layouts=summary.layouts,
        settled_layouts=summary.settled_layouts,
        lexicon_added=summary.lexicon_added,
        lexicon_removed=summary.lexicon_removed,
        left_out=summary.left_out,
        agreement=measure_agreement(project, compared) if compared else [],
    )


def measure_agreement(project: Project, words: Collection[int] | None = None) -> list[PeopleCompared]:
    """Compare each two people on the words that both transcribed, all or those in ``words``; most words first."""
    texts = texts_by_person(project)
    results = []
    for one, other in combinations(sorted(texts), 2):
        shared = [i for i in texts[one] if i in texts[other] and (words is None or i in words)]
        if not shared:
            continue
        result = agreement([(texts[one][i], texts[other][i]) for i in shared])
        different = [shared[number] for number in result.different[:MAX_DIFFERENCES]]
        names = _page_names(project, different)
        words_apart = [DifferentTexts(i, names.get(i, ""), (texts[one][i], texts[other][i])) for i in different]
        results.append(
            PeopleCompared(
                (one, other), result.words, result.equal, result.share, result.interval, result.characters, words_apart
            )
        )
    return sorted(results, key=lambda result: -result.words)


def _page_names(project: Project, ids: Sequence[int]) -> dict[int, str]:
    """Return the name of the page of each word."""
    return dict(
        project.query_by_id(
            "SELECT w.id, coalesce(p.name, w.page_label, w.name, '') FROM word AS w LEFT JOIN page AS p"
            " ON p.id = w.page_id WHERE w.id IN (SELECT value FROM json_each(:ids))",
            list(dict.fromkeys(ids)),
        )
    )


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two people on ``words`` words. Both shares are None without words."""

    words: int
    equal: int
    share: float | None
    interval: Interval
    """Wilson's 95 % interval of ``share``."""
    characters: float | None
    """1 minus the edits between both texts, as a share of the longer one's characters, over all words."""
    different: tuple[int, ...]
    """The indices of the words with different texts."""


def agreement(pairs: Sequence[tuple[str, str]]) -> Agreement:
    """Compare two texts for each word, both in NFC."""
    from rapidfuzz.distance import Levenshtein

    texts = [(nfc(one), nfc(other)) for one, other in pairs]
    different = tuple(number for number, (one, other) in enumerate(texts) if one != other)
    equal = len(texts) - len(different)
    edits = sum(Levenshtein.distance(one, other) for one, other in texts)
    length = sum(max(len(one), len(other)) for one, other in texts)
    return Agreement(
        len(texts),
        equal,
        equal / len(texts) if texts else None,
        wilson_interval(equal, len(texts)),
        1 - edits / length if length else None,
        different,
    )
