"""`ductus adapt`."""

from pathlib import Path

from core.cli.console import Console
from core.device import resolve_device
from core.events import stop_on_signals
from core.jobs.evaluation.model_comparison import ModelComparison, compare_with_active, to_json
from core.jobs.requests import AdaptRequest
from core.jobs.training.adapt import adapt_starter
from core.language import format_number, tr, tr_hint, tr_plural
from core.project.content.adapted_starter import use_adapted_starter
from core.project.content.models import Model, activate_model, active_model, is_starter
from core.project.project import Project


def adapt(folder: Path, request: AdaptRequest, console: Console) -> None:
    """Adapt the starter model and use it, unless it reads transcribed words worse than the active model does."""
    device = resolve_device(request.device)
    with Project.open(folder) as project, stop_on_signals() as should_stop:
        result = adapt_starter(project, request.seed, device, console.emit, should_stop, alphabet=request.alphabet)
        comparison = compare_with_active(project, result["model"], device, console.emit)
        active = active_model(project)
        is_better = _is_to_be_used(active, comparison)
        is_active = is_better and not (request.keep_active and active is not None)
        result |= {"comparison": to_json(comparison), "better": is_better, "active": is_active}
        if is_active:
            activate_model(project, result["model"])
        if is_better or not (active is None or is_starter(active)):
            # worse than a trained model, it is still the better beginning of the next training
            use_adapted_starter(project, result["model"])
    console.close()
    console.print(
        tr_plural(
            "The starter model has adapted itself to this handwriting from {n} word image, without transcriptions.",
            "The starter model has adapted itself to this handwriting from {n} word images, without transcriptions.",
            result["images"],
        )
    )
    if comparison is not None and comparison.words:
        console.print(
            tr(
                "Of {words} transcribed words it reads {share} correctly, '{active}' {active_share}.",
                words=comparison.words,
                share=format_number(comparison.new_right / comparison.words, ".1%"),
                active=comparison.active,
                active_share=format_number(comparison.active_right / comparison.words, ".1%"),
            )
        )
    console.print(
        tr_hint(
            "It is the active model now: 'ductus recognise {project}' reads with it.",
            "It is the active model now.",
            project=folder,
        )
        if is_active
        else tr("The active model stays: '{active}'.", active=active.name if active else "")
    )
    console.result(result)


def _is_to_be_used(active: Model | None, comparison: ModelComparison | None) -> bool:
    """Return whether the adapted starter model is to become the active one.

    Without transcribed words to compare on it replaces another starter model, never a trained one.
    """
    if active is None or comparison is None:
        return True
    return comparison.is_better if comparison.words else is_starter(active)
