"""`ductus import`: what a source holds, told line by line, and then taken in."""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

from core.cli.console import Console
from core.errors import InputError
from core.formats.detect import read_source
from core.formats.records import Found
from core.project.importing import import_found
from core.project.lexicon import lexicon_from_readings
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Read the source, say what will be skipped, import the rest in one transaction."""
    found = read_source(options.source, options.format)
    for skipped in found.skipped:
        console.emit({
            "event": "skipped", "file": str(skipped.file), "place": skipped.place, "reason": skipped.reason,
        })  # fmt: skip
    if options.test_share is not None:
        found = keep_for_testing(found, options.test_share)
    if options.dry_run:
        with Project.open(options.project, read_only=True):
            pass
        console.say(
            f"Would import {found.word_count} words on {len(found.pages)} pages and in {len(found.crops)} crops; "
            f"{len(found.skipped)} things would be skipped."
        )
        console.result({"words": found.word_count, "pages": len(found.pages), "skipped": len(found.skipped)})
        return

    def tell(done: int, total: int) -> None:
        console.emit({"event": "progress", "part": "importing", "done": done, "total": total})

    with Project.open(options.project) as project:
        summary = import_found(project, found, copy=not options.link, role=options.role, progress=tell)
        words = lexicon_from_readings(project)
        segmented = 0
        if options.segment:
            from core.jobs.segment import segment_new_pages

            segmented = segment_new_pages(project, console.emit)
    console.close()
    console.say(
        f"Imported {summary.words} words, {summary.pages} pages and {summary.lines} lines ({found.format}); "
        f"{summary.already} were there already, {len(summary.skipped)} things were skipped. "
        f"{words.added} words are new in the lexicon."
        + (f" {segmented} words were found on pages without any." if options.segment else "")
    )
    console.result({
        "format": found.format, "words": summary.words, "pages": summary.pages, "lines": summary.lines,
        "already": summary.already, "skipped": len(summary.skipped), "lexicon_added": words.added,
        "segmented": segmented,
    })  # fmt: skip


def keep_for_testing(found: Found, share: float, seed: int = 0) -> Found:
    """Give a random ``share`` of the pages (of the crops, when there are no pages) the role test; seeded."""
    if not 0 < share < 1:
        raise InputError(f"The share kept for testing lies between 0 and 1; {share:g} does not.")
    rng = np.random.default_rng(seed)

    def drawn(count: int) -> set[int]:
        return (
            set(rng.choice(count, max(1, round(share * count)), replace=False).tolist()) if count else set()
        )

    pages = drawn(len(found.pages))
    crops = drawn(len(found.crops))
    return replace(
        found,
        pages=tuple(
            replace(page, words=tuple(replace(w, role="test") for w in page.words)) if i in pages else page
            for i, page in enumerate(found.pages)
        ),
        crops=tuple(replace(crop, role="test") if i in crops else crop for i, crop in enumerate(found.crops)),
    )
