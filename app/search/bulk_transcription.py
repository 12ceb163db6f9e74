"""Transcribes many words at once; other transcriptions are replaced only if a person agrees. Needs no Qt."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.lexicon.text import nfc
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class BulkTranscription:
    """Words to transcribe as ``text``, or transcribed so, by the transcriptions they had before."""

    text: str
    new: tuple[int, ...]
    """Words without a transcription, and words whose transcription is replaced."""
    same: tuple[int, ...]
    """Words with this transcription already."""
    others: dict[int, str]
    """Words with other transcriptions, which are kept."""


def plan_transcription(project: Project, ids: Sequence[int], text: str) -> BulkTranscription:
    """Sort these words by their transcriptions; leave out those that are deleted or not words."""
    text = nfc(text)
    new, same, others = [], [], {}
    for row in get_words(project, ids):
        if row.deleted or row.not_a_word:
            continue
        if row.text is None:
            new.append(row.id)
        elif nfc(row.text) == text:
            same.append(row.id)
        else:
            others[row.id] = row.text
    return BulkTranscription(text, tuple(new), tuple(same), others)


def transcribe_words(project: Project, ids: Sequence[int], text: str, replaced: Collection[int]) -> BulkTranscription:
    """Transcribe the words in one edit, replacing other transcriptions only of the ``replaced`` ones.

    Raises InputError, and changes nothing, for a text that cannot be a transcription.
    """
    with project.edit("transcribe words", n=len(ids), text=nfc(text)):
        plan = plan_transcription(project, ids, text)
        new = (*plan.new, *(word_id for word_id in plan.others if word_id in replaced))
        for word_id in new:
            set_transcription(project, word_id, plan.text)
    others = {word_id: other for word_id, other in plan.others.items() if word_id not in replaced}
    return BulkTranscription(plan.text, new, plan.same, others)
