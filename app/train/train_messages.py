"""What the place says of presets, runs and times, in plain words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from app.session.time_left import format_duration
from app.train.run_progress import FINISHED, GATES, LEARNING, MemberProgress, RunProgress
from core.events import EventKind
from core.project.content.runs import Run
from core.training.presets import Preset


def tr(text: str) -> str:
    """A sentence of this place in the person's language."""
    return QCoreApplication.translate("Train", text)


class TrainCounts(QObject):
    """Texts with counts. They need a class: lupdate finds plural forms only in ``self.tr``."""

    def readers(self, count: int) -> str:
        return self.tr("%Ln reader(s)", "", count)

    def finished_readers(self, count: int) -> str:
        return self.tr("%Ln finished reader(s)", "", count)

    def unencodable(self, count: int, alphabet: str, words: str) -> str:
        text = self.tr(
            "%Ln word(s) of the word list have letters outside the alphabet '{0}': {1}. Correct them, choose a wider "
            "alphabet, or leave them out (under Advanced).",
            "",
            count,
        )
        return text.format(alphabet, words)

    def left_out(self, count: int, images: int, words: str) -> str:
        transcribed = self.tr("%Ln transcribed image(s)", "", images)
        text = self.tr("Left out: %Ln word(s) of the word list, with {0}: {1}.", "", count)
        return text.format(transcribed, words)


def number(value: int) -> str:
    """``1,576`` as the person's country writes it."""
    return QLocale().toString(value)


def gigabytes(size: int) -> str:
    """``0.6 GB``, or whole ones from ten on."""
    value = size / 1e9
    return tr("{0} GB").format(f"{value:.0f}" if value >= 10 else f"{max(value, 0.1):.1f}")


def preset_title(preset: Preset) -> str:
    """A preset's name for people."""
    known = {
        "phosc-ctc": tr("Five small readers that spell"),
        "compact": tr("Five small readers"),
        "compact-15": tr("Five small readers, gates of the paper"),
        "compact-30": tr("Five small readers, finer gates of the paper"),
        "quick": tr("Quick look"),
        "demo": tr("For the demo pages"),
        "paper-769": tr("21 large readers, all numbers"),
        "paper-30": tr("Five large readers, 30 numbers"),
        "paper-15": tr("Five large readers, 15 numbers"),
        "paper-15-rf": tr("Five large readers, random forest"),
        "paper-15-lr": tr("Five large readers, logistic regression"),
    }
    return known.get(preset.name, preset.name)


def preset_about(preset: Preset) -> str:
    """What a preset is for."""
    known = {
        "phosc-ctc": tr("For real work. Each reader compares whole words and also spells them, letter by letter."),
        "compact": tr("For real work on a computer without a graphics card. Readers compare whole words."),
        "compact-15": tr("As the paper decides what is known and what is new, from 15 numbers a word."),
        "compact-30": tr("As the one before, from 30 numbers a word."),
        "quick": tr("Two very small readers, to see how it goes. Not for real work."),
        "demo": tr("Three small readers for the clear, regular handwriting of the demo."),
        "paper-769": tr("The paper's best row. For a graphics card."),
        "paper-30": tr("The paper's readers with gates on 30 numbers. For a graphics card."),
        "paper-15": tr("The paper's readers with gates on 15 numbers. For a graphics card."),
        "paper-15-rf": tr("As before; a random forest picks among known words."),
        "paper-15-lr": tr("As before; logistic regression picks among known words."),
    }
    return known.get(preset.name, preset.about)


def state_name(state: str, ours: bool, elsewhere: bool = False) -> str:
    """A run's state; ``ours``: this window's job is at work on it, ``elsewhere``: another living process is."""
    if state == "running" and not ours:
        return tr("Running elsewhere") if elsewhere else tr("Broken off")
    return {
        "queued": tr("Waiting"),
        "running": tr("Running"),
        "done": tr("Finished"),
        "stopped": tr("Stopped"),
        "failed": tr("Failed"),
    }[state]


def resumable(run: Run, ours: bool, elsewhere: bool = False) -> bool:
    """Whether a run can be gone on with; ``ours`` and ``elsewhere`` as in :func:`state_name`."""
    if elsewhere:
        return False
    return run.state in ("stopped", "failed", "queued") or (run.state == "running" and not ours)


def took(run: Run) -> str:
    """How long a run took, or nothing while it is not over."""
    if not (run.started_at and run.ended_at):
        return ""
    span = datetime.fromisoformat(run.ended_at) - datetime.fromisoformat(run.started_at)
    return format_duration(span.total_seconds())


def member_line(member: MemberProgress, running: bool = True) -> str:
    """Where one reader stands; or how far it came, when the training is not ``running`` any more."""
    if member.state == FINISHED:
        return tr("finished; {0} of {1} gates must say 'known'").format(member.thres, member.gates)
    if not running:
        if not member.learn_done:
            return tr("not begun") if member.state != LEARNING else tr("stopped before its first epoch")
        return tr("stopped after epoch {0} of {1}").format(member.learn_done, member.learn_total)
    if member.state == GATES:
        return tr("learning what it knows: pass {0} of {1}").format(member.gates_done, member.gates_total)
    if member.state == LEARNING:
        if not member.learn_total:
            return tr("starting")
        return tr("learning to read: epoch {0} of {1}").format(member.learn_done, member.learn_total)
    return tr("waiting")


def best_line(member: MemberProgress) -> str:
    """The best of its validation curve."""
    if member.best is None:
        return ""
    epoch, accuracy = member.best
    return tr("best {0} % at epoch {1}").format(round(100 * accuracy), epoch)


def kept_line(story: RunProgress) -> str:
    """What of an unfinished run is kept on the disk."""
    parts = []
    if story.finished:
        parts.append(TrainCounts().finished_readers(story.finished))
    k = story.current
    if k is not None and story.members[k].learn_done:
        member = story.members[k]
        place = tr("reader {0} after epoch {1} of {2}")
        parts.append(place.format(k + 1, member.learn_done, member.learn_total))
    if parts:
        return tr("Kept: {0}.").format(tr(" and ").join(parts))
    return tr("Nothing was finished yet.")


def log_line(event: dict[str, Any]) -> str:
    """An event as a line of the log."""
    match event.get("event"):
        case EventKind.RUN:
            return tr("Run {0} begins: preset {1}, seed {2}.").format(
                event.get("run"), event.get("preset"), event.get("seed")
            )
        case EventKind.UNENCODABLE:
            return tr("Cannot be encoded: '{0}' because of {1}").format(event.get("word"), event.get("characters"))
        case EventKind.COLLISION:
            return tr("Cannot be told apart: {0}").format(", ".join(map(str, event.get("words", []))))
        case EventKind.MEMBER:
            return tr("Reader {0} of {1} is finished; {2} of {3} gates must say 'known'.").format(
                int(event["member"]) + 1, event.get("members"), event.get("thres"), event.get("gates")
            )
    return str(event.get("text", ""))


def score_line(measured: dict[str, Any] | None) -> str:
    """A model's measurement in one line, or that there is none."""
    parts = []
    for score, count, words in (
        ("A_s", "n_seen", tr("{0} % of {1} words it was trained on")),
        ("A_u", "n_unseen", tr("{0} % of {1} new words")),
    ):
        value = (measured or {}).get(score)
        if isinstance(value, float):
            many = (measured or {}).get(count)
            parts.append(words.format(round(100 * value), number(many if isinstance(many, int) else 0)))
    return tr("Read rightly: {0}").format(tr(" and ").join(parts)) if parts else tr("not measured yet")
