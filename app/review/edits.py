"""The edits of Review, each one entry of the history, run in the session's writer thread; and what each decision means.

No Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.review.review_queries import WordCard
from core.errors import InputError
from core.geometry import Box
from core.language import tr as engine_text
from core.project.content.differences import decide
from core.project.content.predictions import iter_predictions
from core.project.content.transcriptions import (
    TranscriptionSource,
    accept_predictions,
    confirm_aligned,
    set_transcription,
)
from core.project.content.word_edits import join_words, mark_not_a_word
from core.project.content.words import get_words, neighbour_in_line, unreviewed
from core.project.project import Project
from core.project.word_images import word_image_refs

if TYPE_CHECKING:
    from core.jobs.look_alikes import CheckedWord


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's decision about one word: its edit, and the text that it gets: ``typed``, ``accepted`` or none."""

    edit: Callable[[Project], object]
    typed: str | None = None
    accepted: str | None = None

    @property
    def text(self) -> str | None:
        return self.accepted if self.typed is None else self.typed


def accept_shown(card: WordCard, model: str | None) -> Decision | None:
    """Accept the text that is shown for an unchecked word; None if there is none."""
    if card.alternatives:
        return choose_candidate(card, 1, model)
    if card.is_aligned:
        return Decision(partial(confirm, word_id=card.word_id, shown=card.text))
    return _accept_suggested(card, card.suggestion, model)


def choose_candidate(card: WordCard, number: int, model: str | None) -> Decision | None:
    """Choose candidate ``number`` (from 1): the prediction as accepted, any other, chosen against it, as typed.

    Of a word that people transcribed differently, it is one of their transcriptions. None without such a candidate.
    """
    if number > len(card.alternatives or card.candidates):
        return None
    if card.alternatives:
        text = card.alternatives[number - 1].text
        return Decision(partial(decide, word_id=card.word_id, text=text), accepted=text)
    text = card.candidates[number - 1].word
    return _accept_suggested(card, text, model) or as_typed(card.word_id, card, text)


def as_typed(word_id: int, card: WordCard | None, text: str) -> Decision:
    """Save a text that a person typed; of a word with different transcriptions it decides. The card may be unread."""
    decides = card is not None and bool(card.alternatives)
    return Decision(partial(transcribe, word_id=word_id, text=text, decides=decides), typed=text)


def _accept_suggested(card: WordCard, text: str | None, model: str | None) -> Decision | None:
    """Accept ``text`` if it is that of the word's look-alike or the model's prediction; otherwise None."""
    if text and card.look_alike is not None and text == card.look_alike.text:
        edit = partial(accept_look_alike, word_id=card.word_id, shown=card.look_alike)
        return Decision(edit, accepted=text)
    if text and text == card.predicted and model:
        edit = partial(accept_suggestion, word_id=card.word_id, model=model, shown=text)
        return Decision(edit, accepted=text)
    return None


def accept_suggestion(project: Project, word_id: int, model: str, shown: str) -> None:
    """Accept the model's prediction for a word if it is still ``shown``, the one that the person saw.

    Raises InputError, changing nothing, if it is not.
    """
    with project.edit("accept predictions", n=1):
        if _predictions(project, [word_id], model).get(word_id) != shown:
            raise _changed(shown)
        mark_not_a_word(project, [word_id], False)
        accept_predictions(project, [word_id], model)


def _changed(shown: str) -> InputError:
    return InputError(
        engine_text(
            "The suggestion for this word has changed since '{shown}' was shown. Nothing was saved; look again.",
            shown=shown,
        )
    )


def accept_group(project: Project, shown: Mapping[int, str], model: str) -> list[int]:
    """Accept the ``shown`` predictions of words, by id, in one edit; return the words that were left out.

    Left out are words whose prediction has changed since it was shown, and those that were transcribed, deleted or
    marked as not a word in the meantime.
    """
    ids = list(shown)
    predictions = _predictions(project, ids, model)
    open_ids = set(unreviewed(project, ids))
    accepted = [word_id for word_id in ids if word_id in open_ids and predictions.get(word_id) == shown[word_id]]
    if accepted:
        accept_predictions(project, accepted, model)
    left_out = set(ids).difference(accepted)
    return [word_id for word_id in ids if word_id in left_out]


def accept_look_alike(project: Project, word_id: int, shown: CheckedWord) -> None:
    """Save the text of a checked word that looks like this one, which the person saw as the suggestion.

    Raises InputError, changing nothing, if that word has another text by now, or none.
    """
    from core.jobs.look_alikes import has_text

    if not has_text(project, *shown):
        raise _changed(shown.text)
    with project.edit("confirm look-alikes", n=1, text=shown.text):
        mark_not_a_word(project, [word_id], False)
        set_transcription(project, word_id, shown.text, TranscriptionSource.ACCEPTED)


def transcribe(project: Project, word_id: int, text: str, *, decides: bool = False) -> None:
    """Save what a person typed or chose; a mark as not a word is removed.

    ``decides``: the word was transcribed differently, and this decides.
    """
    with project.edit("transcribe", text=text):
        mark_not_a_word(project, [word_id], False)
        (decide if decides else set_transcription)(project, word_id, text, TranscriptionSource.TYPED)


def confirm(project: Project, word_id: int, shown: str) -> None:
    """Confirm an aligned word if its text is still ``shown``. Raises InputError, changing nothing, if it is not."""
    word = get_words(project, [word_id])
    if not word or word[0].text != shown or not confirm_aligned(project, [word_id]):
        raise InputError(
            engine_text("This word has changed since '{shown}' was shown. Nothing was saved; look again.", shown=shown)
        )


def join_with_neighbour(project: Project, word_id: int, by: int) -> tuple[int, int]:
    """Join a word with the next (1) or previous (-1) one of its line; return the new word and that neighbour.

    Raises InputError, changing nothing, if there is no such word.
    """
    neighbour = neighbour_in_line(project, word_id, by)
    if neighbour is None:
        raise InputError(
            engine_text("There is no word after this one in its line.")
            if by > 0
            else engine_text("There is no word before this one in its line.")
        )
    return join_words(project, [word_id, neighbour]), neighbour


def parts_as_typed(project: Project, word_id: int, text: str) -> list[tuple[Box, str]]:
    """Return the parts of a word's box for the words of ``text``; nothing is changed. Reads the scan.

    Raises InputError for a word image that is not on a page, and a box too narrow for all the words.
    """
    from core.imaging.scan import read_scan
    from core.imaging.segment.align import split_box
    from core.project.file_access import verify_trusted

    (ref,) = word_image_refs(project, [word_id])
    ((_, box),) = ref.words
    if box is None:
        raise InputError(engine_text("This word image is not on a page, so it cannot be split."))
    verify_trusted(ref.path)
    parts = split_box(read_scan(ref.path, ref.frame).gray, box, text)
    if not parts:
        raise InputError(engine_text("The box of this word is too narrow to be split. Correct it on the page."))
    return parts


def _predictions(project: Project, ids: Sequence[int], model: str) -> dict[int, str]:
    return {prediction.word_id: prediction.text for prediction in iter_predictions(project, model, ids)}
