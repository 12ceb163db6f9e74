"""`ductus evaluate`."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.commands.recognise import parse_thresholds
from core.cli.console import Console
from core.device import resolve_device
from core.evaluation.decision_rules import ABOUT, GATED
from core.evaluation.table import COLUMNS, cell
from core.events import stop_on_signals
from core.jobs.recognition.evaluate import EvaluateRequest, evaluate
from core.project.content.models import get_model, save_evaluation
from core.project.project import Project

ENOUGH = {
    "expected": "if they err independently",
    "promised": "proven enough if they do",
    "printed": "Theorem 2 as printed",
    "dependent": "proven with errors in common",
}


def run(options: argparse.Namespace, console: Console) -> None:
    """Measure on the test words and print the table."""
    request = EvaluateRequest(
        options.model,
        resolve_device(options.device),
        parse_thresholds(options.thres),
        baselines=options.baselines,
        bounds=options.bounds,
    )
    with Project.open(options.project, read_only=True) as project, stop_on_signals() as should_stop:
        result = evaluate(project, request, console.emit, should_stop)
        # with other thresholds the figures are not the model's
        if options.thres is None and options.baselines:
            save_evaluation(get_model(project, result["model"]), result)
    console.close()
    show(result, console)
    if options.bounds:
        show_bounds(result["bounds"], console)
    console.result(result)


def show(result: dict[str, Any], console: Console) -> None:
    """The table of an evaluation, and what its numbers rest on."""
    rows = result.get("baselines") or {GATED: {"about": ABOUT[GATED], **result}}
    n = f"{result['n_seen']} test words of seen classes, {result['n_unseen']} of unseen"
    console.table(
        f"Share read rightly, 95 % intervals ({n})",
        ["", *COLUMNS],
        [[row["about"], *(cell(row, column) for column in COLUMNS)] for row in rows.values()],
    )
    console.say(
        "A_u: words never seen in training; A_s: seen ones; h: their harmonic mean; A_b: the lesser. "
        "Thresholds were chosen on training words only."
    )
    _show_confidence(result, console)


def _show_confidence(result: dict[str, Any], console: Console) -> None:
    off = {"seen": result["confidence"]["ece_seen"], "unseen": result["confidence"]["ece_unseen"]}
    parts = [f"{share:.3f} on {kind} words" for kind, share in off.items() if share is not None]
    if parts:
        console.say(
            f"The confidence is off by {' and '.join(parts)} (expected calibration error). Taking words in, the surest "
            f"first, {result['confidence']['augrc']:.4f} of all are wrong ones taken in, on average (AUGRC)."
        )
        if supposed := result["confidence"].get("supposes_lacking"):
            console.say(
                f"It supposes that the lexicon lacks {supposed} in 100 words to be read; of these test words it "
                f"lacks {result.get('outside_lexicon', 0)}. Where it lacks fewer than that, the confidence is too "
                "low."
            )
    lost = result.get("lacking") or {}
    if lost.get("images"):
        console.say(
            f"Had the lexicon lacked them, the {lost['images']} unseen ones would have been read with a confidence of "
            f"{lost['confidence']:.2f} on average, {lost['nine_tenths']:.0%} of them with 90% or more."
        )


def show_bounds(bounds: dict[str, Any], console: Console) -> None:
    """The tables of :func:`core.evaluation.bounds.report.report_bounds`, in plain words."""
    if bounds["why_not"]:
        console.say(bounds["why_not"])
        return
    mean = bounds["mean"]
    console.table(
        "Known word or new? Wrong verdicts in % on known / on new words if m readers must say known",
        ["", "m", "at most", "expected", "measured"],
        [
            [rule["about"], f"{rule['m']} of {bounds['L']}"]
            + [_errors(rule[column]) for column in ("promised", "if_independent", "measured")]
            for rule in bounds["rules"]
        ],
    )
    console.say(
        f"One reader alone is wrong on {mean['alpha']:.1%} of known and {mean['beta']:.1%} of new words, told by "
        'training images it did not learn from. But for "errors in common", "at most" and "expected" hold for readers '
        "that err independently; where the measured errors are far greater than the expected, they do not."
    )
    console.table(
        "Readers like these that are enough for both errors to be at most",
        ["", *(f"{row['wanted']:.0%}" for row in bounds["enough"])],
        [[about, *(str(row[name] or "–") for row in bounds["enough"])] for name, about in ENOUGH.items()],
    )


def _errors(errors: dict[str, Any] | None) -> str:
    """``12.0 / 3.4`` in per cent; a dash for what is not known."""
    if errors is None:
        return "–"
    told = (errors["unseen_given_seen"], errors["seen_given_unseen"])
    return " / ".join("–" if value is None else f"{100 * value:.1f}" for value in told)
