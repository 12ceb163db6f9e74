"""Texts about presets, runs and members."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from app.session.run_progress import MemberProgress, MemberState, RunProgress
from app.session.time_left import format_duration
from app.text.formats import decimal, in_percent, integer
from core.events import Collision, Event, MemberChanged, Note, RunBegan, Unencodable
from core.jobs.results import ModelComparison
from core.project.content.models import Model, read_words
from core.project.content.runs import Run, RunState
from core.training.presets import Preset


def tr(text: str) -> str:
    """Translate a text of the Train view that stands outside a class."""
    return QCoreApplication.translate("Train", text)


class TrainCounts(QObject):
    """Texts with counts. They need a class: lupdate finds plural forms only in ``self.tr``."""

    def readers(self, count: int) -> str:
        return self.tr("%Ln reader(s)", "", count)

    def finished_readers(self, count: int) -> str:
        return self.tr("%Ln finished reader(s)", "", count)

    def unencodable(self, count: int, alphabet: str, words: str) -> str:
        text = self.tr(
            "%Ln word(s) of the word list have letters outside the alphabet '{0}': {1}. Correct them, leave them "
            "out, or choose a wider alphabet (under Advanced, a part of Research).",
            "",
            count,
        )
        return text.format(alphabet, words)

    def left_out(self, count: int, images: int, words: str) -> str:
        transcribed = self.tr("%Ln transcribed image(s)", "", images)
        text = self.tr("Left out: %Ln word(s) of the word list, with {0}: {1}.", "", count)
        return text.format(transcribed, words)


def gigabytes(size: int) -> str:
    """Return a size in bytes as ``0.6 GB``, without decimals from 10 GB on."""
    value = size / 1e9
    return tr("{0} GB").format(decimal(value, 0) if value >= 10 else decimal(max(value, 0.1), 1))


def preset_title(preset: Preset) -> str:
    """Return the name of a preset for people."""
    titles = {
        "phosc-ctc": tr("Five small readers that spell"),
        "compact": tr("Five small readers"),
        "compact-15": tr("Five small readers, published gates"),
        "compact-30": tr("Five small readers, finer published gates"),
        "quick": tr("Quick look"),
        "demo": tr("For the demo pages"),
        "paper-769": tr("21 large readers, all numbers"),
        "paper-30": tr("Five large readers, 30 numbers"),
        "paper-15": tr("Five large readers, 15 numbers"),
        "paper-15-rf": tr("Five large readers, random forest"),
        "paper-15-lr": tr("Five large readers, logistic regression"),
        "paper-769-tuned": tr("21 large readers, all numbers, our training"),
        "paper-30-tuned": tr("Five large readers, 30 numbers, our training"),
        "paper-15-tuned": tr("Five large readers, 15 numbers, our training"),
    }
    return titles.get(preset.name, preset.name)


def preset_about(preset: Preset) -> str:
    """Return the purpose of a preset."""
    texts = {
        "phosc-ctc": tr("For real work. Each reader compares whole words and also spells them, letter by letter."),
        "compact": tr("For real work on a computer without a graphics card. Readers compare whole words."),
        "compact-15": tr("Trained and new words are distinguished as published, by 15 numbers of each word image."),
        "compact-30": tr("As the preset before, by 30 numbers of each word image."),
        "quick": tr("Two very small readers, for a first try. Not for real work."),
        "demo": tr("Three small readers for the clear, regular handwriting of the demo."),
        "paper-769": tr("The best result of the paper. For a graphics card."),
        "paper-30": tr("The readers of the paper with gates on 30 numbers. For a graphics card."),
        "paper-15": tr("The readers of the paper with gates on 15 numbers. For a graphics card."),
        "paper-15-rf": tr("As before; a random forest chooses among trained words."),
        "paper-15-lr": tr("As before; logistic regression chooses among trained words."),
        "paper-769-tuned": tr("As the paper's best result, with readers trained as ours are. For a graphics card."),
        "paper-30-tuned": tr("The same with gates on 30 numbers. For a graphics card."),
        "paper-15-tuned": tr("The same with gates on 15 numbers. For a graphics card."),
    }
    return texts.get(preset.name, preset.about)


def state_name(state: RunState, ours: bool, elsewhere: bool) -> str:
    """Return the state of a run, which this window (``ours``), another process (``elsewhere``) or none works on."""
    if state == RunState.RUNNING and not ours:
        return tr("Running elsewhere") if elsewhere else tr("Interrupted")
    return {
        RunState.QUEUED: tr("Waiting"),
        RunState.RUNNING: tr("Running"),
        RunState.DONE: tr("Finished"),
        RunState.STOPPED: tr("Stopped"),
        RunState.FAILED: tr("Failed"),
    }[state]


def is_resumable(run: Run, ours: bool, elsewhere: bool) -> bool:
    """Return whether a run can be resumed; ``ours`` and ``elsewhere`` as in :func:`state_name`."""
    return run.state != RunState.DONE and not elsewhere and not (run.state == RunState.RUNNING and ours)


def run_duration(run: Run) -> str:
    """Return the duration of an ended run, otherwise ""."""
    if not (run.started_at and run.ended_at):
        return ""
    span = datetime.fromisoformat(run.ended_at) - datetime.fromisoformat(run.started_at)
    return format_duration(span.total_seconds())


def member_line(member: MemberProgress, running: bool) -> str:
    """Return the progress of a member; ``running``: the training has not ended."""
    if member.state == MemberState.FINISHED:
        return tr("finished; {0} of {1} votes needed for “trained on”").format(member.thres, member.gates)
    if not running:
        if member.epochs_done:
            return tr("stopped after epoch {0} of {1}").format(member.epochs_done, member.total_epochs)
        is_started = member.state == MemberState.LEARNING
        return tr("stopped before its first epoch") if is_started else tr("not started")
    if member.state == MemberState.GATES:
        text = tr("training the gates: pass {0} of {1}")
        return text.format(member.gate_epochs_done, member.total_gate_epochs)
    if member.state == MemberState.WAITING:
        return tr("waiting")
    if not member.total_epochs:
        return tr("starting")
    return tr("training the reader: epoch {0} of {1}").format(member.epochs_done, member.total_epochs)


def best_line(member: MemberProgress) -> str:
    """Return the best accuracy on reserved images, "" before the first."""
    if member.best is None:
        return ""
    epoch, accuracy = member.best
    return tr("best {0} % at epoch {1}").format(round(100 * accuracy), epoch)


def kept_line(progress: RunProgress) -> str:
    """Return the parts of an unfinished run that are on disk."""
    parts = []
    if progress.finished:
        parts.append(TrainCounts().finished_readers(progress.finished))
    k = progress.current
    if k is not None and progress.members[k].epochs_done:
        member = progress.members[k]
        text = tr("reader {0} after epoch {1} of {2}")
        parts.append(text.format(k + 1, member.epochs_done, member.total_epochs))
    return tr("Kept: {0}.").format(tr(" and ").join(parts)) if parts else tr("Nothing was finished yet.")


def log_line(event: Event) -> str:
    """Return an event as a line of the log."""
    match event:
        case RunBegan():
            text = tr("Run {0} started: preset {1}, seed {2}.")
            return text.format(event.run, event.preset, event.seed)
        case Unencodable():
            return tr("Cannot be encoded: '{0}' because of {1}").format(event.word, event.characters)
        case Collision():
            words = ", ".join(event.words)
            return tr("Cannot be distinguished, because their signatures are the same: {0}").format(words)
        case MemberChanged():
            text = tr("Reader {0} of {1} is finished; {2} of {3} votes needed for “trained on”.")
            return text.format(event.member + 1, event.members, event.thres, event.gates)
        case Note():
            return event.text
    return ""


def score_line(model: Model, evaluation: dict[str, Any] | None) -> str:
    """Return the accuracy of a model in one line; without a measurement that of a comparison, or that there is none."""
    parts = []
    for score, count, text in (
        ("A_s", "n_seen", tr("{0} % of {1} words it was trained on")),
        ("A_u", "n_unseen", tr("{0} % of {1} new words")),
    ):
        value = (evaluation or {}).get(score)
        if isinstance(value, float):
            words = (evaluation or {}).get(count)
            parts.append(text.format(round(100 * value), integer(words if isinstance(words, int) else 0)))
    read = read_words(model)
    if not parts and read is not None:
        share = round(100 * read.right / read.words)
        parts.append(tr("{0} % of {1} words compared").format(share, integer(read.words)))
    return tr("Correct: {0}").format(tr(" and ").join(parts)) if parts else tr("not measured yet")


def comparison_text(comparison: ModelComparison, title_of: Callable[[str], str]) -> str:
    """Return how a new model and the active one read the same words, and the question which one to use."""
    active = title_of(comparison.active)
    if not comparison.words:
        return tr("It could not be compared with the active model '{0}'. Use it?").format(active)
    before, after = (in_percent(right / comparison.words) for right in (comparison.active_right, comparison.new_right))
    words = integer(comparison.words)
    if comparison.test_words:
        text = tr("Of {0} test words the active model '{1}' suggests {2} correctly, the new one {3}.")
    else:
        text = tr(
            "Of {0} words that neither was trained on the active model '{1}' suggests {2} correctly, the new one {3}."
        )
    question = tr("Use it?") if comparison.better else tr("Use it all the same?")
    return f"{text.format(words, active, before, after)} {question}"
