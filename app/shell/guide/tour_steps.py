"""The stops of the tour: their controls and their texts."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True, slots=True)
class Step:
    """A stop at a control: ``view`` is "" for the header, ``landmark`` names the control there."""

    view: str
    landmark: str
    title: str
    text: str


def tr(text: str) -> str:
    """Translate a text of this module."""
    return QCoreApplication.translate("Tour", text)


def tour_steps() -> tuple[Step, ...]:
    """Return the stops in a project, in the order of the work."""

    return (
        Step(
            "collection",
            "import",
            tr("Everything begins with Import"),
            tr(
                "Scans, PDF files, transcriptions of other programs and images of single words come in here, or by "
                "dragging them into the window. You see what was found before anything is imported."
            ),
        ),
        Step(
            "collection",
            "pages",
            tr("Your pages"),
            tr(
                "The bar below each page shows how many of its words are checked and how many are only suggested. "
                "Enter opens a page."
            ),
        ),
        Step(
            "collection",
            "tabs",
            tr("The word list"),
            tr(
                "A model suggests the words of this list first of all. Add the names of your places and people to it; "
                "common words come from a language."
            ),
        ),
        Step(
            "page",
            "scan",
            tr("The scan with its words"),
            tr(
                "Until you check a word, it has a frame in the colour of its state. Click a word to transcribe it. "
                "What you type is saved at once, and no model ever replaces it."
            ),
        ),
        Step(
            "page",
            "legend",
            tr("What the colours mean"),
            tr("Who said what: you, the model, or nobody yet. A click hides or shows the words of a kind."),
        ),
        Step(
            "review",
            "word",
            tr("Checking, word by word"),
            tr(
                "Review shows the words that nobody has checked. Enter accepts the suggestion, typing corrects it. "
                "No mouse is needed."
            ),
        ),
        Step(
            "review",
            "candidates",
            tr("Other words it could be"),
            tr("Alt+1 to Alt+9 choose one of these. They appear when a model has suggested something."),
        ),
        Step(
            "review",
            "groups",
            tr("Many at once"),
            tr(
                "Groups show all words with the same suggestion side by side: mark those that are different, and "
                "confirm the others with one key."
            ),
        ),
        Step(
            "train",
            "start",
            tr("Teach it this handwriting"),
            tr(
                "After some hundred checked words a training pays. The new model is compared with the present one, and "
                "you decide which to use."
            ),
        ),
        Step(
            "insight",
            "tabs",
            tr("How sure is it?"),
            tr(
                "This word explains how a suggestion came about, Results how many are right, and Progress draws a "
                "sample for you to check: then you know whether the rest is good enough."
            ),
        ),
        Step(
            "search",
            "box",
            tr("Find any word"),
            tr("Type a word, in the word list or not: Search shows the images that look most like it."),
        ),
        Step(
            "",
            "export",
            tr("Take it with you"),
            tr("Export writes PDF, PAGE, ALTO, TEI, text and tables. What nobody checked is marked in the file."),
        ),
        Step(
            "",
            "help",
            tr("That is all"),
            tr("F1 opens the guide at the page of the view you are in. Every edit can be undone, also tomorrow."),
        ),
    )


def first_step() -> Step:
    """Return the stop on the start page, before a project is open."""
    return Step(
        "",
        "demo",
        tr("First, a project to look at"),
        tr(
            "Create the demo here, 14 pages of artificial handwriting, or open a project of your own. The tour goes "
            "on as soon as it is open."
        ),
    )
