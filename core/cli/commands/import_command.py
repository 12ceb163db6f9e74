"""`ductus import`: what sources hold, told line by line, and then taken in."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.cli.console import Console
from core.errors import InputError, Stopped
from core.events import stop_on_signals
from core.formats.records import PageRecord, Skipped, SourceContents
from core.formats.sources import read_sources
from core.project.content.lexicon import Added, lexicon_from_transcriptions
from core.project.importing.import_sources import ImportSummary, import_contents
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Read the sources, say what will be skipped, import the rest as one edit."""
    found = read_sources(options.source, options.format, labels=not options.no_labels)
    _tell_skipped(found.skipped, console)
    if options.dry_run:
        with Project.open(options.project, read_only=True):
            pass
        console.say(
            f"Would import {found.word_count} words on {len(found.pages)} pages and in {len(found.crops)} crops; "
            f"{len(found.skipped)} things would be skipped."
        )
        console.result({"words": found.word_count, "pages": len(found.pages), "skipped": len(found.skipped)})
        return
    with Project.open(options.project) as project, stop_on_signals() as should_stop:
        summary, added, segmented = _import(project, found, options, console, should_stop)
    _tell_skipped(summary.skipped[len(found.skipped) :], console)
    console.close()
    console.say(
        f"Imported {summary.words} words, {summary.pages} pages and {summary.lines} lines ({found.format}); "
        f"{summary.already} were there already, {len(summary.skipped)} things were skipped. "
        f"{added.added} words are new in the lexicon."
        + (f" {segmented} words were found on pages without any." if options.segment else "")
    )
    console.result(
        {
            "format": found.format,
            "words": summary.words,
            "pages": summary.pages,
            "lines": summary.lines,
            "already": summary.already,
            "skipped": len(summary.skipped),
            "lexicon_added": added.added,
            "segmented": segmented,
        }
    )


def _import(
    project: Project,
    found: SourceContents,
    options: argparse.Namespace,
    console: Console,
    should_stop: Callable[[], bool],
) -> tuple[ImportSummary, Added, int]:
    """Find words where asked, draw the pages for testing, write; a stop before the writing leaves nothing."""

    def tell(done: int, total: int) -> None:
        if should_stop():
            raise Stopped("Stopped; nothing was imported.")
        console.emit({"event": "progress", "part": "importing", "done": done, "total": total})

    held: list[int] = []
    role, segmented, before = options.role, 0, found.word_count
    unread = role or "train"  # what a person types on words that were found is there to be learnt from
    if options.segment:
        from core.jobs.segmentation.segment_import import segment_found

        found, held = segment_found(project, found, console.emit, role=unread, should_stop=should_stop)
        segmented = found.word_count - before
    if options.test_share is not None:
        found = keep_for_testing(found, options.test_share)
    lexicon: list[Added] = []
    summary = import_contents(
        project,
        found,
        copy=not options.link,
        role=role,
        progress=tell,
        also=lambda: lexicon.append(lexicon_from_transcriptions(project)),
    )
    if held:
        from core.jobs.segmentation.segment import segment_new_pages

        segmented += segment_new_pages(project, console.emit, held, role=unread, should_stop=should_stop)
    return summary, lexicon[0], segmented


def _tell_skipped(skipped: tuple[Skipped, ...], console: Console) -> None:
    for entry in skipped:
        console.emit({"event": "skipped", "file": str(entry.file), "place": entry.place, "reason": entry.reason})


def keep_for_testing(found: SourceContents, share: float, seed: int = 0) -> SourceContents:
    """Give a random ``share`` of the pages (of the crops, when there are no pages) the role test; seeded."""
    if not 0 < share < 1:
        raise InputError(f"The share kept for testing lies between 0 and 1; {share:g} does not.")
    rng = np.random.default_rng(seed)

    def drawn(count: int) -> set[int]:
        return set(rng.choice(count, max(1, round(share * count)), replace=False).tolist()) if count else set()

    def for_testing(page: PageRecord) -> PageRecord:
        return replace(page, words=tuple(replace(word, role="test") for word in page.words))

    pages = drawn(len(found.pages))
    crops = drawn(len(found.crops))
    return replace(
        found,
        pages=tuple(for_testing(page) if i in pages else page for i, page in enumerate(found.pages)),
        crops=tuple(replace(crop, role="test") if i in crops else crop for i, crop in enumerate(found.crops)),
    )
