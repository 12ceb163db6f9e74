"""Names of jobs for people."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def job_name(kind: str) -> str:
    """Return the name of a job of this kind (the command that it runs)."""
    tr = QCoreApplication.translate
    names = {
        "train": tr("Job", "Training"),
        "recognise": tr("Job", "Suggesting readings"),
        "evaluate": tr("Job", "Measuring"),
        "import": tr("Job", "Importing"),
        "export": tr("Job", "Exporting"),
        "demo": tr("Job", "Creating the demo"),
        "segment": tr("Job", "Finding words"),
        "begin": tr("Job", "Preparing the starter model"),
    }
    return names.get(kind, kind)
