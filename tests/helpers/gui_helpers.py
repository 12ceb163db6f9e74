"""A small project with pages, transcriptions, a model file and predictions, for tests of the app.

The numbers of the model are artificial: the tests check how they are shown, not how accurate they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from app.context import NO_TARGET, NavigationTarget, ProjectContext
from app.session.session import Session
from app.view import View
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import GateSettings
from core.imaging.synth.corpus import demo_text
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.confidence import FEATURES, Confidence
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.pca import Pca
from core.model.signature_learner import SignatureLearner
from core.project.content.lexicon import add_words, lexicon_words
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.recognition.algorithms import MemberEvidence, combine_predictions, predict_per_member
from core.recognition.evidence import TOP_K
from core.recognition.vote_details import encode_votes, member_votes
from core.store.model_file import save_ensemble

P = TypeVar("P", bound=View)
MODEL, MEMBERS, GATES, THRES = "trial", 3, 24, 14
PAGES = 3
"""Page 1 is transcribed for training, page 2 for testing, page 3 is not transcribed."""


def delete_now() -> None:
    """Delete what is to be deleted later: outside an event loop it would wait for the next one."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def is_writing(session: Session) -> bool:
    """Return whether an edit has not reached the disk yet."""
    return session._writer is not None and session._writer.pending > 0


