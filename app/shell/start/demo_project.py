"""The training of the demo's model, in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.notifications import NotificationCenter

if TYPE_CHECKING:
    from app.session.jobs import Outcome
    from app.session.session import Session


def train_demo(session: Session, notifications: NotificationCenter) -> None:
    """Train the demo's model, then suggest a reading for all its words; both as jobs of the session."""
    from core.jobs.requests import RecogniseRequest, TrainModelRequest
    from core.training.presets import preset
    from core.training.train_request import TrainRequest

    training = session.jobs.start(TrainModelRequest(TrainRequest(preset("demo"), name="demo")))

    def recognise(outcome: Outcome) -> None:
        if outcome.ok and not training.stop_requested:
            session.jobs.start(RecogniseRequest(words="all"))

    training.finished.connect(recognise)
    notifications.info(
        QCoreApplication.translate(
            "DemoProject",
            "The demo is training a model for its handwriting and then suggests readings for all pages. This takes a "
            "few minutes; look around meanwhile. You can stop it at any time, here or at the top.",
        ),
        QCoreApplication.translate("DemoProject", "Stop the training"),
        training.stop,
    )
