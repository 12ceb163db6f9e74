"""`ductus import`, `ductus fetch` and `ductus segment`."""

import argparse
from dataclasses import asdict
from pathlib import Path

from core.cli.arguments import parse_numbers
from core.cli.console import Console
from core.dataclass_json import rebuild
from core.events import Report
from core.formats.records import SourceContents
from core.formats.sources import open_sources
from core.jobs.iiif_fetch import fetch
from core.jobs.import_job import import_sources, leave_out_damaged, report_skipped, uncut_lines_text
from core.jobs.page_numbers import parse_page_numbers
from core.jobs.requests import CutAgainRequest, FetchRequest, ImportRequest, SegmentRequest
from core.jobs.results import CutAgain, Fetched, Segmented
from core.jobs.segmentation.learned_lines import LearnedLines
from core.jobs.segmentation.segment_pages import segment_again, segment_new_pages
from core.language import tr
from core.project.content.cut_pages import pages_cut_before
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Import the sources, or report what would be imported."""
    if options.dry_run:
        _report_contents(options, console)
        return
    import_into(options.project, rebuild(ImportRequest, vars(options)), console)


def import_into(folder: Path, request: ImportRequest, console: Console) -> None:
    """Import the sources; each page that is searched for words is one edit."""
    with Project.open(folder) as project, console.job() as should_stop:
        result = import_sources(project, request, console.emit, should_stop)
    console.say(
        "Imported {words} words, {pages} pages and {lines} lines ({format}). Already in the project: "
        "{already}. Skipped: {skipped}. New words in the lexicon: {lexicon_added}.",
        **asdict(result),
    )
    if request.segment:
        console.say("Words found on pages without any: {segmented}.", segmented=result.segmented)
    if result.left:
        console.say("Stopped: {left} pages were not imported.", left=result.left)
    if request.segment and result.uncut_lines:
        console.say("Lines kept whole, for the reasons above: {uncut_lines}.", uncut_lines=result.uncut_lines)
    elif hint := uncut_lines_text(result.uncut_lines, tr("run `ductus segment {project}`", project=folder)):
        console.print(hint)
    console.result(result)


def _report_contents(options: argparse.Namespace, console: Console) -> None:
    Project.open(options.project, read_only=True).close()  # raises InputError if there is no project
    with open_sources(
        options.sources, options.format, labels=options.labels, file_group=options.file_group, images=options.images
    ) as contents:
        contents = leave_out_damaged(contents, console.emit, lambda: False)
        report_skipped(contents.skipped, console.emit)
        _print_contents(contents, console)


def _print_contents(contents: SourceContents, console: Console) -> None:
    n_lines = sum(len(page.lines) for page in contents.pages)
    notes = sum(entry.is_note for entry in contents.skipped)
    console.say(
        "These sources contain {word_count} words, on {n_pages} pages with {n_lines} lines and in "
        "{n_crops} word images. Parts that would be skipped: {n_skipped}.",
        word_count=contents.word_count,
        n_pages=len(contents.pages),
        n_lines=n_lines,
        n_crops=len(contents.crops),
        n_skipped=len(contents.skipped) - notes,
    )
    if hint := uncut_lines_text(contents.uncut_line_count, tr("add --segment")):
        console.print(hint)
    console.result(
        Report(
            {
                "words": contents.word_count,
                "pages": len(contents.pages),
                "lines": n_lines,
                "uncut_lines": contents.uncut_line_count,
                "skipped": len(contents.skipped) - notes,
                "notes": notes,
            }
        )
    )


def run_fetch(options: argparse.Namespace, console: Console) -> None:
    """Report what an IIIF manifest holds, or, where the person agreed, fetch and import its images."""
    request = FetchRequest(options.manifest, options.agree, options.max_side, parse_page_numbers(options.pages))
    fetch_into(options.project, request, console)


def fetch_into(folder: Path, request: FetchRequest, console: Console) -> None:
    """Report what the manifest holds, or fetch and import its images."""
    with Project.open(folder, read_only=not request.is_agreed) as project, console.job() as should_stop:
        result = fetch(project, request, console.emit, should_stop)
    _show_fetched(result, console)
    console.result(result)


def _show_fetched(result: Fetched, console: Console) -> None:
    none = tr("none given")
    console.say(
        "{title}. Attribution: {attribution}. Licence: {licence}.",
        title=result.label or tr("Without a title"),
        attribution=result.attribution or none,
        licence=result.rights or none,
    )
    if result.already:
        console.say("Already in the project: {already}.", already=result.already)
    if result.skipped:
        console.say("Skipped: {skipped}.", skipped=result.skipped)
    if not result.images:
        console.say("There is nothing to fetch.")
    elif not result.agreed:
        console.say(
            "{images} images would be fetched from {hosts}. Nothing was fetched; to fetch them, run the same command "
            "with --agree.",
            images=result.images,
            hosts=", ".join(result.hosts),
        )
    else:
        console.say("Fetched and imported {pages} pages.", pages=result.pages)


def run_segment(options: argparse.Namespace, console: Console) -> None:
    """Find words on the pages that never had any, or with --again those of pages that have some."""
    page_ids = parse_numbers(options.pages, "--pages")
    if options.again:
        cut_again(options.project, CutAgainRequest(page_ids, options.finder), console)
    else:
        segment_pages(options.project, SegmentRequest(page_ids, options.role, options.finder), console)


def segment_pages(folder: Path, request: SegmentRequest, console: Console) -> None:
    """Find words on pages without any."""
    with Project.open(folder) as project, console.job() as should_stop:
        learned = LearnedLines(request.finder, console.emit, project)
        words = segment_new_pages(
            project, console.emit, request.page_ids, role=request.role, learned=learned, should_stop=should_stop
        )
        is_stopped = should_stop()
        earlier = len(pages_cut_before(project))
    console.say_plural("Found {n} word on pages without any.", "Found {n} words on pages without any.", words)
    if is_stopped:
        console.say("Stopped early.")
    if earlier:
        console.say_plural(
            "{n} page was cut into words by an earlier line reader: 'ductus segment {project} --again' cuts it "
            "again and keeps what a person has checked or drawn.",
            "{n} pages were cut into words by an earlier line reader: 'ductus segment {project} --again' cuts them "
            "again and keeps what a person has checked or drawn.",
            earlier,
            project=folder,
        )
    console.result(Segmented(words, is_stopped, earlier))


def cut_again(folder: Path, request: CutAgainRequest, console: Console) -> None:
    """Find words on pages that have some; what a person has checked or drawn is kept."""
    with Project.open(folder) as project, console.job() as should_stop:
        learned = LearnedLines(request.finder, console.emit, project)
        page_ids = pages_cut_before(project) if request.page_ids is None else request.page_ids
        summary = segment_again(project, console.emit, page_ids, learned=learned, should_stop=should_stop)
        is_stopped = should_stop()
    console.say(
        "New words: {added}. Unchecked words removed: {removed}. Words kept: {kept}.",
        added=len(summary.added),
        removed=summary.removed,
        kept=summary.kept,
    )
    if is_stopped:
        console.say("Stopped early.")
    console.result(CutAgain(summary.added, summary.removed, summary.kept, is_stopped))
