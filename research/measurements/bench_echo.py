"""Count what it takes until all words are right, with and without look-alikes: keystrokes, and words looked at.

    python -m research.measurements.bench_echo PROJECT [--model NAME] [--words test] [--seeds 0 1 2] [--out FILE.csv]

``PROJECT`` has a model that has recognised its words. A simulated person checks the words of one role, whose
transcriptions are taken for the truth and hidden, in random order. Enter accepts a right suggestion (1 keystroke), a
digit chooses a listed candidate (1), anything else is typed (its letters and Enter). With ``echo`` a word is followed
by its look-alikes (an accepted one by at least three), shown as images (1 keystroke), those that are another word
unticked (2 keystrokes each: an arrow and Space), and the rest confirmed (1). With ``rank`` the words that look like a
checked one have its text first. The limit of look-alikes is learnt from the transcriptions of the other roles; no word
counts as checked at the start.
"""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.jobs.look_alikes import MIN_OF_ACCEPTED, MOST_LOOK_ALIKES, load_likeness
from core.project.content.models import get_model
from core.project.content.predictions import iter_predictions
from core.project.content.words import labelled_words
from core.project.project import Project
from core.project.query.candidates import list_candidates
from core.recognition.word_vectors import distances_between, nearest_within, pick_look_alikes

NEVER = 1_000_000
VARIANTS = {
    "plain": (NEVER, NEVER, False),
    "rank": (NEVER, NEVER, True),
    "echo of corrections": (1, NEVER, False),
    "echo": (1, MIN_OF_ACCEPTED, False),
    "echo and rank": (1, MIN_OF_ACCEPTED, True),
}
"""Look-alikes from which they are offered after a correction and after an accepted suggestion; whether ranked."""


@dataclass
class Effort:
    """The person's work so far."""

    keystrokes: int = 0
    looked_at: int = 0
    """Words seen one at a time."""
    images: int = 0
    """Words seen among look-alikes."""
    typed: int = 0
    """Words typed in full."""
    offered: int = 0
    """Look-alikes offered."""
    offered_right: int = 0


def check_all(
    truth: list[str],
    candidates: list[list[str]],
    vectors: np.ndarray,
    limit: float,
    order: np.ndarray,
    *,
    corrected: int,
    accepted: int,
    rank: bool,
) -> Effort:
    """Check words in this ``order``; all sequences are by word, ``vectors`` [N, d].

    Look-alikes are offered from as many as ``corrected`` or ``accepted`` says.
    """
    effort, texts = Effort(), [None] * len(truth)
    for word in order:
        if texts[word] is not None:
            continue
        listed = candidates[word]
        checked = np.array([n for n, text in enumerate(texts) if text is not None], np.intp)
        if rank and len(checked):
            nearest = nearest_within(vectors[word], vectors[checked], limit)
            if nearest is not None:
                like = texts[checked[nearest]]
                listed = [like, *(each for each in listed if each != like)][:9]
        effort.looked_at += 1
        texts[word] = truth[word]
        if truth[word] in listed:
            effort.keystrokes += 1
        else:
            effort.keystrokes += len(truth[word]) + 1
            effort.typed += 1
        is_accepted = bool(listed) and listed[0] == truth[word]
        confirm(word, truth, texts, vectors, limit, effort, accepted if is_accepted else corrected)
    assert texts == truth
    return effort


def confirm(
    word: int, truth: list[str], texts: list, vectors: np.ndarray, limit: float, effort: Effort, least: int
) -> None:
    """Look at a word's look-alikes if there are at least so many, untick the wrong ones, and confirm the rest."""
    if least == NEVER:
        return
    near = np.flatnonzero(distances_between(vectors, vectors[word][None])[:, 0] <= 4 * limit)
    near = near[near != word]
    picked = pick_look_alikes(vectors[word], truth[word], vectors[near], [texts[n] for n in near], limit)
    found = near[picked[:MOST_LOOK_ALIKES]]
    if len(found) < least:
        return
    right = [n for n in found if truth[n] == truth[word]]
    effort.images += len(found)
    effort.offered += len(found)
    effort.offered_right += len(right)
    if right:
        effort.keystrokes += 2 + 2 * (len(found) - len(right))
        for n in right:
            texts[n] = truth[word]
    else:
        effort.keystrokes += 2  # shown and cancelled


def measure(project: Project, model: str | None, role: str, seeds: list[int]) -> list[dict[str, object]]:
    """Return a row for each variant and seed."""
    name = get_model(project, model).name
    likeness = load_likeness(project, name)
    if likeness is None:
        raise SystemExit(f"{project.folder}: the words were not recognised yet; run: ductus recognise --words all")
    words = [(word_id, text) for word_id, text in labelled_words(project, role)]
    places = [likeness.vectors.place(word_id) for word_id, _ in words]
    words = [word for word, place in zip(words, places, strict=True) if place is not None]
    ids = [word_id for word_id, _ in words]
    listed = list_candidates(project, iter_predictions(project, name, ids), dict.fromkeys(ids))
    candidates = [[each.word for each in listed[i].ranked] if i in listed else [] for i in ids]
    truth = [text for _, text in words]
    vectors = likeness.vectors.vectors[[place for place in places if place is not None]]
    first = sum(bool(row) and row[0] == text for row, text in zip(candidates, truth, strict=True))
    rows: list[dict[str, object]] = []
    for variant, (corrected, accepted, rank) in VARIANTS.items():
        for seed in seeds:
            order = np.random.default_rng(seed).permutation(len(truth))
            args = truth, candidates, vectors, likeness.limit, order
            effort = check_all(*args, corrected=corrected, accepted=accepted, rank=rank)
            rows.append(
                {
                    "project": project.folder.stem,
                    "model": name,
                    "words": len(truth),
                    "right_at_first": round(first / len(truth), 3),
                    "limit": round(likeness.limit, 4),
                    "variant": variant,
                    "seed": seed,
                    "keystrokes": effort.keystrokes,
                    "looked_at": effort.looked_at,
                    "images": effort.images,
                    "typed": effort.typed,
                    "offered": effort.offered,
                    "offered_right": effort.offered_right,
                }
            )
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", type=Path, nargs="+")
    parser.add_argument("--model")
    parser.add_argument("--words", default="test", choices=("train", "val", "test"))
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows = []
    for path in options.project:
        with Project.open(path) as project:
            rows += measure(project, options.model, options.words, options.seeds)
    for row in rows:
        print("  ".join(f"{key} {value}" for key, value in row.items()))
    if options.out is not None:
        with options.out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
