"""The training of an ensemble: L members into a run folder, then one model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

import core
from core.errors import Stopped
from core.events import Listener, MemberChanged, Note, ShouldStop
from core.language import tr, tr_plural
from core.model.ensemble import Ensemble, Member
from core.store.calibration_card import calibration_card
from core.store.embedding_cache import EmbeddingCache
from core.store.model_file import member_digest
from core.store.starter import starter_digest
from core.training.checkpoints import RunFolder
from core.training.confidence_fitting import fit_vote_calibration
from core.training.job import MemberTask, TrainingJob, check_job
from core.training.line_figures_fitting import votes_of
from core.training.line_part_fitting import Voices, fit_line_part
from core.training.line_reader_fitting import FittedLineReader
from core.training.member import member_of_last_stage, train_member

Trainer = Callable[[TrainingJob, RunFolder, str, Listener, ShouldStop], Iterator[tuple[int, Member]]]
"""Yields each member k of a job once, in any order, from the run's folder or newly trained into it; the string is the
job's key. Raises Stopped when asked to stop, after yielding the members finished by then."""


def train_ensemble(
    job: TrainingJob,
    run_path: Path,
    emit: Listener,
    should_stop: ShouldStop,
    trainer: Trainer | None = None,
    cache: EmbeddingCache | None = None,
    reading: Callable[[], tuple[FittedLineReader | None, Voices] | None] = lambda: None,
) -> Ensemble:
    """Train all members of a job; members of the same job in the run folder are taken from there.

    The embeddings of their X and X' are kept in ``cache``. ``reading`` trains a line reader, after the members; the one
    that comes with Ductus has learnt from none of the images.

    A stop gives the ensemble of the members finished by then, marked in its card. Stopped is raised only when no member
    was finished; the checkpoint then waits for a resume.
    """
    key = job.key()
    check_job(job)
    card = _card(job, key)
    finished: dict[int, Member] = {}
    try:
        for k, member in (trainer or train_here)(job, RunFolder(run_path, cache), key, emit, should_stop):
            emit(MemberChanged(k, job.preset.members, "finished", thres=member.thres, gates=member.n_gates))
            finished[k] = member
    except Stopped as stop:
        if not finished:
            raise
        emit(
            Note(
                tr_plural(
                    "{stop} The model has the {n} finished reader.",
                    "{stop} The model has the {n} finished readers.",
                    len(finished),
                    stop=stop,
                )
            )
        )
    members = tuple(finished[k] for k in sorted(finished))
    agreement = fit_vote_calibration(members, job.preset.ool_percent / 100)
    read = reading()
    fitted, voices = (None, None) if read is None else read
    unlearnt = frozenset(job.samples.image_hashes().tolist()) if fitted is None else fitted.unlearnt
    ool_rate = job.preset.ool_percent / 100
    vote = votes_of(Ensemble(job.alphabet, job.samples.classes, members, card, agreement), job.lexicon, job.device)
    line_part = fit_line_part(members, job.lines, job.lexicon, job.samples, voices, unlearnt, ool_rate, vote)
    if line_part is not None:
        card["context"] = line_part
    card["created"] = datetime.now(UTC).isoformat(timespec="seconds")
    if precisions := sorted({member.precision for member in members if member.precision}):
        card["precision"] = ", ".join(precisions)
    card |= {"members_finished": len(members), "manifest": [member_digest(member) for member in members]}
    if fitted is not None:
        card["line_reader"] = fitted.about
    line_reader = None if fitted is None else fitted.reader
    return Ensemble(job.alphabet, job.samples.classes, members, card, agreement, line_reader)


def train_here(
    job: TrainingJob, folder: RunFolder, key: str, emit: Listener, should_stop: ShouldStop
) -> Iterator[tuple[int, Member]]:
    """Train one member after the other in this process: the default :data:`Trainer`.

    A stop in a later stage of the first member yields that member as it was before the stage; a resumed run uses it.
    """
    for k in range(job.preset.members):
        member = folder.load_member(k, key, job.alphabet, len(job.samples.classes))
        if member is None:
            emit(MemberChanged(k, job.preset.members, "started"))
            task = MemberTask(k, job, key)
            try:
                member = train_member(task, folder, emit, should_stop)
            except Stopped:
                if k == 0 and (member := member_of_last_stage(task, folder, emit)) is not None:
                    yield k, member
                raise
            folder.save_member(k, member, key)
        else:
            emit(Note(tr("Reader {k} was finished before and is kept.", k=k + 1)))
        yield k, member


def _adapted(job: TrainingJob, parent: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the card says of the adapted starter model with which the members or the parent's began."""
    if job.adapted is not None and job.preset.starter:
        return {"adapted": {**job.adapted.starter.about, "digest": job.adapted.digest}}
    return {"adapted": parent["adapted"]} if "adapted" in parent else {}


def _card(job: TrainingJob, key: str) -> dict[str, Any]:
    """Return what decides the result and what computed it, for the model's card."""
    import torch

    parent = {} if job.parent is None else job.parent.card
    return {
        "preset": job.preset.to_json(),
        **({"starter": parent.get("starter", starter_digest())} if job.preset.starter else {}),
        **_adapted(job, parent),
        "seed": job.seed,
        "device": job.device,
        "data": {
            "fingerprint": job.samples.fingerprint(),
            "images": len(job.samples.images),
            "words": len(job.samples.classes),
            "word_images": np.bincount(job.samples.labels(), minlength=len(job.samples.classes)).tolist(),
            "lexicon": len(job.lexicon.words),
        },
        "calibration": calibration_card(job.lexicon),
        "job": key,
        "parent": job.parent_name,
        "versions": {"ductus": core.__version__, "torch": torch.__version__, "numpy": np.__version__},
    }
