"""The job that adapts the starter model to a project's handwriting, with or without transcriptions."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from core.errors import Stopped
from core.events import Listener, Note, ShouldStop
from core.jobs.project_lexicon import encodable_lexicon
from core.jobs.results import Adapted
from core.jobs.training.line_training import adapt_to_lines
from core.language import tr_plural
from core.lexicon.alphabet import AUTO, choose_alphabet
from core.project.content.adapted_starter import ADAPTED, words_to_adapt_to
from core.project.content.cut_pages import LINE_READER
from core.project.content.lexicon import lexicon_words
from core.project.content.models import STARTER_PRESET, new_model_path, register_model
from core.project.project import Project
from core.project.word_images import ImageBlock, join_blocks, load_images
from core.store.model_file import save_ensemble
from core.store.starter import load_starter, starter_path
from core.training.adaptation import AdaptationSettings, adapt
from core.training.adaptation_size import MOST_IMAGES
from core.training.checkpoints import RunFolder
from core.training.starter_init import starter_ensemble

_BLOCK = 500
"""Images that are loaded before it is asked again whether to stop."""


def adapt_starter(
    project: Project, seed: int, device: str, emit: Listener, should_stop: ShouldStop, *, alphabet: str = AUTO
) -> Adapted:
    """Adapt the starter model to the project's word images and add it as a model, which is not activated.

    Transcriptions are not looked at, and images of test words with a transcription are left out, so that every figure
    on transcribed words stays one on words that it has not met.

    Raises:
        InputError: there are too few words, or the lexicon is empty.
        Stopped: it was asked to stop; finished rounds are kept.
    """
    lexicon = encodable_lexicon(project, choose_alphabet(alphabet, lexicon_words(project)), emit)
    usable = words_to_adapt_to(project)
    ids = _evenly_spaced(usable)
    emit(Note(tr_plural("Reading {n} word image.", "Reading {n} word images.", len(ids))))
    images = join_blocks(_until_stopped(load_images(project, ids, emit, _BLOCK), should_stop)).images
    folder = RunFolder(project.folder / "cache" / "adaptation", project=project.folder)
    starter = starter_ensemble(load_starter(starter_path()), lexicon.alphabet)
    ensemble = adapt(starter, images, lexicon, AdaptationSettings(), seed, device, folder, emit, should_stop)
    lines = adapt_to_lines(project, usable, seed, device, emit, should_stop)
    if should_stop():
        raise Stopped.of("Stopped while the line reader learnt. What was learnt from words is kept for the next try.")
    if lines is not None:
        ensemble = replace(ensemble, line_reader=lines.reader)
        ensemble.card[ADAPTED]["lines"] = lines.lines
    name = f"{STARTER_PRESET}-{ADAPTED}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    ensemble.card["name"] = name
    path = new_model_path(project, name)
    project.files.make_folder(path.parent)
    save_ensemble(path, ensemble)
    used = ensemble.card[ADAPTED]["images"]
    info = {"preset": STARTER_PRESET, ADAPTED: used, LINE_READER: lines is not None}
    register_model(project, name, info=info, activate=False)
    project.files.remove_folder(folder.path)
    return Adapted(name, used, len(lexicon), seed, comparison=None, better=False, active=False)


def _evenly_spaced(ids: list[int]) -> list[int]:
    """Return at most ``MOST_IMAGES`` words, evenly spaced."""
    if len(ids) <= MOST_IMAGES:
        return ids
    return [ids[at] for at in np.linspace(0, len(ids) - 1, MOST_IMAGES).astype(np.int64).tolist()]


def _until_stopped(blocks: Iterable[ImageBlock], should_stop: ShouldStop) -> Iterator[ImageBlock]:
    for block in blocks:
        if should_stop():
            raise Stopped.of("Stopped.")
        yield block
