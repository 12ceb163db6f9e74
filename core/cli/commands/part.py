"""`ductus part`, `ductus merge` and `ductus agreement`."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from core.cli.console import Console
from core.events import Report
from core.jobs.parts import find_pages, measure_agreement, merge, take_out_part
from core.jobs.requests import MergeRequest, PartRequest
from core.jobs.results import Merged, PeopleCompared
from core.language import tr, tr_noop, tr_plural
from core.project.project import Project

_MAX_LINES = 20
_UNNAMED = tr_noop("somebody without a name")


def run(options: argparse.Namespace, console: Console) -> None:
    """Take out the pages asked for as a part."""
    with Project.open(options.project, read_only=True) as project:
        pages = find_pages(project, options.pages)
    take_out(options.project, PartRequest(options.out, pages, not options.no_model, options.blind), console)


def take_out(folder: Path, request: PartRequest, console: Console) -> None:
    """Take pages out as a part."""
    with Project.open(folder, read_only=True) as project, console.job() as should_stop:
        result = take_out_part(project, request, console.emit, should_stop)
    text = tr("The part {part} has {pages} pages with {words} words, {readings} of them transcribed.", **asdict(result))
    model = tr("The model {model} goes along.", model=result.model) if result.model else ""
    console.print(" ".join(filter(None, (text, model, tr("Merge it back with: ductus merge PROJECT PART")))))
    console.result(result)


def merge_part(folder: Path, request: MergeRequest, console: Console) -> None:
    """Merge a part, and report the words that were taken and those on which people differ."""
    with Project.open(folder) as project, console.job() as should_stop:
        result = merge(project, request.part, console.emit, should_stop)
    for line in _merge_lines(result):
        console.print(line)
    _print_agreement(result.agreement, console)
    console.result(result)


def run_agreement(options: argparse.Namespace, console: Console) -> None:
    """Report the agreement of people on the words that two of them transcribed."""
    with Project.open(options.project, read_only=True) as project:
        pairs = measure_agreement(project)
    if not pairs:
        console.say("No two people have transcribed the same word.")
    _print_agreement(pairs, console, with_texts=True)
    console.result(Report({"agreement": pairs}))


def _merge_lines(result: Merged) -> list[str]:
    """Return the sentences about a merge."""
    if not result.changed:
        lines = [tr("The part has nothing that is not in the project already; nothing was changed.")]
    else:
        words = asdict(result.words)
        lines = [
            tr(
                "Merged {pages} pages: {transcribed} transcriptions taken, {agreed} the same on both sides, "
                "{differing} different.",
                pages=result.pages,
                **words,
            ),
            tr(
                "Words: {added} added, {removed} removed, {changed} with another box or use. Lexicon: "
                "{lexicon_added} added, {lexicon_removed} removed.",
                lexicon_added=result.lexicon_added,
                lexicon_removed=result.lexicon_removed,
                **words,
            ),
        ]
        if result.authors:
            lines.append(tr("Worked on by: {authors}.", authors=", ".join(result.authors)))
    if count := result.open_differences:
        lines.append(
            tr_plural(
                "{n} word waits for a decision between transcriptions: filter 'differs' in Review.",
                "{n} words wait for a decision between transcriptions: filter 'differs' in Review.",
                count,
            )
        )
    if kept := result.kept_transcribed:
        lines.append(
            tr_plural(
                "{n} word stays, because one side transcribed what the other removed: page {page}.",
                "{n} words stay, because one side transcribed what the other removed; the first: page {page}.",
                len(kept),
                page=kept[0].page,
            )
        )
    if settled := result.settled:
        lines.append(
            tr_plural(
                "{n} change was made differently on both sides; the later one stays: page {page}.",
                "{n} changes were made differently on both sides; the later one stays. The first: page {page}.",
                len(settled),
                page=settled[0].page,
            )
        )
    for pages, text in (
        (result.layouts, tr_noop("Lines and their order taken on: {pages}.")),
        (result.settled_layouts, tr_noop("Lines were changed on both sides; the later change stays on: {pages}.")),
        (result.left_out, tr_noop("Pages that were imported into the part itself are left out: {pages}.")),
    ):
        if pages:
            lines.append(tr(text, pages=", ".join(pages)))
    return lines


def _print_agreement(pairs: Sequence[PeopleCompared], console: Console, *, with_texts: bool = False) -> None:
    for pair in pairs:
        one, other = (name or tr(_UNNAMED) for name in pair.people)
        low, high = pair.interval
        console.say_plural(
            "{one} and {other} transcribed {n} word both: {equal} equally, {share:.1%} ({low:.1%} to "
            "{high:.1%}), and {characters:.1%} of the characters.",
            "{one} and {other} transcribed {n} words both: {equal} equally, {share:.1%} ({low:.1%} "
            "to {high:.1%}), and {characters:.1%} of the characters.",
            pair.words,
            one=one,
            other=other,
            low=low,
            high=high,
            **asdict(pair),
        )
        if with_texts and pair.differences:
            rows = [[str(word.word), word.page, *word.texts] for word in pair.differences[:_MAX_LINES]]
            more = len(pair.differences) - len(rows)
            title = tr("Differences (and {more} more, see --json)", more=more) if more > 0 else tr("Differences")
            console.table(title, [tr("word"), tr("page"), one, other], rows, is_text=True)
