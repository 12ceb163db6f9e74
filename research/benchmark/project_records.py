"""Records of a project's test words: the answers of a model, word by word, as a benchmark keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.jobs.evaluation.evaluate import MeasuredWords
from core.project.content.pages import list_pages
from core.project.content.words import iter_words
from core.project.project import Project
from core.store.starter_sources import met_by_starter_of
from research.benchmark.folds import Fold, Origins
from research.benchmark.records import MeasuredImages, keep_record


def keep_project_record(folder: Path, project: Project, model: str, measured: MeasuredWords) -> Path:
    """Keep the answers of the model of this name for all test words in ``folder``; return the record's path."""
    ensemble, words = measured.ensemble, list(measured.texts.values())
    test = MeasuredImages(
        words, measured.digests, origins_of(project, list(measured.texts)), met_by_starter_of(ensemble.card, words)
    )
    name, seed = project.folder.stem, ensemble.card.get("seed")
    # a model of another program may have none
    known = seed if isinstance(seed, int) else 0
    card = {"name": model, "benchmark": name, "seed": known, **Fold(name).to_json()}
    return keep_record(folder, f"{name}-{model}", card, ensemble, measured.evidence, measured.lexicon, test)


def origins_of(project: Project, ids: Sequence[int]) -> Origins:
    """Return the page and the writer of each of the project's words ``ids``, in their order."""
    pages = {page.id: page.name for page in list_pages(project, with_counts=False)}
    rows = {row.id: row for row in iter_words(project, ids)}
    places = [rows[word_id].page_id for word_id in ids]
    return Origins(
        tuple("" if page is None else pages[page] for page in places),
        tuple(rows[word_id].writer or "" for word_id in ids),
    )
