"""A line reader trained further on the transcribed lines of a project, as far as that pays on validation lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.language import tr, tr_plural
from core.lexicon.text import nfc
from core.model.ctc import costs_in_columns
from core.model.line_reader import LineReader
from core.model.line_spelling import SpelledLine
from core.recognition.line_words import spelled_text
from core.training.line_reader_training import WEAKER, LineExample, LineReaderTraining
from core.training.schedule import LINE_STAGES, MIN_LINES, passes_of_stage
from core.training.starter_init import interpolate_weights

_VALIDATION_PART = 6
"""One page of so many is for validation; with fewer than :data:`_MIN_PAGES`, one line of so many."""
_MIN_PAGES = 4
_PEAK_RATE = 1e-3
_MOST_COST = 4.0
"""Negative log likelihood a character above which a text is not that of its line. Of the true texts of a hard hand 3 %
have more before the training, of those of other lines 98 % (research/trials/line-reader.md)."""
_GOOD = 0.02
"""Character error rate below which no stage follows: clear hands are read well after the first, or without any."""
_BATCH = 64
"""Lines that are spelled together."""
_MOST_MEASURED = 150
"""Validation lines that are read to measure; an even sample of more."""
PIXELS = 4000
"""Columns of a step, some seven lines: with three times as many, and a third of the steps, a hard hand was read with a
character error rate of .148 instead of .132 on other pages."""
_SHARES = (1.0, 0.7, 0.4)
"""Shares of the trained weights that are tried, the rest being those before the training."""


@dataclass(frozen=True, slots=True)
class TranscribedLine:
    """A piece of a line with known text: its strip, uint8 [LINE_HEIGHT, w], and a number of its page."""

    strip: NDArray[np.uint8]
    text: str
    page: int
    images: tuple[int, ...] = ()
    """Digests of the images of its words."""


@dataclass(frozen=True, slots=True)
class FittedLineReader:
    """A line reader after the training."""

    reader: LineReader
    about: dict[str, Any]
    """Its entry in the model's card."""

    @property
    def unlearnt(self) -> frozenset[int]:
        """Digests of the images of words whose lines it did not learn from."""
        return unlearnt_images(self.about)


def unlearnt_images(about: object) -> frozenset[int]:
    """Return the digests of :attr:`FittedLineReader.unlearnt` in a model's card; none where they are not there."""
    digests = about.get("unlearnt") if isinstance(about, dict) else None
    return (
        frozenset(digest for digest in digests if isinstance(digest, int)) if isinstance(digests, list) else frozenset()
    )


