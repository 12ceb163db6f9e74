"""The lines of a project that a line reader learns from, and the reading of those that it has not learnt from."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np

from core.events import Listener, ShouldStop
from core.imaging.normalise import normalise, normalise_line
from core.jobs.lines.line_readers import shipped_line_reader
from core.jobs.lines.line_voices import LineVoices, PlacedLine, place_lines, place_page_lines
from core.jobs.project_lexicon import project_language
from core.jobs.training.training_words import AlignedUse, training_words
from core.lexicon.direction import reads_right_to_left
from core.lexicon.lexicon import Lexicon
from core.model.line_reader import LINE_HEIGHT, LineReader
from core.project.content.line_words import LineWord, lines_of_words, transcribed_lines
from core.project.content.words import Role
from core.project.project import Project
from core.recognition.line_voice import word_limits
from core.recognition.line_words import miscut_places, read_lines
from core.recognition.vote_details import listed_words
from core.store.kept_line_reader import KeptLineReader
from core.training.job import TrainingJob
from core.training.line_figures_fitting import MiscutWord, Vote
from core.training.line_part_fitting import Voices
from core.training.line_reader_adaptation import MOST_LINES, AdaptedLineReader, adapt_line_reader
from core.training.line_reader_fitting import FittedLineReader, TranscribedLine, fit_line_reader
from core.training.lines import SampleLine


def train_on_lines(
    project: Project,
    job: TrainingJob,
    ids: Sequence[int],
    aligned: str,
    adapted: LineReader | None,
    emit: Listener,
    should_stop: ShouldStop,
) -> tuple[FittedLineReader | None, Voices] | None:
    """Train the line reader on the transcribed lines of a training, and return it with the reading of the others.

    ``ids`` are the word ids of the job's samples, in their order; ``aligned`` says whether words aligned automatically
    teach; ``adapted`` is the line reader to begin with, by default the one that comes with Ductus. Where there are too
    few lines, or where the training does not make it read them better, it stays as it is; None stands for the one that
    comes with Ductus. The result is None without that, and when asked to stop.
    """
    if (reader := adapted or shipped_line_reader()) is None:
        return None
    images = job.samples.image_hashes().tolist()
    # where a word stands in its line matters to the members alone: here a line is learnt from as a whole
    use = AlignedUse.NONE if aligned == AlignedUse.NONE else AlignedUse.ALL
    kept = KeptLineReader(reader, project.folder)
    lines = _transcribed(project, kept, training_words(project, use).texts, dict(zip(ids, images, strict=True)))
    fitted = fit_line_reader(reader, lines, job.seed, job.device, emit, should_stop)
    if fitted is None:
        if should_stop():
            return None
        if adapted is not None:
            fitted = FittedLineReader(adapted, {"unlearnt": sorted(set(images))})
    used = kept if fitted is None else KeptLineReader(fitted.reader, project.folder)
    return fitted, SampleVoices(project, used, job.lexicon, ids)


def adapt_to_lines(
    project: Project, ids: Sequence[int], seed: int, device: str, emit: Listener, should_stop: ShouldStop
) -> AdaptedLineReader | None:
    """Adapt the line reader that comes with Ductus to the lines all of whose words are among ``ids``.

    None where there are too few lines or no list of words, or when asked to stop.
    """
    reader = shipped_line_reader()
    language = None if reader is None else project_language(project, reader)
    if reader is None or language is None:
        return None
    kept, wanted = KeptLineReader(reader, project.folder), set(ids)
    lines = [line for line in lines_of_words(project, ids) if wanted.issuperset(word.word_id for word in line)]
    strips = [
        normalise_line(placed.gray, LINE_HEIGHT)
        for placed in place_lines(project, lines[:: -(-len(lines) // MOST_LINES) or 1], kept)
    ]
    return adapt_line_reader(reader, strips, language, seed, device, emit, should_stop)


class SampleVoices:
    """The reading of the lines of samples; ``ids`` are the word ids of the samples, in their order."""

    def __init__(self, project: Project, reader: LineReader, lexicon: Lexicon, ids: Sequence[int]) -> None:
        self._project, self._reader = project, reader
        self._voices = LineVoices(project, reader, lexicon)
        self._numbers = {word_id: number for number, word_id in enumerate(ids)}

    def of_samples(
        self, lines: Sequence[SampleLine], listed: Mapping[int, Sequence[str]], hidden: Mapping[int, str]
    ) -> dict[int, dict[str, float]]:
        """Return the costs of candidates for the samples ``listed``, by their numbers."""
        numbers = self._numbers
        voices = self._voices.of_lines(self._lines_of(lines))
        return self._voices.costs(
            {numbers[n]: v for n, v in voices.items() if numbers.get(n) in listed}, listed, hidden
        )

    def miscut(self, lines: Sequence[SampleLine], vote: Vote) -> tuple[list[MiscutWord], int]:
        """Return the words that reading cuts out of lines otherwise than they are written, and the number of others."""
        whole = [line for line in self._lines_of(lines) if all(word.text is not None for word in line)]
        placed = place_lines(self._project, whole, self._reader)
        language = project_language(self._project, self._reader)
        read = read_lines(self._reader, [line.gray for line in placed], language)
        cut = [
            PlacedLine(line.gray, (), tuple(w.box.box for w in r.words)) for line, r in zip(placed, read, strict=True)
        ]
        wrong = [miscut_places(line.boxes, known.boxes) for line, known in zip(cut, placed, strict=True)]
        found = [
            (voices[place], normalise(np.ascontiguousarray(line.gray[y : y + h, x : x + w])))
            for line, places, voices in zip(cut, wrong, self._voices.of_strips(cut), strict=True)
            for place in places
            for x, y, w, h in [line.boxes[place]]
        ]
        votes = vote(np.stack([image for _, image in found])) if found else []
        listed = {number: listed_words(members) for number, members in enumerate(votes)}
        costs = self._voices.costs({number: voice for number, (voice, _) in enumerate(found)}, listed)
        miscut = [MiscutWord(members, costs[number]) for number, members in enumerate(votes)]
        return miscut, sum(len(line.boxes) for line in cut) - len(miscut)

    def _lines_of(self, lines: Sequence[SampleLine]) -> list[list[LineWord]]:
        """Return the lines of the project in which samples of these lines stand."""
        wanted = {number for line in lines for number in line.samples}
        return [
            line
            for line in transcribed_lines(self._project, Role.TRAIN)
            if any(self._numbers.get(word.word_id) in wanted for word in line)
        ]


def _transcribed(
    project: Project, reader: LineReader, texts: Mapping[int, str], images: Mapping[int, int]
) -> list[TranscribedLine]:
    """Return the pieces of lines whose words all have ``texts``, by word id; ``images`` are digests of their images."""
    pieces: list[TranscribedLine] = []
    for page_id, lines in groupby(transcribed_lines(project, Role.TRAIN), key=lambda line: line[0].page_id):
        of_page = [line for line in lines if not reads_right_to_left(" ".join(word.text or "" for word in line))]
        for placed in place_page_lines(project, page_id, of_page, reader):
            pieces += _pieces(placed, texts, images, page_id)
    return pieces


def _pieces(line: PlacedLine, texts: Mapping[int, str], images: Mapping[int, int], page: int) -> list[TranscribedLine]:
    """Return the runs of transcribed words of a line; words for tests are never among them."""
    limits = word_limits(line.boxes, len(line.gray))
    found = []
    for is_usable, run in groupby(range(len(line.words)), key=lambda place: line.words[place] in texts):
        places = list(run)
        if not is_usable:
            continue
        # a run at an end of the line goes on to it
        left = max(0, round(limits[places[0]][0])) if places[0] else 0
        right = round(limits[places[-1]][1]) if places[-1] < len(line.words) - 1 else line.gray.shape[1]
        if right - left < 8:
            continue
        found.append(
            TranscribedLine(
                normalise_line(np.ascontiguousarray(line.gray[:, left:right]), LINE_HEIGHT),
                " ".join(texts[line.words[place]] for place in places),
                page,
                tuple(images[line.words[place]] for place in places if line.words[place] in images),
            )
        )
    return found
