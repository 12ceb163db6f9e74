"""The words a model thought of for one image, the likeliest first, for the keys 1 to 9. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import DuctusError
from core.project.predictions import Prediction
from core.recognition.detail import unpack

MOST = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """One candidate: how many members chose it, and the least distance of its signature at any member."""

    word: str
    votes: int
    distance: float


def choices(prediction: Prediction | None) -> tuple[Choice, ...]:
    """The prediction's word first, then by members that chose it, then by distance; at most nine.

    Without details (none were kept, or they are damaged) only the word itself.
    """
    if prediction is None:
        return ()
    votes: dict[str, int] = {prediction.text: prediction.votes}
    least: dict[str, float] = {prediction.text: prediction.distance}
    try:
        members = unpack(prediction.detail) if prediction.detail else []
    except DuctusError:
        members = []
    for member in members:
        for place, candidate in enumerate(member.choices):
            if candidate.word != prediction.text:
                votes[candidate.word] = votes.get(candidate.word, 0) + (place == 0)
            least[candidate.word] = min(least.get(candidate.word, candidate.distance), candidate.distance)
    first = prediction.text
    others = sorted((w for w in votes if w != first), key=lambda w: (-votes[w], least[w], w))
    return tuple(Choice(word, votes[word], least[word]) for word in (first, *others)[:MOST])
