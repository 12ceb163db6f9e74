"""The names of edits for people. The history of a project keeps them in English, whatever the language of the app."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QObject

from app.text.language_names import language_name
from app.text.roles import ROLES, role_name

_Name = Callable[[re.Match[str]], str]


class EditNames(QObject):
    """Texts with counts need a class."""

    def name(self, label: str) -> str:
        """Return the name of an edit by its label in the history; a label of a later version stays as it is."""
        for pattern, name in self._names():
            if match := re.fullmatch(pattern, label, re.DOTALL):
                return name(match)
        return label

    def _names(self) -> list[tuple[str, _Name]]:
        return [*self._of_transcriptions(), *self._of_words(), *self._of_lines(), *self._of_project()]

    def _of_transcriptions(self) -> list[tuple[str, _Name]]:
        return [
            (r"transcribe '(.*)'", lambda found: self.tr("transcribe “{0}”").format(found[1])),
            (
                r"transcribe (\d+) words as '(.*)'",
                lambda found: self.tr("transcribe %Ln word(s) as “{0}”", "", int(found[1])).format(found[2]),
            ),
            (r"clear transcription", lambda found: self.tr("clear the transcription")),
            (r"choose '(.*)'", lambda found: self.tr("choose “{0}”").format(found[1])),
            (r"accept (\d+) predictions?", lambda found: self.tr("accept %Ln suggestion(s)", "", int(found[1]))),
            (r"confirm (\d+) aligned words?", lambda found: self.tr("confirm %Ln aligned word(s)", "", int(found[1]))),
            (
                r"confirm (\d+) look-alikes? as '(.*)'",
                lambda found: self.tr("confirm %Ln look-alike(s) as “{0}”", "", int(found[1])).format(found[2]),
            ),
            (r"text of (?:a )?line", lambda found: self.tr("text of a line")),
        ]

    def _of_words(self) -> list[tuple[str, _Name]]:
        return [
            (r"role (\w+)", lambda found: self.tr("use for {0}").format(_role(found[1]))),
            (
                r"use (\d+) pages? for (\w+)",
                lambda found: self.tr("use %Ln page(s) for {0}", "", int(found[1])).format(_role(found[2])),
            ),
            (r"mark as not a word", lambda found: self.tr("mark as not a word")),
            (r"mark as a word", lambda found: self.tr("mark as a word")),
            (r"delete words", lambda found: self.tr("delete words")),
            (r"add words", lambda found: self.tr("add words")),
            (r"move word", lambda found: self.tr("move a word")),
            (r"move (\d+) words", lambda found: self.tr("move %Ln word(s)", "", int(found[1]))),
            (r"place words", lambda found: self.tr("place words")),
            (r"reading order", lambda found: self.tr("reading order")),
            (r"split word(?: into \d+)?", lambda found: self.tr("split a word")),
            (r"join words", lambda found: self.tr("join words")),
            (r"find words on (\d+) pages", lambda found: self.tr("find words on %Ln page(s)", "", int(found[1]))),
            (r"find words on (.*)", lambda found: self.tr("find words on {0}").format(found[1])),
        ]

    def _of_lines(self) -> list[tuple[str, _Name]]:
        return [
            (r"add lines", lambda found: self.tr("add lines")),
            (r"draw line", lambda found: self.tr("draw a line")),
            (r"move line", lambda found: self.tr("move a line")),
            (r"move (\d+) lines", lambda found: self.tr("move %Ln line(s)", "", int(found[1]))),
            (r"join lines", lambda found: self.tr("join lines")),
            (r"split line", lambda found: self.tr("split a line")),
            (r"delete line", lambda found: self.tr("delete a line")),
            (r"delete (\d+) lines", lambda found: self.tr("delete %Ln line(s)", "", int(found[1]))),
            (r"order of lines", lambda found: self.tr("order of lines")),
            (r"align (\d+) lines? again", lambda found: self.tr("align %Ln line(s) again", "", int(found[1]))),
            (r"place the words of a line", lambda found: self.tr("place the words of a line")),
        ]

    def _of_project(self) -> list[tuple[str, _Name]]:
        return [
            (
                r"add (\d+) lexicon words of language (\w+)",
                lambda found: self.tr("add %Ln word(s) of {0}", "", int(found[1])).format(language_name(found[2])),
            ),
            (
                r"remove lexicon words of language (\w+)",
                lambda found: self.tr("remove the words of {0}").format(language_name(found[1])),
            ),
            (r"add (\d+) lexicon words", lambda found: self.tr("add %Ln word(s) to the list", "", int(found[1]))),
            (r"remove lexicon words", lambda found: self.tr("remove words from the list")),
            (r"remove (.*)", lambda found: self.tr("remove {0}").format(self._removed(found[1]))),
            (r"import (\d+) words \((.*)\)", lambda found: self._imported(self._words(int(found[1])), found[2])),
            (r"import (\d+) pages \((.*)\)", lambda found: self._imported(self._pages(int(found[1])), found[2])),
            (r"merge the part (.*)", lambda found: self.tr("merge the part {0}").format(found[1])),
            (r"name zip files", lambda found: self.tr("name ZIP files")),
        ]

    def _removed(self, what: str) -> str:
        """Return what was removed: ``page NAME`` or ``3 pages``, ``all word images``, or both."""
        rest = what.removesuffix("all word images").removesuffix(" and ")
        images = self.tr("all word images") if what.endswith("all word images") else ""
        if count := re.fullmatch(r"(\d+) pages", rest):
            pages = self._pages(int(count[1]))
        else:
            pages = self.tr("page {0}").format(rest.removeprefix("page ")) if rest else ""
        return self.tr("{0} and {1}").format(pages, images) if pages and images else pages or images

    def _imported(self, what: str, source: str) -> str:
        return self.tr("import {0} ({1})").format(what, source)

    def _words(self, count: int) -> str:
        return self.tr("%Ln word(s)", "", count)

    def _pages(self, count: int) -> str:
        return self.tr("%Ln page(s)", "", count)


def edit_name(label: str) -> str:
    """Return the name of an edit for people."""
    return EditNames().name(label)


def _role(name: str) -> str:
    return role_name(name) if name in ROLES else name
