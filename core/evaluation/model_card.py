"""A model's card as Markdown: its purpose, its training data, its accuracy and its limits.

The sections follow Mitchell et al., "Model Cards for Model Reporting", FAT* 2019, as far as the model's file holds
their content. Content that it does not hold, such as writers, is named as missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.evaluation.bounds.estimate import member_rates
from core.evaluation.metrics import SCORES, wilson_interval
from core.evaluation.reliability import expected_calibration_error
from core.evaluation.table import NO_VALUE, score_cell
from core.model.ensemble import Ensemble, Member

_SURE = 0.9
"""Confidence from which a suggestion looks certain to a person."""


def model_card(
    ensemble: Ensemble, starter: Mapping[str, Any] | None = None, evaluation: Mapping[str, Any] | None = None
) -> str:
    """Return the card of ``ensemble``.

    ``starter`` is the starter model's own description, for a model that began with one; ``evaluation`` is a stored
    result of :func:`core.jobs.recognition.evaluate.evaluate`.
    """
    name = str(ensemble.card.get("name", "unnamed"))
    sections = [
        ("Model", _details(ensemble)),
        ("Intended use", _intended_use(ensemble)),
        ("Training data and licences", _training_data(ensemble, starter)),
        ("Figures by group", [*_held_back_figures(ensemble), "", *_test_figures(evaluation)]),
        ("Calibration", _calibration(ensemble)),
        ("Limits", _limits(ensemble)),
    ]
    text = "\n\n".join(f"## {title}\n\n" + "\n".join(lines) for title, lines in sections)
    return f"# Model card: {name}\n\n{text}\n"


def _details(ensemble: Ensemble) -> list[str]:
    card, first = ensemble.card, ensemble.members[0]
    versions = ", ".join(f"{name} {number}" for name, number in _part(card, "versions").items())
    rows = {
        "Made": str(card.get("created", ""))[:16].replace("T", " "),
        "Readers (L)": len(ensemble.members),
        "Learner": first.learner.kind,
        "Preset": _part(card, "preset").get("name"),
        "Gates of each reader": ", ".join(str(member.n_gates) for member in ensemble.members),
        "Thresholds": ", ".join(str(member.thres) for member in ensemble.members),
        "Classifier of trained words": first.word_classifier.kind if first.word_classifier else "nearest signature",
        "Alphabet": ensemble.alphabet.name,
        "Continues from": card.get("parent"),
        "Random seed": card.get("seed"),
        "Versions": versions,
    }
    return _table(["", ""], [[name, str(value)] for name, value in rows.items() if value not in (None, "")])


def _intended_use(ensemble: Ensemble) -> list[str]:
    spells = any(member.unlisted is not None for member in ensemble.members)
    other = "words in no list can be spelled" if spells else "a word that is not in it cannot be read"
    return [
        "Suggestions for single handwritten words of the hand, or the hands, that the model was trained on, to be "
        f"checked by a person. It chooses words from a list in the alphabet '{ensemble.alphabet.name}'; {other}.",
        "",
        "It is not meant for reading without a person where errors do harm, for telling who wrote a text, or for hands "
        "that it has not met.",
    ]


def _training_data(ensemble: Ensemble, starter: Mapping[str, Any] | None) -> list[str]:
    data = _part(ensemble.card, "data")
    lines = [
        f"- {data.get('images', 'An unknown number of')} transcribed word images of "
        f"{len([word for word in ensemble.classes if word])} different words of the project, with a list of "
        f"{data.get('lexicon', 'an unknown number of')} words. Their rights are those of the project's scans and "
        "transcriptions; the file holds neither.",
        f"- Fingerprint of the data: {data.get('fingerprint', 'not recorded')}.",
    ]
    if starter is None:
        return [*lines, "- It began with random weights, or the file does not show otherwise."]
    lines += [
        f"- It began with the starter model: {starter.get('pictures', 0):,} pictures of words in "
        f"{starter.get('fonts', 0)} fonts under open licences, and the real hands below (those of the starter model of "
        "this version of Ductus).",
        "",
    ]
    rows = [
        [str(one.get("title")), str(one.get("licence")), str(one.get("hands")), str(one.get("words"))]
        for one in starter.get("learnt_from", ())
    ]
    return lines + _table(["collection", "licence", "hands", "words"], rows)


def _held_back_figures(ensemble: Ensemble) -> list[str]:
    """Return the figures on X and X', the only images whose answers the file holds."""
    rows = []
    for k, member in enumerate(ensemble.members, start=1):
        calibration = member.calibration
        seen = calibration.votes >= member.thres
        right = np.where(seen, calibration.right_if_seen, calibration.right_if_unseen)
        rates = member_rates(calibration, member.thres)
        groups = [right[calibration.is_seen], right[~calibration.is_seen]]
        rows.append(
            [str(k), *(_share(int(group.sum()), len(group)) for group in groups)]
            + [NO_VALUE if rate is None else f"{rate:.1%}" for rate in (rates.alpha, rates.beta)]
        )
    header = ["reader", "words trained on", "new words", "gate wrong on these", "gate wrong on those"]
    return [
        "Right answers of each reader alone on training images that it was not trained on, with 95 % intervals:",
        "",
        *_table(header, rows),
        "",
        "By length or frequency of the word, and by writer: not recorded in the model file.",
    ]


