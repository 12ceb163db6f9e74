"""The three-way merge of one field, and of a whole word: pure functions on values."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from core.project.parts.stamps import FIELDS, Key, Stamp, Stamps
from core.project.parts.versions import Standing, merge_standing

Value = tuple[Any, ...]
"""The columns of a field."""
REMOVALS = ("deleted", "not_a_word")


@dataclass(frozen=True, slots=True)
class FieldMerge:
    """``value`` after the merge; ``stamp`` of the part's edit if its value was taken or is the same, but later.

    ``settled``: both sides edited it differently, so that the later edit stayed.
    """

    value: Value
    stamp: Stamp | None = None
    settled: bool = False


def merge_field(base: Value | None, part: Value, whole: Value, stamps: StampPair) -> FieldMerge:
    """Merge one field; ``base`` is None for a word that the part added."""
    if part == base:
        return FieldMerge(whole)
    theirs = stamps.part._replace(part=stamps.part_id)
    if part == whole:
        return FieldMerge(whole, theirs if theirs[:3] > stamps.whole[:3] else None)
    if base is not None and not stamps.is_touched and whole == base:
        return FieldMerge(part, theirs)
    part_wins = (*theirs[:3], _rank(part)) > (*stamps.whole[:3], _rank(whole))
    # its own earlier value is not a contradiction, nor is an edit in the whole of a word that the part added
    settled = stamps.whole.part != stamps.part_id and (base is not None or part_wins)
    return FieldMerge(part, theirs, settled) if part_wins else FieldMerge(whole, None, settled)


@dataclass(frozen=True, slots=True)
class StampPair:
    """The last edits of a field on both sides; ``is_touched``: the whole edited it since the part was taken out."""

    part: Stamp
    whole: Stamp
    is_touched: bool
    part_id: str

    @classmethod
    def of(cls, part: Stamps, whole: Stamps, part_key: Key, whole_key: Key, part_id: str) -> StampPair:
        return cls(part.of(part_key), whole.of(whole_key), whole_key in whole.touched, part_id)


@dataclass(frozen=True, slots=True)
class WordVersion:
    """A word on one side: its fields as tuples of columns, and its transcriptions."""

    id: int
    page_id: int | None
    fields: dict[str, Value]
    standing: Standing


@dataclass(slots=True)
class WordMerge:
    """A word after a merge: the fields that change in the whole with the stamps to store."""

    standing: Standing
    changed: dict[str, Value] = field(default_factory=dict)
    stamps: dict[str, Stamp] = field(default_factory=dict)
    settled: list[str] = field(default_factory=list)
    revived: bool = False
    """One side removed it, and the other transcribed it meanwhile; so it stays."""


def merge_word(
    base: dict[str, Value] | None, part: WordVersion, whole: WordVersion, pairs: dict[str, StampPair]
) -> WordMerge:
    """Merge a word that both sides have; ``pairs`` has one entry for each field."""
    merged = WordMerge(merge_standing(whole.standing, part.standing))
    for name in FIELDS:
        ours, theirs = whole.fields[name], part.fields[name]
        result = merge_field(None if base is None else base[name], theirs, ours, pairs[name])
        value = result.value
        if name in REMOVALS and value == (1,) and ours != theirs:
            remover = part.standing if theirs == (1,) else whole.standing
            if merged.standing.stand - remover.known:
                value = (0,)
                is_news = pairs[name].part[:3] > pairs[name].whole[:3]
                if theirs == (1,) and is_news:  # so that a second merge finds it
                    merged.stamps[name] = pairs[name].part._replace(part=pairs[name].part_id)
                merged.revived |= ours == (1,) or is_news
        if value != ours:
            merged.changed[name] = value
        if result.stamp is not None and value == theirs:
            merged.stamps[name] = result.stamp
        if result.settled and not merged.revived:
            merged.settled.append(name)
    return merged


def _rank(value: Value) -> str:
    return json.dumps(value, ensure_ascii=True)
