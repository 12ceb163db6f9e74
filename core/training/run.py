"""A whole training run: L members one after the other into a run folder, then one model file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import core
from core.errors import InputError, Stopped
from core.events import Listener
from core.lexicon.alphabet import split_encodable
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble, Member
from core.store.manifest import member_digest
from core.store.starter import starter_digest
from core.training.checkpoints import RunFolder
from core.training.confidence_fitting import fit_vote_calibration
from core.training.member import train_member
from core.training.member_task import MemberTask
from core.training.presets import Preset
from core.training.samples import Samples

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet

MIN_IMAGES, MIN_WORDS = 20, 5
"""Under so many labelled images or different words there is nothing to hold out and nothing to measure."""


@dataclass(frozen=True, slots=True)
class TrainingJob:
    """What is to be trained, on what, and with which random numbers."""

    samples: Samples
    lexicon: Lexicon
    alphabet: Alphabet
    preset: Preset
    seed: int
    device: str
    parent: Ensemble | None = None
    parent_name: str | None = None

    def key(self) -> str:
        """A digest of everything that decides the result: only work with the same key is taken up again."""
        parts = {
            "data": self.samples.fingerprint(),
            "lexicon": blake2b("\n".join(self.lexicon.words).encode(), digest_size=16).hexdigest(),
            "alphabet": self.alphabet.to_json(),
            "preset": self.preset.deciding(),
            "seed": self.seed,
            "parent": self.parent_name,
        }
        if self.preset.starter:
            parts["starter"] = starter_digest()
        return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()


def check_job(job: TrainingJob) -> None:
    """Raise InputError when the job cannot be trained, before any work: too little data, odd letters, odd parent."""
    words = job.samples.classes
    if len(job.samples.images) < MIN_IMAGES or len(words) < MIN_WORDS:
        raise InputError(
            f"There are {len(job.samples.images)} transcribed word images of {len(words)} different words; "
            f"training needs at least {MIN_IMAGES} images of {MIN_WORDS} words. Transcribe more words first."
        )
    if len(words) == len(job.samples.words) and not job.preset.gate_least:
        raise InputError(
            "Every transcribed word occurs only once, so no image of a known word can be held back to set the "
            "thresholds. Transcribe further images of some of the words."
        )
    _, bad = split_encodable(job.lexicon.words, job.alphabet)
    if bad:
        told = ", ".join(f"'{word}' ({''.join(chars)})" for word, chars in bad[:10])
        raise InputError(
            f"The alphabet '{job.alphabet.name}' cannot encode {len(bad)} words: {told}"
            f"{' ...' if len(bad) > 10 else ''}. Choose a wider alphabet or leave these words out."
        )
    missing = [word for word in words if job.lexicon.find(word) < 0]
    if missing:
        raise InputError(f"The lexicon lacks {len(missing)} words of the training images, such as '{missing[0]}'.")
    if job.parent is not None:
        if job.parent.alphabet.to_json() != job.alphabet.to_json():
            raise InputError("The model to go on from was trained with another alphabet; train from nothing.")
        kind = job.parent.members[0].learner.kind
        if kind != job.preset.learner:
            raise InputError(
                f"The model to go on from has '{kind}' readers, the preset '{job.preset.name}' has "
                f"'{job.preset.learner}'; choose a preset of the same kind or train from nothing."
            )


Trainer = Callable[[TrainingJob, RunFolder, str, Listener, Callable[[], bool]], Iterator[tuple[int, Member]]]
"""Gives each member k of a job once, in any order, from the run's folder or newly trained into it; the text is
the job's key. Raises Stopped when asked to stop, after it gave what was finished by then."""


def member_task(job: TrainingJob, k: int, key: str) -> MemberTask:
    """What training member k of a job needs."""
    return MemberTask(k, job.samples, job.lexicon, job.alphabet, job.preset, job.seed, job.device, key, job.parent)


def train_here(
    job: TrainingJob, folder: RunFolder, key: str, emit: Listener, should_stop: Callable[[], bool]
) -> Iterator[tuple[int, Member]]:
    """A :data:`Trainer` that trains one member after the other in this process."""
    for k in range(job.preset.members):
        done = folder.load_member(k, key, job.alphabet, len(job.samples.classes))
        if done is None:
            emit({"event": "member", "member": k, "members": job.preset.members, "state": "started"})
            done = train_member(member_task(job, k, key), folder, emit, should_stop)
            folder.save_member(k, done, key)
        else:
            emit({"event": "note", "text": f"Member {k + 1} was finished before and is kept as it is."})
        yield k, done


def train_ensemble(
    job: TrainingJob, run_path: Path, emit: Listener, should_stop: Callable[[], bool], trainer: Trainer = train_here
) -> Ensemble:
    """Train all members, taking up what the run folder already holds of this very job.

    Stopping early gives the ensemble of the members finished by then, marked in its card; Stopped is raised
    only when not one was finished, and the checkpoint then waits for a resume.
    """
    check_job(job)
    key = job.key()
    finished: dict[int, Member] = {}
    try:
        for k, done in trainer(job, RunFolder(run_path), key, emit, should_stop):
            emit(
                {
                    "event": "member",
                    "member": k,
                    "members": job.preset.members,
                    "state": "finished",
                    "thres": done.thres,
                    "gates": done.n_gates,
                }
            )
            finished[k] = done
    except Stopped as stop:
        if not finished:
            raise
        emit({"event": "note", "text": f"{stop} The {len(finished)} finished members make a model."})
    members = tuple(finished[k] for k in sorted(finished))
    agreement = fit_vote_calibration(members, job.preset.lacking / 100)
    return Ensemble(job.alphabet, job.samples.classes, members, _card(job, key, members), agreement)


def _card(job: TrainingJob, key: str, members: Sequence[Member]) -> dict[str, Any]:
    from datetime import UTC, datetime

    import numpy
    import torch

    return {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "preset": job.preset.to_json(),
        "members_finished": len(members),
        "manifest": [member_digest(member) for member in members],
        "seed": job.seed,
        "device": job.device,
        "data": {
            "fingerprint": job.samples.fingerprint(),
            "images": len(job.samples.images),
            "words": len(job.samples.classes),
            "lexicon": len(job.lexicon.words),
        },
        "job": key,
        "parent": job.parent_name,
        "versions": {"ductus": core.__version__, "torch": torch.__version__, "numpy": numpy.__version__},
    }