def make_project(folder: Path, *, seed: int = 3, model: bool = True) -> Path:
    """A project of three small pages at ``folder`` (``.ductus`` is added); returns the project's folder."""
    import cv2

    rng = np.random.default_rng(seed)
    text = demo_text(seed, 900, 120)
    truth_of: list[list[str]] = []
    with Project.create(folder) as project:
        for number in range(PAGES):
            image, truth = render_page(text, Writer(), rng)
            image, truth = (image[: image.shape[0] // 4], [t for t in truth if t[0][1] + t[0][3] < image.shape[0] // 4])
            text = text[len(truth) :]
            path = folder.parent / f"sheet-{number + 1}.png"
            cv2.imwrite(str(path), image)
            words = tuple(WordRecord(box, word if number < PAGES - 1 else None, line=line) for box, word, line in truth)
            page = PageRecord(path, image.shape[1], image.shape[0], words=words)
            role = "test" if number == 1 else "train"
            import_contents(project, SourceContents(pages=(page,)), role=role)
            truth_of.append([word for _, word, _ in truth])
        add_words(project, sorted({word for page in truth_of for word in page}), added_by="test")
        if model:
            _add_model(project, truth_of, rng)
        return project.folder


def opened(kind: type[P], context: ProjectContext, qtbot: Any, target: NavigationTarget = NO_TARGET) -> P:
    """Show a view of this class as large as in the smallest window, and enter it."""
    view = kind(context)
    qtbot.addWidget(view)
    view.resize(1204, 728)
    view.show()
    view.activateWindow()
    view.enter(target)
    return view


def _add_model(project: Project, truth_of: list[list[str]], rng: np.random.Generator) -> None:
    alphabet = load_alphabet("latin")
    lexicon = Lexicon(lexicon_words(project), alphabet)
    classes = tuple(sorted(set(truth_of[0])))
    members = tuple(_member(k, lexicon, classes, rng) for k in range(MEMBERS))
    card = {"name": MODEL, "preset": {"name": "quick", "objective": "h"}, "seed": 1, "created": "2026-01-01T00:00:00"}
    ensemble = Ensemble(alphabet, classes, members, card)
    path = model_path(project, MODEL)
    path.parent.mkdir(exist_ok=True)
    save_ensemble(path, ensemble)
    register_model(project, MODEL, info={"preset": "quick", "seed": 1})
    ids = word_ids(project)
    truth = [word for page in truth_of for word in page]
    assert len(ids) == len(truth)
    evidence = [_evidence(member, ensemble, lexicon, truth, rng) for member in members]
    predictions = [predict_per_member(e, THRES) for e in evidence]
    final = combine_predictions(predictions)
    details = [encode_votes(votes) for votes in member_votes(evidence, members, lexicon)]
    save_predictions(
        project,
        MODEL,
        (
            Prediction(
                word_id,
                lexicon.words[final.word[row]],
                "seen" if lexicon.words[final.word[row]] in set(classes) else "unseen",
                int(final.votes[row]),
                MEMBERS,
                float(final.distance[row]),
                None,
                details[row],
            )
            for row, word_id in enumerate(ids)
        ),
    )


def _member(k: int, lexicon: Lexicon, classes: tuple[str, ...], rng: np.random.Generator) -> Member:
    points = np.asarray(signatures(list(lexicon.words), lexicon.alphabet), np.float32)
    pca = Pca.fit(points, 15)
    seen = np.array([i for i in range(len(classes)) if i % 10 != k], np.int64)
    features = pca.transform(points)
    gate = GateEnsemble.fit(
        features,
        (np.arange(len(features)) % 2).astype(np.uint8),
        np.ones((GATES, len(features)), np.bool_),
        GateSettings(width=8, depth=2, epochs=1),
        seed=k,
    )
    is_seen = np.arange(120) < 80
    calibration = Calibration(
        votes=np.clip(rng.normal(np.where(is_seen, 18, 8), 4), 0, GATES).astype(np.float32),
        is_seen=is_seen,
        margin=rng.normal(np.where(is_seen, 0.1, -0.1), 0.08).astype(np.float32),
        right_if_seen=is_seen & (rng.random(120) < 0.95),
        right_if_unseen=~is_seen & (rng.random(120) < 0.85),
    )
    curves = {"epoch": [1.0, 2.0, 3.0], "loss": [5.0, 1.2, 0.4], "val_accuracy": [-1.0, 0.5, 0.8]}
    return Member(
        SignatureLearner.new("compact", lexicon.alphabet, "cosine", k),
        pca,
        gate,
        None,
        seen,
        THRES,
        0.0,
        calibration,
        Confidence.fit(rng.normal(size=(40, FEATURES)), np.arange(40) < 20, np.arange(40) % 9 > 0),
        np.zeros(0, np.uint64),
        curves,
        {"split": k},
    )


def _evidence(
    member: Member, ensemble: Ensemble, lexicon: Lexicon, truth: list[str], rng: np.random.Generator
) -> MemberEvidence:
    mask = lexicon.mask([ensemble.classes[i] for i in member.seen])
    seen, unseen = np.flatnonzero(mask), np.flatnonzero(~mask)
    count = len(truth)
    known = np.array([mask[lexicon.find(word)] for word in truth])
    votes = np.clip(rng.normal(np.where(known, 20, 7), 4), 0, GATES).astype(np.int32)
    seen_words = np.stack([rng.choice(seen, TOP_K, replace=False) for _ in range(count)]).astype(np.int32)
    unseen_words = np.stack([rng.choice(unseen, TOP_K, replace=False) for _ in range(count)]).astype(np.int32)
    for row, word in enumerate(truth):
        if rng.random() < 0.9:
            target, pool = (seen_words, seen) if known[row] else (unseen_words, unseen)
            others = [w for w in pool if w != lexicon.find(word)][: TOP_K - 1]
            target[row] = np.array([lexicon.find(word), *others], np.int32)
    base = np.sort(rng.uniform(0.2, 0.6, (count, TOP_K)), axis=1).astype(np.float32)
    return MemberEvidence(votes, seen_words, base, unseen_words, base + np.float32(0.05))


def drag(widget: QAbstractScrollArea, start: QPoint, target: QPoint) -> None:
    """Drag with the left button; the moves of QTest have no button pressed."""
    port = widget.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    steps = 8
    for step in range(1, steps + 1):
        at = QPointF(start + (target - start) * step / steps)
        QApplication.sendEvent(
            port,
            QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                QPointF(port.mapToGlobal(at)),
                Qt.MouseButton.NoButton,
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
            ),
        )
        QTest.qWait(10)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=target)
