"""`ductus evaluate`."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from core.cli.arguments import parse_numbers
from core.cli.console import Console
from core.device import resolve_device
from core.evaluation.decision_rules import DecisionRule, own_label
from core.evaluation.group_figures import MET, NOT_MET
from core.evaluation.metrics import NO_VALUE, SCORES, score_cell
from core.evaluation.word_errors import WordFate, share_of_written
from core.events import Report
from core.jobs.evaluation.evaluate import evaluate, keep_evaluation, keep_votes
from core.jobs.evaluation.evaluate_pages import evaluate_pages
from core.jobs.requests import EvaluatePagesRequest, EvaluateRequest
from core.language import format_number, tr, tr_noop, tr_plural
from core.project.content.models import ON_PAGES, get_model, save_evaluation
from core.project.project import Project

SIZE_LABELS = {
    "expected": tr_noop("expected, independent errors"),
    "promised": tr_noop("estimated, independent errors"),
    "printed": tr_noop("Theorem 2 as printed"),
    "dependent": tr_noop("estimated, correlated errors"),
}
"""Stored names of the sufficient sizes, and their labels in English."""


def run(options: argparse.Namespace, console: Console) -> None:
    """Measure a model on the test words, or on whole pages, and print the tables."""
    if options.pages:
        measure_pages(options.project, EvaluatePagesRequest(options.pages, options.model), console)
        return
    thres = parse_numbers(options.thres, "--thres")
    request = EvaluateRequest(options.model, options.device, thres, options.baselines, options.bounds)
    measure(options.project, request, console)


def measure(folder: Path, request: EvaluateRequest, console: Console) -> None:
    """Measure a model on the test words, and print the tables."""
    request = replace(request, device=resolve_device(request.device))
    # figures and votes at other thresholds are not those of the model
    is_kept = request.thres is None and request.baselines
    with Project.open(folder, read_only=not is_kept) as project, console.job() as should_stop:
        keep = partial(keep_votes, project) if is_kept else None
        result = evaluate(project, request, console.emit, should_stop, keep)
        if is_kept:
            keep_evaluation(project, result)
    show_evaluation(result, console)
    show_by_meeting(result, console)
    if request.bounds:
        show_bounds(result["bounds"], console)
    console.result(Report(result))


def measure_pages(folder: Path, request: EvaluatePagesRequest, console: Console) -> None:
    """Measure a model on whole pages, and print the tables."""
    with Project.open(folder, read_only=True) as project, console.job() as should_stop:
        result = evaluate_pages(project, request.transcripts, request.model, console.emit, should_stop)
        save_evaluation(get_model(project, result["model"]), result, ON_PAGES)
    show_pages(result, console)
    console.result(Report(result))


def show_pages(result: dict[str, Any], console: Console) -> None:
    """Show error rates and shares found of :func:`core.jobs.evaluation.evaluate_pages.evaluate_pages`."""
    rows = [
        [about, *(_share(result[name], "value") for name in names)]
        for about, *names in (
            (tr("in the order of the page"), "cer", "wer"),
            (tr("letters alone, without capitals and marks"), "cer_letters", "wer_letters"),
        )
    ]
    title = tr_plural(
        "Edits for {n} page, as a share of what is written, with 95 % intervals by page",
        "Edits for {n} pages, as a share of what is written, with 95 % intervals by page",
        result["pages"],
    )
    console.table(title, ["", tr("characters"), tr("words")], rows)
    console.table(
        tr("Page by page"),
        ["", tr("characters"), tr("words")],
        [[row["page"], _percent(row["cer"]), _percent(row["wer"])] for row in result["by_page"]],
    )
    fates = result["fates"]
    console.table(
        tr("Where the errors lie"),
        [tr("words"), tr("number"), tr("of those written")],
        [[tr(_FATES[fate]), str(fates[fate]), _percent(share_of_written(fates, fate))] for fate in WordFate],
    )
    shapes = {tr("lines"): result["lines"], tr("words"): result["words"]}
    console.table(
        tr("Found on these pages"),
        ["", tr("written"), tr("found"), tr("of those found, written")],
        [
            [name, str(shape["true"]), _share(shape, "found"), _percent(shape["precision"])]
            for name, shape in shapes.items()
            if shape
        ],
    )
    if result["learnt"]:
        console.say_plural(
            "{n} page is left out: this model, or the starter model with which it began, was trained or calibrated "
            "on images of its words.",
            "{n} pages are left out: this model, or the starter model with which it began, was trained or "
            "calibrated on images of their words.",
            result["learnt"],
        )
    if result["unread"]:
        console.say_plural(
            "{n} word on these pages has no suggestion and counts as not read.",
            "{n} words on these pages have no suggestion and count as not read.",
            result["unread"],
        )


_FATES = {
    WordFate.RIGHT: tr_noop("read rightly"),
    WordFate.MISREAD: tr_noop("found, with a wrong letter, capital or mark"),
    WordFate.CUT: tr_noop("joined to a neighbour or split"),
    WordFate.MISSED: tr_noop("not found"),
    WordFate.GHOST: tr_noop("read where nothing is written"),
}


def _share(figures: dict[str, Any], name: str) -> str:
    share, interval = _percent(figures[name]), figures["interval"]
    if not interval:
        return share
    return tr("{share} ({low} to {high})", share=share, low=_percent(interval[0]), high=_percent(interval[1]))


def _percent(value: float | None) -> str:
    return NO_VALUE if value is None else format_number(value, ".1%")


def show_evaluation(result: dict[str, Any], console: Console) -> None:
    """Show the accuracy to be expected on unread pages, if it was measured, then the accuracies, with explanations."""
    if "unread" in result:
        _show_unread(result["unread"], console)
    if learnt := result.get("learnt"):
        console.say_plural(
            "{n} of {words} test words is left out: this model, or the starter model with which it began, was trained "
            "or calibrated on its image, so it cannot tell how well others are read.",
            "{n} of {words} test words are left out: this model, or the starter model with which it began, was trained "
            "or calibrated on their images, so they cannot tell how well others are read.",
            len(learnt),
            words=len(learnt) + result["n_seen"] + result["n_unseen"],
        )
    if result.get("aligned"):
        console.say_plural(
            "{n} of the test words was aligned automatically; nobody has confirmed it.",
            "{n} of the test words were aligned automatically; nobody has confirmed them.",
            result["aligned"],
        )
    rows = result.get("baselines") or {DecisionRule.GATED: {"about": own_label(result.get("decided_by", ())), **result}}
    console.table(
        tr(
            "Words read correctly, with 95 % intervals ({n_seen} test words trained on, {n_unseen} new words)",
            n_seen=result["n_seen"],
            n_unseen=result["n_unseen"],
        ),
        ["", *SCORES],
        [[tr(row["about"]), *(score_cell(row, column) for column in SCORES)] for row in rows.values()],
    )
    console.say(
        "A_u: accuracy on new words; A_s: on words trained on; h: their harmonic mean; A_b: the lower of both. "
        "Thresholds were chosen on training words only."
    )
    if characters := result.get("characters"):
        console.say(
            "Character error rate: {share}; edits as a share of the letters.", share=_share(characters, "value")
        )
    if context := result.get("context"):
        console.say(
            "As parts of their lines, {right_after} instead of {right_before} of {words} test words are read "
            "correctly; {changed} are changed. The accuracies above do without.",
            **context,
        )
        console.say("The line reader alone reads {line} of {read} correctly.", **context)
    _show_confidence(result["confidence"], result.get("outside_lexicon", 0), console)
    missing = result.get("ool") or {}
    if missing.get("images"):
        console.say(
            "If the {images} new test words were not in the lexicon, they would be read with a mean "
            "confidence of {confidence:.2f}, and {nine_tenths:.0%} of them with 90% or more.",
            **missing,
        )


def show_by_meeting(result: dict[str, Any], console: Console) -> None:
    """Show A_u of the words that the starter model met and of the others, if it is known which these are."""
    if (starter := result.get("starter")) is None:
        return
    images = starter["images"]
    about = {rule: row["about"] for rule, row in starter["rules"].items()}
    about[DecisionRule.GATED] = own_label(result.get("decided_by", ()))
    console.table(
        tr("New words by whether the starter model met them, in any capitals: A_u with 95 % intervals"),
        [
            "",
            tr_plural("met ({n} image)", "met ({n} images)", images[MET]),
            tr_plural("not met ({n} image)", "not met ({n} images)", images[NOT_MET]),
        ],
        [
            [tr(about[rule]), *(score_cell(row[name], "A_u") for name in (MET, NOT_MET))]
            for rule, row in starter["rules"].items()
        ],
    )


def _show_unread(unread: dict[str, Any], console: Console) -> None:
    shown = unread | unread.get("lines", {})
    low, high = shown["interval"]
    console.say(
        "As on unread pages, {right:.1%} of {words} words are read correctly ({low:.1%} to "
        "{high:.1%}). For this, the {left_out} words that only the test pages brought into the "
        "lexicon are left out of it, so that {outside} test words are not in it. The "
        "accuracies below count on them, as is usual in the literature.",
        low=low,
        high=high,
        **shown,
    )
    if shown["A_o"] is not None:
        console.say("Of the words that are not in it, {share:.1%} are read correctly.", share=shown["A_o"])
    if "lines" in unread:
        console.say(
            "They are read together with their lines, as suggestions are; the readers alone read {share:.1%} of all "
            "correctly.",
            share=unread["right"],
        )


def _show_confidence(confidence: dict[str, Any], outside_lexicon: int, console: Console) -> None:
    errors = {tr("words trained on"): confidence["ece_seen"], tr("new words"): confidence["ece_unseen"]}
    listed = [f"{format_number(error, '.3f')} ({words})" for words, error in errors.items() if error is not None]
    if not listed:
        return
    console.say(
        "The confidence has an expected calibration error of {errors}. AUGRC {augrc:.4f}: mean risk of "
        "undetected errors (lower is better).",
        errors=", ".join(listed),
        augrc=confidence["augrc"],
    )
    if (auroc := confidence.get("auroc")) is not None:
        console.say("It tells right readings from wrong ones with an AUROC of {auroc:.3f} (chance: 0.5).", auroc=auroc)
    if assumed := confidence.get("assumed_ool_percent"):
        console.say(
            "It assumes that {assumed} % of the words to be read are not in the lexicon; if fewer are "
            "missing, it is too low. Test words not in the lexicon: {outside_lexicon}.",
            assumed=assumed,
            outside_lexicon=outside_lexicon,
        )


def show_bounds(bounds: dict[str, Any], console: Console) -> None:
    """Show the tables of :func:`core.evaluation.bounds.report.report_bounds`."""
    if bounds["why_not"]:
        console.print(tr(bounds["why_not"]))
        return
    mean = bounds["mean"]
    console.table(
        tr("Wrong decisions in %, on words trained on / new words, if m readers must vote 'trained on'"),
        ["", "m", tr("at most"), tr("expected"), tr("measured")],
        [
            [tr(rule["about"]), tr("{m} of {readers}", m=rule["m"], readers=bounds["L"])]
            + [_errors(rule[column]) for column in ("promised", "if_independent", "measured")]
            for rule in bounds["rules"]
        ],
    )
    console.say(
        "One reader alone is wrong on {alpha:.1%} of the words it was trained on and on {beta:.1%} "
        'of new words, measured on training images set aside for it. "At most" and "expected" hold '
        "for exactly these rates, which are estimates, and assume independent errors of the readers, "
        'except for "correlated errors". Measured errors far above the expected ones mean that the '
        "errors are not independent. As printed, the theorem on correlated errors does not hold.",
        alpha=mean["alpha"],
        beta=mean["beta"],
    )
    if dependence := bounds["dependence"]:
        (seen_low, seen_high), (low, high) = dependence["rho_seen_interval"], dependence["rho_unseen_interval"]
        console.say(
            "Two readers' votes on the same image are correlated by {rho_seen:.2f} ({seen_low:.2f} to {seen_high:.2f}) "
            "on words trained on and by {rho_unseen:.2f} ({low:.2f} to {high:.2f}) on new words, estimated on the test "
            "words, with 95 % intervals.",
            seen_low=seen_low,
            seen_high=seen_high,
            low=low,
            high=high,
            **dependence,
        )
    console.table(
        tr("Number of such readers needed for both errors to be at most"),
        ["", *(format_number(row["wanted"], ".0%") for row in bounds["enough"])],
        [[tr(about), *(str(row[name] or NO_VALUE) for row in bounds["enough"])] for name, about in SIZE_LABELS.items()]
        + [
            [
                tr("the same, 95 % interval"),
                *(_size_interval(row.get("dependent_interval")) for row in bounds["enough"]),
            ]
        ],
    )


def _size_interval(ends: Sequence[int | None] | None) -> str:
    """Return ``7 to 31``, ``11 to none``; a dash where nothing is known."""
    if ends is None:
        return NO_VALUE
    low, high = (tr("none") if end is None else str(end) for end in ends)
    return low if ends[0] is None else tr("{low} to {high}", low=low, high=high)


def _errors(errors: dict[str, Any] | None) -> str:
    """Return ``12.0 / 3.4`` in percent; a dash for an unknown error."""
    if errors is None:
        return NO_VALUE
    pair = (errors["unseen_given_seen"], errors["seen_given_unseen"])
    return " / ".join(NO_VALUE if error is None else format_number(100 * error, ".1f") for error in pair)