def fit_line_reader(
    reader: LineReader,
    lines: Sequence[TranscribedLine],
    seed: int,
    device: str,
    emit: Listener,
    should_stop: ShouldStop,
) -> FittedLineReader | None:
    """Train a copy of ``reader`` on ``lines``; None with too few of them, or if it read the validation lines no better.

    It learns in stages; a reader that reads them well already stays as it is. Of the weights after a stage and mixtures
    with those before, the ones count that read the validation lines with the fewest wrong characters, unless those
    before read them clearly better. When asked to stop, what was learnt by then is measured in the same way.
    """
    spellable = [line for line in lines if not reader.alphabet.unencodable(nfc(line.text))]
    usable = _of_their_lines(reader, spellable, should_stop)
    pages = _validation_pages(usable)
    is_kept = [line.page in pages if pages else _is_validation_line(line) for line in usable]
    learnt = [line for line, kept in zip(usable, is_kept, strict=True) if not kept]
    validation = [line for line, kept in zip(usable, is_kept, strict=True) if kept]
    if len(learnt) < MIN_LINES or not validation:
        return None
    measured = validation[:: max(1, len(validation) // _MOST_MEASURED)]
    characters = max(1, sum(len(nfc(line.text)) for line in measured))
    edits = character_edits(reader, measured)
    start = errors = float(edits.sum() / characters)
    if start < _GOOD:
        note = tr(
            "The line reader reads only {share} % of the characters of transcribed lines wrong, so it stays as it is.",
            share=f"{100 * start:.1f}",
        )
        emit(Note(note))
        return FittedLineReader(reader, _about([], usable, 0, start, start))
    emit(
        Note(
            tr_plural(
                "The line reader learns from {n} transcribed line.",
                "The line reader learns from {n} transcribed lines.",
                len(learnt),
            )
        )
    )
    best, passes = reader, 0
    for stage, shown in enumerate(LINE_STAGES):
        count = passes_of_stage(shown, len(learnt))
        trained, done = learn_lines(best, learnt, count, _PEAK_RATE, seed + stage, device, emit, should_stop)
        passes += done
        is_worse = False
        if done:
            mixed, found = _best_mixture(best, trained, measured)
            if not (is_worse := _is_clearly_worse(found, edits)):
                best, edits = mixed, found
                errors = float(edits.sum() / characters)
        # the first stage is too short for a reader that knows the hand already
        if done < count or errors < _GOOD or (stage and is_worse):
            break
    emit(
        Note(
            tr(
                "In lines that it did not learn from, it reads {after} % of the characters wrong; before, {before} %.",
                after=f"{100 * errors:.1f}",
                before=f"{100 * start:.1f}",
            )
        )
    )
    if errors >= start:
        return None
    return FittedLineReader(best, _about(learnt, validation, passes, start, errors))


def _about(
    learnt: Sequence[TranscribedLine], others: Sequence[TranscribedLine], passes: int, before: float, after: float
) -> dict[str, Any]:
    """Return a line reader's entry in the card: the lines it learnt from, and its error rates in others."""
    # the same picture may stand in two lines
    unlearnt = {n for line in others for n in line.images} - {n for line in learnt for n in line.images}
    return {
        "lines": len(learnt),
        "held_out_lines": len(others),
        "unlearnt": sorted(unlearnt),
        "passes": passes,
        "cer_before": round(before, 4),
        "cer": round(after, 4),
    }


def _of_their_lines(
    reader: LineReader, lines: Sequence[TranscribedLine], should_stop: ShouldStop
) -> list[TranscribedLine]:
    """Return the lines whose texts may be theirs; none when asked to stop."""
    kept = []
    for start in range(0, len(lines), _BATCH):
        if should_stop():
            return []
        batch = lines[start : start + _BATCH]
        for line, spelled in zip(batch, reader.spell([line.strip for line in batch]), strict=True):
            if (text := nfc(line.text)) and text_cost(reader, spelled, text) <= _MOST_COST:
                kept.append(line)
    return kept


def text_cost(reader: LineReader, spelled: SpelledLine, text: str) -> float:
    """Return the negative log likelihood a character of a text in NFC, not empty, whose characters can all be spelled.

    ``spelled`` are the letters that ``reader`` sees.
    """
    codes = [reader.alphabet.numbers[character] for character in text]
    return float(costs_in_columns(spelled.log_probs, [codes])[0]) / len(codes)


def learn_lines(
    reader: LineReader,
    lines: Sequence[TranscribedLine],
    passes: int,
    peak_rate: float,
    seed: int,
    device: str,
    emit: Listener,
    should_stop: ShouldStop,
) -> tuple[LineReader, int]:
    """Train a copy of ``reader`` in one cycle of the rate; return it, and the passes that were done before a stop."""
    names = reader.alphabet.numbers
    training = LineReaderTraining(
        LineReader.from_arrays(reader.to_arrays(), reader.alphabet),
        [LineExample(line.strip, tuple(names[character] for character in nfc(line.text))) for line in lines],
        passes,
        peak_rate,
        seed,
        pixels=PIXELS,
        augmentation=WEAKER,
        device=device,
    )
    emit(Progress(JobPart.LINE_READER, 0, passes))
    for result in training.run(should_stop):
        emit(Progress(JobPart.LINE_READER, result.number, passes, loss=result.loss))
    training.net.to("cpu")
    return training.reader, training.number


def _best_mixture(
    before: LineReader, after: LineReader, lines: Sequence[TranscribedLine]
) -> tuple[LineReader, NDArray[np.int64]]:
    """Return the mixture of two readers that reads ``lines`` best, and its wrong characters in each [N]."""
    mixtures = [
        LineReader.from_arrays(interpolate_weights(before.to_arrays(), after.to_arrays(), share), before.alphabet)
        for share in _SHARES
    ]
    read = [(mixture, character_edits(mixture, lines)) for mixture in mixtures]
    return min(read, key=lambda pair: int(pair[1].sum()))


def _is_clearly_worse(edits: NDArray[np.int64], before: NDArray[np.int64]) -> bool:
    """Tell whether more characters of the same lines [N] are wrong, by more than the standard error of the difference.

    The lines of one page say little: a stage that changed nothing on them has read other pages much better
    (research/trials/line-reader.md).
    """
    more = edits - before
    return bool(more.sum() > np.sqrt(len(more)) * more.std())


def character_edits(reader: LineReader, lines: Sequence[TranscribedLine]) -> NDArray[np.int64]:
    """Return the edits between each line as it is read greedily and its text [N]."""
    from rapidfuzz.distance import Levenshtein

    spelled = reader.spell([line.strip for line in lines])
    return np.array(
        [
            Levenshtein.distance(spelled_text(reader, read), nfc(line.text))
            for read, line in zip(spelled, lines, strict=True)
        ],
        np.int64,
    )


def _validation_pages(lines: Sequence[TranscribedLine]) -> frozenset[int]:
    """Return every :data:`_VALIDATION_PART`-th page, in the order of their hashes; few pages give none.

    Fewer are taken where they would have more than a third of all lines.
    """
    pages = sorted({line.page for line in lines}, key=lambda page: blake2b(str(page).encode(), digest_size=8).digest())
    if len(pages) < _MIN_PAGES:
        return frozenset()
    chosen: set[int] = set()
    counts = {page: sum(line.page == page for line in lines) for page in pages}
    for page in pages[: max(1, round(len(pages) / _VALIDATION_PART))]:
        if sum(counts[other] for other in (*chosen, page)) <= len(lines) / 3 or not chosen:
            chosen.add(page)
    return frozenset(chosen)


def _is_validation_line(line: TranscribedLine) -> bool:
    return blake2b(line.strip.tobytes(), digest_size=1).digest()[0] % _VALIDATION_PART == 0
