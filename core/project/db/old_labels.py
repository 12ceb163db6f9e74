"""Conversion of the history of projects of version 5 and older, which kept each edit as an English sentence."""

import json
import re
import sqlite3

KINDS = (
    ("transcribe", r"(?:transcribe|read) '(?P<text>.*)'"),
    ("transcribe words", r"transcribe (?P<n>\d+) words as '(?P<text>.*)'"),
    ("choose", r"choose '(?P<text>.*)'"),
    ("accept predictions", r"accept (?P<n>\d+) predictions?"),
    ("confirm aligned words", r"confirm (?P<n>\d+) aligned words?"),
    ("confirm look-alikes", r"confirm (?P<n>\d+) look-alikes? as '(?P<text>.*)'"),
    ("text of a line", r"text of line"),
    ("role", r"role (?P<role>\w+)"),
    ("role of pages", r"use (?P<n>\d+) pages? for (?P<role>\w+)"),
    ("mark as not a word", r"not a word"),
    ("move words", r"move (?:(?P<n>\d+) words|word)"),
    ("split word", r"split word into \d+"),
    ("find words", r"find words on (?P<n>\d+) pages"),
    ("find words", r"find words on (?P<n>)(?P<page>.*)"),
    ("move lines", r"move (?:(?P<n>\d+) lines|line)"),
    ("delete lines", r"delete (?:(?P<n>\d+) lines|line)"),
    ("align lines", r"align (?P<n>\d+) lines? again"),
    ("add language", r"add (?P<n>\d+) lexicon words of language (?P<language>\w+)"),
    ("remove language", r"remove lexicon words of language (?P<language>\w+)"),
    ("add lexicon words", r"add (?P<n>\d+) lexicon words"),
    ("remove word images", r"remove all word images"),
    ("remove pages and word images", r"remove (?P<n>\d+) pages and all word images"),
    ("remove pages and word images", r"remove (?P<n>)page (?P<page>.*) and all word images"),
    ("remove pages", r"remove (?P<n>\d+) pages"),
    ("remove pages", r"remove (?P<n>)page (?P<page>.*)"),
    ("import words", r"import (?P<n>\d+) words \((?P<format>.*)\)"),
    ("import pages", r"import (?P<n>\d+) pages \((?P<format>.*)\)"),
    ("merge part", r"merge the part (?P<part>.*)"),
)
"""The kinds of edits whose sentence was another or had fields; ``n`` is 1 where the sentence named no number."""


def convert_labels(connection: sqlite3.Connection) -> None:
    """Store the edits that are still sentences by kind and fields; a sentence that is not known becomes a kind."""
    rows = connection.execute("SELECT id, label FROM change WHERE fields IS NULL").fetchall()
    found = ((change_id, _parse(label)) for change_id, label in rows)
    connection.executemany(
        "UPDATE change SET label = ?, fields = ? WHERE id = ?",
        [(edit[0], json.dumps(edit[1]), change_id) for change_id, edit in found if edit is not None],
    )


def _parse(label: str) -> tuple[str, dict[str, str | int]] | None:
    for kind, pattern in KINDS:
        if match := re.fullmatch(pattern, label, re.DOTALL):
            fields = match.groupdict()
            return kind, {name: int(fields[name] or 1) if name == "n" else fields[name] for name in fields}
    return None
