"""The evaluation job: recognise the words with the role "test" and compare them with their transcriptions."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import eq, ne
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError, Stopped
from core.evaluation.bounds.report import report_bounds
from core.evaluation.decision_rules import correct_predictions, ground_truth
from core.evaluation.metrics import wilson_interval
from core.evaluation.page_text import character_error_rate
from core.evaluation.report import build_report
from core.events import JobPart, Listener, Progress, ShouldStop
from core.jobs.evaluation.measured_groups import UnreadAnswers, measured_groups
from core.jobs.lines.line_part import line_figures, open_line_part
from core.jobs.lines.line_readers import line_reader_of
from core.jobs.lines.line_voices import LineVoices, PlacedLine, place_lines
from core.jobs.recognition.loaded_model import LoadedModel
from core.jobs.recognition.recalibrate import open_calibrated_model
from core.jobs.recognition.recognise import stored_predictions
from core.jobs.requests import EvaluateRequest
from core.jobs.spotting import store_signatures
from core.language import tr, tr_hint
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.model.line_reader import LineReader
from core.project.content.lexicon import lexicon_size, words_of_tests_only
from core.project.content.line_words import is_line_part_wanted, lines_of_words
from core.project.content.models import ReadWords, get_model, keep_read_words, save_evaluation
from core.project.content.predictions import Prediction, save_predictions, voted_words
from core.project.content.words import Role, aligned_fits, labelled_words
from core.project.project import Project
from core.project.word_images import load_images
from core.recognition.algorithms import MemberEvidence, gated_vote, predict_per_member, word_texts
from core.recognition.candidate_costs import CandidateTable
from core.recognition.confidence import vote_with_confidence
from core.recognition.evidence import gather_evidence
from core.recognition.predicted_words import words_of_evidence
from core.store.summary import images_learnt_from
from core.training.samples import are_known, image_hashes


@dataclass(frozen=True, slots=True)
class MeasuredWords:
    """The evidence of a model on the test words, before any decision."""

    ensemble: Ensemble
    lexicon: Lexicon
    texts: dict[int, str]
    """The transcriptions of the N words by id."""
    digests: NDArray[np.uint64]
    """[N] of their images (:func:`core.training.samples.image_hashes`)."""
    evidence: list[MemberEvidence]
    """Of each member."""
    predictions: list[Prediction]
    """The votes on the words, as the project stores them."""


def _unread_answers(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence], lexicon: Lexicon, words: Sequence[str]
) -> UnreadAnswers:
    """Return the answers on test images that show ``words`` [N]; ``lexicon`` lacks those that only test pages have."""
    _, result, confidence = vote_with_confidence(ensemble, evidence)
    texts = word_texts(result, evidence, lexicon.words)
    return UnreadAnswers(texts, confidence, np.array([word in lexicon for word in words], np.bool_))


def evaluate(
    project: Project,
    request: EvaluateRequest,
    emit: Listener,
    should_stop: ShouldStop,
    keep: Callable[[str, MeasuredWords], object] | None = None,
) -> dict[str, Any]:
    """Measure a model on the project's test words. Raises InputError where there are none; Stopped.

    The lexicon holds every test word, as in the paper. ``unread`` in the result is the accuracy without the words that
    only test pages brought in, as it is to be expected on unread pages; ``characters`` is the character error rate of
    the suggestions (:func:`core.evaluation.page_text.character_error_rate`). ``aligned`` counts the test words whose
    boxes were found automatically and that nobody has confirmed. Test words whose very images the model learnt from
    are left out; ``learnt`` names them. ``groups`` and ``starter`` are those of
    :func:`core.jobs.evaluation.measured_groups.measured_groups`. ``keep`` is given the model's name and its evidence.
    """
    transcriptions = dict(labelled_words(project, Role.TEST))
    if not transcriptions:
        raise InputError.at(
            project.folder,
            tr("no transcribed word has the role 'test', so there is nothing to measure on"),
            hint=tr_hint("Import some with --role test", "Use some pages for testing: choose them in Collection"),
        )
    model = open_calibrated_model(project, request.model, request.device, emit, should_stop, request.thres)
    wanted = list(transcriptions)
    known = images_learnt_from(model.model.file)
    seconds, done = 0.0, 0
    ids: list[int] = []
    learnt: list[int] = []
    parts: list[list[MemberEvidence]] = []
    digests: list[NDArray[np.uint64]] = []
    brought = words_of_tests_only(project)
    without_tests = model.lexicon.subset(~model.lexicon.mask(brought)) if brought else model.lexicon
    unread_evidence: list[list[MemberEvidence]] = []
    predictions: list[Prediction] = []
    with store_signatures(project, model.model, model.ensemble, wanted, emit) as store:
        for block in load_images(project, wanted, emit):
            # loading an image takes the same time with every model, so it is not counted
            started = time.perf_counter()
            embeddings = model.embed(block.images, emit)
            store(block.ids, embeddings)
            done += len(block.ids)
            is_new = ~are_known(block.images, known)
            kept = [word_id for word_id, keep in zip(block.ids, is_new.tolist(), strict=True) if keep]
            learnt += [word_id for word_id, keep in zip(block.ids, is_new.tolist(), strict=True) if not keep]
            embeddings = [rows[is_new] for rows in embeddings]
            parts.append(gather_evidence(model.ensemble, embeddings, model.lexicon))
            seconds += time.perf_counter() - started
            if keep is not None:
                digests.append(image_hashes(block.images[is_new]))
                found = words_of_evidence(model.ensemble, embeddings, parts[-1], model.lexicon)
                predictions += stored_predictions(kept, found)
            # without such words the same evidence serves; a second search is not part of reading a word
            again = gather_evidence(model.ensemble, embeddings, without_tests) if brought else parts[-1]
            unread_evidence.append(again)
            ids += kept
            emit(Progress(JobPart.READING, done, len(wanted)))
            if should_stop():
                raise Stopped.of("Stopped; nothing was changed.")
    if not done:
        raise InputError.at(project.folder, tr("no image of a test word can be read"), hint=tr("See the notes above"))
    if not ids:
        raise InputError.at(
            project.folder,
            tr(
                "'{model}' learnt from the images of all {n_learnt} test words, so there is nothing to measure on",
                model=model.model.name,
                n_learnt=len(learnt),
            ),
            hint=tr("Choose pages for testing that no model was trained on, or train a new model without these"),
        )
    evidence, without = _concatenate(parts), _concatenate(unread_evidence)
    ms = 1000 * seconds / done
    truth_texts = [transcriptions[word_id] for word_id in ids]
    truth = ground_truth(truth_texts, model.ensemble, model.lexicon)
    result = build_report(model.ensemble, evidence, truth, model.lexicon, ms_per_word=ms, baselines=request.baselines)
    if request.bounds:
        result["bounds"] = report_bounds(model.ensemble, evidence, truth)
    unread = _unread_answers(model.ensemble, without, without_tests, truth_texts)
    _, vote, confidence = vote_with_confidence(model.ensemble, evidence)
    correct = correct_predictions(model.ensemble, evidence, truth)
    words_by_id = dict(zip(ids, truth_texts, strict=True))
    if keep is not None:
        images = np.concatenate(digests)
        measured = MeasuredWords(model.ensemble, model.lexicon, words_by_id, images, evidence, predictions)
        keep(model.model.name, measured)
    result |= measured_groups(project, model.ensemble, words_by_id, truth, correct, confidence, unread)
    if model.thresholds_chosen:
        result["thres_chosen"] = "by a person, perhaps by looking at these very test words"
    result["characters"] = character_error_rate(truth_texts, word_texts(vote, evidence, model.lexicon.words))
    reader = None if line_figures(model.ensemble) is None else line_reader_of(project, model.ensemble)
    placed = [] if reader is None else place_lines(project, lines_of_words(project, ids), reader)
    answer = partial(_answer_with_lines, project, model, reader, placed, ids)
    lines = answer(model.lexicon, evidence)
    if lines is not None:
        result["context"] = lines.figures(words_by_id)
    if not is_line_part_wanted(project):
        lines = None
    elif brought and lines is not None:
        lines = answer(without_tests, without)
    return result | {
        "model": model.model.name,
        "lexicon": lexicon_size(project),
        "outside_lexicon": int(truth.is_unlisted.sum()),
        "learnt": learnt,
        "aligned": len(aligned_fits(project, Role.TEST).keys() & set(ids)),
        "unread": _as_on_unread_pages(truth_texts, unread, len(brought), lines),
    }


def _concatenate(parts: Sequence[Sequence[MemberEvidence]]) -> list[MemberEvidence]:
    """Return the evidence of each member on the images of all parts."""
    return [MemberEvidence.concatenate(of_member) for of_member in zip(*parts, strict=True)]


def keep_evaluation(project: Project, result: dict[str, Any]) -> None:
    """Save a result of :func:`evaluate` as the figures of its model."""
    save_evaluation(get_model(project, result["model"]), result)
    unread = result["unread"]
    read = ReadWords(unread["words"], round(unread["right"] * unread["words"]))
    keep_read_words(project, result["model"], read)


def keep_votes(project: Project, model: str, measured: MeasuredWords) -> None:
    """Store the votes on words that have none of the model, so that thresholds can be tried on them."""
    voted = voted_words(project, model)
    save_predictions(project, model, [vote for vote in measured.predictions if vote.word_id not in voted])


@dataclass(frozen=True, slots=True)
class _LineAnswers:
    """The answers to N test words with a lexicon."""

    members: list[str]
    both: list[str]
    """Of members and lines together; where no line was read, of the members."""
    line: dict[int, str]
    """Of the line alone, by the ids of the words that were read."""

    def figures(self, truth: Mapping[int, str]) -> dict[str, int]:
        """Return how many of the N words ``truth`` are right: by the members, by both, and by the line alone."""
        words = [nfc(word) for word in truth.values()]
        return {
            "words": len(words),
            "changed": sum(map(ne, self.both, self.members)),
            "right_before": sum(map(eq, self.members, words)),
            "right_after": sum(map(eq, self.both, words)),
            "line": sum(text == nfc(truth[word_id]) for word_id, text in self.line.items()),
            "read": len(self.line),
        }


def _answer_with_lines(
    project: Project,
    model: LoadedModel,
    reader: LineReader | None,
    placed: Sequence[PlacedLine],
    ids: Sequence[int],
    lexicon: Lexicon,
    evidence: Sequence[MemberEvidence],
) -> _LineAnswers | None:
    """Read the test words ``ids`` together with their lines, as ``placed``; None where no line was read.

    ``evidence`` is that of their images with the words of ``lexicon``, in the same order.
    """
    line_part = open_line_part(project, model.ensemble, lexicon)
    if line_part is None or reader is None:
        return None
    _, vote = gated_vote(evidence, model.thres)
    members = word_texts(vote, evidence, lexicon.words)
    tables = [
        CandidateTable.of_evidence(found, predict_per_member(found, thres))
        for found, thres in zip(evidence, model.thres, strict=True)
    ]
    lists = {word_id: [table.row(row, lexicon.words) for table in tables] for row, word_id in enumerate(ids)}
    voices = LineVoices(project, reader, lexicon)
    found = {word_id: voice for word_id, voice in voices.of_placed(placed).items() if word_id in lists}
    listed = {word_id: [word for member in lists[word_id] for word in member.words] for word_id in found}
    read = {word_id: line_part.reading(costs) for word_id, costs in voices.costs(found, listed).items() if costs}
    if not read:
        return None
    both = [
        line_part.figures.costs.rank(lists[word_id], text, read[word_id]).words[0] if word_id in read else text
        for word_id, text in zip(ids, members, strict=True)
    ]
    return _LineAnswers(members, both, {word_id: reading.first() for word_id, reading in read.items()})


def _as_on_unread_pages(
    truth: Sequence[str], unread: UnreadAnswers, brought: int, lines: _LineAnswers | None
) -> dict[str, Any]:
    """Return the accuracy on all test words, and on those that the shortened lexicon does not hold (A_o).

    ``lines`` in it are the same figures of the words read together with their ``lines``.
    """
    outside = int((~unread.is_listed).sum())
    figures = {"words": len(truth), **_shares(truth, unread.texts, unread.is_listed)}
    figures |= {"outside": outside, "left_out": brought}
    return figures if lines is None else figures | {"lines": _shares(truth, lines.both, unread.is_listed)}


def _shares(truth: Sequence[str], texts: Sequence[str], is_listed: NDArray[np.bool_]) -> dict[str, Any]:
    right = np.array([text == nfc(word) for text, word in zip(texts, truth, strict=True)], np.bool_)
    outside = right[~is_listed]
    return {
        "right": float(right.mean()),
        "interval": wilson_interval(int(right.sum()), len(right)),
        "A_o": float(outside.mean()) if len(outside) else None,
    }
