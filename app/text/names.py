"""The names of languages, jobs, roles, the states of words and edits, for people, and the order of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCollator, QCoreApplication, QLocale, QObject, Qt

if TYPE_CHECKING:
    from core.project.content.history import Edit

T = TypeVar("T")


def by_name(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the items in the order of their names; equal names keep their order."""
    collator = QCollator(QLocale())
    collator.setNumericMode(True)
    collator.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return sorted(items, key=lambda item: collator.sortKey(name(item)))


def state_names() -> dict[str, str]:
    """Return a name for each of ``STATES``."""
    translate = QCoreApplication.translate
    return {
        "typed": translate("WordState", "transcribed by a person"),
        "accepted": translate("WordState", "accepted by a person"),
        "aligned": translate("WordState", "aligned automatically"),
        "seen": translate("WordState", "suggested, a word the model was trained on"),
        "unseen": translate("WordState", "suggested, a new word"),
        "unlisted": translate("WordState", "suggested, in no list"),
        "uncertain": translate("WordState", "suggested, uncertain"),
        "unread": translate("WordState", "no suggestion yet"),
    }


def state_meanings() -> dict[str, str]:
    """Return the meaning of each state, and of the mark "not a word", for tooltips."""
    translate = QCoreApplication.translate
    return {
        "typed": translate("WordState", "Words transcribed by a person, or imported"),
        "accepted": translate("WordState", "Suggestions that a person accepted"),
        "aligned": translate("WordState", "Words of a line's text that a program found in the ink, not confirmed yet"),
        "seen": translate("WordState", "Suggestions: words the model was trained on (seen)"),
        "unseen": translate("WordState", "Suggestions: words the model was not trained on (unseen)"),
        "unlisted": translate("WordState", "Suggestions: words that are not in the word list, spelled by the model"),
        "uncertain": translate("WordState", "Suggestions with a low confidence"),
        "unread": translate("WordState", "Neither transcribed nor suggested yet"),
        "not_a_word": translate("WordState", "Marked by a person: blots, rules, drawings"),
    }


def job_name(kind: str) -> str:
    """Return the name of a job of this kind (the command that it runs)."""
    translate = QCoreApplication.translate
    names = {
        "train": translate("Job", "Training"),
        "recognise": translate("Job", "Suggesting readings"),
        "recalibrate": translate("Job", "Adjusting the model"),
        "evaluate": translate("Job", "Measuring"),
        "import": translate("Job", "Importing"),
        "export": translate("Job", "Exporting"),
        "demo": translate("Job", "Creating the demo"),
        "fetch": translate("Job", "Fetching images"),
        "segment": translate("Job", "Finding words"),
        "align": translate("Job", "Aligning lines"),
        "merge": translate("Job", "Merging a part"),
        "adapt": translate("Job", "Adapting the starter model"),
        "begin": translate("Job", "Preparing the starter model"),
    }
    return names.get(kind, kind)


def language_name(code: str) -> str:
    """Return the name of a language with a word list; for another the code."""
    translate = QCoreApplication.translate
    return {
        "cs": translate("Languages", "Czech"),
        "de": translate("Languages", "German"),
        "en": translate("Languages", "English"),
        "es": translate("Languages", "Spanish"),
        "fr": translate("Languages", "French"),
        "it": translate("Languages", "Italian"),
        "nl": translate("Languages", "Dutch"),
        "pl": translate("Languages", "Polish"),
        "pt": translate("Languages", "Portuguese"),
        "sv": translate("Languages", "Swedish"),
    }.get(code, code)


ROLES = ("train", "test", "val", "none")


def role_name(role: str) -> str:
    """Return the short name of a role."""
    translate = QCoreApplication.translate
    return {
        "train": translate("Roles", "Training"),
        "test": translate("Roles", "Testing"),
        "val": translate("Roles", "Validation"),
        "none": translate("Roles", "Suggestions only"),
    }[role]


def role_meaning(role: str) -> str:
    """Return what a role means for the words."""
    translate = QCoreApplication.translate
    return {
        "train": translate("Roles", "the model learns from the transcriptions"),
        "test": translate("Roles", "kept from the model, to measure how well it reads"),
        "val": translate("Roles", "kept from training and from measuring, for checks of your own"),
        "none": translate("Roles", "the model suggests; never used for training or measuring"),
    }[role]


_MOST = 2**31 - 1
"""The highest count that Qt takes."""


class EditNames(QObject):
    """Texts with counts need a class."""

    def templates(self, n: int) -> dict[str, str]:
        """Return the names of the kinds of edits of ``n`` things, each with places for its fields."""
        return {
            "transcribe": self.tr("transcribe “{text}”"),
            "transcribe words": self.tr("transcribe %Ln word(s) as “{text}”", "", n),
            "clear transcription": self.tr("clear the transcription"),
            "choose": self.tr("choose “{text}”"),
            "accept predictions": self.tr("accept %Ln suggestion(s)", "", n),
            "confirm aligned words": self.tr("confirm %Ln aligned word(s)", "", n),
            "confirm look-alikes": self.tr("confirm %Ln look-alike(s) as “{text}”", "", n),
            "text of a line": self.tr("text of a line"),
            "role": self.tr("use for {role}"),
            "role of pages": self.tr("use %Ln page(s) for {role}", "", n),
            "mark as not a word": self.tr("mark as not a word"),
            "mark as a word": self.tr("mark as a word"),
            "delete words": self.tr("delete words"),
            "add words": self.tr("add words"),
            "move words": self.tr("move %Ln word(s)", "", n),
            "place words": self.tr("place words"),
            "reading order": self.tr("reading order"),
            "split word": self.tr("split a word"),
            "join words": self.tr("join words"),
            "find words": (self.tr("find words on {page}") if n == 1 else self.tr("find words on %Ln page(s)", "", n)),
            "add lines": self.tr("add lines"),
            "draw line": self.tr("draw a line"),
            "move lines": self.tr("move %Ln line(s)", "", n),
            "join lines": self.tr("join lines"),
            "split line": self.tr("split a line"),
            "delete lines": self.tr("delete %Ln line(s)", "", n),
            "order of lines": self.tr("order of lines"),
            "align lines": self.tr("align %Ln line(s) again", "", n),
            "place the words of a line": self.tr("place the words of a line"),
            "add language": self.tr("add %Ln word(s) of {language}", "", n),
            "remove language": self.tr("remove the words of {language}"),
            "add lexicon words": self.tr("add %Ln word(s) to the list", "", n),
            "remove lexicon words": self.tr("remove words from the list"),
            "remove word images": self.tr("remove all word images"),
            "remove pages": self.tr("remove page {page}") if n == 1 else self.tr("remove %Ln page(s)", "", n),
            "remove pages and word images": (
                self.tr("remove page {page} and all word images")
                if n == 1
                else self.tr("remove %Ln page(s) and all word images", "", n)
            ),
            "import words": self.tr("import %Ln word(s) ({format})", "", n),
            "import pages": self.tr("import %Ln page(s) ({format})", "", n),
            "merge part": self.tr("merge the part {part}"),
            "name zip files": self.tr("name ZIP files"),
        }


def edit_name(edit: Edit) -> str:
    """Return the name of an edit for people; the kind of one of a later version, or with damaged fields."""
    role, language = str(edit.fields.get("role")), str(edit.fields.get("language"))
    fields = edit.fields | {"role": role_name(role) if role in ROLES else role, "language": language_name(language)}
    try:
        return EditNames().templates(min(edit.fields.get("n", 0), _MOST))[edit.kind].format(**fields)
    except (KeyError, TypeError):
        return edit.kind
