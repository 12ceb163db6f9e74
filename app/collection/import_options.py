"""The options of an import: use of the words, copy or link, and whether to find words."""

from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from app.collection.import_messages import SourceSummary
from app.text.formats import with_percent_sign
from app.text.names import ROLES, language_name, role_meaning, role_name
from app.widgets import builders
from core.jobs.requests import ImportRequest
from core.lexicon.language_lists import LANGUAGES

SOURCE_ROLES, TEST_SHARE = "source", "share"
"""Uses beside the roles: as given in the source, or training with a random share for testing."""


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """An import and what follows it."""

    request: ImportRequest
    suggest: bool
    """True if the starter model suggests readings afterwards."""
    languages: tuple[str, ...]
    """The languages whose words are then added to the word list first; none if it has words."""


class ImportOptions(QWidget):
    """Shows only the options that matter for the source. ``labels_changed(bool)``: read the source again."""

    labels_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.use = builders.named(QComboBox(), self.tr("Use of the words"))
        self.use_title = builders.field_label(self.use, "")
        self.share = builders.named(QSpinBox(), self.tr("Share for testing"))
        self.share.setRange(1, 90)
        self.share.setValue(20)
        self.share.setSuffix(with_percent_sign(""))
        self.share_unit = builders.label("", "quiet", wrap=False)
        self.meaning = builders.label("", "quiet")
        self.copy = QCheckBox(self.tr("Copy the images into the project"))
        self.link_warning = builders.label(
            self.tr("The images stay where they are. If they are moved or renamed, their words cannot be shown."),
            "warn",
        )
        self.segment = QCheckBox()
        self.labels = QCheckBox()
        self.suggest = QCheckBox(self.tr("Suggest readings with the starter model"))
        self.language = builders.named(QComboBox(), self.tr("Language of the writing"))
        self.language_title = builders.field_label(self.language, self.tr("Language of the writing"))
        self.second_language = builders.named(QComboBox(), self.tr("Second language of the writing"))
        self.second_language.addItem(self.tr("and no other"), None)
        for code in sorted(LANGUAGES, key=language_name):
            self.language.addItem(language_name(code), code)
            self.second_language.addItem(self.tr("and {0}").format(language_name(code)), code)
        self.language_meaning = builders.label(
            self.tr("Their common words go into the word list; suggestions are chosen among them."), "quiet"
        )
        self._can_suggest = self._needs_language = False
        for box in (self.copy, self.segment, self.labels, self.suggest):
            box.setChecked(True)
        self.segment.toggled.connect(self._update)
        self.suggest.toggled.connect(self._update)
        self.use.currentIndexChanged.connect(self._update)
        self.copy.toggled.connect(self._update)
        self.labels.toggled.connect(self.labels_changed)
        row = builders.row(self.use_title, self.use, self.share, self.share_unit, 1)
        language = builders.row(self.language_title, self.language, self.second_language, 1)
        boxes = (self.segment, self.labels, self.suggest, language, self.language_meaning, self.copy, self.link_warning)
        builders.column(row, self.meaning, *boxes, parent=self)
        self.set_source(None)

    def offer_suggestions(self, language: str | None) -> None:
        """Offer suggestions for sources without transcriptions; ``language`` is the first choice.

        None where the word list has words, so that no language is asked.
        """
        self._can_suggest, self._needs_language = True, language is not None
        self.language.setCurrentIndex(max(self.language.findData(language or "en"), 0))
        self._update()

    def set_source(self, source: SourceSummary | None, *, is_zipped: bool = False) -> None:
        """Offer the options that matter for this source. Images in a zip file can only be copied."""
        self.copy.setVisible(not is_zipped)
        self._source = source
        has_roles = source is not None and source.has_roles
        uses = [("train", role_name("train")), (TEST_SHARE, self.tr("Training, with a share for testing"))]
        uses += [(role, role_name(role)) for role in ROLES if role != "train"]
        if has_roles:
            uses.insert(0, (SOURCE_ROLES, self.tr("As given in the source")))
        keys, chosen = [key for key, _ in uses], self.use.currentData()
        if keys != [self.use.itemData(n) for n in range(self.use.count())]:
            self.use.clear()
            for key, name in uses:
                self.use.addItem(name, key)
            # an earlier choice is kept, unless the source itself gives the roles
            self.use.setCurrentIndex(keys.index(chosen) if chosen in keys and not has_roles else 0)
        has_pages = source is None or source.pages > 0
        self.use_title.setText(self.tr("Use these pages for…") if has_pages else self.tr("Use these words for…"))
        self.share_unit.setText(self.tr("of the pages") if has_pages else self.tr("of the words"))
        self.segment.setVisible(source is not None and source.wordless + source.lines > 0)
        self.segment.setText("" if source is None else self._segment_text(source))
        self.labels.setVisible(source is not None and source.names_hold_texts)
        self.labels.setText(
            self.tr("File names contain the transcriptions (such as {0})").format(source.example)
            if source is not None and source.example
            else self.tr("File names contain the transcriptions")
        )
        self._update()

    def plan(self, choice: ImportRequest) -> ImportPlan:
        """Return the import of these sources with the chosen options."""
        use = str(self.use.currentData())
        request = replace(
            choice,
            role=None if use in (SOURCE_ROLES, TEST_SHARE) else use,
            test_share=self.share.value() / 100 if use == TEST_SHARE else None,
            link=not (self.copy.isHidden() or self.copy.isChecked()),
            segment=not self.segment.isHidden() and self.segment.isChecked(),
        )
        asked = (self.language, self.second_language) if self._suggests() and self._needs_language else ()
        named = dict.fromkeys(code for box in asked if (code := box.currentData()) is not None)
        return ImportPlan(request, self._suggests(), tuple(named))

    def reads_labels(self) -> bool:
        """Return whether to take the words of word images from their file names."""
        return self.labels.isHidden() or self.labels.isChecked()

    def _is_readable(self) -> bool:
        """Return whether the import brings words that nobody has transcribed."""
        source = self._source
        if source is None or source.has_texts:
            return False
        return source.words > 0 or (not self.segment.isHidden() and self.segment.isChecked())

    def _suggests(self) -> bool:
        return self._can_suggest and self._is_readable() and self.suggest.isChecked()

    def _segment_text(self, source: SourceSummary) -> str:
        if not source.lines:
            return self.tr("Find the words on the %Ln pages that have none", "", source.wordless)
        if not source.bare:
            return self.tr("Cut lines into words")
        return self.tr("Cut lines into words, and find the words on the %Ln pages without lines", "", source.bare)

    def _update(self) -> None:
        use = self.use.currentData()
        self.share.setVisible(use == TEST_SHARE)
        self.share_unit.setVisible(use == TEST_SHARE)
        if use == TEST_SHARE:
            self.meaning.setText(self.tr("A random share is kept from training, to measure the model."))
        elif use == SOURCE_ROLES:
            self.meaning.setText(self.tr("Words without a use in the source are for training."))
        elif use is not None:
            meaning = role_meaning(use)
            self.meaning.setText(f"{meaning[:1].upper()}{meaning[1:]}.")  # nouns keep their capitals in German
        self.suggest.setVisible(self._can_suggest and self._is_readable())
        for part in (self.language_title, self.language, self.second_language, self.language_meaning):
            part.setVisible(self._suggests() and self._needs_language)
        self.link_warning.setVisible(not self.copy.isHidden() and not self.copy.isChecked())
