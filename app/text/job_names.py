"""Names of jobs for people."""

from PySide6.QtCore import QCoreApplication


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
