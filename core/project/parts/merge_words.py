"""Writing the merged words of a page: their fields, their transcriptions, and the words that the part added."""

import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field

from core.lexicon.text import nfc
from core.project.content.transcriptions import TranscriptionSource
from core.project.db.values import check_text, fold_case
from core.project.parts.fields import REMOVALS, StampPair, WordMerge, merge_word
from core.project.parts.layout import Place
from core.project.parts.merge_layout import PageLayout, check_shape, in_lines, page_size, write_place
from core.project.parts.record import Base
from core.project.parts.stamps import COLUMNS, FIELDS, Stamp, Stamps
from core.project.parts.state import PagesState, WordState, fields_of
from core.project.parts.versions import Standing, Version, current_version, differs


@dataclass
class WordCounts:
    """The result of a merge, as ids of words in the whole; ``settled`` with the field that both sides edited."""

    transcribed: list[int] = field(default_factory=list)
    """The part's transcription was taken (or its removal)."""
    agreed: list[int] = field(default_factory=list)
    """Both sides gave the same text."""
    differing: list[int] = field(default_factory=list)
    """Both sides gave different texts."""
    added: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    """Deleted or marked as not a word, as in the part."""
    changed: list[int] = field(default_factory=list)
    """Boxes, roles or writers were taken."""
    revived: list[int] = field(default_factory=list)
    settled: list[tuple[int, str]] = field(default_factory=list)


