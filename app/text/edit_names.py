"""The names of edits for people; the history of a project keeps them by kind and fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.text.language_names import language_name
from app.text.roles import ROLES, role_name

if TYPE_CHECKING:
    from core.project.content.history import Edit

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