def _test_figures(evaluation: Mapping[str, Any] | None) -> list[str]:
    if not evaluation:
        return ["On test words: not measured, or not known to this file (`ductus evaluate`)."]
    lines = [
        f"On {evaluation.get('n_seen')} test images of words trained on and {evaluation.get('n_unseen')} of new words:",
        "",
        *_table(list(SCORES), [[score_cell(evaluation, score) for score in SCORES]]),
    ]
    if unread := evaluation.get("unread"):
        low, high = unread["interval"]
        lines += ["", f"As on unread pages: {unread['right']:.1%} of all words ({low:.1%} to {high:.1%})."]
    if left_out := len(evaluation.get("learnt") or ()):
        lines += ["", f"{left_out} test words were left out, because the model learnt from their images."]
    return lines


def _calibration(ensemble: Ensemble) -> list[str]:
    rows = []
    for k, member in enumerate(ensemble.members, start=1):
        if member.outcomes is None or not len(member.outcomes.confidence):
            continue
        one = member.outcomes
        listed = ~one.out_of_lexicon
        error = expected_calibration_error(one.confidence[listed], one.correct[listed])
        missing = one.confidence[~listed]
        rows.append(
            [
                str(k),
                NO_VALUE if error is None else f"{error:.3f}",
                NO_VALUE if not len(missing) else f"{missing.mean():.2f}",
                NO_VALUE if not len(missing) else f"{(missing >= _SURE).mean():.1%}",
            ]
        )
    if not rows:
        return ["The confidence of this model was not fitted on images: it has no measured meaning."]
    assumed = _part(ensemble.card, "preset").get("lacking")
    lines = _table(
        ["reader", "expected calibration error", "mean confidence if the word is missing", "of these 90 % or more"],
        rows,
    )
    lines += ["", "Measured on the images that the confidence was fitted on, so it is a little too good."]
    if assumed:
        lines += [f"The confidence assumes that {assumed} % of the words to be read are not in the list."]
    return lines


def _limits(ensemble: Ensemble) -> list[str]:
    calibration = _part(ensemble.card, "calibration")
    words = calibration.get("words")
    return [
        "- Other hands, scans and ways of cutting words are likely to be read worse; that was not measured.",
        "- Gates, thresholds and confidence are for the word list of the training"
        + (f", of {words} words" if words else "")
        + "; with another one they are fitted again.",
        "- Words of one page err together, so the true uncertainty is larger than the intervals.",
        f"- {_few(ensemble.members)}",
    ]


def _few(members: Sequence[Member]) -> str:
    least = min(int((~member.calibration.is_seen).sum()) for member in members)
    return f"Figures on new words rest on {least} images or more for each reader, of words that it was kept from."


def _share(right: int, images: int) -> str:
    if not images:
        return NO_VALUE
    low, high = wilson_interval(right, images)
    return f"{right / images:.1%} of {images} ({low:.1%} to {high:.1%})"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [header, ["---"] * len(header), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]


def _part(card: Mapping[str, Any], name: str) -> dict[str, Any]:
    part = card.get(name)
    return part if isinstance(part, dict) else {}
