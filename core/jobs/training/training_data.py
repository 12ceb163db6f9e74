"""Gather what a training needs from a project: the lexicon, the alphabet, the transcribed words and their images."""

from collections.abc import Sequence

import numpy as np

from core.errors import InputError
from core.events import Collision, Listener, Note, Unencodable
from core.jobs.training.training_words import training_words
from core.language import tr, tr_hint, tr_plural
from core.lexicon.alphabet import choose_alphabet, split_encodable
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import collisions
from core.model.ensemble import Ensemble
from core.project.content.lexicon import OolEstimate, estimate_ool, lexicon_counts, lexicon_words
from core.project.content.line_words import transcribed_lines
from core.project.content.words import Role, iter_words
from core.project.project import Project
from core.project.word_images import ImageBlock, load_all_images
from core.training.job import TrainingJob
from core.training.lines import NO_SAMPLE, SampleLine
from core.training.presets import MAX_OOL_PERCENT, Preset
from core.training.samples import Samples, is_blank
from core.training.train_request import TrainRequest


def gather_training_data(
    project: Project, request: TrainRequest, parent: Ensemble | None, emit: Listener
) -> tuple[TrainingJob, Sequence[int]]:
    """Read the lexicon, the transcribed training words (aligned ones by the request) and their images.

    Return the job and the word ids of its samples. Unencodable words and words with equal signatures are reported.
    Raises InputError for unencodable words unless the request skips them.
    """
    lexicon, preset = lexicon_words(project), request.preset
    if preset.ool_percent:
        preset = _with_ool_rate(preset, estimate_ool(project), emit)
    alphabet = choose_alphabet(request.alphabet, lexicon)
    words, refused = split_encodable(lexicon, alphabet)
    for word, characters in refused:
        emit(Unencodable(word, "".join(characters)))
    if refused and not request.skip_unencodable:
        listed = ", ".join(f"'{word}'" for word, _ in refused[:10])
        raise InputError(
            tr_plural(
                "The alphabet '{alphabet}' cannot encode {n} word of the word list: {listed}{more}.",
                "The alphabet '{alphabet}' cannot encode {n} words of the word list: {listed}{more}.",
                len(refused),
                alphabet=alphabet.name,
                listed=listed,
                more=" ..." if len(refused) > 10 else "",
            ),
            hint=tr_hint(
                "Correct the word list, or leave out what cannot be encoded with --skip-unencodable",
                "Correct the word list, or leave out what cannot be encoded: in Train, under Advanced",
            ),
        )
    for group in collisions(words, alphabet):
        emit(Collision(group))
    usable = set(words)
    chosen = training_words(project, request.aligned)
    text = {word_id: word for word_id, word in chosen.texts.items() if word in usable}
    emit(Note(tr_plural("Reading {n} word image.", "Reading {n} word images.", len(text))))
    if chosen.aligned or chosen.left_out:
        note = tr(
            "Words aligned automatically that nobody has confirmed: {aligned} to train on, {left_out} left out.",
            aligned=chosen.aligned,
            left_out=chosen.left_out,
        )
        emit(Note(note))
    images = _with_ink(load_all_images(project, list(text), emit), emit)
    samples = Samples.of(images.images, [text[word_id] for word_id in images.ids])
    lexicon_kept = Lexicon(words, alphabet, lexicon_counts(project))
    job = TrainingJob(
        samples,
        lexicon_kept,
        alphabet,
        preset,
        request.seed,
        request.device,
        parent,
        request.parent,
        sample_lines(project, images.ids),
        sample_writers(project, images.ids),
    )
    return job, images.ids


def _with_ink(block: ImageBlock, emit: Listener) -> ImageBlock:
    """Return the images that show a word; one without ink would teach its word to any other without ink."""
    rows = np.flatnonzero(~is_blank(block.images)).tolist()
    blank = len(block.ids) - len(rows)
    if not blank:
        return block
    note = tr_plural(
        "{n} word image shows no ink and is left out.", "{n} word images show no ink and are left out.", blank
    )
    emit(Note(note))
    return ImageBlock([block.ids[row] for row in rows], block.images[rows])


def sample_writers(project: Project, ids: Sequence[int]) -> tuple[str | None, ...]:
    """Return the writer of each of the words ``ids``; None where it is not known."""
    writers = {row.id: row.writer for row in iter_words(project, ids)}
    return tuple(writers.get(word_id) for word_id in ids)


def sample_lines(project: Project, ids: Sequence[int]) -> tuple[SampleLine, ...]:
    """Return the project's lines of training words; ``ids`` are the word ids of the samples, in their order."""
    numbers = {word_id: number for number, word_id in enumerate(ids)}
    return tuple(
        SampleLine(line[0].page_id, tuple(numbers.get(word.word_id, NO_SAMPLE) for word in line))
        for line in transcribed_lines(project, Role.TRAIN)
    )


def _with_ool_rate(preset: Preset, estimate: OolEstimate, emit: Listener) -> Preset:
    """Return the preset with the out-of-lexicon rate estimated from the transcriptions."""
    percent = estimated_ool_percent(preset.ool_percent, estimate)
    listed = (
        " "
        + tr_plural(
            "The {n} imported word for testing is in the list.",
            "The {n} imported words for testing are in the list.",
            estimate.n_listed,
        )
        if estimate.n_listed
        else ""
    )
    emit(
        Note(
            tr(
                "Of {n_transcribed} transcribed words {n_missing} occur once and are in no list, so the confidence "
                "assumes that {percent} % of the words to come are not in the word list.",
                n_transcribed=estimate.n_transcribed,
                n_missing=estimate.n_missing,
                percent=percent,
            )
            + listed
        )
    )
    return preset.changed(ool_percent=percent)


def estimated_ool_percent(expected: int, estimate: OolEstimate) -> int:
    """Return the out-of-lexicon rate in percent, from what is ``expected`` and what the transcriptions show."""
    return min(MAX_OOL_PERCENT, max(1, round(100 * estimate.rate(expected / 100))))