class WordMerger:
    """Merges the words of one part into the whole, page by page, inside one edit."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        part_id: str,
        base: Base,
        theirs: PagesState,
        ours: PagesState,
        stamps: tuple[Stamps, Stamps],
    ) -> None:
        self._db, self._part_id, self._base = connection, part_id, base
        self._theirs, self._ours, self._stamps = theirs, ours, stamps
        self.counts = WordCounts()
        self.stored: dict[int, dict[str, Stamp]] = {}
        """The stamps of the fields that were taken, by word."""
        self.pages_with_others: set[int | None] = set()
        """Pages that have other words than before."""
        self._by_key = {key: word for word in ours.words.values() for key in word.keys}
        new = [w for i, w in ours.words.items() if i not in base.words and w.version.fields["deleted"] == (0,)]
        self._by_box: defaultdict[tuple, list[WordState]] = defaultdict(list)
        """Words that were added on the other side, the earliest last."""
        for word in reversed(new):
            if not any(key.startswith(f"{part_id}/") for key in word.keys):
                self._by_box[self._box_key(word)].append(word)

    def merge(self, word_id: int, layout: PageLayout) -> None:
        """Merge one word of the part; one that the whole does not have is added at its place in the page's layout."""
        theirs = self._theirs.words[word_id]
        ours = self._counterpart(word_id)
        place = theirs.place
        if word_id not in self._base.words:
            line, position, line_id = in_lines((*layout.places.translate(*place[:2]), place[2]), layout.line_ids)
            if line_id is None and not layout.taken:
                # its own line was deleted on one side: it goes with the words beside it, in either order of the merges
                line_id = layout.line_beside.get(line)
            place = (line, position, line_id)
        if ours is None:
            self._add(theirs, place)
            return
        is_first = self._key(word_id) not in ours.keys and place[:2] < ours.place[:2]
        if word_id not in self._base.words and (layout.taken or is_first):
            write_place(self._db, ours.version.id, ours.place, place)
        row = self._base.words.get(word_id)
        base = None if row is None else fields_of(row)
        if base == theirs.version.fields and theirs.version.standing == ours.version.standing:
            return
        pairs = {
            name: StampPair.of(*self._stamps, ("word", word_id, name), ("word", ours.version.id, name), self._part_id)
            for name in FIELDS
        }
        merged = merge_word(base, theirs.version, ours.version, pairs)
        self._write_fields(ours, theirs, merged)
        self._write_transcriptions(ours, theirs, merged.standing)

    def _counterpart(self, word_id: int) -> WordState | None:
        """Return the word of the whole for one of the part: the same one, or one that has the same box."""
        if word_id in self._base.words:
            return self._ours.words.get(word_id)
        key, theirs = self._key(word_id), self._theirs.words[word_id]
        is_new = key not in self._by_key and theirs.version.fields["deleted"] == (0,)
        if is_new and (same := self._by_box[self._box_key(theirs)]):
            self._by_key[key] = same.pop()
        return self._by_key.get(key)

    def _add(self, theirs: WordState, place: Place) -> None:
        version = theirs.version
        if version.fields["deleted"] == (1,) and not version.standing.known:
            return  # an intermediate step, such as a word that was split again
        self._check_box(theirs)
        values = [value for name in FIELDS for value in version.fields[name]]
        names = ["page_id", "line", "position", "line_id", "ref", "origin", "keys", *COLUMNS]
        row = self._db.execute(
            f"INSERT INTO word ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) RETURNING id",
            (version.page_id, *place, theirs.ref, theirs.origin, self._key(version.id), *values),
        ).fetchone()
        word_id = int(row[0])
        self.counts.added.append(word_id)
        self.pages_with_others.add(version.page_id)
        self.stored[word_id] = {
            name: self._stamps[0].of(("word", version.id, name))._replace(part=self._part_id) for name in FIELDS
        }
        ids = self._insert_readings(word_id, theirs, frozenset(), version.standing.stand - {theirs.current})
        if theirs.current is not None:
            self._db.execute("UPDATE word SET transcription_id = ? WHERE id = ?", (ids[theirs.current], word_id))

    def _write_fields(self, ours: WordState, theirs: WordState, merged: WordMerge) -> None:
        word_id = ours.version.id
        if "box" in merged.changed:
            self._check_box(theirs)
        for name, value in merged.changed.items():
            assignments = ", ".join(f"{column} = ?" for column in FIELDS[name])
            self._db.execute(f"UPDATE word SET {assignments} WHERE id = ?", (*value, word_id))
        key = self._key(theirs.version.id)
        if theirs.version.id not in self._base.words and key not in ours.keys:
            self._db.execute("UPDATE word SET keys = ? WHERE id = ?", (" ".join([*ours.keys, key]), word_id))
            self.pages_with_others.add(ours.version.page_id)
        if merged.stamps:
            self.stored[word_id] = merged.stamps
        if "deleted" in merged.changed:
            self.pages_with_others.add(ours.version.page_id)
        if any(merged.changed.get(name) == (1,) for name in REMOVALS):
            self.counts.removed.append(word_id)
        if merged.changed.keys() - set(REMOVALS):
            self.counts.changed.append(word_id)
        if merged.revived:
            self.counts.revived.append(word_id)
        self.counts.settled += [(word_id, name) for name in merged.settled]

    def _write_transcriptions(self, ours: WordState, theirs: WordState, standing: Standing) -> None:
        word_id, before = ours.version.id, ours.version.standing
        if standing == before:
            return
        is_news = standing.stand != before.stand
        current = current_version(standing.stand) if is_news else ours.current
        beside = standing.stand - {current}
        known = self._ours.readings.get(word_id, {})
        for version in before.known:
            if (version in beside) != (version in before.stand and version != ours.current):
                self._db.execute(
                    "UPDATE transcription SET contends = ? WHERE id = ?",
                    (1 if version in beside else None, known[version]),
                )
        ids = known | self._insert_readings(word_id, theirs, before.known, beside)
        if current != ours.current:
            self._db.execute(
                "UPDATE word SET transcription_id = ? WHERE id = ?",
                (None if current is None else ids[current], word_id),
            )
        if not is_news:
            return
        if differs(standing.stand):
            self.counts.differing.append(word_id)
        elif len(standing.stand) > 1:
            self.counts.agreed.append(word_id)
        else:
            self.counts.transcribed.append(word_id)

    def _insert_readings(
        self, word_id: int, theirs: WordState, known: frozenset[Version], beside: frozenset[Version]
    ) -> dict[Version, int]:
        """Write the part's transcriptions that are not known; those ``beside`` the current one are marked."""
        ids = {}
        for version, fit in self._theirs.fits.get(theirs.version.id, {}).items():
            if version in known:
                continue
            check_text(version.text)
            is_aligned = version.source == TranscriptionSource.ALIGNED
            row = self._db.execute(
                "INSERT INTO transcription"
                " (word_id, text, nfc, folded, source, model, who, created_at, aligned, fit, contends)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (
                    *(word_id, version.text, nfc(version.text), fold_case(version.text)),
                    TranscriptionSource.IMPORTED if is_aligned else version.source,
                    *(version.model or None, version.who or None, version.created_at),
                    *(1 if is_aligned else None, fit),
                    1 if version in beside else None,
                ),
            ).fetchone()
            ids[version] = int(row[0])
        return ids

    def _check_box(self, theirs: WordState) -> None:
        box = theirs.version.fields["box"]
        check_shape(page_size(self._db, theirs.version.page_id), box[:4], box[4])

    def _key(self, word_id: int) -> str:
        return f"{self._part_id}/{word_id}"

    @staticmethod
    def _box_key(word: WordState) -> tuple:
        return (word.version.page_id, *word.version.fields["box"][:4])
