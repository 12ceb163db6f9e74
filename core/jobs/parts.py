"""The jobs about parts: taking one out, merging it back, and the agreement of the people who transcribed words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import combinations
from pathlib import Path

from core.errors import InputError, Stopped
from core.evaluation.metrics import wilson_interval
from core.events import JobPart, Listener, Progress, ShouldStop
from core.jobs.requests import PartRequest
from core.jobs.results import DifferentTexts, Merged, MergedWords, PeopleCompared, SettledWord, WordOnPage
from core.language import tr
from core.lexicon.text import nfc
from core.project.content.transcriptions import texts_by_person
from core.project.parts.merge import merge_part
from core.project.parts.take_out import part_folder, take_out
from core.project.project import Project
from core.project.results import TakenOut

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
    return take_out(
        project,
        part_folder(project.folder, request.out),
        request.page_ids,
        with_model=request.with_model,
        blind=request.blind,
        step=lambda done, total: emit(Progress(JobPart.COPYING, done, total)),
        should_stop=should_stop,
    )


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
        if shared:
            pairs = {i: (texts[one][i], texts[other][i]) for i in shared}
            results.append(compare_people((one, other), pairs, partial(_page_names, project)))
    return sorted(results, key=lambda result: -result.words)


def compare_people(
    people: tuple[str, str],
    texts: Mapping[int, tuple[str, str]],
    page_names: Callable[[Sequence[int]], Mapping[int, str]],
) -> PeopleCompared:
    """Compare the texts of two people for words, at least one, by the ids of these.

    ``page_names`` returns the names of the pages of words; it is asked for those that are listed. ``interval`` is
    Wilson's 95 % interval of the share of equal texts; ``characters`` is 1 minus the edits between both texts, as a
    share of the longer one's characters, over all words.
    """
    from rapidfuzz.distance import Levenshtein

    pairs = {word_id: (nfc(one), nfc(other)) for word_id, (one, other) in texts.items()}
    different = [word_id for word_id, (one, other) in pairs.items() if one != other]
    equal = len(pairs) - len(different)
    listed = different[:MAX_DIFFERENCES]
    names = page_names(listed)
    edits = sum(Levenshtein.distance(one, other) for one, other in pairs.values())
    length = sum(max(len(one), len(other)) for one, other in pairs.values())
    return PeopleCompared(
        people,
        len(pairs),
        equal,
        equal / len(pairs),
        wilson_interval(equal, len(pairs)),
        1 - edits / length if length else None,
        [DifferentTexts(i, names.get(i, ""), texts[i]) for i in listed],
    )


def _page_names(project: Project, ids: Sequence[int]) -> dict[int, str]:
    """Return the name of the page of each word."""
    return dict(
        project.query_by_id(
            "SELECT w.id, coalesce(p.name, w.page_label, w.name, '') FROM word AS w LEFT JOIN page AS p"
            " ON p.id = w.page_id WHERE w.id IN (SELECT value FROM json_each(:ids))",
            list(dict.fromkeys(ids)),
        )
    )
