"""The words a model thought of for one image, the likeliest first, for the keys 1 to 9. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import DuctusError
from core.project.content.predictions import Prediction
from core.recognition.free_decoding import FreeReading, free_reading
from core.recognition.vote_details import decode_votes

MOST = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """One candidate: how many members chose it, and the least distance of its signature at any member.

    ``free``: no word of the lexicon but what ``votes`` members spelled by themselves; ``distance`` is None then.
    """

    word: str
    votes: int
    distance: float | None
    free: bool = False


def choices(prediction: Prediction | None, free: FreeReading | None = None) -> tuple[Choice, ...]:
    """The prediction's word first, then by members that chose it, then by distance; at most nine.

    ``free``, what was spelled outside the lexicon, stands behind the words that as many members chose, and
    always has its place. Without details (none were kept, or they are damaged) only the word itself.
    """
    if prediction is None:
        return ()
    votes: dict[str, int] = {prediction.text: prediction.votes}
    least: dict[str, float] = {prediction.text: prediction.distance}
    try:
        members = decode_votes(prediction.detail) if prediction.detail else []
    except DuctusError:
        members = []
    for member in members:
        for place, candidate in enumerate(member.choices):
            if candidate.word != prediction.text:
                votes[candidate.word] = votes.get(candidate.word, 0) + (place == 0)
            least[candidate.word] = min(least.get(candidate.word, candidate.distance), candidate.distance)
    first = prediction.text
    others = sorted((w for w in votes if w != first), key=lambda w: (-votes[w], least[w], w))
    found = [Choice(word, votes[word], least[word]) for word in (first, *others)]
    if free is not None and free.text not in votes:
        place = 1 + sum(choice.votes >= free.votes for choice in found[1 : MOST - 1])
        found.insert(place, Choice(free.text, free.votes, None, free=True))
    return tuple(found[:MOST])


def spelled_by(prediction: Prediction | None) -> FreeReading | None:
    """What the members of a prediction spelled by themselves, in the lexicon or not."""
    try:
        members = decode_votes(prediction.detail) if prediction is not None and prediction.detail else []
    except DuctusError:
        return None
    return free_reading([member.spelled for member in members])
