"""The lexicon as one table in memory: read once, searched without the database. Needs no window."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from core.lexicon.alphabet import AUTO, choose_alphabet, split_encodable
from core.project.content.lexicon import iter_lexicon
from core.project.project import Project

KINDS = ("all", "seen", "unseen", "unencodable")


@dataclass(frozen=True, slots=True)
class LexiconTable:
    """The lexicon column by column, which takes a fifth of the memory of a row object each.

    ``faults`` maps words that cannot be encoded to the characters at fault; ``counts`` tells how many words
    there are of each of :data:`KINDS`.
    """

    words: list[str] = field(default_factory=list)
    listed: array[int] = field(default_factory=lambda: array("q"))
    """How often a list says the word occurs; -1 where it is only a class of training words."""
    read: array[int] = field(default_factory=lambda: array("q"))
    """Words of the project whose reading it is."""
    seen: bytearray = field(default_factory=bytearray)
    alphabet: str = ""
    faults: dict[str, tuple[str, ...]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))

    @property
    def characters(self) -> list[str]:
        """The characters that cannot be encoded, each once, in order."""
        return sorted({character for characters in self.faults.values() for character in characters})


def read_table(project: Project) -> LexiconTable:
    """The project's lexicon, with the alphabet that a training would choose for it."""
    table = LexiconTable()
    for row in iter_lexicon(project):
        table.words.append(row.word)
        table.listed.append(-1 if row.listed is None else row.listed)
        table.read.append(row.transcribed)
        table.seen.append(row.seen)
    alphabet = choose_alphabet(AUTO, table.words)
    faults = dict(split_encodable(table.words, alphabet)[1])
    total, seen = len(table.words), sum(table.seen)
    counts = dict(zip(KINDS, (total, seen, total - seen, len(faults)), strict=True))
    return replace(table, alphabet=alphabet.name, faults=faults, counts=counts)


def matching(table: LexiconTable, kind: str, wanted: str) -> Sequence[int]:
    """The places of words of one of :data:`KINDS` that hold ``wanted``, capitals and small letters as one."""
    part = wanted.strip().casefold()
    if kind == "all" and not part:
        return range(len(table.words))
    seen, faults = table.seen, table.faults
    keep: dict[str, Callable[[int, str], bool]] = {
        "all": lambda place, word: True,
        "seen": lambda place, word: bool(seen[place]),
        "unseen": lambda place, word: not seen[place],
        "unencodable": lambda place, word: word in faults,
    }
    kept = keep[kind]
    return array(
        "L",
        (
            place
            for place, word in enumerate(table.words)
            if kept(place, word) and (not part or part in word.casefold())
        ),
    )
