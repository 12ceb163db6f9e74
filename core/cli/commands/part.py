"""`ductus part`, `ductus merge` and `ductus agreement`."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.console import Console
from core.events import stop_on_signals
from core.jobs.parts import find_pages, measure_agreement, merge, take_out_part
from core.project.project import Project

_MAX_LINES = 20
_UNNAMED = "somebody without a name"


def run(options: argparse.Namespace, console: Console) -> None:
    """Take pages out as a part."""
    with Project.open(options.project, read_only=True) as project, stop_on_signals() as should_stop:
        pages = find_pages(project, options.pages)
        result = take_out_part(
            project, options.out, pages, console.emit, should_stop, with_model=not options.no_model, blind=options.blind
        )
    console.close()
    model = f", with the model {result['model']}" if result["model"] else ""
    console.print(
        f"The part {result['part']} has {result['pages']} pages with {result['words']} words, "
        f"{result['readings']} of them transcribed{model}. Merge it back with: ductus merge PROJECT PART"
    )
    console.result(result)


def run_merge(options: argparse.Namespace, console: Console) -> None:
    """Merge a part, and report the words that were taken and those on which people differ."""
    with Project.open(options.project) as project, stop_on_signals() as should_stop:
        result = merge(project, options.part, console.emit, should_stop)
    console.close()
    for line in _merge_lines(result):
        console.print(line)
    _print_agreement(result["agreement"], console)
    console.result(result)


def run_agreement(options: argparse.Namespace, console: Console) -> None:
    """Report the agreement of people on the words that two of them transcribed."""
    with Project.open(options.project, read_only=True) as project:
        pairs = measure_agreement(project)
    if not pairs:
        console.print("No two people have transcribed the same word.")
    _print_agreement(pairs, console, with_texts=True)
    console.result({"agreement": pairs})


def _merge_lines(result: dict[str, Any]) -> list[str]:
    """Return the sentences about a merge."""
    if not result["changed"]:
        lines = ["The part has nothing that is not in the project already; nothing was changed."]
    else:
        words = result["words"]
        authors = f" by {', '.join(result['authors'])}" if result["authors"] else ""
        lines = [
            f"Merged {result['pages']} pages{authors}: {words['transcribed']} transcriptions taken, "
            f"{words['agreed']} the same on both sides, {words['differing']} different.",
            f"Words: {words['added']} added, {words['removed']} removed, {words['changed']} with another box or use. "
            f"Lexicon: {result['lexicon_added']} added, {result['lexicon_removed']} removed.",
        ]
    if result["open_differences"]:
        count = result["open_differences"]
        lines.append(f"{count} words wait for a decision between transcriptions: filter 'differs' in Review.")
    for key, text in (
        ("kept_transcribed", "{} words stay, because one side transcribed what the other removed; the first: page {}."),
        ("settled", "{} changes were made differently on both sides; the later one stays. The first: page {}."),
    ):
        if result[key]:
            lines.append(text.format(len(result[key]), result[key][0]["page"]))
    for key, text in (
        ("layouts", "Lines and their order taken on: {}."),
        ("settled_layouts", "Lines were changed on both sides; the later change stays on: {}."),
        ("left_out", "Pages that were imported into the part itself are left out: {}."),
    ):
        if result[key]:
            lines.append(text.format(", ".join(result[key])))
    return lines


def _print_agreement(pairs: list[dict[str, Any]], console: Console, *, with_texts: bool = False) -> None:
    for pair in pairs:
        one, other = (name or _UNNAMED for name in pair["people"])
        low, high = pair["interval"]
        console.print(
            f"{one} and {other} transcribed {pair['words']} words both: {pair['equal']} equally, "
            f"{pair['share']:.1%} ({low:.1%} to {high:.1%}), and {pair['characters']:.1%} of the characters."
        )
        if with_texts and pair["differences"]:
            rows = [[str(each["word"]), each["page"], *each["texts"]] for each in pair["differences"][:_MAX_LINES]]
            more = len(pair["differences"]) - len(rows)
            title = "Differences" + (f" (and {more} more, see --json)" if more > 0 else "")
            console.table(title, ["word", "page", one, other], rows, is_text=True)
