"""Recalibration for another lexicon: gates, thresholds and confidence are fitted again, no embedder is trained.

Distances to the nearest unseen word shrink as a lexicon grows, so what was fitted with one lexicon misjudges another
one: gates take words that they were trained on for new ones, and confidence is too high. Everything after M1^(k) is
fitted again on the same X and X', as if the lexicon had been the new one from the beginning.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError, Stopped
from core.events import Event, JobPart, Listener, MemberChanged, Progress, ShouldStop
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble, Member
from core.store.calibration_card import calibration_card
from core.store.embedding_cache import EmbeddingCache
from core.training.checkpoints import RunFolder
from core.training.confidence_fitting import fit_vote_calibration
from core.training.embedder import TrainedEmbedder
from core.training.job import MemberTask, TrainingJob
from core.training.line_figures_fitting import votes_of
from core.training.line_part_fitting import Voices, fit_line_part
from core.training.line_reader_fitting import unlearnt_images
from core.training.lines import SampleLine, take_samples
from core.training.member import finish_member
from core.training.presets import Preset
from core.training.samples import Samples
from core.training.splits import MemberSplit

MIN_SHARE = 0.8
"""Share of the images of X and X' that must still be there: people correct some transcriptions after a training."""


def recalibrate(
    ensemble: Ensemble,
    samples: Samples,
    lexicon: Lexicon,
    preset: Preset,
    device: str,
    emit: Listener,
    should_stop: ShouldStop,
    folder: RunFolder | None = None,
    lines: Sequence[SampleLine] = (),
    cache: EmbeddingCache | None = None,
    voices: Voices | None = None,
) -> Ensemble:
    """Return the ensemble calibrated for ``lexicon``, with the embedders that it has.

    ``samples`` are the transcribed training images; those that a member did not meet are not used. ``preset`` is that
    of the training, with the share of words expected to be in no lexicon as it is now. With the lexicon and the images
    of the training the result is the same as the training's. Finished members are kept in ``folder``, where a later
    call with the same input takes them from. The line's part is fitted on ``lines``, those in which the samples stand.
    Embeddings that ``cache`` holds are not computed again. ``voices`` read the lines, by the model's own line reader or
    by the one that comes with Ductus. Raises InputError when too many of the images are gone, Stopped.
    """
    known = set(ensemble.classes)
    usable = np.array([word in known and word in lexicon for word in samples.words], np.bool_)
    samples = Samples(
        samples.images[usable],
        tuple(word for word, keep in zip(samples.words, usable.tolist(), strict=True) if keep),
        ensemble.classes,
    )
    lines = take_samples(lines, usable)
    job = TrainingJob(samples, lexicon, ensemble.alphabet, preset, int(ensemble.card["seed"]), device, lines=lines)
    key = _key(ensemble, job) if folder is not None else ""
    hashes = samples.image_hashes()
    members: list[Member] = []
    for k, member in enumerate(ensemble.members):
        if should_stop():
            raise Stopped.of("Stopped; the calibration stays as it was. Finished readers are kept.")
        count = len(ensemble.members)
        new = None if folder is None else folder.load_member(k, key, ensemble.alphabet, len(ensemble.classes))
        if new is None:
            emit(MemberChanged(k, count, "started"))
            embedder = TrainedEmbedder(member.learner, _stored_split(member, hashes, k), member.curves)
            new = finish_member(MemberTask(k, job), embedder, _report_all(emit, k, count), should_stop, cache=cache)
            # M1 was trained on images that may no longer be here
            new = replace(new, trained_on=member.trained_on, seeds=member.seeds, precision=member.precision)
            if folder is not None:
                folder.save_member(k, new, key)
        emit(MemberChanged(k, count, "finished", new.thres, new.n_gates))
        members.append(new)
    card = ensemble.card | {
        "calibration": calibration_card(lexicon) | {"fitted": datetime.now(UTC).isoformat(timespec="seconds")}
    }
    own = ensemble.line_reader is not None
    unlearnt = unlearnt_images(ensemble.card.get("line_reader")) if own else frozenset(hashes.tolist())
    # figures about lines of the former lexicon must not stay where none can be fitted for this one
    card.pop("context", None)
    ool_rate = preset.ool_percent / 100
    agreement = fit_vote_calibration(members, ool_rate)
    result = replace(ensemble, members=tuple(members), card=card, vote_calibration=agreement)
    vote = votes_of(result, lexicon, device)
    line_part = fit_line_part(members, lines, lexicon, samples, voices, unlearnt, ool_rate, vote)
    return result if line_part is None else replace(result, card=card | {"context": line_part})


def _key(ensemble: Ensemble, job: TrainingJob) -> str:
    """Return a digest of the model and of everything that decides its calibration."""
    model = [ensemble.card.get(name) for name in ("job", "created", "manifest")]
    return blake2b(json.dumps([job.key(), model]).encode(), digest_size=16).hexdigest()


def _report_all(emit: Listener, member: int, members: int) -> Listener:
    """Return a listener that passes the progress of a member's gates on as that of all members."""

    def forward(event: Event) -> None:
        if isinstance(event, Progress):
            done, total = member * event.total + event.done, members * event.total
            event = Progress(JobPart.CALIBRATING, done, total)
        emit(event)

    return forward


def _stored_split(member: Member, hashes: NDArray[np.uint64], k: int) -> MemberSplit:
    """Return the member's split of the images with these digests [N], from what the model stores of X, X' and T."""
    if member.outcomes is None:
        raise InputError.of(
            "This model was made by an earlier version that did not record which images it was calibrated on. "
            "Train a new model for this word list."
        )
    first = ~member.outcomes.out_of_lexicon
    images, is_seen = member.outcomes.image[first], member.calibration.is_seen
    reserved = np.flatnonzero(np.isin(hashes, images[is_seen]))
    held_out = np.flatnonzero(np.isin(hashes, images[~is_seen]))
    # the same picture may occur twice; a picture that was trained on proves nothing
    trained = np.flatnonzero(np.isin(hashes, member.trained_on))
    reserved, held_out = np.setdiff1d(reserved, trained), np.setdiff1d(held_out, [*trained, *reserved])
    if len(reserved) + len(held_out) < MIN_SHARE * len(images):
        raise InputError.of(
            "Only {n_set_aside} of the {n_images} images that reader {k} was calibrated on are in this "
            "project, so it cannot be calibrated for another word list. Train a new model.",
            n_set_aside=len(reserved) + len(held_out),
            n_images=len(images),
            k=k + 1,
        )
    return MemberSplit(trained, reserved, held_out, member.seen, np.zeros(0, np.int64))
